import { z } from 'zod';
import {
  count,
  listing,
  phrase,
  present,
  ref,
  refuse,
  say,
  splitNumberedName,
  type Text,
  term,
} from '../../../core/message.ts';
import { effectSum, tickEffects } from '../../../rules/effects.ts';
import { line, step } from '../../../rules/event.ts';
import { orderAnswer, standingOrderForMove } from '../../../rules/expected-action.ts';
import { combatantParam, doneVerdict, namesParam, textParam } from '../../../rules/verb.ts';
import {
  offersForCurrentPlayer,
  requireActivation,
  requireOwnTurn,
  requireOwnWarrior,
  warriorOffer,
} from '../checks.ts';
import { loseCondition } from '../conditions.ts';
import { findUnawareSeats } from '../line-of-sight.ts';
import { passTurn } from '../rounds.ts';
import { scoreLanternHome } from '../scenarios.ts';
import {
  type ActingWarrior,
  type Activation,
  activationSchema,
  type Condition,
  conditions,
  type Draft,
  event,
  type Figure,
  figuresOf,
  find,
  findActingWarrior,
  findSeat,
  isFigure,
  order,
  type PartialRuling,
  type State,
  update,
  updateActivation,
} from '../state.ts';
import { fireTriggers } from '../triggers/triggers.ts';
import { actionsChanged, activationEnded } from './actions.ts';
import { selectableWeapons, selectWeapons, type WeaponSelection } from './weapons.ts';

/** The name of a weapon as a text. The second of two equal weapons has a number: `axe 2`. */
export const weaponName = (id: string): Text => {
  const numbered = splitNumberedName(id);
  return numbered === undefined ? term(id) : say`${term(numbered.stem)} ${numbered.number}`;
};

/** A warrior is activated. DS-ACT-1. */
export const activated = event('activated', {
  facts: {
    activation: activationSchema,
    lost: z.array(z.enum(conditions)),
    stunned: z.int(),
    wounded: z.int(),
    /** True for a hidden warrior. Earlier drawn moves stay on the board, so that nothing reveals the activation. */
    unseen: z.literal(true).optional(),
  },
  apply: (state, { activation, lost, unseen }) => ({
    ...update(state, activation.warrior, (warrior) => ({
      conditions: warrior.conditions.filter((each) => !lost.includes(each)),
      held: activation.active,
    })),
    activation,
    strokes: unseen ? state.strokes : [],
  }),
  narrate: ({ activation: { warrior, actions, active }, stunned, wounded }) => {
    const taken = costSteps(stunned, wounded);
    const left = count(actions, 'action');
    return line(
      active.length > 0
        ? say`${ref(warrior)} is activated with ${left} and ${listing(active.map(weaponName))}.`
        : say`${ref(warrior)} is activated with ${left}.`,
      'plain',
      taken.length > 0 ? [[step('DS-ACT-1', '2 actions'), ...taken]] : [],
    );
  },
});

export const activationPrevented = event('activation-prevented', {
  facts: { warrior: z.string() },
  apply: (state, { warrior }) => update(state, warrior, () => ({ ready: false })),
  narrate: ({ warrior }) => line(say`${ref(warrior)} is not activated after all.`, 'bad'),
});

/** A stunned or wounded warrior pays actions for its conditions. DS-COND-2, DS-COND-3. */
export const conditionCostPaid = event('condition-cost-paid', {
  facts: { warrior: z.string(), stunned: z.int(), wounded: z.int(), actions: z.int() },
  apply: (state, { actions }) => updateActivation(state, () => ({ actions })),
  narrate: ({ warrior, stunned, wounded, actions }) => {
    const was = listing(present([stunned > 0 && term('stunned'), wounded > 0 && term('wounded')]));
    const says = say`${ref(warrior)} was ${was} and has ${count(actions, 'action')} left.`;
    return line(says, 'bad', [costSteps(stunned, wounded)]);
  },
});

const costSteps = (stunned: number, wounded: number) =>
  present([
    stunned > 0 && step('DS-COND-2', phrase`−${stunned} stunned`),
    wounded > 0 && step('DS-COND-3', phrase`−${2 * wounded} wounded`),
  ]);

const readyWarriors = offersForCurrentPlayer((state) =>
  figuresOf(state)
    .filter(({ ready, owner }) => ready && owner === state.current)
    .map(warriorOffer),
);

