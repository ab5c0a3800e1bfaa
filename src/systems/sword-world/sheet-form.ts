import { err, ok } from '../../core/message.ts';
import { childObjects, isPlainObject } from '../../core/plain-object.ts';
import type { SheetForm } from '../../rules/sheets.ts';
import {
  defineColumn,
  readListCell,
  readTextCell,
  readWholeNumberCell,
  readYesNoCell,
  type SpreadsheetFormat,
} from '../../rules/spreadsheet.ts';
import { parseCheck, parseDamageBonus, parseWeaknesses } from './imports/monster-fields.ts';
import { translateAttribute } from './imports/names.ts';

/** The ids of items that the unit can hold: weapons and shields on the sheet. */
const holdable = (sheet: unknown): readonly unknown[] =>
  isPlainObject(sheet) ? [...childObjects(sheet.weapons), ...childObjects(sheet.shields)].map(({ id }) => id) : [];

/** The pages of the sheet form. Fields of monsters and mounts are last. */
export const sheetForm: SheetForm = {
  pages: [
    { title: 'Classes and abilities', fields: ['classes', 'mods', 'abilities', 'advLevel', 'hp', 'mp'] },
    {
      title: 'Weapons, armor and feats',
      fields: ['weapons', 'held', 'feats', 'defense', 'shields', 'defenses', 'metalArmor', 'evaMod'],
    },
    { title: 'Magic', fields: ['spells', 'magicPower', 'magicPowers'] },
    { title: 'Carried items', fields: ['potions', 'luggage', 'accessories', 'hands'] },
    {
      title: 'Other numbers',
      fields: [
        'speed',
        'tumble',
        'extra',
        'increases',
        'reductions',
        'canFly',
        'rides',
        'seats',
        'xp',
        'hpLeft',
        'mpLeft',
      ],
    },
    {
      title: 'Monsters and mounts',
      fields: [
        ...['kind', 'accuracy', 'evasion', 'fortitude', 'willpower', 'attack', 'attacks', 'majors', 'sections', 'core'],
        ...['cores', 'initiativeValue', 'reputation', 'weaknessValue', 'weaknesses', 'useFixed', 'drops', 'deathCheck'],
      ],
    },
  ],
  catalogue: {
    held: holdable,
    feats: [
      ...['Power Attack', 'Lethal Strike', 'Precise Shot', 'Guided Magic', 'Hawk Eye', 'Taunting Strike'],
      "Lion's Fury",
    ],
    potions: [{ id: 'Healing Potion', power: 20, left: 1 }],
  },
  titles: {
    dex: 'Dexterity',
    agi: 'Agility',
    str: 'Strength',
    vit: 'Vitality',
    int: 'Intelligence',
    spi: 'Spirit',
    mods: 'Ability modifiers',
    abilities: 'Ability scores',
    classes: 'Class levels',
    advLevel: 'Adventurer level',
    id: 'Name',
    evaMod: 'Evasion modifier',
    accMod: 'Accuracy modifier',
    dmgMod: 'Damage modifier',
    cMod: 'C modifier',
    extra: 'Extra damage',
    magicPower: 'Magic Power',
    magicPowers: 'Magic Power by class',
    initiativeValue: 'Initiative value',
    cls: 'Class',
    durationRounds: 'Duration in rounds',
    remaining: 'Rounds left',
    useFixed: 'Uses fixed values',
    mod: '2d plus',
    fixed: 'Fixed value',
    'damage.x': '2d plus',
    'damage.flat': 'Flat damage',
    resist: 'If resisted',
    resistBy: 'Resisted by',
    majors: 'Major Actions a turn',
    isWing: 'Is a wing',
    core: 'Core section',
    cores: 'More core sections',
    held: 'Held',
    '1H': 'One-handed',
    '2H': 'Two-handed',
    stances: 'Grips',
    'shape.max': 'Maximum number of targets',
    'potions.left': 'How many',
    deathCheck: 'Rolls Death Checks',
    holds: 'While holding',
    increases: 'Damage increases',
    reductions: 'Damage reductions',
    defenses: 'Sets of Defense',
    effects: 'Lasting effects',
    checks: 'All checks',
    breath: 'Breathes under water',
    'weapons.bullet': 'Loaded bullet',
    body: 'On section',
    'accessories.slot': 'Worn on',
    attacks: 'More attacks',
  },
};

