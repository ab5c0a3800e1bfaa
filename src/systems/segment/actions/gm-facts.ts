import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { combatant, flag, oneOf, text, whole } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { byGm, gmOn, notOver, present } from '../checks.ts';
import { adHocs, lights } from '../model.ts';
import { everybody } from '../offers.ts';

/** SEG-SURP-1: for this attacker's next attack on this target. */
export const surprise = action({
  summary: 'Name a surprise for one attacker and target',
  role: 'gm',
  params: z.strictObject({
    attacker: combatant('Who attacks'),
    target: combatant('Who is surprised'),
    kind: oneOf('In combat, out of combat, or none after all', ['in', 'out', 'none'] as const).default('in'),
  }),
  offers: { attacker: everybody, target: everybody },
  resolve: (state, call, params) => {
    const attacker = gmOn(state, call, params.attacker);
    if (!attacker.ok) return attacker;
    const target = present(state, params.target);
    if (!target.ok) return target;
    const { kind } = params;
    return ok([{ type: 'surprise-named', attacker: attacker.value.id, target: target.value.id, kind }]);
  },
});

/** SEG-RANGED-5, SEG-RUL-79. */
export const cover = action({
  summary: 'Name the cover of a target, for all shooters or one',
  role: 'gm',
  params: z.strictObject({
    target: combatant('Who is covered'),
    kind: oneOf('Soft hides, hard stops missiles', ['none', 'soft', 'hard'] as const),
    from: combatant('Only for the next shot of this one').optional(),
  }),
  offers: { target: everybody, from: everybody },
  resolve: (state, call, { target, kind, from }) => {
    const covered = gmOn(state, call, target);
    if (!covered.ok) return covered;
    const event = { type: 'cover-named' as const, target: covered.value.id, kind };
    if (from === undefined) return ok([event]);
    const shooter = present(state, from);
    return shooter.ok ? ok([{ ...event, from: shooter.value.id }]) : shooter;
  },
});

/** SEG-MELEE-4. */
export const light = action({
  summary: 'Name the lighting',
  role: 'gm',
  params: z.strictObject({ lighting: oneOf('How dark it is', lights) }),
  resolve: (state, call, { lighting }) => {
    const running = notOver(state);
    if (!running.ok) return running;
    const gm = byGm(call);
    return gm.ok ? ok([{ type: 'light-named', from: state.lighting, to: lighting }]) : gm;
  },
});

const marking = (summary: string, mark: 'alert' | 'encumbered' | 'invisible' | 'mountedMoving') =>
  action({
    summary,
    role: 'gm',
    params: z.strictObject({ target: combatant('Who'), on: flag('Yes or no').default(true) }),
    offers: { target: everybody },
    resolve: (state, call, { target, on }) => {
      const who = gmOn(state, call, target);
      return who.ok ? ok([{ type: 'mark-set', who: who.value.id, mark, before: who.value[mark], on }]) : who;
    },
  });

/** SEG-SURP-4. */
export const alert = marking('Mark a combatant as alert, or not', 'alert');
/** SEG-MELEE-5. */
export const encumber = marking('Mark a combatant as encumbered, or not', 'encumbered');
/** SEG-MELEE-1. */
export const invisible = marking('Mark a combatant as invisible, or not', 'invisible');
/** SEG-RANGED-4. */
export const mount = marking('Mark a combatant as on a moving mount or wagon, or not', 'mountedMoving');

/** SEG-GEN-7, SEG-RANGED-8. */
export const modifier = action({
  summary: 'Add a named number to one attack, check or initiative',
  role: 'gm',
  params: z.strictObject({
    target: combatant('Whose roll it is'),
    on: oneOf('To which roll', adHocs),
    amount: whole('How much', -200, 200),
    reason: text('Why', 100).default('GM'),
  }),
  offers: { target: everybody },
  resolve: (state, call, { target, on, amount, reason }) => {
    const who = gmOn(state, call, target);
    return who.ok ? ok([{ type: 'modifier-named', adHoc: { who: who.value.id, on, amount, reason } }]) : who;
  },
});

const ruling = (summary: string, allowed: boolean) =>
  action({
    summary,
    role: 'gm',
    params: z.strictObject({
      target: combatant('The opponent who would strike'),
      leaving: combatant('Only when this one leaves').optional(),
    }),
    offers: { target: everybody, leaving: everybody },
    resolve: (state, call, { target, leaving }) => {
      const opponent = gmOn(state, call, target);
      if (!opponent.ok) return opponent;
      const event = { type: 'free-attack-ruled' as const, opponent: opponent.value.id, allowed };
      if (leaving === undefined) return ok([event]);
      const who = present(state, leaving);
      return who.ok ? ok([{ ...event, on: who.value.id }]) : who;
    },
  });

/** SEG-WITHDRAW-3. */
export const allowFree = ruling('Allow an opponent its free attack this round', true);
export const denyFree = ruling('Deny an opponent its free attack this round', false);
