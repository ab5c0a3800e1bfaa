import { formatNumber, phrase } from '../../src/core/message.ts';
import {
  forSale,
  namesFor,
  priceOf,
  type Settings,
  shapeWords,
  skillCost,
  usualWeapons,
  type Warband,
  type WrittenWarrior,
  weaponCost,
  weaponWords,
} from '../../src/systems/dskull/index.ts';

/** One thing to choose in a list: what it sends, what it says, what it costs. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
}

const formatPoints = (points: number): string =>
  `${points > 0 ? '+' : ''}${formatNumber(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`;

export const raceChoices = ({ races }: Settings): readonly Choice[] =>
  Object.entries(races).map(([race, points]) => ({ value: race, label: race, note: formatPoints(points) }));

export const bodyChoices = ({ bodies, points }: Settings): readonly Choice[] =>
  bodies.map((body) => ({ value: body, label: body, note: formatPoints(points.body[body] ?? 0) }));

/** Suits with and without a shield: `heavy+shield`. */
export const armourChoices = ({ points }: Settings): readonly Choice[] =>
  ['none', ...Object.keys(points.armour)].flatMap((suit) => {
    const worn = suit === 'none' ? 'no armour' : phrase`${suit} armour`;
    const cost = points.armour[suit] ?? 0;
    return [
      { value: suit, label: worn, note: formatPoints(cost) },
      {
        value: `${suit}+shield`,
        label: suit === 'none' ? 'a shield only' : phrase`${worn} and a shield`,
        note: formatPoints(cost + points.shield),
      },
    ];
  });

/** Usual weapons, each with its shape and price. */
export const weaponChoices = (settings: Settings): readonly Choice[] =>
  Object.entries(usualWeapons).map(([name, shape]) => ({
    value: name,
    label: phrase`${name} ${shapeWords(shape)}`,
    note: formatPoints(weaponCost({ name, ...shape }, settings)),
  }));

/** The weapons of a warrior by their place, to pick one. */
export const ownWeaponChoices = ({ weapons }: WrittenWarrior, settings: Settings): readonly Choice[] =>
  weapons.map((weapon, index) => ({
    value: String(index),
    label: weaponWords(weapon),
    note: formatPoints(weaponCost(weapon, settings)),
  }));

/** Traits that can be bought, and those to give back. */
export const traitChoices = ({ traits: owned }: WrittenWarrior, { traits }: Settings): readonly Choice[] => {
  const all = [...new Set([...forSale(traits.prices), ...owned])];
  return all.map((trait) => {
    const points = priceOf(traits.prices, trait) ?? 0;
    const has = owned.includes(trait);
    return { value: trait, label: has ? phrase`without ${trait}` : trait, note: formatPoints(has ? -points : points) };
  });
};

/** The best level of a skill that the list offers; a higher one can be typed. */
const bestLevel = 2;

/** DS-WB-18. Skills that can be bought, each with a level, and those to give back: `tactics 0`, `tactics none`. */
export const skillChoices = ({ skills: owned }: WrittenWarrior, settings: Settings): readonly Choice[] =>
  [...new Set([...forSale(settings.skills.prices), ...Object.keys(owned)])].flatMap((skill) => {
    const paid = owned[skill] === undefined ? 0 : skillCost(skill, owned[skill], settings);
    const levels = Array.from({ length: bestLevel + 1 }, (_, level) => level).filter((level) => level !== owned[skill]);
    return [
      ...(owned[skill] === undefined
        ? []
        : [{ value: phrase`${skill} none`, label: phrase`without ${skill}`, note: formatPoints(-paid) }]),
      ...levels.map((level) => ({
        value: `${skill} ${level}`,
        label: phrase`${skill} ${level}`,
        note: formatPoints(skillCost(skill, level, settings) - paid),
      })),
    ];
  });

export const warriorChoices = ({ warriors }: Warband): readonly Choice[] =>
  warriors.map(({ name, race }) => ({ value: name, label: name, note: race }));

export const nameChoices = ({ warriors }: Warband, { race }: WrittenWarrior): readonly Choice[] =>
  namesFor(
    race,
    warriors.map(({ name }) => name),
  ).map((name) => ({ value: name, label: name }));

/** What a weapon can be: hands, kind, reach, area. */
export const weaponShapes = [
  '1h melee',
  '1h melee reach',
  '2h melee',
  '2h melee reach',
  '1h ranged',
  '1h ranged area 1',
  '1h ranged area 2',
  '2h ranged',
  '2h ranged area 1',
  '2h ranged area 2',
  '2h ranged area 3',
] as const;

export const chargeChoices: readonly Choice[] = [
  { value: 'none', label: 'unlimited charges' },
  { value: '3', label: '3 charges', note: '1 point cheaper, at least 1 point' },
  { value: '1', label: '1 charge', note: 'half the points, at least 1 point' },
];
