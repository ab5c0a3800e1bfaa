import { z } from 'zod';
import { ok, phrase, ref, refuse, say } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { line } from '../../rules/event.ts';
import { bindCustomFields } from '../../rules/fields.ts';
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
import { doneVerdict } from '../../rules/verb.ts';
import { isInBounds, parseArea } from './battlefield.ts';
import { bodyConditions, bodyStatuses, conditionsOf, totalHeadCount, withoutConditions } from './conditions.ts';
import { parseNumber } from './imports/values.ts';
import type { RefusalCode } from './refusals.ts';
import { findSide } from './setup.ts';
import { abilities, type Body } from './sheet.ts';
import { calculateSkirmishRadius } from './skirmishes.ts';
import {
  type CheckResult,
  type Draft,
  event,
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
import { carryPassengers, findBody, findByName, moveUnits, replaceUnit } from './units.ts';

const correctionShape = {
  field: z.string(),
  /** The corrected unit. Empty if the correction concerns the whole battle. */
  who: unitOrThingId,
  /** The section, if the GM corrected only one section: `Drake.head`. */
  section: unitOrThingId.optional(),
  value: z.string(),
  unit: unitSchema.optional(),
  battle: stateSchema.partial().optional(),
};

/** Ids of other units in the new value. Readers who cannot see these units may not read the value. */
const namedBy = ({ field, who, unit, battle }: z.output<z.ZodObject<typeof correctionShape>>): readonly string[] => {
  const named: Readonly<Record<string, string | readonly string[] | undefined>> = {
    turn: battle?.open,
    restricted: battle?.restricted,
    skirmishes: battle?.skirmishes?.flatMap(({ participants }) => participants),
    'mounted-on': battle?.units?.find(({ id }) => id === who)?.mountedOn,
    passengers: unit?.passengers,
  };
  return [ownValue(named, field) ?? []].flat();
};

/** The GM corrects a value. Readers who cannot see a unit that the value names do not read the value. */
export const corrected = event('corrected', correctionShape, {
  apply: (state, { field, unit, battle }) => {
    if (unit !== undefined) return carryPassengers(replaceUnit(state, unit), [unit.id]);
    // JSON cannot save undefined, so a cleared turn has no key `open`.
    return Object.assign({ ...state }, field === 'turn' && { open: undefined }, battle);
  },
  narrate: (happened, { reader }) => {
    const { field, who, section, value } = happened;
    const known = (who === '' || reader.knowsAllOf(who)) && namedBy(happened).every(reader.canSee);
    const whose = who === '' ? '' : say` of ${ref(who)}${section === undefined ? '' : section.slice(who.length)}`;
    return line(say`The GM sets the ${field}${whose}${known ? say`: ${value}` : ''}.`);
  },
});

const fields = bindCustomFields<State, RefusalCode>();

const sideParser = createValueParser('write allies or enemies', findSide);

/** Finds a unit by its own name, or by the name of one of its sections. */
const requireNamedUnit = (state: State, who: string): CheckResult<Unit> => {
  const unit = findByName(state, who) ?? findBody(state, who)?.unit;
  return unit === undefined ? refuse('E_NO_UNIT', { unit: ref(who) }) : ok(unit);
};

const ruledOfCombatant = fields<Unit>({ scope: 'combatant', find: requireNamedUnit });
const ruledOfBattle = fields<State>({ scope: 'battle', find: (state) => ok(state) });

const correctUnit = ({ emit }: Draft, field: string, given: unknown, unit: Unit, section?: string | undefined) => {
  emit(corrected({ field, who: unit.id, ...(section && { section }), value: formatValue(given), unit }));
  return doneVerdict;
};

/** The section that the GM named. Undefined if the unit has only one body. */
const namedSection = (state: State, { bodies }: Unit, who: string) =>
  bodies.length > 1 ? findBody(state, who)?.body.id : undefined;

const unfit = (value: unknown, field: string, want: string) =>
  refuse('E_BAD_VALUE', { value: formatValue(value), field, want });

/** Declares a field of a unit that the GM may correct. */
const unitField = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  change: (unit: Unit, value: Value, state: State) => Partial<Unit> | undefined,
  want = 'choose another value',
) =>
  ruledOfCombatant(says, value, (draft, unit, given, { field }) => {
    const changed = change(unit, given, draft.now());
    return changed ? correctUnit(draft, field, given, { ...unit, ...changed }) : unfit(given, field, want);
  });

