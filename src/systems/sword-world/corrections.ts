import type { z } from 'zod';
import { ok, phrase, ref, refuse } from '../../core/message.ts';
import { declareCorrections } from '../../rules/fields.ts';
import {
  createValueParser,
  formatValue,
  isNoneText,
  nameListParser,
  oneOfParser,
  textParser,
  wholeNumberParser,
  yesNoParser,
} from '../../rules/value-parsers.ts';
import { isInBounds, parseArea } from './battlefield.ts';
import {
  allConditions,
  bodyConditions,
  bodyStatuses,
  conditionsOf,
  totalHeadCount,
  withoutConditions,
} from './conditions.ts';
import { parseNumber } from './imports/values.ts';
import type { RefusalCode } from './refusals.ts';
import { findSide } from './setup.ts';
import { abilities, type Body } from './sheet.ts';
import { calculateSkirmishRadius } from './skirmishes.ts';
import {
  type CheckResult,
  moveTypes,
  type Skirmish,
  type State,
  stages,
  stateSchema,
  type Turn,
  type Unit,
  unitOrThingId,
  unitSchema,
} from './state.ts';
import { turnOf } from './turns.ts';
import { carryPassengers, findBody, findByAnyName, findByName, moveUnits, update } from './units.ts';
import { combatantView } from './view.ts';

const sideParser = createValueParser('write allies or enemies', findSide);

const requireNamedUnit = (state: State, who: string): CheckResult<Unit> => {
  const unit = findByAnyName(state, who);
  return unit === undefined ? refuse('E_NO_UNIT', { unit: ref(who) }) : ok(unit);
};

/** The section that the GM named. Undefined if the unit has only one body. */
const findSection = (state: State, { bodies }: Unit, who: string) =>
  bodies.length > 1 ? findBody(state, who)?.body.id : undefined;

const declared = declareCorrections<State, RefusalCode, Unit>({
  context: 'sword-world',
  schemas: {
    id: unitOrThingId,
    combatant: unitSchema,
    battle: stateSchema.pick({
      ...{ round: true, winner: true, phase: true, open: true, units: true, stage: true, restricted: true },
      ...{ skirmishes: true, nextSkirmish: true, pursued: true },
    }),
  },
  find: requireNamedUnit,
  update,
  combatantView,
  findSection,
  settle: (after, _, who) => (who === undefined ? after : carryPassengers(after, [who])),
});

/** The GM corrects a value. */
export const { corrected } = declared;

const { fieldsOf, ofCombatant, ofBattle } = declared;

const { field: unitField, part } = ofCombatant;

/** Declares fields of a unit’s turn. A turn that has not begun is as at its beginning. */
const { part: turnField } = fieldsOf<Turn & { readonly id: string }>({
  scope: 'combatant',
  find: (state, who) => {
    const unit = requireNamedUnit(state, who);
    return unit.ok ? ok({ ...turnOf(state, unit.value), id: unit.value.id }) : unit;
  },
  who: ({ id }) => id,
  patch: (parts, { id, ...turn }) => ({ combatant: { turn: { ...turn, ...parts } } }),
});

const unfit = (value: unknown, field: string, want: string) =>
  refuse('E_BAD_VALUE', { value: formatValue(value), field, want });

/** Declares a field of a section. For a unit’s name, all its sections change. */
const bodyField = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  change: (body: Body, value: Value) => Partial<Body>,
  read: (body: Body) => unknown,
) => {
  const isNamed = (state: State, unit: Unit, who: string, { id }: Body) => (findSection(state, unit, who) ?? id) === id;
  return unitField(
    says,
    value,
    (unit, given, state, who) => ({
      bodies: unit.bodies.map((body) => (isNamed(state, unit, who, body) ? { ...body, ...change(body, given) } : body)),
    }),
    (unit, _, state, who) => {
      const values = unit.bodies.filter((body) => isNamed(state, unit, who, body)).map(read);
      return values.every((each) => formatValue(each) === formatValue(values[0])) ? values[0] : values;
    },
  );
};

const bodyPart = <Key extends keyof Body>(says: string, value: z.ZodType<Body[Key], string>, key: Key) =>
  bodyField(
    says,
    value,
    (_, given) => ({ [key]: given }),
    (body) => body[key],
  );

