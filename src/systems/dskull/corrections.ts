import { z } from 'zod';
import { joined, maskedRef, ok, phrase, ref, refuse, say, type Text } from '../../core/message.ts';
import { bindApplyEffect } from '../../rules/effects.ts';
import { line } from '../../rules/event.ts';
import { bindCustomFields } from '../../rules/fields.ts';
import { formatSquare, parseSquare } from '../../rules/grid/square.ts';
import {
  createValueParser,
  formatValue,
  nameListParser,
  oneOfParser,
  parseNumber,
  textParser,
  wholeNumberParser,
  yesNoParser,
} from '../../rules/value-parsers.ts';
import { doneVerdict, textParam } from '../../rules/verb.ts';
import { edgeGridOf, isOnBoard, isSameSquare, isSealed } from './board/board.ts';
import { parseBoard } from './board/text.ts';
import { findSeatByName, gmOnly, offerAllWarriors, requireCombatant, requireSeat } from './checks.ts';
import type { RefusalCode } from './refusals.ts';
import { settingsSchema } from './settings.ts';
import {
  type Activation,
  activationSchema,
  type CheckResult,
  conditions,
  event,
  fieldSchema,
  figuresOf,
  order,
  type Seat,
  type State,
  seatSchema,
  updateBoard,
  type Warrior,
  warriorOrSeatId,
  warriorSchema,
} from './state.ts';

/** New values that a correction sets. Undefined parts stay unchanged. */
const patchSchema = z.strictObject({
  warrior: warriorSchema.optional(),
  seat: seatSchema.optional(),
  seats: z.array(warriorOrSeatId).optional(),
  activation: activationSchema.optional(),
  noActivation: z.boolean().optional(),
  battle: z
    .strictObject({
      round: z.int().min(1),
      phase: z.enum(['deploy', 'preparation', 'resolution']),
      current: warriorOrSeatId,
      initiative: warriorOrSeatId,
      ending: z.boolean(),
      settings: settingsSchema,
    })
    .partial()
    .optional(),
  ground: fieldSchema.optional(),
});
type Patch = z.output<typeof patchSchema>;

/** The battle after a correction. */
const applyPatch = (state: State, { warrior, seat, seats, activation, noActivation, battle, ground }: Patch): State => {
  const next: State = {
    ...state,
    ...(battle as Partial<State>),
    warriors: warrior ? state.warriors.map((each) => (each.id === warrior.id ? warrior : each)) : state.warriors,
    seats: seat ? state.seats.map((each) => (each.id === seat.id ? seat : each)) : state.seats,
    activation: noActivation ? undefined : (activation ?? state.activation),
  };
  const ordered = seats ? { ...next, seats: seats.flatMap((id) => next.seats.filter((each) => each.id === id)) } : next;
  return ground ? updateBoard(ordered, ground) : ordered;
};

/** The GM corrects a value. DS-CMD-17. */
export const corrected = event(
  'corrected',
  { who: warriorOrSeatId, field: warriorOrSeatId, value: warriorOrSeatId, patch: patchSchema },
  {
    apply: (state, { patch }) => applyPatch(state, patch),
    narrate: ({ who, field, value }, { after }) =>
      line(
        say`The GM sets ${field}${who === 'battle' ? '' : say` of ${ref(who)}`} to ${withReferences(after, value)}.`,
      ),
  },
);

/** The typed value, with names of warriors and seats as references. */
const withReferences = ({ warriors, seats }: State, value: string): Text => {
  const ids = [...warriors, ...seats].map(({ id }) => id);
  return joined(value.split(', ').map((part) => (ids.includes(part) ? maskedRef(part) : part)));
};

const fields = bindCustomFields<State, RefusalCode>();

type Refused = CheckResult<never>;

const isRefused = (changed: object): changed is Refused => 'ok' in changed;

/** Declares correctable fields of one scope. `patchOf`: builds the patch from the changed parts. */
const fieldsOf =
  <Of extends object, Parts extends object>(
    found: Parameters<typeof fields<Of>>[0],
    idOf: (of: Of) => string,
    patchOf: (of: Of, parts: Parts, state: State) => Patch,
  ) =>
  <Value>(
    description: string,
    value: z.ZodType<Value, string>,
    change: (of: Of, value: Value, state: State) => Parts | Refused,
  ) =>
    fields<Of>(found)(description, value, (draft, of, wanted, { field }) => {
      const state = draft.now();
      const parts = change(of, wanted, state);
      if (isRefused(parts)) return parts;
      draft.emit(corrected({ who: idOf(of), field, value: formatValue(wanted), patch: patchOf(of, parts, state) }));
      return doneVerdict;
    });

/** Declares a field of a warrior. Taking the acting warrior off the board ends its activation. */
const ofCombatant = fieldsOf<Warrior, Partial<Warrior>>(
  { scope: 'combatant', find: requireCombatant },
  ({ id }) => id,
  (warrior, parts, { activation }) => {
    const next = { ...warrior, ...parts };
    return { warrior: next, ...(next.at === undefined && activation?.warrior === next.id && { noActivation: true }) };
  },
);