/** Declares a field of a unit that stores the GM’s value as typed. */
const plainUnitField = <Key extends keyof Unit>(says: string, value: z.ZodType<Unit[Key], string>, key: Key) =>
  unitField(says, value, (_unit, given) => ({ [key]: given }));

/** Declares a field of a section that the GM may correct. For a unit’s name, all its sections change. */
const bodyField = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  change: (body: Body, value: Value) => Partial<Body>,
) =>
  ruledOfCombatant(says, value, (draft, unit, given, { field, who }) => {
    const section = namedSection(draft.now(), unit, who);
    const bodies = unit.bodies.map((body) =>
      section === undefined || body.id === section ? { ...body, ...change(body, given) } : body,
    );
    return correctUnit(draft, field, given, { ...unit, bodies }, section);
  });

/** All conditions of a unit or section. Conditions that are not listed end, even those of effects. SW-ROUND-2. */
const conditionsField = ruledOfCombatant(
  'All conditions that apply, like prone, asleep, flying, or none',
  nameListParser,
  (draft, unit, given, { field, who }) => {
    const section = namedSection(draft.now(), unit, who);
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
    return correctUnit(draft, field, given, { ...left, bodies, statuses }, section);
  },
);

/** Declares a field of the battle that the GM may correct. */
const battleCorrectionField = <Value>(
  says: string,
  value: z.ZodType<Value, string>,
  change: (state: State, value: Value) => Partial<State> | undefined,
  want = 'choose another value',
) =>
  ruledOfBattle(says, value, ({ emit }, state, given, { field }) => {
    const battle = change(state, given);
    if (battle === undefined) return unfit(given, field, want);
    emit(corrected({ field, who: '', value: formatValue(given), battle }));
    return doneVerdict;
  });

/** Declares a field of the battle that stores the GM’s value as typed. */
const plainBattleField = <Key extends keyof State>(says: string, value: z.ZodType<State[Key], string>, key: Key) =>
  battleCorrectionField(says, value, (_state, given) => ({ [key]: given }));

/** The mount that a unit rides. A correction changes both rider and mount. */
const mountField = ruledOfCombatant(
  'The mount the unit rides, or none',
  textParser(),
  ({ now, emit }, unit, given, { field }) => {
    const { units: all } = now();
    const mount = isNoneText(given) ? undefined : findByName(now(), given);
    if (!isNoneText(given) && mount === undefined) return refuse('E_NO_UNIT', { unit: ref(given) });
    const units = all.map((each) => {
      const rides = each.id === unit.id ? mount?.id : each.mountedOn === mount?.id ? undefined : each.mountedOn;
      const rider = each.id === mount?.id ? unit.id : each.rider === unit.id ? undefined : each.rider;
      return { ...each, mountedOn: rides, rider };
    });
    emit(corrected({ field, who: unit.id, value: mount?.id ?? 'none', battle: { units } }));
    return doneVerdict;
  },
);

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

const placedAt = (unit: Unit, text: string, state: State): Partial<Unit> | undefined => {
  if (state.settings.mode === 'simplified') {
    const area = parseArea(text, unit.side);
    return area && { area };
  }
  const pos = parseNumber(text.replace(/\s*m$/, ''));
  return pos !== undefined && isInBounds(state, pos) ? { pos } : undefined;
};

/** Creates a field for each pair of a field’s name and the key that the field changes. */
const fieldsNamed = <Field>(
  names: readonly (readonly [name: string, key: string])[],
  create: (name: string, key: string) => Field,
) => Object.fromEntries(names.map(([name, key]) => [name, create(name, key)]));

const checks = fieldsNamed(
  ['accuracy', 'evasion', 'fortitude', 'willpower'].map((name) => [name, name]),
  (name) => bodyField(phrase`${name} of a unit or section`, checkValueParser, (_body, given) => ({ [name]: given })),
);

