import { capitalize, joined, ref, say, type Text, term } from '../../../core/message.ts';
import { lazyPlan, type Plan, type Tactics } from '../../../rules/tactics.ts';
import { isAlly } from '../checks.ts';
import { currentStep } from '../delayed.ts';
import { actualAction, requireAction } from '../nomination/action.ts';
import { nextNominators } from '../nomination/nomination.ts';
import {
  type Combatant,
  find,
  isAble,
  losesActions,
  type Nomination,
  type State,
  slotOf,
  stances,
  updateWeapon,
} from '../state.ts';
import { findLapse, isTargetLapse } from '../step.ts';
import {
  type AttackChoice,
  type AttackWorth,
  type AttackWorths,
  createAttackWorths,
  estimateDangers,
} from './attack-worth.ts';
import { believedAttack, sideBelief } from './beliefs.ts';

/** An attack that the combatant could nominate, and its expected effect. */
interface AttackOption {
  readonly way: AttackChoice & Pick<Nomination, 'target'>;
  readonly says: () => Text;
  readonly target: Combatant;
  readonly expected: AttackWorth;
}

/** Factor for a second action’s worth, which is lower because much can happen before that action. */
const laterShare = 0.85;
/** Factor for an attack on a target that allies will probably take down first. */
const overkillShare = 0.4;
/** Weight of own damage against damage to foes; low, because bold fighters win more battles. */
const caution = 0.2;
/** Factor for the worth of an attack in the next turn. */
const nextTurnShare = 0.5;

const enemies = (state: State, me: Combatant): readonly Combatant[] =>
  state.combatants.filter((each) => isAble(each) && !isAlly(me, each));

/** Every attack that a combatant could nominate. ST-MAN-1, ST-MAN-2, ST-MAN-3, ST-MAN-4, ST-MAN-5. */
const attackChoices = (state: State, me: Combatant, target: string): readonly AttackChoice[] => {
  const ways: readonly AttackChoice[] = [
    { action: 'brawl' },
    ...(['melee', 'archery', 'thrown'] as const).flatMap((action) =>
      me.sheet.weapons.map(({ name }): AttackChoice => ({ action, weapon: name })),
    ),
    ...me.sheet.spells.map(({ name }): AttackChoice => ({ action: 'spell', spell: name })),
  ];
  return ways.filter((way) => {
    const checked = requireAction(state, me, 'offense', { ...way, target });
    return checked.ok && checked.value.class === 'attack';
  });
};

/** Health levels that each target will probably lose to the nominated attacks of allies. */
const expectedLosses = (state: State, me: Combatant, worths: AttackWorths): ReadonlyMap<string, number> => {
  const losses = new Map<string, number>();
  for (const ally of state.combatants.filter((each) => each.id !== me.id && isAble(each) && isAlly(me, each)))
    for (const slot of ally.actions) {
      const as = slot.status === 'nominated' ? actualAction(ally, slot.as) : undefined;
      const target = as?.class === 'attack' && as.target !== undefined ? find(state, as.target) : undefined;
      if (as !== undefined && target !== undefined)
        losses.set(target.id, (losses.get(target.id) ?? 0) + worths.attackBy(ally, as)(target).levels);
    }
  return losses;
};

const describeChoice = ({ action, weapon, spell }: AttackChoice, target: Combatant): Text => {
  const [what, at] = [term(spell ?? action), ref(target.id)];
  return weapon === undefined ? say`${what} at ${at}` : say`${what} at ${at} with ${term(weapon)}`;
};

/** Every attack on every foe that the combatant could nominate now, with the expected effect. */
const attackOptions = (state: State, me: Combatant, worths: AttackWorths): readonly AttackOption[] => {
  const foes = enemies(state, me);
  const [first] = foes;
  if (first === undefined || losesActions(me, state)) return [];
  const most = state.settings.healthTrack.length;
  const before = expectedLosses(state, me, worths);
  const on = (
    way: AttackOption['way'],
    worthOn: (target: Combatant) => AttackWorth,
    target: Combatant,
    says: () => Text,
  ): AttackOption => {
    const lost = target.lost + Math.round(before.get(target.id) ?? 0);
    const left = Math.min(lost, most - 1);
    const expected = worthOn(left === target.lost ? target : { ...target, lost: left });
    return {
      way,
      says,
      target,
      expected: lost > most ? { ...expected, worth: expected.worth * overkillShare } : expected,
    };
  };
  const goesOn = me.extended?.action;
  const aimed = goesOn?.class === 'attack' ? foes.find(({ id }) => id === goesOn.target) : undefined;
  return [
    ...(goesOn !== undefined && aimed !== undefined
      ? [on({ action: 'continue' }, worths.attackBy(me, goesOn), aimed, () => say`continuing against ${ref(aimed.id)}`)]
      : []),
    ...attackChoices(state, me, first.id).flatMap((way) => {
      const worthOn = worths.attackBy(me, way);
      return foes.map((target) =>
        on({ ...way, target: target.id }, worthOn, target, () => describeChoice(way, target)),
      );
    }),
  ];
};

