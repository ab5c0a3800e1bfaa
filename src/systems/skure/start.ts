import { listing, ref } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import type { Decision } from '../../rules/asking.ts';
import type { Call } from '../../rules/call.ts';
import type { Entrant, Finish } from '../../rules/definition.ts';
import type { Effect } from '../../rules/effects.ts';
import { byTheBm } from './checks.ts';
import { called, named } from './combatants.ts';
import { unplaced } from './deployment.ts';
import { ledger } from './ledger.ts';
import type { Event, State } from './model.ts';
import type { Code } from './refusals.ts';
import { blockedSquares, type Settings } from './settings.ts';
import type { Sheet } from './sheet.ts';
import { settle, turnOrder } from './turns.ts';

export const blank = (settings: Settings): State => ({
  status: 'setup',
  settings,
  board: {
    width: settings['board.width'],
    height: settings['board.height'],
    blocked: [...(blockedSquares(settings['board.blocked']) ?? [])],
  },
  objective: settings.objective,
  round: 0,
  order: [],
  place: -1,
  combatants: [],
  stunts: [],
  effects: [],
});

/** SK-GEN-3, SK-GEN-4: comes in without a square; the BM places it. Without a side and a team it stands alone. */
export const enter = (state: State, { id, side, sheet }: Entrant<Sheet>): Decision<Event, Code> => {
  if (state.status === 'ended') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(id) });
  if (called(state, id) !== undefined) return refuse('NAME_TAKEN', { target: ref(id) });
  return ok([{ type: 'joined', who: id, team: side || sheet.team || id, sheet }]);
};

/** Section 4: round 1, order built, the first turn. Nobody is placed silently. */
export const start = (state: State, call: Call): Decision<Event, Code> => {
  const bm = byTheBm(call);
  if (!bm.ok) return bm;
  if (state.status === 'active') return refuse('ALREADY_STARTED');
  if (state.status === 'ended') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(call.actor) });
  const waiting = unplaced(state).map(({ name }) => name);
  if (waiting.length > 0) return refuse('UNPLACED', { who: listing(waiting.map(ref)) });
  if (new Set(state.combatants.map(({ team }) => team)).size < 2 && state.objective === '')
    return refuse('TOO_FEW_TEAMS');

  const book = ledger(state);
  book.add({ type: 'started', order: turnOrder(state) });
  settle(book);
  return ok(book.events);
};

/** SK-TURN-4, SK-EXC-3: the BM declares the objective reached, or ends the battle. */
export const finish = (state: State, { winner, reason }: Finish): Decision<Event, Code> =>
  state.status === 'ended'
    ? refuse('BATTLE_NOT_ACTIVE', { actor: 'gm' })
    : ok([{ type: 'ended', reason, ...(winner !== undefined && { winner }) }]);

/** SK-EXC-3: modifiers the BM hangs on a combatant, or lifts. */
export const hang = (state: State, who: string, name: string, effect: Effect | undefined): Decision<Event, Code> => {
  if (named(state, who) === undefined) return refuse('NO_SUCH_TARGET', { target: ref(who) });
  if (effect !== undefined) return ok([{ type: 'effect-hung', effect }]);
  return state.effects.some((each) => each.who === who && each.name === name)
    ? ok([{ type: 'effect-lifted', who, name }])
    : refuse('NO_EFFECT', { effect: name, target: ref(who) });
};
