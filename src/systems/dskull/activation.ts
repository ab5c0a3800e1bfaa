import { effectSum } from '../../rules/effects.ts';
import { groundOf } from './board.ts';
import { loseCondition } from './conditions.ts';
import { unawareOf } from './ranged.ts';
import { passTurn, tick } from './rounds.ts';
import { actingIn, isFigure, seatOf, warriorOf } from './seats.ts';
import type { Activation, Condition, Draft, Figure, Part, State } from './state.ts';
import { fire } from './triggers.ts';
import type { Selection } from './weapons.ts';

const copies = (list: readonly Condition[], condition: Condition): number =>
  list.filter((each) => each === condition).length;

/** What conditions take from an activation (DS-COND-2, DS-COND-3, DS-COND-4). */
export interface Toll {
  readonly stunned: number;
  readonly wounded: number;
  readonly lost: Condition[];
  readonly ends: boolean;
}

export const tollOf = (state: State, { conditions }: Figure): Toll => {
  const stunned = copies(conditions, 'stunned');
  const wounded = copies(conditions, 'wounded');
  const ends = wounded > 0 && state.settings.cond.woundedEndsActivation;
  const lost = conditions.filter((each) => each === 'wounded' || (each === 'stunned' && !ends));
  return { stunned: ends ? 0 : stunned, wounded, lost, ends };
};

/** DS-ACT-1. `unseen`: others are not to see that it begins. */
export function* activate(draft: Draft, { id }: Figure, selection: Selection, unseen: boolean): Part {
  tick(draft, 'start', id);
  const before = yield* fire(draft, 'before', 'activation.start', id);
  const warrior = warriorOf(draft.now(), id);
  if (warrior === undefined || !isFigure(warrior)) return yield* passTurn(draft);
  if (before.cancelled) {
    draft.emit({ type: 'activation-prevented', warrior: id });
    return yield* passTurn(draft);
  }
  const selecting = yield* fire(draft, 'before', 'weapons.select', id);
  open(draft, warrior, { actions: 2 + before.amount, selection: selecting.cancelled ? unarmed : selection, unseen });
  const during = yield* fire(draft, 'during', 'activation.start', id);
  if (during.amount !== 0 && actingIn(draft.now()))
    draft.emit({ type: 'actions-changed', warrior: id, by: during.amount });
  const ends = yield* payToll(draft);
  if (!selecting.cancelled) {
    yield* fire(draft, 'during', 'weapons.select', id);
    yield* fire(draft, 'after', 'weapons.select', id);
  }
  yield* fire(draft, 'after', 'activation.start', id);
  if (ends) yield* endActivation(draft, 'wounded');
  else yield* settle(draft);
}

const unarmed: Selection = { active: [], primary: undefined };

/** DS-ACT-1 (1). */
const open = (
  draft: Draft,
  warrior: Figure,
  { actions, selection, unseen }: { readonly actions: number; readonly selection: Selection; readonly unseen: boolean },
): void => {
  const { active, primary } = selection;
  const now = draft.now();
  const activation: Activation = {
    warrior: warrior.id,
    seat: warrior.owner,
    actions: Math.max(0, actions + effectSum(now.effects, warrior.id, 'actions')),
    mp: 0,
    active: [...active],
    primary,
    attackActions: 0,
    attacks: {},
    symbolSpent: false,
    started: false,
    fearsome: {},
    dared: {},
    startedAt: warrior.at,
    unaware: now.board === undefined ? [] : unawareOf(now, groundOf(now.board), warrior.at, warrior),
    distracted: warrior.conditions.includes('distracted'),
  };
  draft.emit({ type: 'activated', activation, lost: [], stunned: 0, wounded: 0, ...(unseen && { unseen }) });
};

/** DS-ACT-1 (3). True where a wound ends the activation at once (DS-COND-3). */
function* payToll(draft: Draft): Part<boolean> {
  const acting = actingIn(draft.now());
  if (acting === undefined) return false;
  const { id } = acting.warrior;
  const { stunned, wounded, lost, ends } = tollOf(draft.now(), acting.warrior);
  if (lost.length === 0) return false;
  const actions = ends ? 0 : Math.max(0, acting.activation.actions - stunned - 2 * wounded);
  draft.emit({ type: 'toll-paid', warrior: id, stunned, wounded, actions });
  for (const condition of lost) yield* loseCondition(draft, id, condition, true);
  return ends;
}

/** DS-TAC-8. Could this activation still spend a stored symbol, whatever good it would do? */
const mightSpend = (state: State, { seat, symbolSpent }: Activation): boolean => {
  const stored = seatOf(state, seat)?.symbols;
  return !symbolSpent && stored !== undefined && stored.HIT + stored.ADV > 0;
};

/** DS-ACT-9. Is there nothing left to spend? */
export const isSpent = (state: State, activation: Activation): boolean =>
  activation.actions === 0 &&
  activation.mp === 0 &&
  Object.values(activation.attacks).every((left) => left === 0) &&
  !mightSpend(state, activation);

/** DS-ACT-9, DS-ACT-10, RULING-56. After every command of an activation: it may be over by itself. */
export function* settle(draft: Draft): Part {
  const { activation, phase, settings } = draft.now();
  if (phase !== 'resolution') return;
  if (activation === undefined) return yield* passTurn(draft);
  if (settings.round.autoEnd && isSpent(draft.now(), activation)) yield* endActivation(draft, 'nothing-left');
}

/** DS-ACT-9, DS-COND-5, scenario 22.3. */
export function* endActivation(draft: Draft, why: 'command' | 'nothing-left' | 'wounded'): Part {
  const acting = actingIn(draft.now());
  if (acting === undefined) return;
  const { id } = acting.warrior;
  const before = yield* fire(draft, 'before', 'activation.end', id);
  if (before.cancelled) return;
  yield* fire(draft, 'during', 'activation.end', id);
  bringHome(draft, id);
  if (draft.now().activation !== undefined) draft.emit({ type: 'activation-ended', warrior: id, why });
  if (acting.activation.distracted) yield* loseCondition(draft, id, 'distracted');
  tick(draft, 'end', id);
  yield* fire(draft, 'after', 'activation.end', id);
  yield* passTurn(draft);
}

/** Scenario 22.3. Whoever ends an activation with the lantern on the own home row scores 4 and ends the game after this round. */
const bringHome = (draft: Draft, id: string): void => {
  const { things, scenario, seats, ending } = draft.now();
  const warrior = warriorOf(draft.now(), id);
  const home = scenario.home[seats.findIndex((seat) => seat.id === warrior?.owner)];
  const lantern = things.find(({ kind, carrier }) => kind === 'lantern' && carrier === id);
  if (ending || warrior === undefined || lantern === undefined || home === undefined || warrior.at?.y !== home) return;
  draft.emit({ type: 'scored', seat: warrior.owner, vp: 4, why: `${lantern.name} brought home`, about: id });
  draft.emit({ type: 'ending', why: lantern.name });
};
