import { z } from 'zod';
import { maskedRef, ref, refuse, say, term } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import type { Square } from '../../rules/grid/square.ts';
import { combatantOffer, combatantParam, doneVerdict } from '../../rules/verb.ts';
import { foesOf, noOffers, offersForCurrentPlayer, requireActivation, requireHostileTarget } from './checks.ts';
import { createMoverContext, findEnteredZoneOwners } from './movement/path.ts';
import { testResultShape, testRow, testWarrior } from './skill-tests.ts';
import {
  type Draft,
  event,
  type Figure,
  figuresOf,
  findActingWarrior,
  order,
  type PartialRuling,
  traitCopies,
  updateActivation,
} from './state.ts';
import { runWithTriggers } from './triggers/triggers.ts';
import { areStepsVisible } from './visibility.ts';

/** A warrior passes or fails a Morale test against a foe. DS-TRAIT-8, DS-TRAIT-9. */
export const moraleTested = event('morale-tested', {
  facts: {
    warrior: z.string(),
    against: z.string(),
    why: z.enum(['fearsome', 'awe']),
    ...testResultShape,
  },
  apply: (state, { why, against, passed }) =>
    updateActivation(state, (now) => {
      const which = why === 'fearsome' ? 'fearsome' : 'dared';
      return { [which]: { ...now[which], [against]: passed ? 'passed' : 'failed' } };
    }),
  narrate: ({ warrior, against, passed, ...tested }, { reader }) =>
    line(
      passed
        ? say`${ref(warrior)} dares to face ${maskedRef(against)}.`
        : say`${ref(warrior)} does not dare to face ${maskedRef(against)}.`,
      passed ? 'good' : 'bad',
      [
        [
          ...testRow(term('Morale'), tested, areStepsVisible(reader, warrior)),
          step('DS-TEST-5', passed ? 'passed' : 'failed'),
        ],
      ],
    ),
});

/** Runs the Morale tests for entering a space. True if the warrior passes all. DS-TRAIT-8, RULING-6, RULING-68. */
export function* passesMoraleTests(draft: Draft, id: string, from: Square, to: Square): PartialRuling<boolean> {
  const acting = findActingWarrior(draft.now());
  if (acting === undefined) return false;
  // Fearsome warriors are rare, and the zones are slow to calculate.
  if (figuresOf(draft.now()).every((figure) => traitCopies(figure, 'fearsome') === 0)) return true;
  const way = createMoverContext(draft.now(), acting.warrior);
  if (way === undefined) return false;
  const feared = findEnteredZoneOwners(way, from, to)
    .filter((owner) => traitCopies(owner, 'fearsome') > 0 && acting.activation.fearsome[owner.id] !== 'passed')
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const owner of feared)
    if ((yield* runWithTriggers(draft, 'zone.enter', id, (more) => testMorale(draft, id, owner, more))) === false)
      return false;
  return true;
}

/** Tests the Morale of a warrior that wants to enter a Fearsome foe’s zone. DS-TRAIT-8. */
function* testMorale(draft: Draft, id: string, owner: Figure, more: number): PartialRuling<boolean> {
  const mover = findActingWarrior(draft.now())?.warrior;
  if (mover === undefined) return false;
  const tested = yield* testWarrior(draft, mover, 'morale', { kind: 'player', player: owner.owner }, more);
  draft.emit(moraleTested({ warrior: id, against: owner.id, why: 'fearsome', ...tested }));
  return tested.passed;
}

/** Offers awe-inspiring foes that the warrior has not tested Morale against. */
const dareable = offersForCurrentPlayer((state) => {
  const acting = findActingWarrior(state);
  if (acting === undefined || acting.activation.started) return noOffers;
  return foesOf(state, acting.warrior)
    .filter((foe) => traitCopies(foe, 'awe-inspiring') > 0 && acting.activation.dared[foe.id] === undefined)
    .map(combatantOffer);
});

/** Takes a Morale test to face an awe-inspiring foe. DS-CMD-12, DS-TRAIT-9, RULING-69. */
export const dare = order({
  summary: 'Take a Morale test to face an awe-inspiring foe, before anything else',
  role: 'player',
  params: z.strictObject({ target: combatantParam('The awe-inspiring foe to face') }),
  offers: { target: dareable },
  requires: requireActivation,
  resolve: function* (draft, _call, params, { activation, warrior }) {
    const state = draft.now();
    if (activation.started) return refuse('E_DARE_TOO_LATE', { warrior: ref(warrior.id) });
    const found = requireHostileTarget(state, warrior, params.target);
    if (!found.ok) return found;
    const target = found.value;
    if (traitCopies(target, 'awe-inspiring') === 0) return refuse('E_NO_AWE', { target: ref(target.id) });
    if (activation.dared[target.id] !== undefined)
      return refuse('E_DARE_REPEATED', { warrior: ref(warrior.id), target: ref(target.id) });
    const tested = yield* testWarrior(draft, warrior, 'morale', { kind: 'player', player: target.owner });
    draft.emit(moraleTested({ warrior: warrior.id, against: target.id, why: 'awe', ...tested }));
    return doneVerdict;
  },
});