const sheetNumbers = fieldsNamed(
  [
    ['level', 'advLevel'],
    ['speed', 'speed'],
    ['magic-power', 'magicPower'],
    ['extra-damage', 'extra'],
    ['tumble', 'tumble'],
    ['initiative-value', 'initiativeValue'],
    ['initiative', 'initiative'],
    ['reputation', 'reputation'],
    ['weakness-value', 'weaknessValue'],
    ['evasion-armour', 'evaMod'],
  ],
  (name, key) =>
    unitField(phrase`${name} on the sheet`, wholeNumberParser(), ({ sheet }, given) => ({
      sheet: { ...sheet, [key]: key === 'speed' ? Math.max(0, given) : given },
    })),
);

const sheetFlags = fieldsNamed(
  [
    ['can-fly', 'canFly'],
    ['aquatic', 'aquatic'],
    ['breathes-water', 'breathesWater'],
    ['rolls-death-checks', 'deathCheck'],
  ],
  (name, key) =>
    unitField(phrase`${name}, yes or no`, yesNoParser, ({ sheet }, given) => ({ sheet: { ...sheet, [key]: given } })),
);

/** Declares a field of a unit’s turn that the GM may correct. */
const turnField = <Key extends keyof Turn>(says: string, value: z.ZodType<Turn[Key], string>, key: Key) =>
  unitField(says, value, (unit, given, state) => ({ turn: { ...turnOf(state, unit), [key]: given } }));

const turnFlags = fieldsNamed(
  [
    ['moved', 'movementDone'],
    ['checks-rolled', 'checksRolled'],
    ['seat-changed', 'mountUsed'],
    ['limited-only', 'lockLimited'],
  ],
  (name, key) =>
    unitField(phrase`${name} this turn, yes or no`, yesNoParser, (unit, given, state) => ({
      turn: { ...turnOf(state, unit), [key]: given },
    })),
);

/** Fields of a unit that the GM may correct. */
const unitCorrections = {
  hp: bodyField('Hit points', wholeNumberParser(), withHp),
  'max-hp': bodyField('Maximum hit points', wholeNumberParser(), (_body, maxHp) => ({ maxHp })),
  mp: bodyField('Magic points left', wholeNumberParser(), (_body, mp) => ({ mp: Math.max(0, mp) })),
  'max-mp': bodyField('Maximum magic points', wholeNumberParser(), (_body, maxMp) => ({ maxMp: Math.max(0, maxMp) })),
  defense: bodyField('Defense', wholeNumberParser(), (_body, defense) => ({ defense })),
  damage: bodyField('A monster’s damage: the X in 2d + X', wholeNumberParser(), (body, x) =>
    body.attack ? { attack: { ...body.attack, damage: { x } } } : {},
  ),
  ...checks,
  ...sheetNumbers,
  ...sheetFlags,
  ...turnFlags,
  statuses: conditionsField,
  place: unitField(
    'The unit’s position: an area, or metres',
    textParser(),
    placedAt,
    'name an area, or a coordinate on the field',
  ),
  altitude: unitField('Metres above the ground', wholeNumberParser(), (_unit, altitude) => ({
    altitude: Math.max(0, altitude),
  })),
  side: plainUnitField('The side: allies or enemies', sideParser, 'side'),
  acted: plainUnitField('Has the unit acted this round? yes or no', yesNoParser, 'acted'),
  'move-type': turnField('The unit’s movement this turn: limited, normal or full', oneOfParser(moveTypes), 'moveType'),
  majors: turnField('The sections, or the unit itself, that have used the Major Action', nameListParser, 'majors'),
  feats: turnField('The feats active this turn', nameListParser, 'feats'),
  retreat: plainUnitField(
    'The unit’s retreat: none, declared, or ready (to leave)',
    oneOfParser(['none', 'declared', 'ready']),
    'retreat',
  ),
  'joins-next-round': plainUnitField(
    'Does the unit join the melee next round? yes or no',
    yesNoParser,
    'joinsNextRound',
  ),
  held: plainUnitField('What the unit has in hand', nameListParser, 'held'),
  luggage: plainUnitField('What the unit has stowed', nameListParser, 'luggage'),
  ammo: unitField('Ammunition of the unit’s weapons, like long bow 12', numberListParser, (unit, given) => ({
    weapons: unit.weapons.map((weapon) => {
      const ammo = given.find(([name]) => name === weapon.id)?.[1];
      return ammo === undefined ? weapon : { ...weapon, ammo: Math.max(0, ammo) };
    }),
  })),
  classes: unitField('Class levels, like Fighter 3, Ranger 1', numberListParser, (unit, given) => ({
    sheet: { ...unit.sheet, classes: Object.fromEntries(given.map(([name, level]) => [name, Math.max(0, level)])) },
  })),
  mods: unitField(
    'Ability modifiers, like dex 2, agi 3',
    numberListParser,
    (unit, given) =>
      given.every(([name]) => abilities.some((ability) => ability === name))
        ? { sheet: { ...unit.sheet, mods: { ...unit.sheet.mods, ...Object.fromEntries(given) } } }
        : undefined,
    `use ${abilities.join(', ')}`,
  ),
  xp: plainUnitField('Experience points earned', wholeNumberParser(), 'xp'),
  method: unitField(
    'How the monster’s checks are made: fixed (fixed values) or dice',
    oneOfParser(['fixed', 'dice']),
    (_unit, use) => ({ useFixed: use === 'fixed' }),
  ),
  revealed: plainUnitField('Do the players know its sheet? yes or no', yesNoParser, 'revealed'),
  'weakness-known': plainUnitField('Do the players know its weakness? yes or no', yesNoParser, 'weaknessKnown'),
  'mounted-on': mountField,
  passengers: plainUnitField('The unit’s passengers', nameListParser, 'passengers'),
  breath: unitField('Rounds spent underwater', wholeNumberParser(), (_unit, rounds) => ({
    underwaterRounds: Math.max(0, rounds),
    drowning: undefined,
  })),
};

