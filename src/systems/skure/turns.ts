import { counting } from '../../rules/bounds.ts';
import { ticked } from '../../rules/effects.ts';
import { bleed, countedDown } from './conditions.ts';
import {
  type Combatant,
  type Draft,
  find,
  findPlaced,
  isAble,
  isDisrupted,
  isPlaced,
  rateOf,
  type State,
} from './state.ts';

const before =
  (state: State) =>
  (a: Combatant, b: Combatant): number =>
    rateOf(state, b, 'agility') - rateOf(state, a, 'agility') ||
    (state.settings['order.tieBreak'] === 'speed' ? b.sheet.speed - a.sheet.speed : 0) ||
    a.joined - b.joined;

/** SK-TURN-2, SK-RUL-1: everybody on the board, highest agility first. */
export const turnOrder = (state: State): readonly string[] =>
  state.combatants
    .filter(isPlaced)
    .toSorted(before(state))
    .map(({ name }) => name);

/** SK-RUL-2: someone new takes its place in this round's order, or waits for the next. */
export const joinOrder = ({ now, emit }: Draft, who: string): void => {
  const state = now();
  const newcomer = find(state, who);
  if (state.status !== 'active' || state.order.includes(who) || newcomer === undefined) return;
  if (state.settings['order.joinMidRound'] === 'next') return;
  const sooner = before(state);
  const later = state.order.findIndex((name) => {
    const other = find(state, name);
    return other !== undefined && sooner(newcomer, other) < 0;
  });
  const place = later < 0 ? state.order.length : later;
  emit({
    type: 'ordered',
    order: state.order.toSpliced(place, 0, who),
    place: place <= state.place ? state.place + 1 : state.place,
  });
};

const survives = ({ life }: Combatant, { settings }: State): boolean =>
  life === 'conscious' || (settings['victory.counts'] === 'notDead' && life === 'unconscious');

/** SK-TURN-4, SK-RUL-3: by default the last team with somebody left wins; none left is a draw. */
const checkVictory = ({ now, emit }: Draft): void => {
  const state = now();
  if (state.status !== 'active' || state.objective !== '') return;
  const teams = new Set(state.combatants.filter((each) => survives(each, state)).map(({ team }) => team));
  if (teams.size > 1) return;
  const [winner] = teams;
  emit(
    winner === undefined
      ? { type: 'ended', reason: 'No team is left standing.' }
      : { type: 'ended', winner, reason: 'It is the surviving team.' },
  );
};

const tick = ({ now, emit }: Draft, at: 'start' | 'end', of?: string): void => {
  const { effects } = now();
  if (!effects.some(({ remaining, ticks }) => remaining !== undefined && ticks.at === at && ticks.of === of)) return;
  const { left, ended } = ticked(effects, at, of);
  emit({ type: 'effects-changed', effects: left, ended: ended.map(({ who, name }) => ({ who, name })) });
};

/** SK-TURN-3: the round is over; the next one has a fresh order. */
const nextRound = (draft: Draft): void => {
  tick(draft, 'end');
  const state = draft.now();
  draft.emit({ type: 'round-began', round: state.round + 1, order: turnOrder(state) });
  tick(draft, 'start');
};

/** SK-TURN-8, SK-COND-3: true where the turn start of this one leads to a turn it can take. */
const beginTurn = (draft: Draft, who: string): boolean => {
  draft.emit({ type: 'turn-began', who });
  tick(draft, 'start', who);
  bleed(draft, who);
  const combatant = findPlaced(draft.now(), who);
  if (isAble(combatant)) return true;
  const down = combatant.life !== 'conscious';
  draft.emit({
    type: 'turn-skipped',
    who,
    why: down ? 'down' : 'disrupted',
    conditions: down ? combatant.conditions : countedDown(combatant, true),
  });
  tick(draft, 'end', who);
  return false;
};

/** Will anybody be able to act if turns simply go on passing? */
const somebodyWillAct = (state: State): boolean =>
  state.combatants.some(
    (each) =>
      isPlaced(each) &&
      each.life === 'conscious' &&
      (!isDisrupted(each) || each.conditions.every(({ disrupts, turns }) => !disrupts || turns !== undefined)),
  );

/**
 * Goes on to the next one who can act. Where nobody ever can, the battle stands still until the BM changes something. Each pass
 * counts as an event.
 */
const advance = (draft: Draft): void => {
  const count = counting('events');
  while (draft.now().status === 'active') {
    count('advance');
    if (!somebodyWillAct(draft.now())) {
      draft.emit({ type: 'halted' });
      return;
    }
    const { order, place } = draft.now();
    const next = order[place + 1];
    if (next === undefined) nextRound(draft);
    else if (beginTurn(draft, next)) return;
    checkVictory(draft);
  }
};

/** Ends the turn of whoever has it, or passes it on with nothing done. */
export const endTurn = (draft: Draft, passedOn = false): void => {
  const { turn } = draft.now();
  if (turn === undefined) return;
  const conditions = countedDown(findPlaced(draft.now(), turn.who), false);
  draft.emit({ type: 'turn-ended', who: turn.who, conditions, ...(passedOn && { passedOn }) });
  tick(draft, 'end', turn.who);
};

/** What follows every command once it is fully resolved: the end of a turn that cannot go on, victory, the next turn start. */
export const settle = (draft: Draft): void => {
  const { turn: held } = draft.now();
  if (held !== undefined && !isAble(findPlaced(draft.now(), held.who))) endTurn(draft);
  checkVictory(draft);
  const { status, turn } = draft.now();
  if (status === 'active' && turn === undefined) advance(draft);
};
