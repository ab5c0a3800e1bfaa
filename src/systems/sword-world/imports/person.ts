import { ownValue } from '../../../core/plain-object.ts';
import { attackClasses } from '../derived-values.ts';
import { type Ability, abilities, type WeaponMode } from '../sheet.ts';

/** Class levels and ability scores of a character. */
export interface CharacterScores {
  readonly classes: Readonly<Record<string, number>>;
  readonly abilities: Readonly<Record<Ability, number>>;
}

/** Calls a function for each of the six abilities to get its score. */
export const readScores = (score: (ability: Ability) => number): Readonly<Record<Ability, number>> => {
  const [dex = 0, agi = 0, str = 0, vit = 0, int = 0, spi = 0] = abilities.map(score);
  return { dex, agi, str, vit, int, spi };
};

/** The ability modifier: a sixth of the score, rounded down. SW-DATA-3. */
export const abilityBonus = ({ abilities: own }: CharacterScores, ability: Ability): number =>
  Math.floor(own[ability] / 6);

export const classLevel = ({ classes }: CharacterScores, cls: string): number => ownValue(classes, cls) ?? 0;

/** The highest class level. SW-DATA-4. */
export const adventurerLevel = ({ classes }: CharacterScores): number => Math.max(0, ...Object.values(classes));

/** The best level of the classes that attack in a mode, with an ability. Undefined without such a class. */
const baseValue = (person: CharacterScores, mode: WeaponMode, ability: Ability): number | undefined => {
  const level = Math.max(0, ...attackClasses(mode).map((cls) => classLevel(person, cls)));
  return level === 0 ? undefined : level + abilityBonus(person, ability);
};

/** Accuracy without the weapon’s modifier. Undefined if no class can attack in this mode. SW-ACC-2. */
export const baseAccuracy = (person: CharacterScores, mode: WeaponMode) => baseValue(person, mode, 'dex');

/** Evasion without armour. Undefined if the character has no class for Evasion. SW-ACC-3. */
export const baseEvasion = (person: CharacterScores) => baseValue(person, 'melee', 'agi');

/** Extra damage without feats and weapon. `gunPower` is the Magic Power behind a gun. SW-DMG-3. */
export const baseExtraDamage = (person: CharacterScores, mode: WeaponMode, gunPower: number): number => {
  if (mode === 'gun') return classLevel(person, 'Artificer') > 0 ? gunPower : 0;
  return baseValue(person, mode, 'str') ?? 0;
};