const withChance = (says: Text, downChance: number): Text =>
  downChance < 0.005 ? says : say`${says} (${Math.round(downChance * 100)} % to take the target down)`;

/** Weapons to ready now for an attack in the next turn. ST-ACT-5. */
const readyWeaponOptions = (
  state: State,
  me: Combatant,
  worths: AttackWorths,
): readonly (Pick<AttackOption, 'says'> & { weapon: string; worth: number })[] =>
  me.sheet.weapons.flatMap(({ name, ready, broken }) => {
    if (ready || broken) return [];
    const drawn = attackOptions(state, updateWeapon(me, name, { ready: true }), worths);
    const best = Math.max(0, ...drawn.flatMap(({ way, expected }) => (way.weapon === name ? expected.worth : [])));
    return best > 0 ? [{ says: () => say`readying ${name}`, weapon: name, worth: best * nextTurnShare }] : [];
  });

type NominationOption = Pick<Plan<Text>, 'worth'> & {
  readonly says: () => Text;
  readonly params: Plan['orders'][number]['params'];
};

/** Possible first or second actions with their worth, without the stance. */
const actionOptions = (state: State, me: Combatant, worths: AttackWorths): readonly NominationOption[] => [
  ...attackOptions(state, me, worths).map(({ way, says, expected }) => ({
    says: () => withChance(says(), expected.downChance),
    worth: expected.worth,
    params: way,
  })),
  ...readyWeaponOptions(state, me, worths).map(({ says, weapon, worth }) => ({
    says,
    worth,
    params: { action: 'trivial', ready: weapon },
  })),
];

const idleOption = (me: Combatant): NominationOption => ({
  says: () => term(me.dazed ? 'recover' : 'no action'),
  worth: 0,
  params: { action: me.dazed ? 'recover' : 'none' },
});

/** True if the action counts as an attack, which the defense stance forbids. ST-STANCE-7. */
const isAttack = ({ params }: NominationOption): boolean =>
  params.action !== 'trivial' && params.action !== 'none' && params.action !== 'recover';

/** A plan for each stance with each action; expected damage to the combatant lowers its worth. ST-NOM-3. */
const declarationPlans = (state: State, me: Combatant, worths: AttackWorths): readonly Plan<Text>[] => {
  const actions = [...actionOptions(state, me, worths), idleOption(me)];
  const dangerIn = estimateDangers(state, me, worths);
  return stances.flatMap((stance) => {
    const danger = dangerIn(stance);
    const times = stance === 'offense' ? 1 + laterShare * (1 - danger.downChance) : 1;
    return actions.flatMap((action) =>
      stance === 'defense' && isAttack(action)
        ? []
        : [
            lazyPlan(action.worth * times - danger.worth * caution, {
              label: () => joined([term(capitalize(stance)), action.says()]),
              risk: () => danger.worth * caution,
              orders: () => [{ verb: 'declare', params: { stance, ...action.params } }],
            }),
          ],
    );
  });
};

/** A plan for each possible second action. ST-NOM-6. */
const secondActionPlans = (state: State, me: Combatant, worths: AttackWorths): readonly Plan<Text>[] =>
  [...actionOptions(state, me, worths), idleOption(me)].map(({ says, worth, params }) =>
    lazyPlan(worth, { label: says, orders: () => [{ verb: 'nominate', params }] }),
  );

/** A plan that repeats the first action. Undefined if the target of that action is down. ST-NOM-6. */
const repeatFirstAction = (state: State, { actions: [first], extended }: Combatant): Plan<Text> | undefined => {
  if (first.status !== 'taken' || first.as === undefined || extended !== undefined) return undefined;
  const { action, weapon, spell, target } = first.as;
  const foe = target === undefined ? undefined : find(state, target);
  if (foe === undefined || !isAble(foe)) return undefined;
  const params = { action, weapon, spell, target };
  return { label: '', worth: 0, orders: [{ verb: 'nominate', params }] };
};

