import { listText, phrase, present, term, worded } from '../../../core/message.ts';
import type { PlainObject } from '../../../core/plain-object.ts';
import type { ImportedSheet } from '../../../rules/spreadsheet.ts';
import {
  parseCheck,
  parseDamageBonus,
  parseDrop,
  parseMovement,
  parseSkills,
  parseWeaknesses,
  splitEntries,
} from './monster-fields.ts';
import { isBlank, listRowNumbers, omitUndefined, parseCount, parseName, parseNumber } from './values.ts';

/** Maximum number of sections that are imported. */
const mostSections = 20;

const parseSection = (style: unknown): string => {
  const words = parseName(style);
  return /[（(]([^（）()]{1,60})[）)]\s*$/.exec(words)?.[1]?.trim() ?? words;
};

/** Reads row n of a monster’s table. `level` is the mount’s level as written in keys, empty for the lowest. */
const readRow = (json: PlainObject, n: number, level: string) => {
  const given = (part: string) => json[`status${n}${level}${part}`];
  const section = parseSection(json[`status${n}Style`]) || phrase`section ${n}`;
  const sectionDamage = parseDamageBonus(given('Damage'));
  const leftOut = sectionDamage.words === undefined ? [] : [phrase`${section}: damage “${sectionDamage.words}”`];
  const check = (key: 'accuracy' | 'evasion', part: string) => {
    const read = parseCheck(given(part), given(`${part}Fix`));
    if (read === undefined && !isBlank(given(part)))
      leftOut.push(phrase`${section}: ${term(key)} “${parseName(given(part))}”`);
    return read === undefined ? {} : { [key]: read };
  };
  return {
    section,
    body: {
      hp: parseCount(given('Hp')),
      mp: Math.max(0, parseCount(given('Mp'))),
      defense: parseCount(given('Defense')),
      ...check('accuracy', 'Accuracy'),
      ...check('evasion', 'Evasion'),
      ...(sectionDamage.x !== undefined && { attack: { damage: { x: sectionDamage.x } } }),
    },
    fortitude: parseCheck(given('Vit')),
    willpower: parseCheck(given('Mnd')),
    leftOut,
  };
};

/** A row of a monster’s table: a section, or the whole monster. */
type Row = ReturnType<typeof readRow>;

/** Repeats a row as often as the list of parts says: `翼×2`. */
const multiplyRows = (rows: readonly Row[], parts: unknown): readonly Row[] => {
  const wanted = new Map(
    splitEntries(parts).flatMap((part) => {
      const [, name = '', times] = /^(.{1,60}?)[×xX*](\d{1,2})$/.exec(part) ?? [];
      return times === undefined ? [] : [[name, Number(times)]];
    }),
  );
  return rows.flatMap((row) => {
    const alike = rows.filter(({ section }) => section === row.section).length;
    return alike === 1 ? Array<Row>(Math.max(1, wanted.get(row.section) ?? 1)).fill(row) : [row];
  });
};

/** Names the sections. Sections with equal names get a letter. */
const withNames = (rows: readonly Row[]) =>
  rows.slice(0, mostSections).map((row, index, all) => {
    const alike = all.filter(({ section }) => section === row.section);
    const before = all.slice(0, index).filter(({ section }) => section === row.section).length;
    const name = alike.length > 1 ? `${row.section}${String.fromCharCode(65 + before)}` : row.section;
    return { ...row, name };
  });

/** Names of the core sections. SW-RUL-44. */
const readCores = (json: PlainObject, sections: readonly { readonly name: string; readonly section: string }[]) => {
  const said = splitEntries(json.coreParts).filter((each) => each !== 'なし' && !isBlank(each));
  const cores = said.map((core) => ({
    core,
    names: sections.filter(({ name, section }) => name === core || section === core).map(({ name }) => name),
  }));
  const [first, ...more] = cores.flatMap(({ names }) => names);
  return {
    sheet: first === undefined ? {} : more.length === 0 ? { core: first } : { cores: [first, ...more] },
    leftOut: cores.filter(({ names }) => names.length === 0).map(({ core }) => phrase`core section ${core}`),
  };
};

/** The level of a mount, and how it is written in keys. Default: the lowest level. */
const mountLevel = (json: PlainObject) => {
  const lowest = parseNumber(json.lvMin) ?? 1;
  const level = parseNumber(json.lv) ?? lowest;
  const k = level - lowest + 1;
  const known = k >= 1 && k <= 30 && (k === 1 || json[`status1-${k}Hp`] !== undefined);
  return { level: known ? level : lowest, mark: known && k > 1 ? `-${k}` : '', chosen: known && !isBlank(json.lv) };
};

