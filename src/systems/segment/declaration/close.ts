import { z } from 'zod';
import { ref, say, sentences } from '../../../core/message.ts';
import { line } from '../../../rules/event.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { requireGm, requirePhase } from '../checks.ts';
import { aimedWeapon, rollInitiative } from '../initiative.ts';
import { movementRate } from '../movement.ts';
import type { Pace } from '../settings.ts';
import {
  areDeclarationsSecret,
  type Combatant,
  canDeclareNow,
  type Declaration,
  type Draft,
  event,
  find,
  order,
  type State,
} from '../state.ts';
import { declaredDefense } from '../strike-chance.ts';
import { describeVisibleCombatants } from '../visibility.ts';
import { scheduleMovementAfterAttack } from '../withdrawal.ts';
import { defaultDeclarationOptions, describeDeclaration } from './text.ts';

/** The pace that a declaration sets for the round. SEG-MOVE-1, SEG-COMBO-13. */
const paceOf = ({ main, pace }: Declaration): Pace => {
  if (main === 'move' || main === 'withdraw') return pace ?? 'walk';
  if (main === 'run-attack') return 'run';
  return movementRate(main) === undefined ? 'none' : 'walk';
};

/** The combatants with the effects of their declarations on the round. SEG-DECL-6. */
export const withDeclarationsInForce = (combatants: State['combatants'], silent: readonly string[]) =>
  combatants.map((each) => {
    const declaration = silent.includes(each.id) ? silentDeclaration : each.declaration;
    if (declaration === undefined) return each;
    const { main, options, target, attacks } = declaration;
    const weapon = options.aim ? aimedWeapon(each, declaration) : undefined;
    const aimed = target ?? attacks[0]?.target;
    return {
      ...each,
      declaration,
      noMovement: options.noMovement,
      // SEG-RUL-77.
      dodging: main === 'dodge',
      picking: main === 'pick-up',
      pace: paceOf(declaration),
      defending: declaredDefense(each, declaration),
      ...(weapon !== undefined && aimed !== undefined && { aiming: { weapon, target: aimed } }),
    };
  });

/** Declarations were closed and took effect; secret declarations are now shown. SEG-DECL-6. */
export const declarationsClosed = event('declarations-closed', {
  facts: { by: z.enum(['gm', 'all']), silent: z.array(z.string()) },
  apply: (state, { silent }) => ({
    ...state,
    phase: 'resolve',
    combatants: withDeclarationsInForce(state.combatants, silent),
  }),
  narrate: ({ silent }, { before, after, reader }) => {
    const secret = areDeclarationsSecret(before)
      ? after.combatants
          .filter(({ id }) => !silent.includes(id))
          .flatMap(({ id, declaration }) =>
            declaration === undefined
              ? []
              : [line(say`${ref(id)} declared ${describeDeclaration(declaration, reader)}.`, 'quiet')],
          )
      : [];
    const silentNames = describeVisibleCombatants(reader, silent);
    return [
      line(
        sentences(
          say`Round ${after.round}: declarations are closed.`,
          silentNames && say`No declaration from ${silentNames}.`,
        ),
      ),
      ...secret,
    ];
  },
});

/** The declaration of a combatant that declared nothing. SEG-RUL-2. */
export const silentDeclaration: NonNullable<Combatant['declaration']> = {
  main: 'none',
  attacks: [],
  kept: 0,
  byAir: false,
  carried: false,
  options: defaultDeclarationOptions,
};

/** Combatants that may still declare this round and have not declared. */
export const undeclaredCombatants = (state: State): readonly string[] =>
  state.combatants.filter((each) => canDeclareNow(state, each) && each.declaration === undefined).map(({ id }) => id);

/** Closes declarations and rolls all initiative dice in the order of joining. SEG-DECL-6, SEG-INIT-7. */
export const closeDeclarations = (draft: Draft, by: 'gm' | 'all'): void => {
  draft.emit(declarationsClosed({ by, silent: [...undeclaredCombatants(draft.now())] }));
  for (const { id } of draft.now().combatants) {
    const now = draft.now();
    const who = find(now, id);
    if (who === undefined || !canDeclareNow(now, who)) continue;
    draft.emit(rollInitiative(now, who, draft.dice));
    if (find(draft.now(), id)?.initiatives.every(({ status }) => status === 'lost'))
      scheduleMovementAfterAttack(draft, id);
  }
};

/** Lets the GM close declarations and roll initiative. SEG-DECL-6, SEG-INIT-7. */
export const endDeclarations = order({
  summary: 'Close declarations and roll initiative',
  role: 'gm',
  visibility: 'in-sight',
  rollsForAll: true,
  requires: (state) => requirePhase(state, 'declare'),
  resolve: (draft, call) => {
    const gm = requireGm(call);
    if (!gm.ok) return gm;

    closeDeclarations(draft, 'gm');
    return doneVerdict;
  },
});