/** All fields that the GM may correct. */
export const corrections = {
  ...unitCorrections,
  round: battleCorrectionField('The round', wholeNumberParser(), (_state, round) => ({ round: Math.max(0, round) })),
  first: plainBattleField('The side that acts first', sideParser, 'winner'),
  phase: plainBattleField(
    'The side that acts now: winner or loser of initiative',
    oneOfParser(['winner', 'loser']),
    'phase',
  ),
  turn: battleCorrectionField(
    'The unit whose turn it is, or none',
    textParser(),
    (state, name) => {
      if (isNoneText(name)) return { open: undefined };
      const unit = findByName(state, name);
      return (
        unit && {
          open: unit.id,
          units: state.units.map((each) =>
            each.id === unit.id ? { ...each, turn: turnOf(state, each), acted: false } : each,
          ),
        }
      );
    },
    'name a unit, or none',
  ),
  stage: plainBattleField('The stage of the battle, like placement or combat', oneOfParser(stages), 'stage'),
  restricted: plainBattleField('Units under the first-round restriction', nameListParser, 'restricted'),
  skirmishes: battleCorrectionField(
    'The skirmishes, like s1 at 10: Wolf, Goblin',
    skirmishParser,
    (state, given) => {
      const known = given.every(({ participants }) =>
        participants.every((id) => state.units.some((unit) => unit.id === id)),
      );
      if (!known || state.settings.mode === 'simplified') return undefined;
      const skirmishes: Skirmish[] = given.map((each) => ({
        ...each,
        radius: calculateSkirmishRadius(totalHeadCount(state.units.filter(({ id }) => each.participants.includes(id)))),
      }));
      const center = (id: string) => skirmishes.find(({ participants }) => participants.includes(id))?.center;
      return {
        skirmishes,
        nextSkirmish: state.nextSkirmish + given.length,
        units: moveUnits(
          state,
          skirmishes.flatMap(({ participants }) => participants),
          ({ id }) => ({ pos: center(id) }),
        ).units,
      };
    },
    'name units that are in the battle',
  ),
  pursuit: plainBattleField('Are the units that left pursued? yes or no', yesNoParser, 'pursued'),
};