const readLoot = (json: PlainObject) =>
  listRowNumbers(json.lootsNum, 20).flatMap((n) => {
    const item = parseName(json[`loots${n}Item`]);
    return item === '' || item === 'なし' ? [] : [parseDrop(json[`loots${n}Num`], item)];
  });

/** Gives each section its abilities. Lists the skills that are left to the GM. */
const withSkills = (json: PlainObject, rows: ReturnType<typeof withNames>) => {
  const skills = parseSkills(json.skills);
  const isOf = ({ section, ability }: (typeof skills)[number], row: (typeof rows)[number]): boolean =>
    ability !== undefined && (rows.length === 1 || section === row.section || section === row.name);
  const heads = skills.filter((skill) => !rows.some((row) => isOf(skill, row))).map(({ name }) => name);
  return {
    rows: rows.map((row) => {
      const attacks = skills.flatMap((skill) => (isOf(skill, row) ? [skill.ability] : []));
      return { ...row, body: { ...row.body, ...(attacks.length > 0 && { attacks }) } };
    }),
    leftOut:
      isBlank(json.skills) || (skills.length > 0 && heads.length === 0)
        ? []
        : [
            heads.length === 0
              ? worded('unique skills, for the GM to play')
              : phrase`unique skills, for the GM to play: ${listText(heads.slice(0, 20))}`,
          ],
  };
};

const aboutIt = ['taxa', 'intellect', 'perception', 'disposition', 'language', 'habitat', 'description'];

/** Imports a monster or mount of ytsheet2. */
export const importMonster = (json: PlainObject): ImportedSheet => {
  const isMount = json.mount === '1';
  const mount = mountLevel(json);
  const rows = listRowNumbers(json.statusNum, mostSections).map((n) => readRow(json, n, isMount ? mount.mark : ''));
  const skills = withSkills(json, withNames(multiplyRows(rows, json.parts)));
  const all = skills.rows;
  const [only] = all;
  const cores = readCores(json, all);
  const movement = parseMovement(json.mobility);
  const weaknesses = parseWeaknesses(json.weakness);
  const drops = readLoot(json);
  const resists = isMount
    ? { fortitude: only?.fortitude, willpower: only?.willpower }
    : {
        fortitude: parseCheck(json.vitResist, json.vitResistFix),
        willpower: parseCheck(json.mndResist, json.mndResistFix),
      };
  const level = isMount ? mount.level : parseNumber(json.lv);
  const about = aboutIt.filter((key) => !isBlank(json[key]));
  const bodies =
    all.length === 1
      ? only?.body
      : {
          sections: all.map(({ name, body }) => ({ name, ...body, ...(name.includes('翼') && { isWing: true }) })),
          ...cores.sheet,
        };
  const numbers = omitUndefined({
    initiative: parseNumber(json.initiative),
    reputation: parseNumber(json.reputation),
    weaknessValue: parseNumber(json['reputation+']),
    advLevel: level,
  });
  const saidChecks = [
    ['Fortitude', json.vitResist, resists.fortitude],
    ['Willpower', json.mndResist, resists.willpower],
  ] as const;
  return {
    name: [json.characterName, json.monsterName].map(parseName).find((each) => each !== ''),
    sheet: {
      kind: isMount ? 'mount' : 'monster',
      ...bodies,
      ...omitUndefined(resists),
      ...movement.sheet,
      ...numbers,
      ...weaknesses.sheet,
      ...(drops.length > 0 && { drops }),
    },
    derived: present([
      isMount && 'fixed values: the modifier plus 7',
      isMount &&
        !mount.chosen &&
        phrase`level ${mount.level}: the lowest listed level, because the sheet chooses none of the listed levels`,
    ]),
    leftOut: present([
      ...rows.flatMap((row) => row.leftOut),
      ...saidChecks.map(
        ([says, said, read]) => read === undefined && !isMount && !isBlank(said) && `${says} “${parseName(said)}”`,
      ),
      ...cores.leftOut,
      ...movement.leftOut,
      ...weaknesses.leftOut,
      ...skills.leftOut,
      parseName(json.price) !== '' && phrase`price ${parseName(json.price)}`,
      about.length > 0 && phrase`other details: ${listText(about)}`,
    ]),
  };
};
