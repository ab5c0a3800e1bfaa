import { z } from 'zod';
import { joined, ok, ref, refuse } from '../../core/message.ts';
import { bindApplyEffect } from '../../rules/effects.ts';
import { declareCorrections } from '../../rules/fields.ts';
import { formatSquare, parseSquare } from '../../rules/grid/square.ts';
import { loadTexts } from '../../rules/presets.ts';
import {
  createValueParser,
  nameListParser,
  oneOfParser,
  parseNumber,
  textParser,
  wholeNumberParser,
  yesNoParser,
} from '../../rules/value-parsers.ts';
import { edgeGridOf, isOnBoard, isSameSquare, isSealed } from './board/board.ts';
import { parseBoard } from './board/text.ts';
import { requireCombatant, requireSeat } from './checks.ts';
import type { RefusalCode } from './refusals.ts';
import {
  type Activation,
  type CheckResult,
  conditions,
  figuresOf,
  findSeatByName,
  type Seat,
  type State,
  stateSchema,
  update,
  updateBoard,
  type Warrior,
  warriorSchema,
} from './state.ts';
import { combatantView } from './view.ts';

const declared = declareCorrections<State, RefusalCode, Warrior>({
  rule: 'DS-CMD-17',
  context: 'dskull',
  schemas: {
    id: z.string(),
    combatant: warriorSchema,
    battle: stateSchema.pick({
      ...{ board: true, objects: true, zones: true, seats: true, initiative: true },
      ...{ round: true, current: true, activation: true, ending: true },
    }),
  },
  find: requireCombatant,
  update,
  combatantView,
  isVisible: (reader, who, field) => !sheetFields.includes(field) || reader.isNumberVisible(who, 'sheet'),
});

/** The GM corrects a value. DS-CMD-17. */
export const { corrected } = declared;

const { fieldsOf, ofBattle } = declared;

/** The fields that only those who may see a warrior’s sheet may read. */
const sheetFields = ['armour', 'shield', 'traits', 'skills', 'charges', 'worth'];

/** Declares a field of a warrior. Taking the acting warrior off the board ends its activation. */
const { field: ofCombatant, part } = fieldsOf<Warrior>({
  scope: 'combatant',
  find: requireCombatant,
  who: ({ id }) => id,
  patch: (combatant, { id }, { activation }) => ({
    combatant,
    ...('at' in combatant && !combatant.at && activation?.warrior === id && { battle: { activation: undefined } }),
  }),
});

const { part: ofSeat } = fieldsOf<Seat>({
  scope: 'seat',
  find: requireSeat,
  who: ({ id }) => id,
  patch: (parts, { id }, { seats }) => ({
    battle: { seats: seats.map((seat) => (seat.id === id ? { ...seat, ...parts } : seat)) },
  }),
});

const { field: ofActivation, part: partOfActivation } = fieldsOf<Activation>({
  scope: 'battle',
  find: ({ activation }) => (activation === undefined ? refuse('E_NO_ACTIVATION') : ok(activation)),
  who: ({ warrior }) => warrior,
  patch: (parts, activation) => ({ battle: { activation: { ...activation, ...parts } } }),
});

const attackKey = ({ attacks, primary }: Activation): string =>
  attacks.any === undefined ? (primary ?? 'any') : 'any';

const place = createValueParser('write a space like D4, or off', (text) =>
  /^(off|none)$/i.test(text) ? ('off' as const) : parseSquare(text),
);

/** Splits a text at spaces and commas. Empty for `none`. */
const splitWords = (text: string): readonly string[] =>
  text.split(/[\s,、]+/).filter((word) => word !== '' && word.toLowerCase() !== 'none');

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
const placeOnBoard = (warrior: Warrior, at: z.output<typeof place>, state: State): CheckResult<Partial<Warrior>> => {
  if (at === 'off') return ok({ at: undefined, ready: false });
  const space = formatSquare(at);
  if (state.board === undefined) return refuse('no-board');
  if (!isOnBoard(state.board, at)) return refuse('E_OUT_OF_BOARD', { space });
  if (figuresOf(state).some((figure) => figure.id !== warrior.id && isSameSquare(figure.at, at)))
    return refuse('E_SPACE_OCCUPIED', { space });
  if (isSealed(edgeGridOf(state.board), at)) return refuse('E_END_SEALED', { space });
  return ok({ at, removed: undefined });
};

const ofSeatNamed = (description: string, key: 'current' | 'initiative') =>
  ofBattle.field(
    description,
    textParser(60),
    (state, name) => {
      const seat = findSeatByName(state, name);
      if (seat === undefined) return refuse('seat-unknown', { seat: ref(name) });
      return { [key]: seat.id, ...(key === 'current' && { activation: undefined }) };
    },
    key,
  );