const ofSeat = fieldsOf<Seat, Partial<Seat>>(
  { scope: 'seat', find: requireSeat },
  ({ id }) => id,
  (seat, parts) => ({ seat: { ...seat, ...parts } }),
);

const ofActivation = fieldsOf<Activation, Partial<Activation>>(
  {
    scope: 'battle',
    find: ({ activation }) => (activation === undefined ? refuse('E_NO_ACTIVATION') : ok(activation)),
  },
  ({ warrior }) => warrior,
  (now, parts) => ({ activation: { ...now, ...parts } }),
);

const ofBattle = fieldsOf<State, Patch>(
  { scope: 'battle', find: (state) => ok(state) },
  () => 'battle',
  (_, patch) => patch,
);

/** Declares a field that sets one property of a warrior. */
const partOfCombatant = <Part extends keyof Warrior>(
  part: Part,
  description: string,
  value: z.ZodType<NonNullable<Warrior[Part]>, string>,
) => ofCombatant(description, value, (_, changed): Partial<Warrior> => ({ [part]: changed }));

const place = createValueParser('write a space like D4, or off', (text) =>
  /^(off|none)$/i.test(text) ? ('off' as const) : parseSquare(text),
);

/** Splits a text at spaces and commas. Empty for `none`. */
const splitWords = (text: string): readonly string[] =>
  text.split(/[\s,]+/).filter((word) => word !== '' && word.toLowerCase() !== 'none');

const someConditions = createValueParser(`choose from ${conditions.join(', ')}, or write none`, (text) => {
  const found = splitWords(text.toLowerCase()).map((word) => conditions.find((each) => each === word));
  return text === '' || found.includes(undefined) ? undefined : found.flatMap((each) => each ?? []);
});

const someTraits = createValueParser('write traits separated by commas, or none', (text) =>
  text === '' ? undefined : [...splitWords(text)],
);

/** Parses skills with levels: `medicine=0 weapon=1`. */
const someSkills = createValueParser('write skills like medicine=0, or none', (text) => {
  const skills: Record<string, number> = {};
  for (const word of splitWords(text)) {
    const [name = '', level = '', ...more] = word.split('=');
    const number = parseNumber(level);
    if (!/^[a-z][a-z-]*$/.test(name) || number === undefined || more.length > 0) return undefined;
    skills[name] = number;
  }
  return text === '' ? undefined : skills;
});

/** Sets or clears a warrior’s space. Refuses occupied and sealed spaces, even for the GM. DS-BOARD-11, DS-BOARD-15. */
const placeOnBoard = (warrior: Warrior, at: z.output<typeof place>, state: State): Partial<Warrior> | Refused => {
  if (at === 'off') return { at: undefined, ready: false };
  const space = formatSquare(at);
  if (state.board === undefined) return refuse('no-board');
  if (!isOnBoard(state.board, at)) return refuse('E_OUT_OF_BOARD', { space });
  if (figuresOf(state).some((figure) => figure.id !== warrior.id && isSameSquare(figure.at, at)))
    return refuse('E_SPACE_OCCUPIED', { space });
  if (isSealed(edgeGridOf(state.board), at)) return refuse('E_END_SEALED', { space });
  return { at, removed: undefined };
};

const ofSeatNamed = (description: string, patch: (seat: string) => Patch) =>
  ofBattle(description, textParser(60), (state, name) => {
    const seat = findSeatByName(state, name);
    return seat === undefined ? refuse('seat-unknown', { seat: ref(name) }) : patch(seat.id);
  });

