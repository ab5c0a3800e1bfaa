import { z } from 'zod';
import { ok, ref, refuse, say, sentences, term } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { askQuestion, type Caller, gmActor } from '../../rules/expected-action.ts';
import { combatantOffer, combatantParam, doneVerdict, type InteractiveRuling, type Verdict } from '../../rules/verb.ts';
import { doTrivialAction, resolveAct, resolveAttack } from './attack.ts';
import { numberParam, opponentsOf, otherTargets, requireMovement, requireStage } from './checks.ts';
import { currentStep } from './delayed.ts';
import { findSpell, isArmedManeuver, requireWeapon } from './maneuvers.ts';
import { actualAction, describeAction, needsTarget, requireTarget } from './nomination/action.ts';
import { nextNominators } from './nomination/nomination.ts';
import type { RefusalCode } from './refusals.ts';
import {
  type CheckResult,
  type Combatant,
  combatantId,
  type Draft,
  endSlot,
  endStep,
  event,
  find,
  findByName,
  type Nomination,
  nominationSchema,
  order,
  replace,
  type SlotNumber,
  type State,
  slotNumberSchema,
  slotOf,
  withSlot,
} from './state.ts';

const metres = z.int().min(0);

/** Ends a step of the acting order without its action; the combatant has walked `move` metres. */
const dropStep = (state: State, who: string, slot: SlotNumber, status: 'passed' | 'lapsed', move: number): State =>
  endStep(
    replace(state, who, (me) => ({ ...endSlot(me, slot, status), moved: me.moved + move })),
    who,
    slot,
  );

/** True if the combatant does not abandon its extended action by this action. ST-RES-10. */
const continuesExtendedAction = ({ action }: Nomination): boolean =>
  action === 'continue' || action === 'recover' || action === 'none';

/** A combatant carries out its nominated action; it may have walked before. ST-MOVE-1, ST-ACT-6. */
export const actionTaken = event('taken', {
  facts: {
    who: combatantId,
    slot: slotNumberSchema,
    move: metres,
    as: nominationSchema,
    /** The new target of the continued extended action. Undefined if the target does not change. ST-NOM-8. */
    retarget: combatantId.optional(),
  },
  apply: (state, { who, slot, move, as, retarget }) => {
    const change = (me: Combatant): Combatant => {
      const extended = continuesExtendedAction(as) ? me.extended : undefined;
      const action = extended && { ...extended.action, target: retarget ?? extended.action.target };
      return {
        ...withSlot(me, slot, { status: 'taken', as }),
        moved: me.moved + move,
        dazed: me.dazed && as.action !== 'recover',
        extended: extended && action && { ...extended, action },
      };
    };
    return endStep(replace(state, who, change), who, slot);
  },
  narrate: ({ who, as, move }) => {
    const walks = say`${ref(who)} walks ${move} m.`;
    switch (as.action) {
      case 'none':
        return line(move > 0 ? walks : say`${ref(who)} does nothing.`, 'quiet');
      case 'recover':
        return line(move > 0 ? say`${ref(who)} walks ${move} m and recovers.` : say`${ref(who)} recovers.`, 'quiet');
      case 'trivial': {
        const text = say`${ref(who)}: ${describeAction(as)}.`;
        return line(sentences(move > 0 && walks, text), 'plain', [[step('ST-ACT-5', 'no roll')]]);
      }
      default:
        return move > 0 ? line(walks, 'quiet') : undefined;
    }
  },
  // Everyone sees who walks, because there is no board that could hide a walk. ST-MOVE-2, ST-RUL-23.
  actors: ({ who, move }) => (move > 0 ? [who] : []),
});

/** A combatant dropped its action; it may have walked before. ST-ACT-7. */
export const passed = event('passed', {
  facts: { who: combatantId, slot: slotNumberSchema, move: metres },
  apply: (state, { who, slot, move }) => dropStep(state, who, slot, 'passed', move),
  narrate: ({ who, move }) =>
    line(move > 0 ? say`${ref(who)} passes and walks ${move} m.` : say`${ref(who)} passes.`, 'quiet'),
  actors: ({ who, move }) => (move > 0 ? [who] : []),
});

