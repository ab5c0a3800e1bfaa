import { ref, say, type Term, type Text, term } from '../../core/message.ts';
import {
  type ExpectedAction,
  gmActor,
  lazyExpectedAction,
  orderAnswer,
  standingOrderForGm,
  standingOrderForMove,
  standingOrderForQuestion,
} from '../../rules/expected-action.ts';
import { surpriseStandingOrderKind } from '../../rules/surprise.ts';
import { isAmbushPossible } from './ambush.ts';
import { replacementTargets } from './contingency/question.ts';
import { undeclaredCombatants } from './declaration/close.ts';
import { distanceInFeet, engagedFoes, foesByDistance } from './engagement.ts';
import { isUnplaced } from './placing.ts';
import {
  type Combatant,
  find,
  heldMeleeWeapon,
  type PendingQuestion,
  reachOf,
  type State,
  slotOf,
  sortByTieOrder,
} from './state.ts';

const expectAction = (
  actor: string,
  kind: string,
  what: string,
  verbs: readonly string[],
  auto?: ExpectedAction<Text>['auto'],
  idle?: ExpectedAction<Text>['idle'],
): ExpectedAction<Text> => ({ actor, kind, what: term(what), verbs, auto, idle });

const order = (label: Text, verb: string, params: Readonly<Record<string, unknown>> = {}) => ({ label, verb, params });

/** A yes-or-no answer that the battle waits for, given by its own order. Absent players answer yes. */
const expectYesOrNo = (actor: string, verb: string, what: string, param: string, [yes, no]: readonly [Term, Term]) =>
  expectAction(actor, verb, what, [verb], order(yes, verb, { [param]: true }), order(no, verb, { [param]: false }));

const run = { auto: order(term('run'), 'resolve'), routine: 'now' } as const;
const declareNothing = order(term('nothing'), 'declare', { action: 'none' });

/** The declaration for an absent player: attack the nearest foe with the weapon in hand, if possible. SEG-RUL-2. */
const defaultDeclaration = (state: State, who: Combatant): ExpectedAction<Text>['auto'] => {
  const [engaged] = engagedFoes(state, who);
  const foe = engaged ?? foesByDistance(state, who)[0]?.foe;
  const held = who.sheet.weapons.find(({ name }) => name === who.hand);
  if (foe === undefined || held === undefined) return declareNothing;
  const feet = distanceInFeet(state, who, foe) ?? 0;
  if (feet <= reachOf(held))
    return order(say`attack ${ref(foe.id)}`, 'declare', { action: 'attack', target: foe.id, weapon: held.name });
  return heldMeleeWeapon(who) === undefined || engaged !== undefined
    ? declareNothing
    : order(say`move and attack ${ref(foe.id)}`, 'declare', {
        action: 'move-attack',
        target: foe.id,
        path: `toward ${foe.id}`,
      });
};

const answers = (state: State, pending: PendingQuestion): readonly ExpectedAction<Text>[] => {
  switch (pending.kind) {
    case 'shout':
      return pending.waiting.map((who) =>
        expectYesOrNo(who, 'shout', 'to shout a warning', 'warn', [term('shout'), term('keep silent')]),
      );
    case 'contingency': {
      const who = find(state, pending.who);
      const slot = slotOf(who, pending.number);
      const [nearest] = who && slot ? replacementTargets(state, who, slot) : [];
      const auto =
        nearest === undefined
          ? order(term('forgo'), 'forgo')
          : order(say`turn to ${ref(nearest.id)}`, 'redirect', { target: nearest.id });
      const what = pending.spell ? 'to redirect or forgo a spell' : 'to redirect or forgo an attack';
      return [
        expectAction(pending.who, 'contingency', what, ['redirect', 'forgo'], auto, order(term('forgo'), 'forgo')),
      ];
    }
    case 'choose-again': {
      const desperate = find(state, pending.target)?.defending?.kind === 'desperate';
      const verbs = ['keep', 'redirect', ...(desperate ? ['turn-away'] : []), 'forgo'];
      return [
        expectAction(
          pending.who,
          'choose-again',
          'to attack someone who only defends, or do something else',
          verbs,
          order(term('strike'), 'keep'),
          order(term('forgo'), 'forgo'),
        ),
      ];
    }
    case 'free-attack':
      return sortByTieOrder(
        state,
        pending.left.flatMap((id) => find(state, id) ?? []),
      ).map(({ id }) =>
        expectYesOrNo(id, 'free-attack', 'to take a free attack', 'take', [term('strike'), term('let the enemy go')]),
      );
    case 'push':
      return [
        expectAction(
          pending.who,
          'push',
          'to decide whether to push a desperate defender',
          ['push', 'forgo'],
          order(term('do not push'), 'forgo'),
        ),
      ];
  }
};

