import { z } from 'zod';
import { formatSigned, maskedRef, phrase, ref, refuse, say, sentences, term } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { combatantParam, oneOfParam, textParam, wholeNumberParam } from '../../rules/verb.ts';
import { gmOnTarget, offerAllCombatants, requireCombatant, requireGmInBattle, requireGmTarget } from './checks.ts';
import { lightLevels } from './sheet.ts';
import { adHocModifierRolls, adHocModifierSchema, event, formatKey, order, surpriseKinds, update } from './state.ts';

export const modifierAdded = event('modifier-added', {
  facts: { adHoc: adHocModifierSchema },
  apply: (state, event) => ({ ...state, adHocs: [...state.adHocs, event.adHoc] }),
  narrate: ({ adHoc: { who, on: roll, amount, reason } }, { reader }) =>
    reader.gm
      ? line(say`${formatSigned(amount)} (${reason}) on the next ${term(roll)} of ${ref(who)}.`, 'quiet')
      : undefined,
});

const surpriseWords = { none: 'none', in: 'in combat', out: 'out of combat', unseen: 'attacker unseen' } as const;

export const surpriseSet = event('surprise-set', {
  facts: { attacker: z.string(), target: z.string(), kind: z.enum([...surpriseKinds, 'none']) },
  apply: (state, event) => {
    const { attacker, target, kind } = event;
    // An attacker may be both unexpected and unseen.
    const stays = (old: string) => kind !== 'none' && (old === 'unseen') !== (kind === 'unseen');
    const others = state.surprises.filter(
      (each) => each.attacker !== attacker || each.target !== target || stays(each.kind),
    );
    return { ...state, surprises: kind === 'none' ? others : [...others, { attacker, target, kind }] };
  },
  narrate: ({ attacker, target, kind }, { reader }) =>
    reader.gm
      ? line(say`Surprise of ${ref(target)} by ${ref(attacker)}: ${term(surpriseWords[kind])}.`, 'quiet')
      : undefined,
});

export const coverSet = event('cover-set', {
  facts: { target: z.string(), from: z.string().optional(), kind: z.enum(['none', 'soft', 'hard']) },
  apply: (state, event) => {
    const { target, from, kind } = event;
    const others = state.covers.filter((each) => each.target !== target || each.from !== from);
    return {
      ...state,
      covers: kind === 'none' ? others : [...others, { target, kind, from }],
    };
  },
  narrate: ({ target, from, kind }) =>
    line(
      sentences(
        kind === 'none' ? say`${ref(target)} has no cover.` : say`${ref(target)} has ${term(kind)} cover.`,
        from !== undefined && say`This counts only against ${maskedRef(from)}.`,
      ),
      'quiet',
      [[step('SEG-RANGED-5', kind)]],
    ),
});

export const lightingSet = event('lighting-set', {
  facts: { from: z.enum(lightLevels), to: z.enum(lightLevels) },
  apply: (state, event) => ({ ...state, lighting: event.to }),
  narrate: ({ from, to }) =>
    line(phrase`The lighting is now: ${formatKey(to)}.`, 'plain', [
      [step('SEG-MELEE-4', phrase`${formatKey(from)} → ${formatKey(to)}`)],
    ]),
});

/** A prone combatant stood up by the GM’s ruling. SEG-RUL-17. */
export const stoodUp = event('stood-up', {
  facts: { who: z.string() },
  apply: (state, { who }) => update(state, who, () => ({ prone: false })),
  narrate: ({ who }) => line(say`${ref(who)} is no longer prone.`, 'quiet'),
});

/** Marks a target as surprised by this attacker’s next attack, or as unable to see it. SEG-SURP-1, SEG-SURP-6. */
export const surprise = order({
  summary: 'Mark a target as surprised by an attacker, or the attacker as unseen',
  role: 'gm',
  params: z.strictObject({
    attacker: combatantParam('Who attacks'),
    target: combatantParam('Who is surprised'),
    kind: oneOfParam('In combat, out of combat, attacker unseen, or none of it', [...surpriseKinds, 'none']).default(
      'in',
    ),
  }),
  offers: { attacker: offerAllCombatants, target: offerAllCombatants },
  requires: (state, call, { attacker }) => requireGmTarget(state, call, { target: attacker }),
  resolve: (draft, _, { target: named, kind }, attacker) => {
    const target = requireCombatant(draft.now(), named);
    return target.ok ? surpriseSet({ attacker: attacker.id, target: target.value.id, kind }) : target;
  },
});

/** Sets a target’s cover against all shooters, or against the next shot of one. SEG-RANGED-5, SEG-RUL-79. */
export const cover = order({
  summary: 'Set the cover of a target, against all shooters or only one',
  ...gmOnTarget,
  params: z.strictObject({
    target: combatantParam('Who is covered'),
    kind: oneOfParam('Soft cover hides, hard cover stops missiles', ['none', 'soft', 'hard'] as const),
    from: combatantParam('Only against the next shot of this shooter').optional(),
  }),
  offers: { target: offerAllCombatants, from: offerAllCombatants },
  resolve: (draft, _, { kind, from }, { id: target }) => {
    const shooter = from === undefined ? undefined : requireCombatant(draft.now(), from);
    if (shooter?.ok === false) return shooter;
    return coverSet({ target, kind, from: shooter?.value.id });
  },
});

/** SEG-MELEE-4. */
export const setLighting = order({
  summary: 'Set the lighting',
  role: 'gm',
  params: z.strictObject({ lighting: oneOfParam('How dark it is', lightLevels) }),
  requires: requireGmInBattle,
  resolve: (draft, _, { lighting }) => lightingSet({ from: draft.now().lighting, to: lighting }),
});

/** Adds the GM’s modifier to a combatant’s next roll of one kind. SEG-GEN-7, SEG-RANGED-8. */
export const modifier = order({
  summary: 'Add a modifier to one attack, damage, check or initiative roll',
  ...gmOnTarget,
  params: z.strictObject({
    target: combatantParam('Whose roll is modified'),
    on: oneOfParam('The roll that is modified', adHocModifierRolls),
    amount: wholeNumberParam('How much to add; a negative number subtracts', -200, 200),
    reason: textParam('Why', 100).default('GM'),
  }),
  resolve: (_, __, { on, amount, reason }, { id: who }) => modifierAdded({ adHoc: { who, on, amount, reason } }),
});

/** Lets a prone combatant stand up. SEG-RUL-17. */
export const stand = order({
  summary: 'Let a prone combatant stand up',
  ...gmOnTarget,
  params: z.strictObject({ target: combatantParam('Who stands up') }),
  resolve: (_, __, ___, { id, life }) =>
    life === 'up' ? stoodUp({ who: id }) : refuse('INCAPACITATED', { who: ref(id), life: term(life) }),
});