const lapseWords = {
  TARGET_DEAD: 'the target is dead',
  NO_SUCH_TARGET: 'the target is gone',
  WEAPON_BROKEN: 'the weapon is broken',
  NO_WEAPON: 'the weapon is not ready',
  UNKNOWN_SPELL: 'the spell is gone',
} as const satisfies Partial<Record<RefusalCode, string>>;
type LapseCode = keyof typeof lapseWords;

/** An action became impossible and was lost. ST-NOM-8. */
export const lapsed = event('lapsed', {
  facts: { who: combatantId, slot: slotNumberSchema, move: metres, code: z.string() },
  apply: (state, { who, slot, move }) => dropStep(state, who, slot, 'lapsed', move),
  narrate: ({ who, code }) =>
    line(
      say`${ref(who)}’s action lapses: ${term((lapseWords as Readonly<Record<string, string>>)[code] ?? code)}.`,
      'quiet',
      [[step('ST-NOM-8', 'no dice are rolled')]],
    ),
});

/** Why the nominated action is impossible now. Undefined if it is possible. ST-NOM-8, ST-RUL-15. */
export const findLapse = (state: State, me: Combatant, nomination: Nomination): LapseCode | undefined => {
  const actual = actualAction(me, nomination);
  const gone = targetLapse(state, me, actual);
  if (gone !== undefined) return gone;
  if (isArmedManeuver(actual.action)) {
    const weapon = requireWeapon(me, actual.action, actual.weapon);
    if (!weapon.ok) return weapon.error.code === 'WEAPON_BROKEN' ? 'WEAPON_BROKEN' : 'NO_WEAPON';
  }
  return actual.action === 'spell' && findSpell(me, actual.spell) === undefined ? 'UNKNOWN_SPELL' : undefined;
};

/** Why the target can no longer be chosen. Undefined if it can, even if incapacitated. ST-NOM-8, ST-RUL-58. */
const targetLapse = (state: State, me: Combatant, actual: Nomination): LapseCode | undefined => {
  if (!needsTarget(me, actual)) return undefined;
  const target = findByName(state, actual.target ?? '');
  return target === undefined ? 'NO_SUCH_TARGET' : target.life === 'dead' ? 'TARGET_DEAD' : undefined;
};

export const isTargetLapse = (code: LapseCode | undefined): boolean =>
  code === 'TARGET_DEAD' || code === 'NO_SUCH_TARGET';

interface DueStep {
  readonly me: Combatant;
  readonly slot: SlotNumber;
  readonly as: Nomination;
  readonly move: number;
}

/** Requires a nominated action that is due now, in the rulebook’s order of refusals. ST-RES-8, ST-SIM-2. */
const requireDueStep = (
  state: State,
  call: Caller,
  { move: distance }: { readonly move: number },
): CheckResult<DueStep> => {
  const me = requireStage(state, call, 'ACTIONS');
  if (!me.ok) return me;
  const { id: who } = me.value;
  if (state.pendingAttack !== undefined) return refuse('DEFENSE_PENDING', { name: ref(who) });
  if (!state.steps.some((each) => each.combatant === who && !each.over))
    return refuse('NO_FURTHER_ACTION', { name: ref(who) });
  const now = currentStep(state);
  if (now?.combatant !== who) return refuse('NOT_YOUR_STEP', { name: ref(who) });
  const action = slotOf(me.value, now.slot);
  if (nextNominators(state).length > 0 || action.status !== 'nominated')
    return refuse('NOT_NOMINATED', { name: ref(who) });
  const move = requireMovement(me.value, distance, state.settings);
  return move.ok ? ok({ me: me.value, slot: now.slot, as: action.as, move: move.value }) : move;
};

/** Requires a new target that is possible, under `lapse: retarget`. ST-NOM-8. */
const requireFreshTarget = (
  state: State,
  { me }: DueStep,
  code: LapseCode,
  target: string | undefined,
): CheckResult<string> => {
  // The target may be hidden from the player, so the refusal does not name it.
  if (target === undefined) return refuse(code, { nominated: 'The nominated target' });
  const found = requireTarget(state, me, target);
  return found.ok ? ok(found.value.id) : found;
};

