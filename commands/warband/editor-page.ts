import { toOffers } from '../../src/app/command-kit/command.ts';
import {
  button,
  type Control,
  type ControlAction,
  type MenuOffer,
  type Reply,
  selectMenu,
} from '../../src/app/replies/reply.ts';
import { formatNumber, phrase, term, worded } from '../../src/core/message.ts';
import type { Line } from '../../src/rules/event.ts';
import {
  entriesForSale,
  findSheetWarrior,
  formatWeapon,
  formatWeaponShape,
  priceOf,
  type Settings,
  type SheetWarrior,
  skillCost,
  standardWeapons,
  suggestNames,
  validateWarband,
  type Warband,
  warbandLines,
  weaponCost,
} from '../../src/systems/dskull/index.ts';
import { privateCard } from '../answers.ts';

const formatPoints = (points: number): string =>
  `${points > 0 ? '+' : ''}${formatNumber(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`;

const raceChoices = ({ races }: Settings): readonly MenuOffer[] =>
  Object.entries(races).map(([race, points]) => ({ value: race, label: race, note: formatPoints(points) }));

const bodyChoices = ({ bodies, points }: Settings): readonly MenuOffer[] =>
  bodies.map((body) => ({ value: body, label: body, note: formatPoints(points.body[body] ?? 0) }));

