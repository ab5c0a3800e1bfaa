import type { Combatant, Sheet } from './model.ts';

/** The choices of one round, as they are when it begins. */
export const freshRound = {
  initiatives: [],
  noMovement: false,
  dodging: false,
  picking: false,
  pickDegree: undefined,
  pace: 'none',
  aiming: undefined,
  defending: undefined,
  casting: undefined,
  march: undefined,
  pushedBy: [],
  freeActionsUsed: 0,
  freeMoveUsed: false,
  parted: false,
  rearmed: false,
  shieldDone: false,
  drunk: false,
  actionsLost: undefined,
} satisfies Partial<Combatant>;

/** A combatant that joins: section 3.5. */
export const joined = (id: string, team: string, sheet: Sheet): Combatant => ({
  ...freshRound,
  id,
  team,
  sheet,
  hp: sheet.hp ?? sheet.maxHp,
  entryHp: sheet.hp ?? sheet.maxHp,
  life: (sheet.hp ?? sheet.maxHp) > 0 ? 'up' : 'down',
  armorLoss: sheet.left?.armorLoss ?? 0,
  stunned: false,
  prone: false,
  invisible: false,
  encumbered: false,
  mountedMoving: false,
  alert: false,
  hand: (sheet.hand ?? sheet.weapons[0]?.name) || undefined,
  offHand: sheet.offHand || undefined,
  shieldReady: sheet.shieldReady,
  atFeet: [],
  potions: sheet.potions,
  energy: sheet.left?.energy ?? sheet.energy,
  uses: {
    ...Object.fromEntries(
      sheet.spells.flatMap(({ name, prepared }) => (prepared === undefined ? [] : [[name, prepared]])),
    ),
    ...sheet.left?.uses,
  },
  stuck: [],
  unseen: {},
  grievousPending: false,
  wounds: sheet.left?.wounds ?? [],
});