const lapse = ({ emit }: Draft, { me, slot, move }: DueStep, code: LapseCode): typeof doneVerdict => {
  emit(lapsed({ who: me.id, slot, move, code }));
  return doneVerdict;
};

/** Carries out the nominated action, perhaps with another target or weapon. ST-RES-1. */
const carryOut = (
  draft: Draft,
  { me: { id: who }, slot, as: nominated, move }: DueStep,
  change: Partial<Nomination>,
): Verdict<RefusalCode> => {
  const as = { ...nominated, ...change };
  const retarget = nominated.action === 'continue' ? change.target : undefined;
  draft.emit(actionTaken({ who, slot, move, as, retarget }));
  const me = find(draft.now(), who);
  if (me === undefined) return doneVerdict;
  const actual = actualAction(me, as);
  if (actual.action === 'trivial') doTrivialAction(draft, me, actual);
  else if (actual.class === 'attack') resolveAttack(draft, me, slot, actual);
  else if (actual.action === 'act' || actual.action === 'spell') resolveAct(draft, me, actual);
  return doneVerdict;
};

/** Asks the GM (`lapse: ask`) to drop the action, or to change the target or weapon. */
function* askGmAboutLapse(draft: Draft, mine: DueStep, code: LapseCode): InteractiveRuling<RefusalCode> {
  const { me, as } = mine;
  const { action } = actualAction(me, as);
  const targets = otherTargets(draft.now(), me.id).map(({ id }) => ({
    id: `target:${id}`,
    label: say`Target ${ref(id)} instead`,
  }));
  const weapons = me.sheet.weapons
    .filter(({ name }) => isArmedManeuver(action) && requireWeapon(me, action, name).ok)
    .map(({ name }) => ({ id: `weapon:${name}`, label: say`Use the ${name} instead` }));
  const answer: string = yield* askQuestion<string>({
    to: gmActor,
    kind: 'lapse',
    says: say`${ref(me.id)}’s action is no longer possible. Does it lapse?`,
    choices: [{ id: 'lose', label: 'The action lapses' }, ...(isTargetLapse(code) ? targets : weapons)].slice(0, 25),
    auto: 'lose',
  });
  const [kind, ...rest] = answer.split(':');
  const chosen = rest.join(':');
  if (kind === 'target') return carryOut(draft, mine, { target: chosen });
  return kind === 'weapon' ? carryOut(draft, mine, { weapon: chosen }) : lapse(draft, mine, code);
}

/** Carries out the nominated action; the combatant may also walk. ST-MOVE-1, ST-NOM-5, ST-NOM-8, ST-RES-1. */
export const takeAction = order({
  summary: 'Carry out the action you nominated; you may also walk',
  role: 'player',
  visibility: 'seen',
  params: z.strictObject({
    move: numberParam('How many metres you walk').default(0),
    target: combatantParam('A new target, if yours is dead or gone').optional(),
  }),
  offers: {
    target: (state, { actor }) => opponentsOf(state, actor).map(combatantOffer),
  },
  requires: requireDueStep,
  resolve: (draft, _, { target }, mine) => {
    const state = draft.now();
    const code = findLapse(state, mine.me, mine.as);
    if (code === undefined) return carryOut(draft, mine, {});
    if (state.settings.lapse === 'ask') return askGmAboutLapse(draft, mine, code);
    if (state.settings.lapse === 'lose' || !isTargetLapse(code)) return lapse(draft, mine, code);
    const fresh = requireFreshTarget(state, mine, code, target);
    return fresh.ok ? carryOut(draft, mine, { target: fresh.value }) : fresh;
  },
});

/** Drops the nominated action; the combatant may still walk. ST-ACT-7, ST-NOM-5, ST-RUL-55. */
export const pass = order({
  summary: 'Drop the action you nominated; you may still walk',
  role: 'player',
  visibility: 'in-sight',
  params: z.strictObject({ move: numberParam('How many metres you walk').default(0) }),
  requires: requireDueStep,
  resolve: (_, __, { move }, { me, slot }) => passed({ who: me.id, slot, move }),
});
