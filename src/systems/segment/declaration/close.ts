import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { line } from '../../../rules/lines.ts';
import { gmKind } from '../../../rules/standing-order-kinds.ts';
import { done } from '../../../rules/verb.ts';
import { moveAfterAttack } from '../attack-and-move.ts';
import { byGm, inPhase } from '../checks.ts';
import { defendingBy } from '../defense.ts';
import { aimWeapon, rollInitiative } from '../initiative.ts';
import { rateOf } from '../movement.ts';
import type { Pace } from '../settings.ts';
import {
  type Combatant,
  combatantId,
  type Declaration,
  type Draft,
  event,
  find,
  keepsSecret,
  mayDeclare,
  order,
  type State,
} from '../state.ts';
import { seenText } from '../visibility.ts';
import { emptyOptions } from './options.ts';
import { declarationWords } from './text.ts';

/** SEG-MOVE-1, SEG-COMBO-13: how fast somebody goes this round. */
const paceOf = ({ main, pace }: Declaration): Pace => {
  if (main === 'move' || main === 'withdraw') return pace ?? 'walk';
  if (main === 'run-attack') return 'run';
  return rateOf(main) === undefined ? 'none' : 'walk';
};

/** SEG-DECL-6: the choices of the round take hold, and what was declared in private is told. */
export const closed = event(
  'closed',
  { by: z.enum(['gm', 'all']), silent: z.array(combatantId) },
  {
    apply: (state, { silent }) => ({
      ...state,
      phase: 'resolve',
      combatants: state.combatants.map((each) => {
        const declaration = silent.includes(each.id) ? silence : each.declaration;
        if (declaration === undefined) return each;
        const { main, options, target, attacks } = declaration;
        const weapon = options.aim ? aimWeapon(each, declaration) : undefined;
        const aimed = target ?? attacks[0]?.target;
        return {
          ...each,
          declaration,
          noMovement: options.noMovement,
          // SEG-RUL-77.
          dodging: main === 'dodge',
          picking: main === 'pick-up',
          pace: paceOf(declaration),
          defending: defendingBy(each, declaration),
          ...(weapon !== undefined && aimed !== undefined && { aiming: { weapon, target: aimed } }),
        };
      }),
    }),
    tell: ({ silent }, { before, after, reader }) => {
      const told = keepsSecret(before)
        ? after.combatants
            .filter(({ id }) => !silent.includes(id))
            .flatMap(({ id, declaration }) =>
              declaration === undefined
                ? []
                : [line(say`${ref(id)} declared ${declarationWords(declaration, reader)}.`, 'quiet')],
            )
        : [];
      const nobody = seenText(reader, silent);
      return [
        line(
          say`Round ${after.round}: declarations are closed.${nobody === undefined ? '' : say` No declaration from ${nobody}.`}`,
        ),
        ...told,
      ];
    },
  },
);

export const closeKind = gmKind('is to close declarations', 'close them');

/** SEG-RUL-2. */
export const silence: NonNullable<Combatant['declaration']> = {
  main: 'none',
  attacks: [],
  kept: 0,
  byAir: false,
  carried: false,
  options: emptyOptions,
};

/** Those who may still declare and have not. */
export const silentOnes = (state: State): readonly string[] =>
  state.combatants.filter((each) => mayDeclare(state, each) && each.declaration === undefined).map(({ id }) => id);

/** SEG-DECL-6, SEG-INIT-7: declarations are closed and every initiative die is rolled, in joining order. */
export const closeDeclarations = (draft: Draft, by: 'gm' | 'all'): void => {
  draft.emit({ type: 'closed', by, silent: [...silentOnes(draft.now())] });
  for (const { id } of draft.now().combatants) {
    const now = draft.now();
    const who = find(now, id);
    if (who === undefined || !mayDeclare(now, who)) continue;
    draft.emit(rollInitiative(now, who, draft.dice));
    if (find(draft.now(), id)?.initiatives.every(({ status }) => status === 'lost')) moveAfterAttack(draft, id);
  }
};

/** SEG-DECL-6, SEG-INIT-7. */
export const close = order({
  summary: 'Close declarations and roll initiative',
  role: 'gm',
  seen: 'in-sight',
  params: z.strictObject({}),
  resolve: (draft, call) => {
    const state = draft.now();
    const phase = inPhase(state, 'declare');
    if (!phase.ok) return phase;
    const gm = byGm(call);
    if (!gm.ok) return gm;

    closeDeclarations(draft, 'gm');
    return done;
  },
});