/** A plan for every allowed defense, and one plan without a defense. ST-DEF-1. */
const defensePlans = (truth: State, state: State, me: Combatant, worths: AttackWorths): readonly Plan<Text>[] => {
  const { pendingAttack } = truth;
  const attacker = pendingAttack && find(state, pendingAttack.attacker);
  const own = find(state, me.id);
  if (pendingAttack === undefined || own === undefined) return [];
  const base =
    attacker === undefined || isAlly(me, attacker) ? pendingAttack.base : believedAttack(attacker, state).base;
  const attack = { ...pendingAttack, base, netAdds: pendingAttack.maneuver !== 'thrown' };
  return [
    ...worths.answers(attack, own).map(({ defense, ward, params }) => {
      const tool = params.weapon ?? params.spell;
      return lazyPlan(-worths.afterAnswer(attack, own, { defense, ward }).worth, {
        label: () => (tool === undefined ? term(params.maneuver) : say`${term(params.maneuver)} with ${term(tool)}`),
        orders: () => [{ verb: 'defend', params }],
      });
    }),
    {
      label: 'no defense',
      worth: -worths.afterAnswer(attack, own).worth,
      orders: [{ verb: 'defend', params: { maneuver: 'none' } }],
    },
  ];
};

const dropping: Plan<Text> = { label: 'Drop the action', worth: 0, orders: [{ verb: 'pass', params: {} }] };

/** Plans to carry out the nominated action, to drop it, or to choose a new target if allowed. ST-NOM-5, ST-NOM-8. */
const stepPlans = (state: State, me: Combatant, worths: AttackWorths): readonly Plan<Text>[] => {
  const step = currentStep(state);
  const slot = step && slotOf(me, step.slot);
  if (slot?.status !== 'nominated') return [];
  const as = actualAction(me, slot.as);
  const target = as.target === undefined ? undefined : find(state, as.target);
  const taking: Plan<Text> = { label: 'Carry out the action', worth: 1, orders: [{ verb: 'take', params: {} }] };
  if (state.settings.lapse === 'retarget' && isTargetLapse(findLapse(state, me, slot.as)))
    return [
      ...enemies(state, me).map((other) => {
        const { worth, downChance } = worths.attackBy(me, as)(other);
        return {
          label: withChance(say`${describeChoice(as, other)} instead`, downChance),
          worth,
          orders: [{ verb: 'take', params: { target: other.id } }],
        };
      }),
      dropping,
    ];
  return as.class === 'attack' && target !== undefined && !isAble(target)
    ? [dropping, { ...taking, worth: -1 }]
    : [taking, dropping];
};

type Moment = 'answers' | 'speaks' | 'acts';

/** The decision that the combat expects from this combatant. Undefined if it expects none. */
const findMoment = (state: State, actor: string): Moment | undefined => {
  const me = find(state, actor);
  if (me === undefined || !isAble(me)) return undefined;
  if (state.pendingAttack !== undefined) return state.pendingAttack.target === actor ? 'answers' : undefined;
  if (nextNominators(state).includes(actor)) return 'speaks';
  return state.stage === 'ACTIONS' && currentStep(state)?.combatant === actor ? 'acts' : undefined;
};

/** Plans for a decision, made only from what the combatant’s side knows. */
const plansAt = (truth: State, me: Combatant, moment: Moment): readonly Plan<Text>[] => {
  const state = sideBelief(truth, me);
  const own = find(state, me.id) ?? me;
  const worths = createAttackWorths(state);
  switch (moment) {
    case 'answers':
      return defensePlans(truth, state, me, worths);
    case 'speaks':
      return truth.stage === 'DECLARE' ? declarationPlans(state, own, worths) : secondActionPlans(state, own, worths);
    case 'acts':
      return stepPlans(state, own, worths);
  }
};

/** Plans of a combatant that must nominate, defend or act. Empty for other combatants. */
export const tactics: Tactics<State> = (truth, actor) => {
  const moment = findMoment(truth, actor);
  const me = find(truth, actor);
  return moment === undefined || me === undefined ? [] : plansAt(truth, me, moment);
};

/** Plans for simulations, found faster: a second action repeats the first while the target is up. */
export const quickTactics: Tactics<State> = (truth, actor) => {
  const moment = findMoment(truth, actor);
  const me = find(truth, actor);
  if (moment === undefined || me === undefined) return [];
  const again = moment === 'speaks' && truth.stage !== 'DECLARE' ? repeatFirstAction(truth, me) : undefined;
  return again === undefined ? plansAt(truth, me, moment) : [again];
};
