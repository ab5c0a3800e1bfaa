import { type ExpectedAction, gmActor, lazyExpectedAction, type Suggestion } from '../../rules/expected-action.ts';
import type { FindParamOffers } from '../../rules/verb.ts';
import { offerAimTargets } from './aim.ts';
import { offerAttackTargets } from './attack/attack.ts';
import { offerChargeTargets } from './charge.ts';
import { ownCall } from './checks.ts';
import { offerGuardTargets } from './defending-ally.ts';
import { canChangeHeight } from './movement/flying.ts';
import { movementPointsLeft } from './movement/paths.ts';
import { unplacedCombatants } from './setup.ts';
import { offerBreaths, offerSpells } from './spells.ts';
import { find, isPlaced, type State, type Turn } from './state.ts';

const offersByVerb: readonly (readonly [string, FindParamOffers<State>])[] = [
  ['attack', offerAttackTargets],
  ['charge', offerChargeTargets],
  ['aim', offerAimTargets],
  ['cast', offerSpells],
  ['breath', offerBreaths],
  ['guard', offerGuardTargets],
];

/** What the one whose turn it is could order now, the most usual first. */
const verbsNow = (state: State, { who, moved, preTurned, postTurned }: Turn): readonly string[] => {
  const me = find(state, who);
  const possible = offersByVerb
    .filter(([, offers]) => offers(state, ownCall(who), {}).length > 0)
    .map(([verb]) => verb);
  const canMove = me !== undefined && isPlaced(me) && !postTurned && movementPointsLeft(state, me) > 0;
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

const fromGm = (
  kind: string,
  what: string,
  verbs: readonly string[],
  auto: Suggestion | undefined,
): ExpectedAction => ({ actor: gmActor, kind, what, verbs, auto });

const expectedTurn = (state: State): ExpectedAction => {
  const { turn } = state;
  if (turn === undefined)
    return fromGm('ruling', 'to decide how the battle continues, as no one can act', ['revive', 'place'], undefined);
  if (turn.acted)
    return fromGm('ruling', 'to skip the turn', ['skip'], { label: 'Skip the turn', verb: 'skip', params: {} });
  return lazyExpectedAction(
    { actor: turn.who, kind: 'turn', what: 'to act', own: ['cast', 'breath'], idle: passing },
    { verbs: () => verbsNow(state, turn), auto: () => passing },
  );
};

const expectedPlacement = ({ status }: State): ExpectedAction =>
  status === 'setup'
    ? fromGm('placement', 'to place everyone', ['deploy', 'place'], {
        label: 'Deploy on opposite edges',
        verb: 'deploy',
        params: {},
      })
    : fromGm('placement', 'to place everyone', ['place'], undefined);

/** Everything the battle waits for: the turn, placements, stunts to rule on. */
export const expectedActions = (state: State): readonly ExpectedAction[] =>
  state.status === 'ended'
    ? []
    : [
        ...(state.status === 'active' ? [expectedTurn(state)] : []),
        ...(unplacedCombatants(state).length > 0 ? [expectedPlacement(state)] : []),
        ...(state.stunts.length > 0 ? [fromGm('stunt', 'to rule on a stunt', ['rule-stunt'], undefined)] : []),
      ];
