import { err, ok, phrase, present, type Result } from '../../../core/message.ts';
import { isPlainObject, type PlainObject } from '../../../core/plain-object.ts';
import type { ImportedSheet } from '../../../rules/spreadsheet.ts';
import { abilities } from '../sheet.ts';
import { parseCheck, parseDamageBonus } from './monster-fields.ts';
import { abilityKeys, classNames } from './names.ts';
import { type ChatPalette, type ChatPaletteRoll, evaluateFormula, type PaletteDefinitions } from './palette.ts';
import { paletteValues } from './palette-values.ts';
import { adventurerLevel, baseEvasion, type CharacterScores, classLevel } from './person.ts';
import { isBlank, normalizeDigits, omitUndefined, parseNumber, poolSheet } from './values.ts';
import { importCharacter as importYtsheet, readPerson } from './ytsheet-character.ts';

/** A number with a maximum that a token shows, such as HP. */
export interface TokenPool {
  readonly label: string;
  readonly now: number | undefined;
  readonly max: number | undefined;
}

/** A token of a virtual tabletop, with its chat palette. */
export interface Token {
  readonly name?: string;
  readonly pools?: readonly TokenPool[];
  readonly palette: ChatPalette;
  readonly initiative?: number | undefined;
  /** Descriptions of data that is not imported. */
  readonly leftOut?: readonly string[];
}

const findNumber = (definitions: PaletteDefinitions, name: string): number | undefined =>
  definitions.has(name) ? evaluateFormula(`{${name}}`, definitions) : undefined;

/** The modifier of the first 2d roll whose label begins with `begins`. Undefined if there is no such roll. */
const addedFor = ({ rolls, definitions }: ChatPalette, begins: string): number | undefined => {
  const roll = rolls.find(
    ({ words, formula }) => words.slice(0, begins.length) === begins && /^2d6?[+-]/i.test(formula),
  );
  return roll === undefined ? undefined : evaluateFormula(`0${roll.formula.replace(/^2d6?/i, '')}`, definitions);
};

/** Parses a power roll as row, Critical Value and extra damage: `k17[(10+{C修正})]+{追加D1}{出目修正}`. */
const powerRoll = ({ formula }: ChatPaletteRoll, definitions: PaletteDefinitions) => {
  const plain = formula.normalize('NFKC').replaceAll('{出目修正}', '').replace(/\$.*$/, '');
  const [, row, bracketed, more = ''] = /^k(\d{1,3})(?:\[([^[\]]{1,60})\])?([+-].*)?$/i.exec(plain) ?? [];
  return row === undefined
    ? undefined
    : {
        Rate: Number(row),
        Crit: bracketed === undefined ? undefined : evaluateFormula(bracketed, definitions),
        DmgTotal: more === '' ? 0 : evaluateFormula(`0${more}`, definitions),
      };
};