/** Activates a ready warrior with selected weapons. DS-CMD-5. */
export const activate = order({
  summary: 'Activate one of your ready warriors',
  role: 'player',
  params: z.strictObject({
    warrior: combatantParam('One of your ready warriors'),
    weapons: namesParam('The weapons: one, or two one-handed; default: the first on the warrior’s list').optional(),
    primary: textParam('Which of two weapons is the primary one; default: the first', 100).optional(),
  }),
  offers: { warrior: readyWarriors, weapons: selectableWeapons },
  promptFor: () => ['weapons'],
  resolve: function* (draft, call, params) {
    const state = draft.now();
    const seat = requireOwnTurn(state, call, 'resolution');
    if (!seat.ok) return seat;
    if (state.activation !== undefined) return refuse('E_ACTIVATION_OPEN', { warrior: ref(state.activation.warrior) });
    const own = requireOwnWarrior(state, seat.value, params.warrior);
    if (!own.ok) return own;
    const warrior = own.value;
    if (!isFigure(warrior)) return refuse('E_OFF_BOARD', { warrior: ref(warrior.id) });
    if (!warrior.ready) return refuse('E_NOT_READY', { warrior: ref(warrior.id) });
    const selection = selectWeapons(warrior, params.weapons, params.primary);
    if (!selection.ok) return selection;
    const unseen = call.hiddenFrom?.(seat.value.id).includes(warrior.id) ?? false;
    yield* beginActivation(draft, warrior, selection.value, unseen);
    return doneVerdict;
  },
});

/** Actions that a warrior’s conditions cost. `ends`: a wound ends the activation. DS-COND-2, DS-COND-3, DS-COND-4. */
const calculateConditionCost = ({ settings }: State, { conditions }: Figure) => {
  const copies = (condition: Condition): number => conditions.filter((each) => each === condition).length;
  const wounded = copies('wounded');
  const ends = wounded > 0 && settings.cond.woundedEndsActivation;
  const stunned = ends ? 0 : copies('stunned');
  const lost = conditions.filter((each) => each === 'wounded' || (each === 'stunned' && !ends));
  const actionsLeft = (actions: number): number => (ends ? 0 : Math.max(0, actions - stunned - 2 * wounded));
  return { stunned, wounded, lost, ends, actionsLeft };
};

/** Begins an activation. `unseen`: true if the warrior is hidden from other players. DS-ACT-1. */
function* beginActivation(draft: Draft, { id }: Figure, selection: WeaponSelection, unseen: boolean): PartialRuling {
  tickEffects(draft, 'start', id);
  const before = yield* fireTriggers(draft, 'before', 'activation.start', id);
  const warrior = find(draft.now(), id);
  if (warrior === undefined || !isFigure(warrior)) return yield* passTurn(draft);
  if (before.cancelled) {
    draft.emit(activationPrevented({ warrior: id }));
    return yield* passTurn(draft);
  }
  const selecting = yield* fireTriggers(draft, 'before', 'weapons.select', id);
  const now = draft.now();
  const activation: Activation = {
    ...freshActivation(now, warrior, selecting.cancelled ? unarmed : selection, 2 + before.amount),
    unaware: findUnawareSeats(now, warrior.at, warrior),
  };
  draft.emit(activated({ activation, lost: [], stunned: 0, wounded: 0, ...(unseen && { unseen }) }));
  const during = yield* fireTriggers(draft, 'during', 'activation.start', id);
  if (during.amount !== 0 && findActingWarrior(draft.now()))
    draft.emit(actionsChanged({ warrior: id, by: during.amount }));
  const ends = yield* payConditionCost(draft);
  if (!selecting.cancelled) {
    yield* fireTriggers(draft, 'during', 'weapons.select', id);
    yield* fireTriggers(draft, 'after', 'weapons.select', id);
  }
  yield* fireTriggers(draft, 'after', 'activation.start', id);
  if (ends) yield* endActivation(draft, 'wounded');
  else yield* advanceAfterOrder(draft);
}

const unarmed: WeaponSelection = { active: [], primary: undefined };