/** All fields that the GM may correct. DS-CMD-17. */
export const corrections = {
  at: ofCombatant('The warrior’s space, like D4; off: not on the board', place, placeOnBoard),
  ready: partOfCombatant('ready', 'May the warrior still be activated this round? yes or no', yesNoParser),
  conditions: partOfCombatant(
    'conditions',
    'The warrior’s conditions: stunned, wounded, distracted, or none',
    someConditions,
  ),
  life: ofCombatant(
    'Is the warrior up, incapacitated or killed?',
    oneOfParser(['up', 'incapacitated', 'killed']),
    (_, life) => (life === 'up' ? { removed: undefined } : { removed: life, at: undefined, ready: false }),
  ),
  armour: partOfCombatant(
    'armour',
    'The warrior’s armour: none, light or heavy',
    oneOfParser(['none', 'light', 'heavy']),
  ),
  shield: partOfCombatant('shield', 'Does the warrior have a shield? yes or no', yesNoParser),
  traits: partOfCombatant('traits', 'All traits of the warrior, separated by commas, or none', someTraits),
  skills: partOfCombatant('skills', 'The warrior’s skills, like medicine=0 weapon=1, or none', someSkills),
  charges: ofCombatant(
    'Charges left in every weapon that has charges',
    wholeNumberParser(0, 99),
    ({ weapons }, chargesLeft) => ({
      weapons: weapons.map((weapon) => (weapon.chargesLeft === undefined ? weapon : { ...weapon, chargesLeft })),
    }),
  ),
  worth: partOfCombatant('cost', 'The warrior’s cost in points', wholeNumberParser(0, 999)),
  vp: ofSeat('Victory points of a player', wholeNumberParser(-99, 999), (_, vp) => ({ vp })),
  hits: ofSeat('Stored HIT symbols of a player', wholeNumberParser(0, 9), ({ symbols }, HIT) => ({
    symbols: { ...symbols, HIT },
  })),
  advs: ofSeat('Stored ADV symbols of a player', wholeNumberParser(0, 9), ({ symbols }, ADV) => ({
    symbols: { ...symbols, ADV },
  })),
  side: ofSeat('The side of a player', textParser(60), (_, team) => ({ team })),
  actions: ofActivation('Actions left in this activation', wholeNumberParser(0, 20), (_, actions) => ({ actions })),
  mp: ofActivation('Movement points left in this activation', wholeNumberParser(0, 99), (_, mp) => ({ mp })),
  attacks: ofActivation('Attacks left with the primary weapon', wholeNumberParser(0, 20), (now, left) => ({
    attacks: { ...now.attacks, [now.attacks.any === undefined ? (now.primary ?? 'any') : 'any']: left },
  })),
  'symbol-spent': ofActivation('Was a symbol spent in this activation? yes or no', yesNoParser, (_, symbolSpent) => ({
    symbolSpent,
  })),
  round: ofBattle('Which round it is', wholeNumberParser(1, 99), (_, round) => ({ battle: { round } })),
  current: ofSeatNamed('Whose turn it is', (current) => ({ battle: { current }, noActivation: true })),
  initiative: ofSeatNamed('Who holds the initiative', (initiative) => ({ battle: { initiative } })),
  order: ofBattle('The seats in their order around the table, separated by commas', nameListParser, (state, given) => {
    const seats = given.map((name) => findSeatByName(state, name)?.id ?? name);
    const all = state.seats.every(({ id }) => seats.includes(id)) && seats.length === state.seats.length;
    return all ? { seats } : refuse('seat-unknown', { seat: joined(given.map(ref)) });
  }),
  ending: ofBattle('Does the game end after this round? yes or no', yesNoParser, (_, ending) => ({
    battle: { ending },
  })),
  board: ofBattle('The board, as text or JSON', textParser(65_536), (state, text) => {
    const read = parseBoard(text);
    if (!read.ok) return read;
    const stray = figuresOf(state).find(({ at }) => !isOnBoard(read.value.board, at));
    return stray === undefined ? { ground: read.value } : refuse('E_OUT_OF_BOARD', { space: formatSquare(stray.at) });
  }),
};

/** Corrects any field of `corrections`. DS-CMD-17. */
export const override = order({
  summary: 'Correct anything: a position, a condition, a number, whose turn it is',
  command: false,
  role: 'gm',
  params: z.strictObject({
    field: textParam('What to correct', 40),
    value: textParam('The new value', 200),
    who: textParam('The warrior or seat to correct, if the field belongs to a warrior or seat', 100).default('battle'),
  }),
  offers: {
    field: () => Object.entries(corrections).map(([value, { description }]) => ({ value, label: description })),
    who: offerAllWarriors,
  },
  resolve: gmOnly([], (draft, { field, value, who }) => {
    const correction = Object.entries(corrections).find(([name]) => name === field)?.[1];
    if (correction === undefined)
      return refuse('setting-unknown', {
        key: field,
        value,
        problem: phrase`choose one of ${Object.keys(corrections).join(', ')}`,
      });
    const verdict = correction.set(draft, { who, field, typed: value });
    if (verdict.ok) return doneVerdict;
    const { code, facts } = verdict.error;
    return code === 'bad-input'
      ? refuse('setting-unknown', { key: field, value, problem: String(facts.problem ?? '') })
      : refuse(code, facts);
  }),
});

/** Numbers that effects of the GM may modify. DS-ATK-11, DS-GEN-2. */
export const modifiers = {
  attack: 'Added to the step of the warrior’s attacks',
  defence: 'Added to the step of attacks against the warrior',
  armour: 'Added to the step of the warrior’s armour rolls',
  injury: 'Added to the step of the warrior’s injury rolls',
  morale: 'Added to the step of the warrior’s Morale tests',
  strength: 'Added to the step of the warrior’s Strength tests',
  persuasion: 'Added to the step of the warrior’s Persuasion tests',
  medicine: 'Added to the step of the warrior’s Medicine tests',
  movement: 'Added each time the warrior gains movement points',
  actions: 'Added to the warrior’s actions at the start of an activation',
};

/** Applies an effect to a warrior or removes it. A new effect replaces one of the same name. */
export const applyEffect = bindApplyEffect<State, RefusalCode>()({
  find: requireCombatant,
  id: 'id',
  modifiers,
  noSuchEffect: (who, name) => refuse('nothing-known', { problem: say`${ref(who)} has no effect called ${name}` }),
});
