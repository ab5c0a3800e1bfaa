import { type Call, gmActor } from '../../rules/call.ts';
import { aimTargets } from './aim.ts';
import { attackTargets } from './attack/attack.ts';
import { adjacent, meleeDistance } from './board.ts';
import { chargeTargets } from './charge.ts';
import { foes } from './checks.ts';
import { guardTargets } from './defending-ally/guard.ts';
import { pointsLeft } from './movement/paths.ts';
import { zoneOf } from './positioning.ts';
import { find, isPlaced, type Placed, type State, type Turn } from './state.ts';

interface Moment {
  readonly state: State;
  readonly me: Placed;
  readonly turn: Turn;
  readonly call: Call;
  /** Enemies who are up. */
  readonly enemies: readonly Placed[];
}

const besideMe = ({ me, enemies }: Moment): readonly Placed[] => enemies.filter(({ at }) => adjacent(at, me.at));
const canMove = ({ state, me, turn }: Moment): boolean => !turn.postTurned && pointsLeft(state, me) > 0;
const strikes = ({ state, call }: Moment): boolean => attackTargets(state, call, {}).length > 0;

/** The handbook's advice with the moment it is for, the most particular first. It looks at one's own sheet and at who stands where. */
const advice: readonly (readonly [string, (moment: Moment) => boolean])[] = [
  // Turned, not moved yet: one more step and it can turn no more.
  ['SK-ADV-7', ({ turn }) => turn.preTurned && !turn.moved],
  ['SK-ADV-1', ({ state, call }) => chargeTargets(state, call, {}).length > 0],
  [
    'SK-ADV-4',
    (moment) =>
      besideMe(moment).length > 0 &&
      (moment.me.hp * 2 <= moment.me.sheet.maxHp ||
        (moment.me.sheet.maxEssence > 0 && moment.me.essence < moment.me.sheet.maxEssence)),
  ],
  ['SK-ADV-5', ({ state, call }) => guardTargets(state, call, {}).length > 0],
  [
    'SK-ADV-2',
    (moment) =>
      canMove(moment) &&
      moment.enemies.some(
        (each) =>
          meleeDistance(each.at, moment.me.at) <= pointsLeft(moment.state, moment.me) + 1 &&
          zoneOf(each, moment.me.at, moment.state.settings) === 'front',
      ),
  ],
  [
    'SK-ADV-8',
    (moment) =>
      canMove(moment) && besideMe(moment).some((each) => zoneOf(each, moment.me.at, moment.state.settings) === 'front'),
  ],
  [
    'SK-ADV-6',
    (moment) =>
      moment.enemies.filter(({ at }) => meleeDistance(at, moment.me.at) <= 2).length === 1 && !strikes(moment),
  ],
  ['SK-ADV-3', (moment) => !strikes(moment) && aimTargets(moment.state, moment.call, {}).length > 0],
  ['SK-ADV-10', () => true],
];

/** SK-ADV-1, SK-ADV-10: what the handbook advises whoever has the turn; SK-ADV-9 before the battle. */
export const adviceFor = (state: State, actor: string): readonly string[] => {
  if (state.status === 'setup') return ['SK-ADV-9'];
  const me = find(state, actor);
  const { turn } = state;
  if (state.status !== 'active' || actor === gmActor || turn?.who !== actor || me === undefined || !isPlaced(me))
    return [];
  const call: Call = { actor, by: actor, gm: false, controls: [actor], pending: undefined };
  const enemies = foes(state, me).filter(({ life, team }) => life === 'conscious' && team !== me.team);
  const moment: Moment = { state, me, turn, call, enemies };
  return advice.filter(([, fits]) => fits(moment)).map(([id]) => id);
};