/** All conditions of a unit or section. Conditions that are not listed end, even those of effects. SW-ROUND-2. */
const conditionsField = unitField(
  'All conditions that apply, like prone, asleep, flying, or none',
  nameListParser,
  (unit, given, state, who) => {
    const section = findSection(state, unit, who);
    const whole = section === undefined;
    const isOver = (status: string) => !given.includes(status) && (whole || bodyStatuses.includes(status));
    const effects = withoutConditions(unit.effects, isOver, section);
    const left = { ...unit, effects, statuses: [] };
    const bodies = unit.bodies.map((body) => {
      if (!whole && body.id !== section) return body;
      const fromEffects = bodyConditions(left, { ...body, statuses: [] });
      return {
        ...body,
        statuses: given.filter((status) => bodyStatuses.includes(status) && !fromEffects.includes(status)),
      };
    });
    const fromEffects = conditionsOf(left);
    const statuses = whole
      ? given.filter((status) => !bodyStatuses.includes(status) && !fromEffects.includes(status))
      : unit.statuses;
    return { effects, bodies, statuses };
  },
  (unit, _, state, who) => {
    const section = findSection(state, unit, who);
    const body = unit.bodies.find(({ id }) => id === section);
    return [...new Set(body ? bodyConditions(unit, body) : allConditions(unit))];
  },
);

/** The mount that a unit rides. A correction changes both rider and mount. */
const { field: mountField } = fieldsOf<Unit & Pick<State, 'units'>>({
  scope: 'combatant',
  find: (state, who) => {
    const unit = requireNamedUnit(state, who);
    return unit.ok ? ok({ ...unit.value, units: state.units }) : unit;
  },
  who: ({ id }) => id,
  patch: ({ units = [] }) => ({ battle: { units } }),
});

/** All values. Undefined if any value is undefined. */
const every = <Value>(values: readonly (Value | undefined)[]): Value[] | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
};

/** Parses a check: `4`, or `+3/10` for a monster’s modifier and fixed value. */
const checkValueParser = createValueParser('write a number, or a modifier and a fixed value like +3/10', (text) => {
  const [mod, fixed, ...more] = text.split('/').map((part) => parseNumber(part.trim()));
  if (mod === undefined || more.length > 0) return undefined;
  if (!text.includes('/')) return mod;
  return fixed === undefined ? undefined : { mod, fixed };
});

const numberListParser = createValueParser('write it like Fighter 3, Ranger 1', (text) =>
  every(
    text.split(',').map((each) => {
      const [, name, figure = ''] = /^(.+?)\s+(\S+)$/.exec(each.trim()) ?? [];
      const value = parseNumber(figure);
      return name === undefined || value === undefined ? undefined : ([name, value] as const);
    }),
  ),
);

/** Parses skirmishes: `s1 at 10: Wolf, Goblin; s2 at 20: Mira, Archer`. */
const skirmishParser = createValueParser('write it like s1 at 10: Wolf, Goblin; or write none', (text) =>
  every(
    text
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '' && part !== 'none')
      .map((part) => {
        const [, id, at = '', names = ''] = /^(\S+) at (\S+?)\s*:\s*(.+)$/.exec(part) ?? [];
        const center = parseNumber(at);
        return id === undefined || center === undefined
          ? undefined
          : { id, center, participants: names.split(',').map((name) => name.trim()) };
      }),
  ),
);

/** The body with new HP. 0 HP or less makes it unconscious, and more wakes it. SW-HP-1, SW-HP-3. */
const withHp = (body: Body, hp: number): Partial<Body> => {
  const statuses = body.statuses.filter((status) => status !== 'unconscious');
  return { hp, statuses: hp <= 0 && !statuses.includes('dead') ? [...statuses, 'unconscious'] : statuses };
};

const placedAt = (state: State, unit: Unit, text: string): Partial<Unit> | undefined => {
  if (state.settings.mode === 'simplified') {
    const area = parseArea(text, unit.side);
    return area && { area };
  }
  const pos = parseNumber(text.replace(/\s*m$/, ''));
  return pos !== undefined && isInBounds(state, pos) ? { pos } : undefined;
};

const notNegative = wholeNumberParser().transform((value) => Math.max(0, value));

