import type { Combatant, DeclarationOptions, MainAction, State } from '../state.ts';

export const attackingActions: readonly MainAction[] = ['attack', 'move-attack', 'attack-move', 'run-attack'];

/** Number of normal attacks that a combatant loses by its main action. SEG-DECL-3, SEG-CAST-1, SEG-RUL-44. */
export const attacksLostByAction = (state: State, main: MainAction, normal: number): number => {
  const half = Math.floor(normal / 2);
  if (main === 'attack') return 0;
  // SEG-COMBO-5, SEG-RUL-57.
  if (main === 'attack-move') return state.settings.attackMoveHalves ? half : 0;
  // SEG-COMBO-2.
  if (main === 'move-attack') return half;
  // SEG-COMBO-12.
  return main === 'run-attack' ? normal - Math.max(1, half) : normal;
};

/** Number of declared actions that lower initiative by 5. SEG-DRAW-3, SEG-RUL-11, SEG-INIT-3. */
const countInitiativePenalties = (
  main: MainAction,
  { draw, sheathe }: Pick<DeclarationOptions, 'draw' | 'sheathe'>,
): number => draw.length + sheathe.length + (main === 'move-attack' || main === 'move-cast' ? 1 : 0);

/** Attacks that an action of half a round costs: half of all attacks, rounded up. SEG-SHIELD-1, SEG-POTION-2. */
const half = (normal: number): number => Math.ceil(normal / 2);

type CountAttacks = (state: State, who: Combatant, main: MainAction, options: DeclarationOptions) => number;

/** Attacks left before free actions cost any. SEG-INIT-8. */
const countAttacksBeforeFreeActions: CountAttacks = (state, { sheet: { attacks } }, main, options) => {
  const losses =
    attacksLostByAction(state, main, attacks) +
    (options.readyShield ? half(attacks) : 0) +
    (options.drink?.pay === 'attacks' ? half(attacks) : 0) +
    (options.aim ? 1 : 0) +
    Math.floor(countInitiativePenalties(main, options) / 2);
  return Math.max(0, attacks - losses);
};

/** True if enough attacks are left to pay for all free actions except the first, which is free. SEG-FREE-3. */
export const canPayFreeActions = (...[state, who, main, options]: Parameters<CountAttacks>): boolean =>
  options.freeActions.length - 1 <= countAttacksBeforeFreeActions(state, who, main, options);

/** Attacks left for the round; each cost is a share of the normal number of attacks. SEG-INIT-8, SEG-RUL-10. */
export const countAttacksLeft: CountAttacks = (state, who, main, options) => {
  const kept = countAttacksBeforeFreeActions(state, who, main, options) - Math.max(0, options.freeActions.length - 1);
  return Math.max(0, state.ambushRound && who.ambushLevel === 2 ? Math.min(1, kept) : kept);
};
