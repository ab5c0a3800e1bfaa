import { cutLetters } from '../../../core/letters.ts';
import { phrase } from '../../../core/message.ts';
import type { CheckValue } from '../sheet.ts';
import { translateAttribute } from './names.ts';
import { isBlank, normalizeDigits, parseCount, parseLines, parseNumber } from './values.ts';

/** Splits a text into the items of its list. */
export const splitEntries = (value: unknown): readonly string[] =>
  normalizeDigits(value)
    .split(/[/、,]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Parses a monster’s movement (metres): `12`, `10／20（飛行）`, `―／20（飛行）`. Lists parts that it cannot parse. */
export const parseMovement = (value: unknown) => {
  const ways = splitEntries(value).map((way) => ({
    way,
    metres: parseNumber(/\d{1,4}/.exec(way)?.[0]),
    flies: way.includes('飛行'),
  }));
  const used = ways.find(({ metres }) => metres !== undefined);
  return {
    sheet: {
      ...(used !== undefined && { speed: used.metres }),
      ...(ways.some(({ flies, metres }) => flies && metres !== undefined) && { canFly: true }),
    },
    leftOut: ways.filter((way) => way !== used && !isBlank(way.way)).map(({ way }) => phrase`movement: ${way}`),
  };
};

const weakness = (words: string) => {
  const [, kindOf = '', figure] = /^(.{1,20}?)\+(\d{1,2})点?$/.exec(words) ?? [];
  if (figure === undefined) return undefined;
  if (kindOf === '命中力') return { accuracy: Number(figure) };
  const [, kind] = /^(.{1,20})ダメージ$/.exec(kindOf) ?? [];
  const bonus = Number(figure);
  if (kind === '物理') return { damageType: 'physical', bonus };
  if (kind === '魔法') return { damageType: 'magical', bonus };
  const [, attribute] = /^(.{1,20})属性$/.exec(kind ?? '') ?? [];
  return attribute === undefined ? undefined : { attribute: translateAttribute(attribute), bonus };
};

/** Parses weaknesses as the rulebooks write them. Lists the parts that it cannot parse. SW-ATTR-2. */
export const parseWeaknesses = (value: unknown) => {
  const said = splitEntries(value).filter((each) => each !== 'なし' && !isBlank(each));
  const read = said.map((words) => ({ words, weakness: weakness(words) }));
  const known = read.flatMap((each) => each.weakness ?? []);
  return {
    sheet: known.length > 0 ? { weaknesses: known } : {},
    leftOut: read.filter((each) => each.weakness === undefined).map(({ words }) => phrase`weakness: ${words}`),
  };
};

/** Parses the X of damage 2d + X. Returns other text as `words`. Empty if the field is blank. */
export const parseDamageBonus = (value: unknown): { readonly x?: number; readonly words?: string } => {
  const words = normalizeDigits(value).replace(/\s/g, '');
  if (isBlank(words) || /^2d6?\+?$/i.test(words)) return {};
  const [, x] = /^2d6?([+-]\d{1,4})$/i.exec(words) ?? [];
  return x === undefined ? { words } : { x: Number(x) };
};

/** Parses a check with its fixed value, from `10 (17)` or from two fields. */
export const parseCheck = (value: unknown, fixed?: unknown): Exclude<CheckValue, number> | undefined => {
  const [, both, bracketed] = /^([+-]?\d{1,3})\((\d{1,3})\)$/.exec(normalizeDigits(value).replace(/\s/g, '')) ?? [];
  const mod = parseNumber(both ?? value);
  return mod === undefined ? undefined : { mod, fixed: parseNumber(bracketed ?? fixed) ?? mod + 7 };
};

const mark = /^\s*(?:[○◯〇△＞▶〆≫»☆🗨□☑▽▼]|>>|\[[常準主補宣条選]\])+\s*([^\n／/（(]{1,40})/u;
const abilityHead = /^(?:[>▶〆]|\[主\])+\s*([^/(]{1,60})\/(\d{1,2})\((\d{1,2})\)\/(生命|精神)抵抗力\/(消滅|半減)$/u;
const abilityDamage = /「2d6?([+-]\d{1,3})?」点の(?:(.{1,12}?)属性の?)?(魔法|物理)?ダメージ/;

/** Reads a major skill with a value, a resistance and damage as an ability. Undefined for other skills. SW-ATK-11. */
const parseAbility = (head: string, words: string) => {
  const [, id, mod, fixed, by, result] = abilityHead.exec(head) ?? [];
  const [damage, x = '0', attribute, type] = abilityDamage.exec(words) ?? [];
  if (id === undefined || damage === undefined) return undefined;
  return {
    ...{ id: id.trim(), damage: { x: Number(x) }, damageType: type === '魔法' ? 'magical' : 'physical' },
    attributes: attribute === undefined ? [] : [translateAttribute(attribute)],
    check: { mod: Number(mod), fixed: Number(fixed) },
    ...{ resist: result === '半減' ? 'half' : 'negates', resistBy: by === '生命' ? 'fortitude' : 'willpower' },
    text: words.slice(0, 1000),
  };
};

/** Parses unique skills. A line that begins with `●` names the section of the skills below it. */
export const parseSkills = (value: unknown) => {
  const skills: { section: string; name: string; head: string; words: string }[] = [];
  let section = '';
  for (const row of parseLines(value).split('\n')) {
    const [part, name, last] = [normalizeDigits(row), mark.exec(row)?.[1]?.trim(), skills.at(-1)];
    if (name !== undefined) skills.push({ section, name, head: part, words: '' });
    else if (part.startsWith('●')) section = part.slice(1).trim();
    else if (last !== undefined) last.words = `${last.words} ${part}`.trim();
  }
  return skills.map(({ head, words, ...skill }) => ({ ...skill, ability: parseAbility(head, words) }));
};

/** Parses loot: the totals of 2d that give an item: `2～8`, `9～`, `自動`. SW-LOOT-3. */
export const parseDrop = (roll: unknown, item: string) => {
  const [, from, upTo, to] = /^(\d{1,2})(?:\s*([~〜-])\s*(\d{1,2})?)?$/.exec(normalizeDigits(roll)) ?? [];
  const inDice = (value: number) => Math.min(12, Math.max(2, value));
  return {
    item: cutLetters(item, 60),
    ...(from !== undefined && { from: inDice(parseCount(from)) }),
    ...(from !== undefined && {
      to: inDice(to === undefined ? (upTo === undefined ? parseCount(from) : 12) : parseCount(to)),
    }),
  };
};