/** All fields that the GM may correct. */
export const corrections = {
  hp: bodyField('Hit points', wholeNumberParser(), withHp, ({ hp }) => hp),
  'max-hp': bodyPart('Maximum hit points', wholeNumberParser(), 'maxHp'),
  mp: bodyPart('Magic points left', notNegative, 'mp'),
  'max-mp': bodyPart('Maximum magic points', notNegative, 'maxMp'),
  defense: bodyPart('Defense', wholeNumberParser(), 'defense'),
  damage: bodyField(
    'A monster’s damage: the X in 2d + X',
    wholeNumberParser(),
    ({ attack }, x) => (attack ? { attack: { ...attack, damage: { x } } } : {}),
    ({ attack }) => attack && Object.values(attack.damage)[0],
  ),
  accuracy: bodyPart('Accuracy of a unit or section', checkValueParser, 'accuracy'),
  evasion: bodyPart('Evasion of a unit or section', checkValueParser, 'evasion'),
  fortitude: bodyPart('Fortitude of a unit or section', checkValueParser, 'fortitude'),
  willpower: bodyPart('Willpower of a unit or section', checkValueParser, 'willpower'),
  level: part('Adventurer level on the sheet', wholeNumberParser(), 'sheet.advLevel'),
  'magic-power': part('Magic Power on the sheet', wholeNumberParser(), 'sheet.magicPower'),
  'extra-damage': part('Extra damage on the sheet', wholeNumberParser(), 'sheet.extra'),
  tumble: part('Tumble on the sheet', wholeNumberParser(), 'sheet.tumble'),
  'initiative-value': part('Initiative of a character on the sheet', wholeNumberParser(), 'sheet.initiativeValue'),
  initiative: part('Initiative of a monster on the sheet', wholeNumberParser(), 'sheet.initiative'),
  reputation: part('Reputation on the sheet', wholeNumberParser(), 'sheet.reputation'),
  'weakness-value': part('Weakness value on the sheet', wholeNumberParser(), 'sheet.weaknessValue'),
  'evasion-armour': part('Evasion of the armour on the sheet', wholeNumberParser(), 'sheet.evaMod'),
  speed: part('speed on the sheet', notNegative, 'sheet.speed'),
  'can-fly': part('Can the unit fly? yes or no', yesNoParser, 'sheet.canFly'),
  aquatic: part('Is the unit at home in water? yes or no', yesNoParser, 'sheet.aquatic'),
  'breathes-water': part('Does the unit breathe water? yes or no', yesNoParser, 'sheet.breathesWater'),
  'rolls-death-checks': part('Does the unit roll Death Checks? yes or no', yesNoParser, 'sheet.deathCheck'),
  moved: turnField('Has the unit moved this turn? yes or no', yesNoParser, 'movementDone'),
  'checks-rolled': turnField('Has the unit rolled checks this turn? yes or no', yesNoParser, 'checksRolled'),
  'seat-changed': turnField('Has the unit mounted or dismounted this turn? yes or no', yesNoParser, 'mountUsed'),
  'limited-only': turnField('Is only a Limited Move allowed this turn? yes or no', yesNoParser, 'lockLimited'),
  statuses: conditionsField,
  place: unitField(
    'The unit’s position: an area, or metres',
    textParser(),
    (unit, given, state) =>
      placedAt(state, unit, given) ?? unfit(given, 'place', 'name an area, or a coordinate on the field'),
    ({ area, pos }) => area ?? pos,
  ),
  altitude: part('Metres above the ground', notNegative, 'altitude'),
  side: part('The side: allies or enemies', sideParser, 'side'),
  acted: part('Has the unit acted this round? yes or no', yesNoParser, 'acted'),
  'move-type': turnField('The unit’s movement this turn: limited, normal or full', oneOfParser(moveTypes), 'moveType'),
  majors: turnField('The sections, or the unit itself, that have used the Major Action', nameListParser, 'majors'),
  feats: turnField('The feats active this turn', nameListParser, 'feats'),
  retreat: part(
    'The unit’s retreat: none, declared, or ready (to leave)',
    oneOfParser(['none', 'declared', 'ready']),
    'retreat',
  ),
  'joins-next-round': part('Does the unit join the melee next round? yes or no', yesNoParser, 'joinsNextRound'),
  held: part('What the unit has in hand', nameListParser, 'held'),
  luggage: part('What the unit has stowed', nameListParser, 'luggage'),
  ammo: unitField(
    'Ammunition of the unit’s weapons, like long bow 12',
    numberListParser,
    ({ weapons }, given) => ({
      weapons: weapons.map((weapon) => {
        const ammo = given.find(([name]) => name === weapon.id)?.[1];
        return ammo === undefined ? weapon : { ...weapon, ammo: Math.max(0, ammo) };
      }),
    }),
    ({ weapons }) => weapons.flatMap(({ id, ammo }) => (ammo === undefined ? [] : [[id, ammo]])),
  ),
  classes: unitField(
    'Class levels, like Fighter 3, Ranger 1',
    numberListParser,
    ({ sheet }, given) => ({
      sheet: { ...sheet, classes: Object.fromEntries(given.map(([name, level]) => [name, Math.max(0, level)])) },
    }),
    'sheet.classes',
  ),
  mods: unitField(
    'Ability modifiers, like dex 2, agi 3',
    numberListParser,
    ({ sheet }, given) =>
      given.every(([name]) => abilities.some((ability) => ability === name))
        ? { sheet: { ...sheet, mods: { ...sheet.mods, ...Object.fromEntries(given) } } }
        : unfit(given, 'mods', phrase`use ${abilities.join(', ')}`),
    'sheet.mods',
  ),
  xp: part('Experience points earned', wholeNumberParser(), 'xp'),
  method: unitField(
    'How the monster’s checks are made: fixed (fixed values) or dice',
    oneOfParser(['fixed', 'dice']),
    (_, use) => ({ useFixed: use === 'fixed' }),
    ({ useFixed }) => (useFixed ? 'fixed' : 'dice'),
  ),
  revealed: part('Do the players know its sheet? yes or no', yesNoParser, 'revealed'),
  'weakness-known': part('Do the players know its weakness? yes or no', yesNoParser, 'weaknessKnown'),
  'mounted-on': mountField(
    'The mount the unit rides, or none',
    textParser(),
    (unit, given, state) => {
      const mount = isNoneText(given) ? undefined : findByName(state, given);
      if (!isNoneText(given) && mount === undefined) return refuse('E_NO_UNIT', { unit: ref(given) });
      const units = state.units.map((each) => {
        const rides = each.id === unit.id ? mount?.id : each.mountedOn === mount?.id ? undefined : each.mountedOn;
        const rider = each.id === mount?.id ? unit.id : each.rider === unit.id ? undefined : each.rider;
        return { ...each, mountedOn: rides, rider };
      });
      return { units };
    },
    ({ id, units }) => units.find((each) => each.id === id)?.mountedOn,
  ),
  passengers: part('The unit’s passengers', nameListParser, 'passengers'),
  breath: unitField(
    'Rounds spent underwater',
    notNegative,
    (_, underwaterRounds) => ({ underwaterRounds, drowning: undefined }),
    'underwaterRounds',
  ),
  round: ofBattle.part('The round', notNegative, 'round'),
  first: ofBattle.part('The side that acts first', sideParser, 'winner'),
  phase: ofBattle.part(
    'The side that acts now: winner or loser of initiative',
    oneOfParser(['winner', 'loser']),
    'phase',
  ),
  turn: ofBattle.field(
    'The unit whose turn it is, or none',
    textParser(),
    (state, name) => {
      if (isNoneText(name)) return { open: undefined };
      const unit = findByName(state, name);
      if (unit === undefined) return unfit(name, 'turn', 'name a unit, or none');
      const begun = { ...unit, turn: turnOf(state, unit), acted: false };
      return { open: unit.id, units: state.units.map((each) => (each.id === unit.id ? begun : each)) };
    },
    'open',
  ),
  stage: ofBattle.part('The stage of the battle, like placement or combat', oneOfParser(stages), 'stage'),
  restricted: ofBattle.part('Units under the first-round restriction', nameListParser, 'restricted'),
  skirmishes: ofBattle.field(
    'The skirmishes, like s1 at 10: Wolf, Goblin',
    skirmishParser,
    (state, given) => {
      const known = given.every(({ participants }) =>
        participants.every((id) => state.units.some((unit) => unit.id === id)),
      );
      if (!known || state.settings.mode === 'simplified')
        return unfit(given, 'skirmishes', 'name units that are in the battle');
      const skirmishes: Skirmish[] = given.map((each) => ({
        ...each,
        radius: calculateSkirmishRadius(totalHeadCount(state.units.filter(({ id }) => each.participants.includes(id)))),
      }));
      const center = (id: string) => skirmishes.find(({ participants }) => participants.includes(id))?.center;
      const { units } = moveUnits(
        state,
        skirmishes.flatMap(({ participants }) => participants),
        ({ id }) => ({ pos: center(id) }),
      );
      return { skirmishes, nextSkirmish: state.nextSkirmish + given.length, units };
    },
    ({ skirmishes }) => skirmishes.map(({ id, participants }) => [id, ...participants]),
  ),
  pursuit: ofBattle.part('Are the units that left pursued? yes or no', yesNoParser, 'pursued'),
};
