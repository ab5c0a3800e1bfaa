import { present } from '../../core/message.ts';
import {
  type Caller,
  type ExpectedAction,
  gmActor,
  gmCaller,
  lazyExpectedAction,
  type Suggestion,
} from '../../rules/expected-action.ts';
import type { FindParamOffers } from '../../rules/verb.ts';
import { offerAttackTargets } from './attack/attack.ts';
import { findFacingZone, isAdjacent, meleeDistance } from './board.ts';
import { offerChargeTargets } from './charge.ts';
import { attackableFoes } from './checks.ts';
import { offerGuardTargets } from './defending-ally.ts';
import { canChangeHeight } from './movement/facing-and-height.ts';
import { movementPointsLeft } from './movement/paths.ts';
import { unplacedCombatants } from './setup.ts';
import { offerBreaths, offerSpells } from './spells.ts';
import { offerAimTargets } from './stances.ts';
import { find, isPlaced, type PlacedCombatant, type State, type Turn } from './state.ts';

const offersByVerb: Readonly<Record<string, FindParamOffers<State>>> = {
  ...{ attack: offerAttackTargets, charge: offerChargeTargets, aim: offerAimTargets },
  ...{ cast: offerSpells, breath: offerBreaths, guard: offerGuardTargets },
};

/** Orders possible in the current turn, the usual ones first. */
const listVerbs = (state: State, { who, moved, preTurned, postTurned }: Turn): readonly string[] => {
  const found = find(state, who);
  const me = found && isPlaced(found) ? found : undefined;
  const possible = (verb: string): boolean => (offersByVerb[verb]?.(state, gmCaller(gmActor, who), {}).length ?? 0) > 0;
  return present([
    ...['attack', 'charge'].filter(possible),
    me && !postTurned && movementPointsLeft(state, me) > 0 && 'move',
    me && canChangeHeight(state, me) && 'fly',
    !(moved && preTurned) && 'turn',
    ...['aim', 'cast', 'breath', 'guard'].filter(possible),
    'defend',
    'counter',
    'end',
    'stunt',
  ]);
};

/** The suggested order for ending a turn without an action: the combatant defends itself. SK-TURN-7. */
const defendSuggestion: Suggestion = { label: 'Defend yourself', verb: 'end', params: {} };

const deploySuggestion: Suggestion = { label: 'Place everyone', verb: 'deploy', params: {} };

const expectGm = (
  kind: string,
  what: string,
  verbs: readonly string[],
  auto: Suggestion | undefined,
): ExpectedAction => ({ actor: gmActor, kind, what, verbs, auto });

const expectedTurn = (state: State): ExpectedAction => {
  const { turn } = state;
  if (turn === undefined)
    return expectGm('ruling', 'to decide how the battle continues, as no one can act', ['revive', 'place'], undefined);
  if (turn.acted)
    return expectGm('ruling', 'to skip the turn', ['skip'], { label: 'Skip the turn', verb: 'skip', params: {} });
  return lazyExpectedAction(
    { actor: turn.who, kind: 'turn', what: 'to act', own: ['cast', 'breath'], idle: defendSuggestion },
    { verbs: () => listVerbs(state, turn), auto: () => defendSuggestion },
  );
};

const expectedPlacement = ({ status }: State): ExpectedAction =>
  status === 'setup'
    ? expectGm('placement', 'to place everyone', ['deploy', 'place'], deploySuggestion)
    : expectGm('placement', 'to place everyone', ['place'], undefined);

/** The actions that the battle waits for: the turn, placements, rulings on stunts. */
export const expectedActions = (state: State): readonly ExpectedAction[] =>
  state.status === 'ended'
    ? []
    : present([
        state.status === 'active' && expectedTurn(state),
        unplacedCombatants(state).length > 0 && expectedPlacement(state),
        state.stunts.length > 0 && expectGm('stunt', 'to rule on a stunt', ['rule-stunt'], undefined),
      ]);

interface TurnSituation {
  readonly state: State;
  readonly me: PlacedCombatant;
  readonly turn: Turn;
  readonly call: Caller;
  /** Conscious enemies on the board. */
  readonly enemies: readonly PlacedCombatant[];
}

const findAdjacentEnemies = ({ me, enemies }: TurnSituation): readonly PlacedCombatant[] =>
  enemies.filter(({ at }) => isAdjacent(at, me.at));
const canMove = ({ state, me, turn }: TurnSituation): boolean => !turn.postTurned && movementPointsLeft(state, me) > 0;
const canAttack = ({ state, call }: TurnSituation): boolean => offerAttackTargets(state, call, {}).length > 0;

/** Handbook advice with the situation in which it fits, the most specific first. */
const advice: readonly (readonly [string, (moment: TurnSituation) => boolean])[] = [
  // After one more step, a combatant that has turned cannot turn again.
  ['SK-ADV-7', ({ turn }) => turn.preTurned && !turn.moved],
  ['SK-ADV-1', ({ state, call }) => offerChargeTargets(state, call, {}).length > 0],
  [
    'SK-ADV-4',
    (moment) =>
      findAdjacentEnemies(moment).length > 0 &&
      (moment.me.hp * 2 <= moment.me.sheet.maxHp ||
        (moment.me.sheet.maxEssence > 0 && moment.me.essence < moment.me.sheet.maxEssence)),
  ],
  ['SK-ADV-5', ({ state, call }) => offerGuardTargets(state, call, {}).length > 0],
  [
    'SK-ADV-2',
    (moment) =>
      canMove(moment) &&
      moment.enemies.some(
        (each) =>
          meleeDistance(each.at, moment.me.at) <= movementPointsLeft(moment.state, moment.me) + 1 &&
          findFacingZone(each, moment.me.at, moment.state.settings) === 'front',
      ),
  ],
  [
    'SK-ADV-8',
    (moment) =>
      canMove(moment) &&
      findAdjacentEnemies(moment).some((each) => findFacingZone(each, moment.me.at, moment.state.settings) === 'front'),
  ],
  [
    'SK-ADV-6',
    (moment) =>
      moment.enemies.filter(({ at }) => meleeDistance(at, moment.me.at) <= 2).length === 1 && !canAttack(moment),
  ],
  ['SK-ADV-3', (moment) => !canAttack(moment) && offerAimTargets(moment.state, moment.call, {}).length > 0],
  ['SK-ADV-10', () => true],
];

/** Ids of the handbook’s advice for the actor whose turn it is. Before the battle: SK-ADV-9. SK-ADV-1, SK-ADV-10. */
export const findAdvice = (state: State, actor: string): readonly string[] => {
  if (state.status === 'setup') return ['SK-ADV-9'];
  const me = find(state, actor);
  const { turn } = state;
  if (state.status !== 'active' || actor === gmActor || turn?.who !== actor || me === undefined || !isPlaced(me))
    return [];
  const enemies = attackableFoes(state, me).filter(({ life }) => life === 'conscious');
  const moment: TurnSituation = { state, me, turn, call: gmCaller(gmActor, actor), enemies };
  return advice.filter(([, fits]) => fits(moment)).map(([id]) => id);
};