const count = wholeNumberParser(0, 99);

/** All fields that the GM may correct. DS-CMD-17. */
export const corrections = {
  at: ofCombatant('The warrior’s space, like D4; off: not on the board', place, placeOnBoard, 'at'),
  ready: part('May the warrior still be activated this round? yes or no', yesNoParser, 'ready'),
  conditions: part('The warrior’s conditions: stunned, wounded, distracted, or none', someConditions, 'conditions'),
  life: ofCombatant(
    'Is the warrior up, incapacitated or killed?',
    oneOfParser(['up', 'incapacitated', 'killed']),
    (_, life) => (life === 'up' ? { removed: undefined } : { removed: life, at: undefined, ready: false }),
    ({ removed = 'up' }) => removed,
  ),
  armour: part('The warrior’s armour: none, light or heavy', oneOfParser(['none', 'light', 'heavy']), 'armour'),
  shield: part('Does the warrior have a shield? yes or no', yesNoParser, 'shield'),
  traits: part('All traits of the warrior, separated by commas, or none', someTraits, 'traits'),
  skills: part('The warrior’s skills, like medicine=0 weapon=1, or none', someSkills, 'skills'),
  charges: ofCombatant(
    'Charges left in every weapon that has charges',
    count,
    ({ weapons }, chargesLeft) => ({
      weapons: weapons.map((weapon) => (weapon.chargesLeft === undefined ? weapon : { ...weapon, chargesLeft })),
    }),
    ({ weapons }) => weapons.flatMap(({ chargesLeft }) => chargesLeft ?? []),
  ),
  worth: part('The warrior’s cost in points', wholeNumberParser(0, 999), 'cost'),
  vp: ofSeat('Victory points of a player', wholeNumberParser(-99, 999), 'vp'),
  hits: ofSeat('Stored HIT symbols of a player', wholeNumberParser(0, 9), 'symbols.HIT'),
  advs: ofSeat('Stored ADV symbols of a player', wholeNumberParser(0, 9), 'symbols.ADV'),
  side: ofSeat('The side of a player', textParser(60), 'team'),
  actions: partOfActivation('Actions left in this activation', wholeNumberParser(0, 20), 'actions'),
  mp: partOfActivation('Movement points left in this activation', count, 'mp'),
  attacks: ofActivation(
    'Attacks left with the primary weapon',
    wholeNumberParser(0, 20),
    (now, left) => ({ attacks: { ...now.attacks, [attackKey(now)]: left } }),
    (now) => now.attacks[attackKey(now)],
  ),
  'symbol-spent': partOfActivation('Was a symbol spent in this activation? yes or no', yesNoParser, 'symbolSpent'),
  round: ofBattle.part('Which round it is', wholeNumberParser(1, 99), 'round'),
  current: ofSeatNamed('Whose turn it is', 'current'),
  initiative: ofSeatNamed('Who holds the initiative', 'initiative'),
  order: ofBattle.field(
    'The seats in their order around the table, separated by commas',
    nameListParser,
    (state, given) => {
      const named = given.map((name) => findSeatByName(state, name));
      const all = state.seats.every((seat) => named.includes(seat)) && named.length === state.seats.length;
      return all
        ? { seats: named.flatMap((seat) => seat ?? []) }
        : refuse('seat-unknown', { seat: joined(given.map(ref)) });
    },
    ({ seats }) => seats.map(({ id }) => id),
  ),
  ending: ofBattle.part('Does the game end after this round? yes or no', yesNoParser, 'ending'),
  board: ofBattle.field(
    'The board, as text or JSON',
    textParser(65_536),
    (state, text) => {
      const read = parseBoard(text);
      if (!read.ok) return read;
      const stray = figuresOf(state).find(({ at }) => !isOnBoard(read.value.board, at));
      if (stray !== undefined) return refuse('E_OUT_OF_BOARD', { space: formatSquare(stray.at) });
      const { board, objects, zones } = updateBoard(state, read.value);
      return { board, objects, zones };
    },
    ({ board }) => board && `${board.w}×${board.h}`,
  ),
};

/** Numbers that effects of the GM may modify. DS-ATK-11, DS-GEN-2. */
export const modifiers = loadTexts(new URL('./modifiers.json', import.meta.url));

/** Applies an effect to a warrior or removes it. A new effect replaces one of the same name. */
export const applyEffect = bindApplyEffect<State, RefusalCode>({ find: requireCombatant, modifiers });
