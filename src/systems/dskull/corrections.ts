import { z } from 'zod';
import { ref } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { squareFrom, squareName } from '../../rules/grid/square.ts';
import { groundOf, onBoard, same, sealed } from './board.ts';
import { readBoard } from './board-text.ts';
import { findSeat } from './checks.ts';
import { ofActivation, ofBattle, ofSeat, ofWarrior, whole, words, yesNo } from './correcting.ts';
import type { Decided } from './course.ts';
import type { Patch } from './events.ts';
import { figuresOf } from './seats.ts';
import { conditions, type State, type Warrior } from './state.ts';

const place = z.string().transform((text, context) => {
  if (/^(off|none)$/i.test(text.trim())) return 'off' as const;
  const found = squareFrom(text);
  if (found !== undefined) return found;
  context.addIssue({ code: 'custom', message: 'a space is written like D4, or off' });
  return z.NEVER;
});

/** DS-BOARD-11, DS-BOARD-15. Even the GM puts nobody on a figure or where nobody can stand. */
const placed = (warrior: Warrior, at: z.output<typeof place>, state: State): Warrior | Decided => {
  if (at === 'off') return { ...warrior, at: undefined, ready: false };
  const space = squareName(at);
  if (state.board === undefined) return refuse('no-board');
  if (!onBoard(state.board, at)) return refuse('E_OUT_OF_BOARD', { space });
  if (figuresOf(state).some((figure) => figure.id !== warrior.id && same(figure.at, at)))
    return refuse('E_SPACE_OCCUPIED', { space });
  if (sealed(groundOf(state.board), at)) return refuse('E_END_SEALED', { space });
  return { ...warrior, at, removed: undefined };
};

const seatNamed = (state: State, name: string, patch: (seat: string) => Patch): Patch | Decided => {
  const seat = findSeat(state, name);
  return seat === undefined ? refuse('seat-unknown', { seat: ref(name) }) : patch(seat.id);
};

const warriorCorrections = {
  at: ofWarrior('at', 'Where a warrior stands: D4, or off', place, placed),
  ready: ofWarrior('ready', 'May it still be activated this round? yes or no', yesNo, (warrior, ready) => ({
    ...warrior,
    ready,
  })),
  conditions: ofWarrior(
    'conditions',
    'Its conditions: stunned, wounded, distracted, or none',
    words.pipe(z.array(z.enum(conditions))),
    (warrior, list) => ({ ...warrior, conditions: list }),
  ),
  life: ofWarrior(
    'life',
    'Is it up, incapacitated or killed?',
    z
      .string()
      .transform((text) => text.trim().toLowerCase())
      .pipe(z.enum(['up', 'incapacitated', 'killed'])),
    (warrior, life) =>
      life === 'up' ? { ...warrior, removed: undefined } : { ...warrior, removed: life, at: undefined, ready: false },
  ),
  armour: ofWarrior(
    'armour',
    'Its armour: none, light or heavy',
    z.string().pipe(z.enum(['none', 'light', 'heavy'])),
    (warrior, armour) => ({ ...warrior, armour }),
  ),
  shield: ofWarrior('shield', 'Has it a shield? yes or no', yesNo, (warrior, shield) => ({ ...warrior, shield })),
  traits: ofWarrior('traits', 'All its traits, with commas between them', words, (warrior, traits) => ({
    ...warrior,
    traits,
  })),
  skills: ofWarrior(
    'skills',
    'Its skills, like medicine=0 weapon=1',
    words.pipe(z.array(z.string().regex(/^[a-z]+=-?\d+$/, 'skills are written like medicine=0'))),
    (warrior, list) => ({
      ...warrior,
      skills: Object.fromEntries(list.map((each) => [each.split('=')[0] ?? '', Number(each.split('=')[1])])),
    }),
  ),
  charges: ofWarrior(
    'charges',
    'Charges left of every weapon that has charges',
    whole(0, 99),
    (warrior, chargesLeft) => ({
      ...warrior,
      weapons: warrior.weapons.map((weapon) =>
        weapon.chargesLeft === undefined ? weapon : { ...weapon, chargesLeft },
      ),
    }),
  ),
  worth: ofWarrior('worth', 'What it counts in points', whole(0, 999), (warrior, cost) => ({ ...warrior, cost })),
};

const seatCorrections = {
  vp: ofSeat('vp', 'Victory points of a player', whole(-99, 999), (seat, vp) => ({ ...seat, vp })),
  hits: ofSeat('hits', 'Stored HIT symbols of a player', whole(0, 9), (seat, HIT) => ({
    ...seat,
    symbols: { ...seat.symbols, HIT },
  })),
  advs: ofSeat('advs', 'Stored ADV symbols of a player', whole(0, 9), (seat, ADV) => ({
    ...seat,
    symbols: { ...seat.symbols, ADV },
  })),
  team: ofSeat('team', 'The team of a player', z.string().min(1).max(60), (seat, team) => ({ ...seat, team })),
};

const battleCorrections = {
  actions: ofActivation('actions', 'Actions left in this activation', whole(0, 20), (now, actions) => ({
    ...now,
    actions,
  })),
  mp: ofActivation('mp', 'Movement points left in this activation', whole(0, 99), (now, mp) => ({ ...now, mp })),
  attacks: ofActivation('attacks', 'Attacks left with the primary weapon', whole(0, 20), (now, left) => ({
    ...now,
    attacks: { ...now.attacks, [now.attacks.any === undefined ? (now.primary ?? 'any') : 'any']: left },
  })),
  'symbol-spent': ofActivation(
    'symbol-spent',
    'Was a symbol spent in this activation? yes or no',
    yesNo,
    (now, symbolSpent) => ({
      ...now,
      symbolSpent,
    }),
  ),
  round: ofBattle('round', 'Which round it is', whole(1, 99), (_state, round) => ({ battle: { round } })),
  current: ofBattle('current', 'Whose turn it is', z.string(), (state, name) =>
    seatNamed(state, name, (current) => ({ battle: { current }, noActivation: true })),
  ),
  initiative: ofBattle('initiative', 'Who holds the initiative', z.string(), (state, name) =>
    seatNamed(state, name, (initiative) => ({ battle: { initiative } })),
  ),
  order: ofBattle(
    'order',
    'The seats in their order round the table, with commas between them',
    z.string().transform((text) => text.split(',').map((name) => name.trim())),
    (state, names) => {
      const seats = names.map((name) => findSeat(state, name)?.id ?? name);
      const all = state.seats.every(({ id }) => seats.includes(id)) && seats.length === state.seats.length;
      return all ? { seats } : refuse('seat-unknown', { seat: names.join(', ') });
    },
  ),
  ending: ofBattle('ending', 'Does the game end after this round? yes or no', yesNo, (_state, ending) => ({
    battle: { ending },
  })),
  board: ofBattle('board', 'The board, as text or JSON', z.string(), (state, text) => {
    const read = readBoard(text);
    if (!read.ok) return read;
    const stray = figuresOf(state).find(({ at }) => !onBoard(read.value.board, at));
    return stray === undefined ? { ground: read.value } : refuse('E_OUT_OF_BOARD', { space: squareName(stray.at) });
  }),
};

/** DS-CMD-17. Whatever the GM may put right by hand. */
export const corrections = { ...warriorCorrections, ...seatCorrections, ...battleCorrections };
