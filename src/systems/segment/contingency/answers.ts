import { z } from 'zod';
import { maskedRef, ok, ref, refuse, say, term } from '../../../core/message.ts';
import { line, step } from '../../../rules/event.ts';
import { combatantOffer, combatantParam, doneVerdict, type FindParamOffers, textParam } from '../../../rules/verb.ts';
import { releaseSpell, spellForgone } from '../casting.ts';
import {
  attackInQuestion,
  requireAsked,
  requireDefenderQuestion,
  requireFoe,
  requireRedirectableAction,
  requireTarget,
} from '../checks.ts';
import { offerRoutes } from '../declaration/choices.ts';
import { pathParam } from '../declaration/text.ts';
import { pushForgone } from '../forced-moves.ts';
import { requirePath, walkAway } from '../movement.ts';
import { attackWithSlot } from '../round/action.ts';
import { event, find, findByName, isSlotOpen, movementProgressSchema, order, type State, update } from '../state.ts';
import { scheduleMovementAfterAttack } from '../withdrawal.ts';
import { actionLost, redirected, redirectRefusal, replacementTargets, stepIntoReach } from './question.ts';

/** The attacker will not be asked again about this target in this round. SEG-DECL-9. */
export const attackConfirmed = event('attack-confirmed', {
  facts: { who: z.string(), number: z.int() },
  apply: (state, { who, number }) =>
    update({ ...state, pending: undefined }, who, ({ initiatives }) => {
      const on = initiatives.find((slot) => slot.number === number)?.target;
      return { initiatives: initiatives.map((slot) => (slot.target === on ? { ...slot, settled: true } : slot)) };
    }),
});

export const turnedAway = event('turned-away', {
  facts: {
    who: z.string(),
    from: z.string(),
    numbers: z.array(z.int()),
    does: z.string(),
    march: movementProgressSchema.optional(),
  },
  apply: (state, event) =>
    update({ ...state, pending: undefined }, event.who, ({ initiatives }) => ({
      initiatives: initiatives.map((slot) =>
        event.numbers.includes(slot.number) ? { ...slot, status: 'lost', lost: 'turned away' } : slot,
      ),
      ...(event.march && { march: event.march, parted: false }),
    })),
  narrate: ({ who, from, does }) =>
    line(say`${ref(who)} leaves ${maskedRef(from)} alone: ${term(does)}.`, 'plain', [
      [step('SEG-DECL-9', 'against desperate defense')],
    ]),
});

/** Properties of every order that answers a question of the round. */
const answer = { role: 'player', visibility: 'in-sight' } as const;

/** Offers the targets to which the player may redirect the attack in question. SEG-DECL-7. */
const offerRedirectTargets: FindParamOffers<State> = (state, { actor }) => {
  const about = attackInQuestion(state);
  const who = findByName(state, about?.who ?? actor);
  const slot = who?.initiatives.find(({ number, status }) =>
    about === undefined ? status === 'waiting' : number === about.number,
  );
  return who === undefined || slot === undefined ? [] : replacementTargets(state, who, slot).map(combatantOffer);
};

/** Redirects the attack or spell in question to another target. SEG-DECL-7, SEG-DECL-9, SEG-ROUND-5. */
export const redirect = order({
  summary: 'Turn an attack or spell that lost its target to another target',
  ...answer,
  params: z.strictObject({ target: combatantParam('The new target') }),
  offers: { target: offerRedirectTargets },
  requires: requireRedirectableAction,
  resolve: (draft, _, params, { who, slot, pending }) => {
    const state = draft.now();
    const spell = slot.kind === 'cast';
    const target = spell ? requireTarget(state, params.target) : requireFoe(state, who, params.target);
    if (!target.ok) return target;
    const { id, life } = target.value;
    if (life !== 'up') return refuse('TARGET_DOWN', { target: ref(id), life: term(life) });
    const problem = redirectRefusal(state, who, slot, target.value);
    if (problem !== undefined) return refuse('NOT_A_MINOR_CHANGE', { target: ref(id), problem });

    stepIntoReach(draft, who.id, slot, target.value);
    draft.emit(redirected({ who: who.id, number: slot.number, from: slot.target ?? id, to: id, spell }));
    if (spell) releaseSpell(draft, who.id);
    else if (pending !== undefined) attackWithSlot(draft, who.id, slot.number);
    return doneVerdict;
  },
});

/** Gives up the attack, spell or push in question. SEG-DECL-7, SEG-ROUND-5, SEG-DEF-8. */
export const forgo = order({
  summary: 'Give up the attack, the spell or the push in question',
  ...answer,
  resolve: (draft, call) => {
    const state = draft.now();
    const { pending } = state;
    if (pending?.kind === 'push' && state.status !== 'ended') {
      const may = requireAsked(state, call, pending.who);
      return may.ok ? pushForgone({ who: pending.who, on: pending.on }) : may;
    }
    const found = requireRedirectableAction(state, call);
    if (!found.ok) return found;
    const { who, slot } = found.value;

    if (slot.kind === 'cast') return spellForgone({ who: who.id, spell: who.casting?.spell ?? 'The spell' });
    const segment = state.clock?.segment ?? slot.segment;
    draft.emit(actionLost({ who: who.id, number: slot.number, segment, kind: slot.kind, why: 'forgone' }));
    scheduleMovementAfterAttack(draft, who.id);
    return doneVerdict;
  },
});

/** Attacks the target as declared, although the target only defends. SEG-DECL-9. */
export const keepTarget = order({
  summary: 'Attack as declared, although the target only defends',
  command: 'attack-anyway',
  ...answer,
  requires: requireDefenderQuestion,
  resolve: (draft, _, __, { pending: { who, number } }) => {
    draft.emit(attackConfirmed({ who, number }));
    attackWithSlot(draft, who, number);
    return doneVerdict;
  },
});

/** Replaces the remaining attacks on a desperate defender with another action. SEG-DECL-9, SEG-RUL-4. */
export const turnAway = order({
  summary: 'Leave a desperate defender alone and do something else',
  command: 'do-something-else',
  ...answer,
  params: z.strictObject({
    does: textParam('What you do instead, in your own words').default('turns away'),
    path: pathParam.optional(),
  }),
  offers: { path: offerRoutes },
  requires: requireDefenderQuestion,
  resolve: (draft, _, { does, path }, { who, pending: { target, segment } }) => {
    const state = draft.now();
    if (find(state, target)?.defending?.kind !== 'desperate')
      return refuse('NOT_A_MINOR_CHANGE', { target: ref(target) });
    const numbers = who.initiatives.filter(isSlotOpen).map(({ number }) => number);
    const facts = { who: who.id, from: target, numbers, does };
    if (path === undefined) return turnedAway(facts);
    if (who.noMovement) return refuse('NO_MOVEMENT_CONFLICT', { what: term('moving off') });
    if (who.aiming !== undefined) return refuse('AIM_AND_MOVE');
    if (path === 'unreadable') return refuse('BAD_PATH', { problem: term('it cannot be read') });
    const march = walkAway(path, segment, target);
    const walkable = 'squares' in path && who.pos !== undefined ? requirePath(state, who, path, march.rate) : ok(path);
    return walkable.ok ? turnedAway({ ...facts, march }) : walkable;
  },
});
