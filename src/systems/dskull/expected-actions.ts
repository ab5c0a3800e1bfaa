import { present, ref, say, type Text } from '../../core/message.ts';
import { type ExpectedAction, gmActor, lazyExpectedAction, type Suggestion } from '../../rules/expected-action.ts';
import { formatSquare } from '../../rules/grid/square.ts';
import { isActivationSpent } from './activation/activation.ts';
import { blastSpaces, findWeaponTargets } from './attack/declaration.ts';
import { foesOf } from './checks.ts';
import { possibleInteractions } from './interaction.ts';
import { createMoverContext, reachableSpaces } from './movement/path.ts';
import { isCurrentPlayerStuck } from './rounds.ts';
import { nextPlacement } from './setup.ts';
import { usableSpecials } from './special-skills.ts';
import {
  type Activation,
  type Figure,
  figuresOf,
  findActingWarrior,
  findSeat,
  findWeapon,
  type State,
  traitCopies,
} from './state.ts';

const suggest = (label: Text, verb: string, params: Suggestion['params'] = {}): Suggestion<Text> => ({
  label,
  verb,
  params,
});

const ending = suggest('End the activation', 'end');

const gmDoes = (what: string, verb: string): readonly ExpectedAction<Text>[] => [
  { actor: gmActor, kind: verb, what, verbs: [verb], auto: suggest('Continue', verb) },
];

const placement = (state: State, seat: string): readonly ExpectedAction<Text>[] => {
  const next = nextPlacement(state, seat);
  const to = formatSquare(next?.at ?? { x: 0, y: 0 });
  const auto = next && suggest(say`Place ${ref(next.warrior.id)} on ${to}`, 'deploy', { warrior: next.warrior.id, to });
  return [{ actor: seat, kind: 'placement', what: 'to place a warrior', verbs: ['deploy'], auto, idle: auto }];
};

const choiceOfWarrior = (state: State, seat: string): readonly ExpectedAction<Text>[] => {
  const warrior = figuresOf(state).find(({ owner, ready }) => owner === seat && ready);
  const auto = warrior && suggest(say`Activate ${ref(warrior.id)}`, 'activate', { warrior: warrior.id });
  return [{ actor: seat, kind: 'activation', what: 'to activate a warrior', verbs: ['activate'], auto, idle: auto }];
};

const mayMove = (state: State, { mp, fearsome }: Activation, warrior: Figure): boolean => {
  const way = createMoverContext(state, warrior);
  return way !== undefined && reachableSpaces(way, mp, fearsome).length > 0;
};

/** Orders that make sense for the acting warrior now, the most usual first. */
const verbsNow = (state: State, activation: Activation, warrior: Figure): readonly string[] => {
  const { actions, mp, attacks, symbolSpent, started, active } = activation;
  const canAttack = actions > 0 || Object.values(attacks).some((left) => left > 0);
  const weapons = active.flatMap((id) => findWeapon(warrior, id) ?? []);
  const stored = findSeat(state, activation.seat)?.symbols ?? { HIT: 0, ADV: 0 };
  const awe = foesOf(state, warrior).some(
    (foe) => traitCopies(foe, 'awe-inspiring') > 0 && activation.dared[foe.id] === undefined,
  );
  return present([
    !started && awe && 'dare',
    canAttack && findWeaponTargets(state).length > 0 && 'attack',
    canAttack && blastSpaces(state).length > 0 && 'blast',
    mp > 0 && mayMove(state, activation, warrior) && 'move',
    actions > 0 && 'gain',
    actions > 0 && weapons.length > 0 && 'attack-action',
    !symbolSpent && stored.HIT + stored.ADV > 0 && 'symbol',
    actions > 0 && possibleInteractions(state, warrior).length > 0 && 'interact',
    usableSpecials(state).length > 0 && 'special',
    'end',
  ]);
};

/** The actions that the battle waits for, apart from answers to open questions. */
export const expectedActions = (state: State): readonly ExpectedAction<Text>[] => {
  switch (state.phase) {
    case 'setup':
    case 'over':
      return [];
    case 'deploy':
      return isCurrentPlayerStuck(state) || state.current === undefined
        ? gmDoes('to continue the deployment', 'next')
        : placement(state, state.current);
    case 'preparation':
    case 'cleanup':
      return gmDoes('to run the Tactics tests', 'tactics');
    case 'resolution': {
      const acting = findActingWarrior(state);
      if (acting !== undefined) {
        const { activation, warrior } = acting;
        const what = isActivationSpent(state, activation)
          ? say`to end the activation of ${ref(warrior.id)}`
          : say`to act with ${ref(warrior.id)}`;
        return [
          lazyExpectedAction(
            { actor: activation.seat, kind: 'turn', what, own: ['blast'], idle: ending },
            { verbs: () => verbsNow(state, activation, warrior), auto: () => ending },
          ),
        ];
      }
      return isCurrentPlayerStuck(state) || state.current === undefined
        ? gmDoes('to continue the round', 'next')
        : choiceOfWarrior(state, state.current);
    }
  }
};