/** The actions that the battle waits for. Never empty while the battle runs. */
export const expectedActions = (state: State): readonly ExpectedAction<Text>[] => {
  if (state.status === 'ended') return [];
  if (state.pending !== undefined) return answers(state, state.pending);
  if (state.status === 'setup') {
    const waiting = state.combatants.some((each) => isUnplaced(state, each));
    const what = waiting ? 'to place everyone and start the battle' : 'to start the battle';
    return [expectAction(gmActor, 'start', what, ['deploy', 'place', 'ambush'])];
  }
  if (state.phase === 'resolve')
    return [{ ...run, actor: gmActor, kind: 'resolve', what: term('to run the segments'), verbs: ['resolve', 'next'] }];
  const silent = undeclaredCombatants(state);
  return [
    ...silent.map((id) => {
      const who = find(state, id);
      const joins = who !== undefined && isUnplaced(state, who);
      const what = term(joins ? 'to be placed, and to declare' : 'to declare');
      const verbs = joins ? ['place', 'declare'] : ['declare'];
      return lazyExpectedAction<Text>(
        { actor: id, kind: 'declaration', what, idle: declareNothing },
        { verbs: () => verbs, auto: () => who && defaultDeclaration(state, who) },
      );
    }),
    {
      ...{ actor: gmActor, kind: 'close', what: term('to close declarations'), routine: 'last' },
      verbs: ['close', ...(isAmbushPossible(state) ? ['ambush'] : [])],
      auto: order(term('close'), 'close'),
    },
  ];
};

/** Every kind of question and expected action that standing orders can name. */
export const standingOrderKinds = {
  surprise: surpriseStandingOrderKind,
  declaration: standingOrderForMove('must declare', 'declare the best action', {
    'full-defense': orderAnswer('declare full defense', 'declare', { action: 'full-defense' }),
    'desperate-defense': orderAnswer('declare desperate defense', 'declare', { action: 'desperate-defense' }),
    none: orderAnswer('declare no action', 'declare', { action: 'none' }),
  }),
  shout: standingOrderForMove('could shout a warning of an ambush', 'shout', {
    warn: orderAnswer('shout', 'shout', { warn: true }),
    silent: orderAnswer('keep silent', 'shout', { warn: false }),
  }),
  contingency: standingOrderForMove(
    'has a target that is gone or out of reach',
    'turn to the best target, or give up the attack or spell',
    {
      forgo: orderAnswer('give up the attack or spell', 'forgo'),
    },
  ),
  'choose-again': standingOrderForMove('is about to attack someone who only defends', 'attack anyway', {
    keep: orderAnswer('attack anyway', 'keep'),
    forgo: orderAnswer('forgo the attack', 'forgo'),
  }),
  'free-attack': standingOrderForMove('may make a free attack on an enemy who leaves', 'strike', {
    strike: orderAnswer('strike', 'free-attack', { take: true }),
    leave: orderAnswer('let the enemy go', 'free-attack', { take: false }),
  }),
  push: standingOrderForMove('may push a desperate defender', 'do not push', {
    forgo: orderAnswer('do not push', 'forgo'),
  }),
  'push-landing': standingOrderForQuestion(
    'must choose where a push into an obstacle ends',
    'gm',
    'let the push end in front of the obstacle; without a map, let it go all the way',
    {
      stop: 'let the push end in front of the obstacle',
    },
  ),
  start: standingOrderForGm('must start the battle'),
  resolve: standingOrderForGm('must run the segments', 'run them'),
  close: standingOrderForGm('must close declarations', 'close them'),
};