/** The armour to choose: suits with and without a shield, like `heavy+shield`. */
const armourChoices = ({ points }: Settings): readonly MenuOffer[] =>
  ['none', ...Object.keys(points.armour)].flatMap((suit) => {
    const worn = suit === 'none' ? worded('no armour') : phrase`${term(suit, 'dskull')} armour`;
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

/** The rulebook's usual weapons to choose from, each with shape and price. */
const weaponChoices = (settings: Settings): readonly MenuOffer[] =>
  Object.entries(standardWeapons).map(([name, shape]) => ({
    value: name,
    label: phrase`${name} ${formatWeaponShape(shape)}`,
    note: formatPoints(weaponCost({ name, ...shape }, settings)),
  }));

/** The weapons that a warrior already has, to choose one by its index. */
const ownWeaponChoices = ({ weapons }: SheetWarrior, settings: Settings): readonly MenuOffer[] =>
  weapons.map((weapon, index) => ({
    value: String(index),
    label: formatWeapon(weapon),
    note: formatPoints(weaponCost(weapon, settings)),
  }));

/** Traits that the warrior can buy, and traits that the warrior has and can remove. */
const traitChoices = ({ traits: owned }: SheetWarrior, { traits }: Settings): readonly MenuOffer[] => {
  const all = [...new Set([...entriesForSale(traits.prices), ...owned])];
  return all.map((trait) => {
    const points = priceOf(traits.prices, trait) ?? 0;
    const has = owned.includes(trait);
    const note = formatPoints(has ? -points : points);
    return { value: trait, label: has ? phrase`without ${term(trait)}` : trait, note };
  });
};

/** Highest skill level in the list. Users can type higher levels. */
const bestLevel = 2;

/** Skills to buy by level, and skills the warrior has and can remove: `tactics 0`, `tactics none`. DS-WB-18. */
const skillChoices = ({ skills: owned }: SheetWarrior, settings: Settings): readonly MenuOffer[] =>
  [...new Set([...entriesForSale(settings.skills.prices), ...Object.keys(owned)])].flatMap((skill) => {
    const paid = owned[skill] === undefined ? 0 : skillCost(skill, owned[skill], settings);
    const levels = Array.from({ length: bestLevel + 1 }, (_, level) => level).filter((level) => level !== owned[skill]);
    return [
      ...(owned[skill] === undefined
        ? []
        : [{ value: `${skill} none`, label: phrase`without ${term(skill)}`, note: formatPoints(-paid) }]),
      ...levels.map((level) => ({
        value: `${skill} ${level}`,
        label: phrase`${term(skill)} ${level}`,
        note: formatPoints(skillCost(skill, level, settings) - paid),
      })),
    ];
  });

const warriorChoices = ({ warriors }: Warband): readonly MenuOffer[] =>
  warriors.map(({ name, race }) => ({ value: name, label: name, note: race }));

const nameChoices = ({ warriors }: Warband, { race }: SheetWarrior): readonly MenuOffer[] =>
  toOffers(
    suggestNames(
      race,
      warriors.map(({ name }) => name),
    ),
  );

/** Shapes of weapons to choose from: hands, kind, reach, area. */
const weaponShapes = [
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

const chargeChoices: readonly MenuOffer[] = [
  { value: 'none', label: 'unlimited charges' },
  { value: '3', label: '3 charges', note: '1 point cheaper, at least 1 point' },
  { value: '1', label: '1 charge', note: 'half the points, at least 1 point' },
];

/** Pages of the editor: the whole warband, one warrior, the warrior's looks, one weapon. */
export const editorPages = ['all', 'warrior', 'looks', 'weapon'] as const;
export interface EditorPage {
  readonly page: (typeof editorPages)[number];
  readonly who?: string | undefined;
  /** Index of the weapon among the warrior's weapons. */
  readonly weapon?: number | undefined;
}

const pathOf: ControlAction['path'] = ['warband', 'make'];

const inputOf = ({ page, who, weapon }: EditorPage, act: string): ControlAction['input'] => ({
  page,
  act,
  ...(who !== undefined && { who }),
  ...(weapon !== undefined && { weapon }),
});

/** A select list whose entries do one action. Empty if there are no choices. */
const list = (place: EditorPage, act: string, label: string, options: readonly MenuOffer[]): Reply['controls'] => {
  const press = { path: pathOf, input: inputOf(place, act) };
  return options.length === 0 ? [] : [[selectMenu(label, 'value', options.slice(0, 25), press)]];
};

const does = (place: EditorPage, act: string, label: string, style: 'primary' | 'secondary' | 'danger' = 'secondary') =>
  button(label, { path: pathOf, input: inputOf(place, act) }, style);

/** A button that opens a text field, in which the user types a value. */
const typed = (place: EditorPage, act: string, label: string): Control => ({
  ...does(place, act, label),
  asks: 'value',
});

const wholeWarband = (warband: Warband, settings: Settings): Reply['controls'] => {
  const place: EditorPage = { page: 'all' };
  const { warriors, primaryRace } = warband;
  const races = [...new Set(warriors.map(({ race }) => race))].filter((race) => race !== primaryRace);
  return [
    ...list(place, 'open', 'Change a warrior', warriorChoices(warband)),
    ...list(place, 'add', 'Add a warrior: choose the race', raceChoices(settings)),
    ...(primaryRace === undefined
      ? []
      : list(place, 'primary', phrase`Primary race: ${term(primaryRace)}; choose another`, toOffers(races))),
    [
      ...(warriors.length > 0 ? [does(place, 'keep', 'Save it', 'primary')] : []),
      button('My warbands', { path: ['library', 'list'], input: { kind: 'warband' } }),
      does(place, 'drop', 'Discard the draft', 'danger'),
    ],
  ];
};

const oneWarrior = (warband: Warband, who: string, settings: Settings): Reply['controls'] => {
  const warrior = findSheetWarrior(warband, who);
  if (warrior === undefined) return [];
  const place: EditorPage = { page: 'warrior', who: warrior.name };
  return [
    ...list(place, 'guard', 'Armour and shield', armourChoices(settings)),
    ...list(place, 'arm', 'Add a weapon', weaponChoices(settings)),
    ...list(place, 'weapon', 'Change or remove a weapon', ownWeaponChoices(warrior, settings)),
    ...list(place, 'trait', 'Buy or remove a trait or skill', [
      ...traitChoices(warrior, settings),
      ...skillChoices(warrior, settings),
    ]),
    [
      typed(place, 'arm', 'Another weapon'),
      does(place, 'looks', 'Name and race'),
      does(place, 'copy', 'Copy'),
      does(place, 'remove', 'Remove', 'danger'),
      does(place, 'back', 'Back', 'primary'),
    ],
  ];
};

const looks = (warband: Warband, who: string, settings: Settings): Reply['controls'] => {
  const warrior = findSheetWarrior(warband, who);
  if (warrior === undefined) return [];
  const place: EditorPage = { page: 'looks', who: warrior.name };
  const bodies = bodyChoices(settings);
  return [
    ...list(place, 'name', 'Name', nameChoices(warband, warrior)),
    ...list(place, 'race', phrase`Race: ${term(warrior.race)}`, raceChoices(settings)),
    ...(bodies.length > 1 ? list(place, 'body', phrase`Body: ${term(warrior.body)}`, bodies) : []),
    [typed(place, 'name', 'Another name'), does(place, 'open', 'Back', 'primary')],
  ];
};

const oneWeapon = (warband: Warband, { who = '', weapon = 0 }: EditorPage): Reply['controls'] => {
  const warrior = findSheetWarrior(warband, who);
  const held = warrior?.weapons[weapon];
  if (warrior === undefined || held === undefined) return [];
  const place: EditorPage = { page: 'weapon', who: warrior.name, weapon };
  return [
    ...list(place, 'shape', phrase`Type of ${held.name}`, toOffers(weaponShapes)),
    ...list(place, 'charges', 'Charges', chargeChoices),
    [does(place, 'disarm', phrase`Remove ${held.name}`, 'danger'), does(place, 'open', 'Back', 'primary')],
  ];
};

const titleOf = (warband: Warband, { page, who = '', weapon = 0 }: EditorPage, points: string): string => {
  const warrior = findSheetWarrior(warband, who);
  const held = warrior?.weapons[weapon];
  if (page === 'weapon' && warrior !== undefined && held !== undefined)
    return phrase`${warrior.name}: ${formatWeapon(held)} (${points})`;
  return page === 'all' || warrior === undefined
    ? phrase`${warband.name} (${points})`
    : phrase`${warrior.name} of ${warband.name} (${points})`;
};

/** The lines of an editor page: the whole warband, or the total, the errors and one warrior. */
const linesOf = (warband: Warband, { page, who = '' }: EditorPage, settings: Settings): readonly Line[] => {
  const warrior = page === 'all' ? undefined : findSheetWarrior(warband, who);
  return warbandLines(warband, settings, warrior);
};

/** Builds an editor page of a warband draft with its controls. */
export const buildEditorPage = (warband: Warband, place: EditorPage, settings: Settings, said?: string): Reply => {
  const { total } = validateWarband(warband, settings);
  const own = {
    all: () => wholeWarband(warband, settings),
    warrior: () => oneWarrior(warband, place.who ?? '', settings),
    looks: () => looks(warband, place.who ?? '', settings),
    weapon: () => oneWeapon(warband, place),
  }[place.page]();
  return privateCard(
    titleOf(warband, place, `${total}/${settings.points.limit}`),
    { lines: linesOf(warband, place, settings), footer: said },
    { controls: own.length === 0 ? wholeWarband(warband, settings) : own, replaces: true },
  );
};
