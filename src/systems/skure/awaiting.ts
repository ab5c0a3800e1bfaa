import { type Call, gmActor } from '../../rules/call.ts';
import { type ExpectedAction, lazyExpectedAction, type Suggestion } from '../../rules/expected-action.ts';
import type { Offers } from '../../rules/verb.ts';
import { aimTargets } from './aim.ts';
import { attackTargets } from './attack/attack.ts';
import { breaths } from './breath.ts';
import { chargeTargets } from './charge.ts';
import { guardTargets } from './defending-ally/guard.ts';
import { canChangeHeight } from './movement/flying.ts';
import { pointsLeft } from './movement/paths.ts';
import { unplaced } from './setup.ts';
import { spells } from './spells.ts';
import { find, isPlaced, type State, type Turn } from './state.ts';

const asActor = (actor: string): Call => ({ actor, by: actor, gm: false, controls: [actor], pending: undefined });

const offering: readonly (readonly [string, Offers<State>])[] = [
  ['attack', attackTargets],
  ['charge', chargeTargets],
  ['aim', aimTargets],
  ['cast', spells],
  ['breath', breaths],
  ['guard', guardTargets],
];

/** What the one whose turn it is could order now, the most usual first. */
const verbsNow = (state: State, { who, moved, preTurned, postTurned }: Turn): readonly string[] => {
  const me = find(state, who);
  const possible = offering.filter(([, offers]) => offers(state, asActor(who), {}).length > 0).map(([verb]) => verb);
  const canMove = me !== undefined && isPlaced(me) && !postTurned && pointsLeft(state, me) > 0;
  const canFly = me !== undefined && isPlaced(me) && canChangeHeight(state, me);
  return [
    ...possible.filter((verb) => verb === 'attack' || verb === 'charge'),
    ...(canMove ? ['move'] : []),
    ...(canFly ? ['fly'] : []),
    ...(moved && preTurned ? [] : ['turn']),
    ...possible.filter((verb) => verb !== 'attack' && verb !== 'charge'),
    'defend',
    'counter',
    'end',
    'stunt',
  ];
};

/** SK-TURN-7: what no action comes to. */
const passing: Suggestion = { label: 'Defend yourself', verb: 'end', params: {} };

const turnAwaited = (state: State): ExpectedAction => {
  const { turn } = state;
  if (turn === undefined)
    return {
      actor: gmActor,
      kind: 'ruling',
      what: 'to decide how it goes on, as nobody can act',
      verbs: ['revive', 'place'],
      auto: undefined,
    };
  if (turn.acted)
    return {
      actor: gmActor,
      kind: 'ruling',
      what: 'to pass the turn on',
      verbs: ['skip'],
      auto: { label: 'Pass the turn on', verb: 'skip', params: {} },
    };
  return lazyExpectedAction(
    { actor: turn.who, kind: 'turn', what: 'to act', own: ['cast', 'breath'], idle: passing },
    { verbs: () => verbsNow(state, turn), auto: () => passing },
  );
};

/** Everything the battle waits for: the turn, placements, stunts to rule on. */
export const awaiting = (state: State): readonly ExpectedAction[] => {
  if (state.status === 'ended') return [];
  const placement: ExpectedAction = {
    actor: gmActor,
    kind: 'placement',
    what: 'to place everybody',
    verbs: state.status === 'setup' ? ['deploy', 'place'] : ['place'],
    auto: state.status === 'setup' ? { label: 'Deploy on opposite edges', verb: 'deploy', params: {} } : undefined,
  };
  const stunt: ExpectedAction = {
    actor: gmActor,
    kind: 'stunt',
    what: 'to rule on a stunt',
    verbs: ['rule-stunt'],
    auto: undefined,
  };
  return [
    ...(state.status === 'active' ? [turnAwaited(state)] : []),
    ...(unplaced(state).length > 0 ? [placement] : []),
    ...(state.stunts.length > 0 ? [stunt] : []),
  ];
};