/** A new activation in which nothing has been spent. DS-DATA-9. */
const freshActivation = (
  { effects }: State,
  { id, owner, at, conditions: own }: Figure,
  { active, primary }: WeaponSelection,
  actions: number,
): Activation => ({
  warrior: id,
  seat: owner,
  actions: Math.max(0, actions + effectSum(effects, id, 'actions')),
  mp: 0,
  active: [...active],
  primary,
  ...{ attackActions: 0, attacks: {}, symbolSpent: false, started: false, fearsome: {}, dared: {} },
  startedAt: at,
  unaware: [],
  distracted: own.includes('distracted'),
});

/** A warrior as it would be after activation with these weapons, ignoring triggers and surprise. DS-ACT-1. */
export const previewActivation = (state: State, warrior: Figure, selection: WeaponSelection): ActingWarrior => {
  const { lost, actionsLeft } = calculateConditionCost(state, warrior);
  const activation = freshActivation(state, warrior, selection, 2);
  return {
    activation: { ...activation, actions: actionsLeft(activation.actions) },
    warrior: {
      ...warrior,
      conditions: warrior.conditions.filter((each) => !lost.includes(each)),
      held: [...selection.active],
    },
  };
};

/** Pays actions for the warrior’s conditions. True if a wound ends the activation at once. DS-ACT-1 (3), DS-COND-3. */
function* payConditionCost(draft: Draft): PartialRuling<boolean> {
  const acting = findActingWarrior(draft.now());
  if (acting === undefined) return false;
  const { id } = acting.warrior;
  const { stunned, wounded, lost, ends, actionsLeft } = calculateConditionCost(draft.now(), acting.warrior);
  if (lost.length === 0) return false;
  const actions = actionsLeft(acting.activation.actions);
  draft.emit(conditionCostPaid({ warrior: id, stunned, wounded, actions }));
  for (const condition of lost) yield* loseCondition(draft, id, condition, true);
  return ends;
}

/** True if this activation may still spend a stored symbol. DS-TAC-8. */
const canStillSpendSymbol = (state: State, { seat, symbolSpent }: Activation): boolean => {
  const stored = findSeat(state, seat)?.symbols;
  return !symbolSpent && stored !== undefined && stored.HIT + stored.ADV > 0;
};

/** True if the activation has nothing left to spend. DS-ACT-9. */
export const isActivationSpent = (state: State, activation: Activation): boolean =>
  activation.actions === 0 &&
  activation.mp === 0 &&
  Object.values(activation.attacks).every((left) => left === 0) &&
  !canStillSpendSymbol(state, activation);

/** Ends the activation, or passes the turn, if nothing is left to do after an order. DS-ACT-9, DS-ACT-10, RULING-56. */
export function* advanceAfterOrder(draft: Draft): PartialRuling {
  const { activation, phase, settings } = draft.now();
  if (phase !== 'resolution') return;
  if (activation === undefined) return yield* passTurn(draft);
  if (settings.round.autoEnd && isActivationSpent(draft.now(), activation)) yield* endActivation(draft, 'nothing-left');
}

/** Ends the activation and passes the turn, unless an effect prevents it. DS-ACT-9, DS-COND-5, scenario 22.3. */
function* endActivation(draft: Draft, why: 'command' | 'nothing-left' | 'wounded'): PartialRuling {
  const acting = findActingWarrior(draft.now());
  if (acting === undefined) return;
  const { id } = acting.warrior;
  const before = yield* fireTriggers(draft, 'before', 'activation.end', id);
  if (before.cancelled) return;
  yield* fireTriggers(draft, 'during', 'activation.end', id);
  scoreLanternHome(draft, id);
  if (draft.now().activation !== undefined) draft.emit(activationEnded({ warrior: id, why }));
  if (acting.activation.distracted) yield* loseCondition(draft, id, 'distracted');
  tickEffects(draft, 'end', id);
  yield* fireTriggers(draft, 'after', 'activation.end', id);
  yield* passTurn(draft);
}

/** Ends the player’s current activation. After the last activation of a round, the next round begins. DS-CMD-15. */
export const end = order({
  summary: 'End your warrior’s activation',
  role: 'player',
  requires: requireActivation,
  resolve: function* (draft) {
    yield* endActivation(draft, 'command');
    return doneVerdict;
  },
});

export const activationStandingOrderKind = standingOrderForMove('must activate a warrior', 'activate the best warrior');
export const turnStandingOrderKind = standingOrderForMove('must act with a warrior', 'take the best action', {
  end: orderAnswer('end the activation', 'end'),
});
