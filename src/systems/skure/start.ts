import { listing, ref } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import type { Call } from '../../rules/call.ts';
import type { Entrant, Finish } from '../../rules/definition.ts';
import type { Effect } from '../../rules/effects.ts';
import { done } from '../../rules/verb.ts';
import { byTheBm } from './checks.ts';
import { unplaced } from './deployment.ts';
import { blockedSquares, type Settings } from './settings.ts';
import type { Sheet } from './sheet.ts';
import { called, type Draft, find, type State } from './state.ts';
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
export const enter = ({ now, emit }: Draft, { id, side, sheet }: Entrant<Sheet>) => {
  const state = now();
  if (state.status === 'ended') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(id) });
  if (called(state, id) !== undefined) return refuse('NAME_TAKEN', { target: ref(id) });
  emit({ type: 'joined', who: id, team: side || sheet.team || id, sheet });
  return done;
};

/** Section 4: round 1, order built, the first turn. Nobody is placed silently. */
export const start = (draft: Draft, call: Call) => {
  const state = draft.now();
  const bm = byTheBm(call);
  if (!bm.ok) return bm;
  if (state.status === 'active') return refuse('ALREADY_STARTED');
  if (state.status === 'ended') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(call.actor) });
  const waiting = unplaced(state).map(({ name }) => name);
  if (waiting.length > 0) return refuse('UNPLACED', { who: listing(waiting.map(ref)) });
  if (new Set(state.combatants.map(({ team }) => team)).size < 2 && state.objective === '')
    return refuse('TOO_FEW_TEAMS');

  draft.emit({ type: 'started', order: turnOrder(state) });
  settle(draft);
  return done;
};

/** SK-TURN-4, SK-EXC-3: the BM declares the objective reached, or ends the battle. */
export const finish = ({ now, emit }: Draft, { winner, reason }: Finish) => {
  if (now().status === 'ended') return refuse('BATTLE_NOT_ACTIVE', { actor: 'gm' });
  emit({ type: 'ended', reason, ...(winner !== undefined && { winner }) });
  return done;
};

/** SK-EXC-3: modifiers the BM hangs on a combatant, or lifts. */
export const hang = ({ now, emit }: Draft, who: string, name: string, effect: Effect | undefined) => {
  const state = now();
  if (find(state, who) === undefined) return refuse('NO_SUCH_TARGET', { target: ref(who) });
  const [had, others] = [
    state.effects.filter((each) => each.who === who && each.name === name),
    state.effects.filter((each) => each.who !== who || each.name !== name),
  ];
  if (effect !== undefined) emit({ type: 'effects-changed', effects: [...others, effect], hung: effect, ended: [] });
  else if (had.length === 0) return refuse('NO_EFFECT', { effect: name, target: ref(who) });
  else emit({ type: 'effects-changed', effects: others, ended: had.map((each) => ({ who, name: each.name })) });
  return done;
};