const listAttacks = ({ rolls, definitions }: ChatPalette) =>
  rolls.flatMap((roll, index) => {
    const [, called = ''] = /^命中力?[/／](.{1,80})$/.exec(roll.words) ?? [];
    if (called === '' || !/^2d6?[+-]/i.test(roll.formula)) return [];
    const usage = /(?:[振突]?[12]H[投拳両騎#]?)$/.exec(called)?.[0] ?? '';
    const name = called.slice(0, called.length - usage.length).trim() || called;
    const next = rolls[index + 1];
    const struck = next?.words.slice(0, 4) === 'ダメージ' ? powerRoll(next, definitions) : undefined;
    const accuracy = evaluateFormula(`0${roll.formula.replace(/^2d6?/i, '')}`, definitions);
    return { Name: name, Usage: usage, AccTotal: accuracy, ...struck };
  });

const defenseNames = ['防護', '防護点'];
/** Pools that an import reads, and notes that it reads elsewhere. */
const readPools = /^(?:(?:.+:)?[HM]P|防護点?|メモ)$/;
/** Labels of the rolls that an import reads. */
const readRolls = /^(?:命中|回避|生命抵抗|精神抵抗|ダメージ|打撃)/;
const findPool = ({ pools = [] }: Token, label: string): TokenPool | undefined =>
  pools.find((pool) => pool.label === label);

/** The Defense that a token shows as a pool or a number. Undefined if it shows none. */
const readDefense = (token: Token): number | undefined =>
  defenseNames
    .map((name) => findPool(token, name)?.now ?? findNumber(token.palette.definitions, name))
    .find((value) => value !== undefined);

const noDefense = 'Defense: not in the source, so it is 0';

/** The pools, palette lines and other data that are not imported. */
const describeUnread = ({ pools = [], palette: { rolls, others }, leftOut = [] }: Token): readonly string[] => {
  const unread = pools.filter(({ label: called, now }) => !readPools.test(called) && now !== undefined);
  const unknown = rolls.filter(({ words }) => !readRolls.test(words));
  return [
    ...unread.map(({ label, now }) => phrase`status ${label} ${now}`),
    ...unknown.map(({ formula, words }) => phrase`palette line ${formula} ${words}`),
    ...others.map((each) => phrase`palette line ${each}`),
    ...leftOut,
  ];
};

const sheetOfPool = (key: 'hp' | 'mp', pool: TokenPool | undefined) => {
  const most = pool?.max ?? pool?.now;
  return most === undefined ? {} : poolSheet(key, most, pool?.now);
};

const magicClasses = ['Sorcerer', 'Conjurer', 'Priest', 'Fairy Tamer', 'Artificer', 'Druid', 'Demon Tamer'];

/** HP and MP as calculated from classes and abilities. */
const calculatePools = (person: CharacterScores) => {
  const magic = magicClasses.reduce((sum, cls) => sum + classLevel(person, cls), 0);
  return {
    hp: person.abilities.vit + 3 * adventurerLevel(person),
    mp: magic === 0 && person.abilities.spi === 0 ? 0 : person.abilities.spi + 3 * magic,
  };
};

const hasScores = ({ abilities: scores }: CharacterScores): boolean => abilities.some((ability) => scores[ability] > 0);

/** The numbers of a palette by the keys of ytsheet2, whose importer reads them. A palette has no weapon categories. */
const toYtsheet = ({ palette, name, initiative }: Token): PlainObject => {
  const find = (called: string): number | undefined => findNumber(palette.definitions, called);
  const attacks = listAttacks(palette).slice(0, 20);
  const json = {
    ...{ characterName: name, level: find('冒険者レベル'), initiative: initiative || undefined },
    ...{ vitResistTotal: addedFor(palette, '生命抵抗'), mndResistTotal: addedFor(palette, '精神抵抗') },
    weaponNum: attacks.length,
    ...Object.fromEntries(classNames.map(([id, japanese]) => [`lv${id}`, find(japanese)])),
    ...Object.fromEntries(
      abilities.flatMap((ability) => {
        const { japanese = '', ytsheet, letter } = abilityKeys[ability];
        return [
          [`stt${ytsheet}`, find(japanese)],
          [`sttAdd${letter}`, find(`${japanese}増強`)],
        ];
      }),
    ),
    ...Object.fromEntries(
      attacks.flatMap((attack, n) => Object.entries(attack).map(([key, value]) => [`weapon${n + 1}${key}`, value])),
    ),
  };
  return { ...json, defenseTotal1Eva: addedFor(palette, '回避') ?? baseEvasion(readPerson(json)) };
};

const importCharacter = (token: Token, json: PlainObject): ImportedSheet => {
  const hp = findPool(token, 'HP');
  const person = readPerson(json);
  const known = hasScores(person);
  const defense = readDefense(token);
  const { name, sheet, derived, leftOut } = importYtsheet({ ...json, defenseTotal1Def: defense });
  return {
    name,
    sheet: {
      ...(isPlainObject(sheet) && sheet),
      ...(!known && { abilities: undefined }),
      ...(hp === undefined ? calculatePools(person) : { mp: undefined }),
      ...sheetOfPool('hp', hp),
      ...sheetOfPool('mp', findPool(token, 'MP')),
    },
    derived: present([
      hp === undefined && 'HP and MP: from Vitality, Spirit and levels, because the token shows no HP or MP',
      ...derived,
    ]),
    leftOut: present([
      json.weaponNum !== 0 && 'weapon categories: not in the source',
      defense === undefined && noDefense,
      !known && 'abilities: not in the source',
      adventurerLevel(person) === 0 && 'classes: not in the source',
      ...leftOut,
      ...describeUnread(token),
    ]),
  };
};

/** Parses the Defense of each section: `防護:頭部5／胴体9`. */
const sectionDefenses = (note: string | undefined): ReadonlyMap<string, number> =>
  new Map(
    normalizeDigits(note)
      .replace(/^.*防護[:：]/, '')
      .split('/')
      .flatMap((each) => {
        const [, name = '', defense] = /^(.{1,60}?)(\d{1,3})$/.exec(each.trim()) ?? [];
        return defense === undefined ? [] : [[name, Number(defense)]];
      }),
  );

/** A monster's check: the first name that is defined, else the roll whose label begins with the last name. */
const findCheck = (palette: ChatPalette, names: readonly string[]) => {
  const defined = names.map((name) => findNumber(palette.definitions, name)).find((value) => value !== undefined);
  return parseCheck(defined ?? addedFor(palette, names.at(-1) ?? ''));
};

/** The numbers of the monster, or of its section `n`. Only a whole monster may have numbers without `n`. */
const readBody = (palette: ChatPalette, n: number, isWhole = false) => {
  const { definitions, rolls } = palette;
  const [accuracy, evasion] = ['命中', '回避'].map((check) =>
    isWhole
      ? findCheck(palette, [`${check}${n}`, `${check}力`, check])
      : parseCheck(findNumber(definitions, `${check}${n}`)),
  );
  const roll = rolls.find(({ words: said }) => isWhole && /^(?:ダメージ|打撃)/.test(said));
  const { x } = parseDamageBonus(definitions.get(`ダメージ${n}`) ?? roll?.formula);
  return omitUndefined({ accuracy, evasion, attack: x === undefined ? undefined : { damage: { x } } });
};

const importMonster = (token: Token): ImportedSheet => {
  const { palette, pools = [] } = token;
  const { definitions } = palette;
  const shown = pools.filter(({ label: called }) => called.slice(-3) === ':HP').slice(0, 20);
  const defenses = sectionDefenses(definitions.get('メモ'));
  const sections = shown.map((pool, index) => {
    const name = pool.label.slice(0, -3);
    const mp = findPool(token, `${name}:MP`);
    return {
      name,
      mp: 0,
      ...sheetOfPool('hp', pool),
      ...sheetOfPool('mp', mp),
      defense: defenses.get(name),
      ...readBody(palette, index + 1),
      ...(name.includes('翼') && { isWing: true }),
    };
  });
  const [fortitude, willpower] = ['生命抵抗', '精神抵抗'].map((name) => findCheck(palette, [`${name}力`, name]));
  const level = findNumber(definitions, 'LV');
  const whole = {
    mp: 0,
    ...sheetOfPool('hp', findPool(token, 'HP')),
    ...sheetOfPool('mp', findPool(token, 'MP')),
    defense: readDefense(token),
    ...readBody(palette, 1, true),
  };
  const bodies = sections.length > 0 ? sections : [whole];
  return {
    name: token.name || undefined,
    sheet: {
      kind: 'monster',
      ...(sections.length > 0 ? { sections: sections.map(omitUndefined) } : omitUndefined(whole)),
      ...omitUndefined({ fortitude, willpower, advLevel: level }),
    },
    derived: ['fixed values: the modifier plus 7'],
    leftOut: present([
      bodies.some(({ defense }) => defense === undefined) && noDefense,
      ...describeUnread(token),
      'movement, initiative, reputation, weakness: not in the source',
      sections.length > 0 && 'core section: not in the source',
    ]),
  };
};

const noNumbers = 'it has no HP, abilities or class levels under their Sword World names, which a battle needs';

/** The sheet with the numbers of the palette that no field has, for pasted lines with `{names}`. */
const withVariables = ({ palette: { definitions } }: Token, imported: ImportedSheet): ImportedSheet => {
  const findValue = paletteValues(imported.sheet);
  const others = [...definitions].slice(0, 200).flatMap(([name, words]) => {
    const value = isBlank(words) || /増強$/.test(name) ? undefined : findNumber(definitions, name);
    const known = findValue(name);
    return value === undefined || (known ?? '0') !== '0' || String(value) === known ? [] : [[name, value] as const];
  });
  const { sheet } = imported;
  return others.length === 0 || !isPlainObject(sheet)
    ? imported
    : { ...imported, sheet: { ...sheet, variables: Object.fromEntries(others) } };
};

/** Imports a token. Refuses with a sentence if a number is missing that battles need. */
export const importToken = (token: Token): Result<ImportedSheet, string> => {
  const { palette, pools = [] } = token;
  const json = toYtsheet(token);
  const person = readPerson(json);
  const isPerson = adventurerLevel(person) > 0 || hasScores(person);
  // Numbers of a fight without abilities and classes are a monster's.
  const isMonster =
    !isPerson &&
    (['LV', '命中1', '命中', '回避', '命中力', '回避力'].some((name) => palette.definitions.has(name)) ||
      palette.rolls.some(({ words: said }) => readRolls.test(said)) ||
      readDefense(token) !== undefined);
  if (isMonster && pools.some(({ label: called }) => /(?:^|:)HP$/.test(called)))
    return ok(withVariables(token, importMonster(token)));
  return !isMonster && (isPerson || findPool(token, 'HP') !== undefined)
    ? ok(withVariables(token, importCharacter(token, json)))
    : err(noNumbers);
};

/** Parses the current and maximum value of a token: `37`, `52`. */
export const parsePool = (called: string, now: unknown, most: unknown): TokenPool => ({
  label: called,
  now: parseNumber(now),
  max: isBlank(most) ? undefined : parseNumber(most),
});
