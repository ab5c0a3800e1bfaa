import { phrase, term } from '../../../core/message.ts';
import type { DamageChange, Grip } from '../sheet.ts';
import type { WeaponKind } from './names.ts';
import { baseAccuracy, baseExtraDamage, type CharacterScores } from './person.ts';
import { omitZero } from './values.ts';

/** A row of another tool’s weapon list: one weapon in one grip. */
export interface WeaponRow {
  /** The weapon’s name. Empty for another grip of the weapon in the previous row. */
  readonly name: string;
  readonly kind: WeaponKind;
  /** The grip: `1H`, `2H`, `1H投`. */
  readonly usage: string;
  readonly power: number | undefined;
  readonly c: number | undefined;
  /** The range (metres). Undefined if the source has none. */
  readonly range: number | undefined;
  /** The total Accuracy, with the weapon’s modifier. Undefined if the source has none. */
  readonly accuracy: number | undefined;
  readonly damage: number | undefined;
}

/** A grip of a weapon. `dmgMod` is the damage beyond class level and ability. */
type Stance = { readonly power: number; readonly c: number; readonly accMod: number; dmgMod: number };

interface WeaponInProgress {
  readonly id: string;
  readonly kind: WeaponKind;
  readonly modes: Set<WeaponKind['mode']>;
  readonly stances: Map<Grip, Stance>;
  range: number | undefined;
}

const parseGrip = (usage: string): Grip => (/投|T$/.test(usage) ? 'throw' : usage.includes('2H') ? '2H' : '1H');

/** Range of a thrown melee weapon (metres), assumed because sources state no range. */
const throwRange = 10;

/** Adds the grip in a row to its weapon. Returns descriptions of data that it could not import. */
const withRow = (
  held: WeaponInProgress,
  row: WeaponRow,
  person: CharacterScores,
  gunPower: number,
): readonly string[] => {
  const grip = parseGrip(row.usage);
  if (held.stances.has(grip)) return [phrase`weapon ${held.id}: a second row for the grip ${term(grip)}`];
  const mode = grip === 'throw' && held.kind.mode === 'melee' ? 'throw' : held.kind.mode;
  const base = baseAccuracy(person, mode);
  const accMod = base === undefined || row.accuracy === undefined ? 0 : row.accuracy - base;
  held.modes.add(held.kind.mode);
  held.modes.add(mode);
  if (mode !== 'melee') held.range ??= row.range ?? held.kind.range ?? throwRange;
  const dmgMod = row.damage === undefined ? 0 : row.damage - baseExtraDamage(person, mode, gunPower);
  held.stances.set(grip, { power: row.power ?? 0, c: row.c ?? 10, accMod, dmgMod });
  return [];
};

const bare = ({ id, kind }: WeaponInProgress): string =>
  kind.mode === 'gun'
    ? phrase`weapon ${id}: no power of its own; its bullets give the power`
    : phrase`weapon ${id}: the source gives no power, so it has power 0`;

const weaponSheet = ({ id, kind, modes, stances, range }: WeaponInProgress) => ({
  id,
  category: kind.category,
  modes: [...modes],
  stances: Object.fromEntries(
    [...stances].map(([grip, { accMod, dmgMod, ...stance }]) => [
      grip,
      { ...stance, ...omitZero('accMod', accMod), ...omitZero('dmgMod', dmgMod) },
    ]),
  ),
  ...(range !== undefined && { range }),
  ...(kind.damageType && { damageType: kind.damageType }),
});

/** Imports weapons. Extra damage of a whole category becomes a proficiency; other damage stays with its weapon. */
export const importWeapons = (rows: readonly WeaponRow[], person: CharacterScores, gunPower: number) => {
  const held: WeaponInProgress[] = [];
  const leftOut: string[] = [];
  for (const row of rows) {
    const last = row.name === '' ? held.at(-1) : held.find(({ id }) => id === row.name);
    if (last === undefined && row.name === '') continue;
    const { name: id, kind } = row;
    const empty = { modes: new Set<WeaponKind['mode']>(), stances: new Map(), range: undefined };
    const weapon: WeaponInProgress = last ?? { id, kind, ...empty };
    if (last === undefined) held.push(weapon);
    leftOut.push(...withRow(weapon, row, person, gunPower));
    if (row.power === undefined) leftOut.push(bare(weapon));
  }
  const proficiencies: { readonly id: string; readonly increase: DamageChange }[] = [];
  for (const category of new Set(held.map(({ kind }) => kind.category))) {
    const stances = held.flatMap((weapon) => (weapon.kind.category === category ? [...weapon.stances.values()] : []));
    const least = Math.max(0, Math.min(...stances.map(({ dmgMod }) => dmgMod)));
    if (least > 0)
      proficiencies.push({ id: phrase`Weapon Proficiency/${category}`, increase: { value: least, type: 'any' } });
    for (const stance of stances) stance.dmgMod -= least;
  }
  const assumed = held.flatMap(({ id, kind, range }) =>
    range === undefined || rows.some((row) => row.name === id && row.range !== undefined)
      ? []
      : [phrase`range of ${id}: ${range} m, the default for ${kind.category}`],
  );
  return {
    weapons: held.map(weaponSheet),
    proficiencies,
    derived: [
      ...proficiencies.map(
        ({ id, increase }) => phrase`${id} +${increase.value}: damage not explained by level and ability`,
      ),
      ...assumed,
    ],
    leftOut,
  };
};