/** Parses a check: `5`, or `5 (12)` with a fixed value. Default fixed value: the modifier plus 7. */
const checkCell: typeof readTextCell = (cell) => {
  const read = parseCheck(cell);
  return read === undefined ? err('is not a check; write it like 5 or 5 (12)') : ok(read);
};

/** Parses damage: `2d+4`, or `4`. */
const damageCell: typeof readTextCell = (cell) => {
  if (/^2d6?$/i.test(cell)) return ok({ x: 0 });
  const { x } = parseDamageBonus(/^[+-]?\d{1,4}$/.test(cell) ? `2d${/^[+-]/.test(cell) ? '' : '+'}${cell}` : cell);
  return x === undefined ? err('is not damage; write it like 2d+4') : ok({ x });
};

const parseWeakness = (said: string) => {
  const [, what = '', bonus] = /^([^+]{1,40})\+\s*(\d{1,2})$/.exec(said) ?? [];
  if (bonus === undefined) return undefined;
  const plain = what.trim().toLowerCase();
  if (plain === 'accuracy') return { accuracy: Number(bonus) };
  if (plain === 'physical' || plain === 'magical') return { damageType: plain, bonus: Number(bonus) };
  return { attribute: translateAttribute(plain), bonus: Number(bonus) };
};

/** Parses weaknesses: `fire+3|physical+2|accuracy+1`, or as the rulebooks write them. */
const weaknessesCell: typeof readTextCell = (cell) => {
  const said = cell.split('|').filter((each) => each.trim() !== '');
  const read = said.map((each) => parseWeaknesses(each).sheet.weaknesses?.[0] ?? parseWeakness(each.trim()));
  return read.includes(undefined) ? err('is not a weakness; write it like fire+3, physical+2 or accuracy+1') : ok(read);
};

const columns = {
  kind: defineColumn('kind', readTextCell),
  level: defineColumn('advLevel', readWholeNumberCell),
  hp: defineColumn('hp', readWholeNumberCell),
  mp: defineColumn('mp', readWholeNumberCell),
  defense: defineColumn('defense', readWholeNumberCell),
  accuracy: defineColumn('accuracy', checkCell),
  evasion: defineColumn('evasion', checkCell),
  damage: defineColumn('attack.damage', damageCell),
  attributes: defineColumn('attack.attributes', readListCell),
  range: defineColumn('attack.range', readWholeNumberCell),
  fortitude: defineColumn('fortitude', checkCell),
  willpower: defineColumn('willpower', checkCell),
  speed: defineColumn('speed', readWholeNumberCell),
  flies: defineColumn('canFly', readYesNoCell),
  initiative: defineColumn('initiative', readWholeNumberCell),
  reputation: defineColumn('reputation', readWholeNumberCell),
  weaknessValue: defineColumn('weaknessValue', readWholeNumberCell),
  weaknesses: defineColumn('weaknesses', weaknessesCell),
};

/** Japanese headings, with the columns they mean. */
const japaneseHeads: Readonly<Record<string, keyof typeof columns>> = {
  ...{ 分類: 'kind', レベル: 'level', lv: 'level', 生命点: 'hp', 精神点: 'mp', 防護点: 'defense', 防護: 'defense' },
  ...{ 命中力: 'accuracy', 命中: 'accuracy', 回避力: 'evasion', 回避: 'evasion', 打撃点: 'damage', 射程: 'range' },
  ...{ 生命抵抗力: 'fortitude', 生命抵抗: 'fortitude', 精神抵抗力: 'willpower', 精神抵抗: 'willpower' },
  ...{ 移動速度: 'speed', 飛行: 'flies', 先制値: 'initiative', 知名度: 'reputation' },
  ...{ 弱点値: 'weaknessValue', 弱点: 'weaknesses' },
};

/** The columns of a bestiary. Each row is a monster with one section. */
export const spreadsheet: SpreadsheetFormat = {
  defaults: { kind: 'monster' },
  columns: {
    ...columns,
    ...Object.fromEntries(Object.entries(japaneseHeads).map(([head, ours]) => [head, columns[ours]])),
  },
};
