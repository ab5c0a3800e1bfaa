import type { Combatant } from '../../../src/systems/segment/state.ts';
import { combatantOf } from './combatant.ts';
import { drawnNames } from './orders.ts';
import { list, type Raw, raw, raws, text, texts } from './raw.ts';

const attacking = /attack|pick-up/;

/** The combatants, and declarations completed with missing targets and dummies. */
export interface Cast {
  readonly combatants: readonly Combatant[];
  readonly declarations: readonly Raw[];
}

const teamsOf = (values: readonly Raw[], declarations: readonly Raw[]): ReadonlyMap<string, string> => {
  const teams = new Map<string, string>();
  for (const { name, team } of values) if (typeof name === 'string' && typeof team === 'string') teams.set(name, team);
  const opposite = (team: string): string => (team === 'us' ? 'foes' : 'us');
  for (const { who, main, target, attacks } of declarations) {
    if (typeof who !== 'string' || !attacking.test(String(main))) continue;
    for (const foe of [target, ...raws(attacks).map((each) => each.target)])
      if (typeof foe === 'string') {
        if (!teams.has(who)) teams.set(who, teams.has(foe) ? opposite(teams.get(foe) ?? 'us') : 'us');
        if (!teams.has(foe)) teams.set(foe, opposite(teams.get(who) ?? 'us'));
      }
  }
  return teams;
};

/** A combatant that moves but has no position starts at the origin. */
const placed = (value: Raw, own: readonly Raw[], positions: Raw): Raw => {
  const steps = own.some(({ path, options }) => Array.isArray(path) || raw(options).freeMove !== undefined);
  return steps && value.pos === undefined && positions[String(value.name)] === undefined
    ? { ...value, pos: [0, 0] }
    : value;
};

export const castOf = (told: readonly Raw[], given: readonly Raw[], strict = false, positions: Raw = {}): Cast => {
  const values = told.map((value) =>
    placed(
      value,
      given.filter(({ who }) => who === value.name),
      positions,
    ),
  );
  const teams = teamsOf(values, given);
  const names = new Set(values.map(({ name }) => String(name)));
  const declarations = given.map((declared): Raw => {
    const strikes =
      attacking.test(String(declared.main)) && declared.target === undefined && declared.attacks === undefined;
    const { options } = declared;
    const attacks = raws(declared.attacks).map((each) => ({ target: declared.target ?? 'DUMMY', ...each }));
    return {
      ...declared,
      ...(strikes && !strict && { target: 'DUMMY' }),
      ...(attacks.length > 0 && { attacks }),
      ...(options !== undefined && { options }),
    };
  });
  const targets = declarations.flatMap((declared) => [
    text(declared.target),
    text(declared.follow),
    ...raws(declared.attacks).map((each) => text(each.target)),
  ]);
  const missing = strict
    ? []
    : [...new Set(targets)].filter((name): name is string => name !== undefined && !names.has(name));
  const combatants = values.map((value) => {
    const own = declarations.filter(({ who }) => who === value.name);
    const hand = strict ? undefined : handFor(value, own);
    return combatantOf(hand === undefined ? value : { ...value, hand }, {
      team: teams.get(String(value.name)) ?? 'us',
      weapons: strict ? [] : own.flatMap((each) => weaponsNamed(each, value)),
      spells: strict ? [] : own.flatMap((each) => text(each.spell) ?? []),
      round: 1,
    });
  });
  const anyWeapon = combatants.map((each, n) => withWeapon(each, values[n] ?? {}, strict));
  return {
    declarations,
    combatants: [
      ...anyWeapon,
      ...missing.map((name) => combatantOf({ name, team: name === 'DUMMY' ? 'dummies' : (teams.get(name) ?? 'foes') })),
    ],
  };
};

/** A combatant without a stated weapon in hand has the one it sheathes, or none if it draws. */
const handFor = (value: Raw, own: readonly Raw[]): string | null | undefined => {
  if (value.hand !== undefined || value.offHand !== undefined) return undefined;
  const [sheathed] = own
    .flatMap(({ options }) => list(raw(options).sheathe))
    .filter((each) => typeof each === 'string');
  return sheathed ?? (own.some((each) => drawnNames(each).length > 0) ? null : undefined);
};

const weaponsNamed = (declared: Raw, value: Raw): readonly string[] => {
  const onSheet = raws(value.weapons).map(({ name }) => String(name));
  const named = [
    text(declared.weapon),
    ...raws(declared.attacks).map((each) => text(each.weapon)),
    ...drawnNames(declared),
  ];
  const held = text(value.hand) ?? onSheet[0];
  const all = [...texts(raw(declared.options).sheathe), ...named].filter((name): name is string => name !== undefined);
  const bare = held === undefined && handFor(value, [declared]) === undefined;
  const first = held === undefined ? (bare && all.length === 0 ? ['arm'] : []) : [held];
  return [...first, ...all];
};

/** A combatant without a stated weapon has a legal dummy weapon in hand. */
export const withWeapon = (who: Combatant, value: Raw, strict: boolean): Combatant =>
  strict || who.sheet.weapons.length > 0 || who.hand !== undefined || value.hand === null || value.weapons !== undefined
    ? who
    : combatantOf({ ...value, hand: 'arm', team: who.team });
