import { signed } from '../../core/text.ts';
import type { Reader } from '../../rules/reader.ts';
import { featNames } from './feats.ts';
import type { State, Unit } from './model.ts';
import { throwCount } from './mounts.ts';
import type { CheckValue } from './sheet.ts';
import { tellsOf } from './telling.ts';
import { isCharacter } from './units.ts';
import { adventurerLevel, magicPower, speedOf } from './values.ts';

/** A pool as this reader may know it; of a monster that somebody knows, what it has when it is unhurt. */
const poolText = (reader: Reader, unit: Unit, pool: 'hp' | 'mp', now: number, most: number): readonly string[] =>
  reader.tells(unit.id, pool)
    ? [`${pool.toUpperCase()} ${now}/${most}`]
    : unit.revealed
      ? [`${pool.toUpperCase()} ${most}`]
      : [];

const rateText = (reader: Reader, unit: Unit, label: string, term: string, value: number): readonly string[] => {
  const told = tellsOf(reader, unit, term) ? String(value) : reader.rate(unit.id, term, value);
  return told === undefined ? [] : [`${label} ${told}`];
};

const checkText = (
  reader: Reader,
  unit: Unit,
  label: string,
  term: string,
  value: CheckValue | undefined,
): readonly string[] => {
  if (value === undefined || typeof value === 'number')
    return value === undefined ? [] : rateText(reader, unit, label, term, value);
  return tellsOf(reader, unit, term)
    ? [`${label} ${signed(value.mod)} (${value.fixed})`]
    : rateText(reader, unit, label, term, value.fixed);
};

/** A line for each body, with the numbers that this reader is told. */
const bodyLines = (unit: Unit, reader: Reader): readonly string[] =>
  unit.bodies.flatMap((body) => {
    const told = [
      ...poolText(reader, unit, 'hp', body.hp, body.maxHp),
      ...poolText(reader, unit, 'mp', body.mp, body.maxMp),
      ...rateText(reader, unit, 'Defense', 'defense', body.defense),
      ...checkText(reader, unit, 'Accuracy', 'accuracy', body.accuracy),
      ...checkText(reader, unit, 'Evasion', 'evasion', body.evasion),
      ...(body.attack && tellsOf(reader, unit, 'damage')
        ? [`damage ${'x' in body.attack.damage ? `2d${signed(body.attack.damage.x)}` : body.attack.damage.flat}`]
        : []),
    ];
    const name = unit.bodies.length > 1 ? [body.id.slice(unit.id.length + 1)] : [];
    return told.length === 0 ? [] : [[...name, ...told].join(', ')];
  });

const sheetOf = (state: State, unit: Unit): { readonly first: readonly string[]; readonly rest: readonly string[] } => {
  const { sheet } = unit;
  const classes = Object.entries(sheet.classes).map(([cls, level]) => `${cls} ${level}`);
  const power = magicPower(state, unit, undefined);
  const first = classes.length > 0 ? [`${classes.join(', ')}; level ${adventurerLevel(unit)}`] : [];
  const rest = [
    `Move Speed ${speedOf(state, unit)} m${power > 0 ? `, Magic Power ${power}` : ''}`,
    ...(unit.held.length > 0 ? [`In hand: ${unit.held.join(', ')}`] : []),
    ...(unit.mountedOn === undefined ? [] : [`Counts as ${throwCount(state, unit)} for Throw Attack`]),
    ...(sheet.feats.length > 0 ? [`Feats: ${featNames(unit).join(', ')}`] : []),
    ...(sheet.spells.length > 0
      ? [`Spells: ${sheet.spells.map(({ id, mpCost }) => `${id} (${mpCost} MP)`).join(', ')}`]
      : []),
    ...(isCharacter(unit) ? [] : [`Uses ${unit.useFixed ? 'fixed values' : 'dice'}`]),
    ...(unit.xp > 0 ? [`${unit.xp} XP earned`] : []),
  ];
  return { first, rest };
};

/** The sheet as far as this reader is told it: all of it of a monster that somebody knows. */
export const sheetLines = (state: State, unit: Unit, reader: Reader): readonly string[] => {
  const whole = tellsOf(reader, unit, 'sheet');
  const { first, rest } = sheetOf(state, unit);
  return [...(whole ? first : []), ...bodyLines(unit, reader), ...(whole ? rest : [])];
};

/** SW-KNOW-2. What a knowledge check has told everybody about a monster. */
export const learned = (unit: Unit): readonly string[] => [
  ...(unit.weaknessKnown && unit.sheet.weaknesses.length > 0
    ? [
        `Weakness: ${unit.sheet.weaknesses
          .map(({ attribute, damageType, bonus }) => `${attribute ?? damageType ?? 'any'} ${signed(bonus)}`)
          .join(', ')}`,
      ]
    : []),
];
