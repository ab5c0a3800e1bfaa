import { effectSum } from '../../../rules/effects.ts';
import { cellIndex, isAdjacent } from '../board/board.ts';
import { cellsInReach, hasZone, pressingFoes, type Terrain } from '../engagement.ts';
import type { RefusalCode } from '../refusals.ts';
import type { DieFace, Settings } from '../settings.ts';
import type { Activation, Figure, Weapon } from '../state.ts';

/** DS-MELEE-1, DS-MELEE-2. Why the target cannot be struck from here, or nothing. */
export const meleeRefusal = (
  terrain: Terrain,
  attacker: Figure,
  target: Figure,
  weapon: Weapon,
): RefusalCode | undefined => {
  if (!weapon.reach) return isAdjacent(terrain.ground, attacker.at, target.at) ? undefined : 'E_NOT_ADJACENT';
  const covered = cellsInReach(terrain, attacker, terrain.state.settings.engage.reachRadius);
  return covered.includes(cellIndex(terrain.ground, target.at)) ? undefined : 'E_OUT_OF_REACH';
};

/** DS-MELEE-3, DS-ATK-9, DS-ATK-10, DS-ENG-9. */
export const meleeSteps = (
  terrain: Terrain,
  attacker: Figure,
  target: Figure,
  pressed = (): number => pressingFoes(terrain, attacker).length,
): Record<string, number> => {
  const { state } = terrain;
  return {
    skill: attacker.skills.weapon ?? 0,
    parry: -(target.skills.parry ?? 0),
    shield: target.shield ? state.settings.attack.shieldStep : 0,
    engagement: hasZone(state, attacker) ? 0 : -pressed(),
    scenario: effectSum(state.effects, attacker.id, 'attack') + effectSum(state.effects, target.id, 'defence'),
  };
};

/** DS-MELEE-5. Are two hands on the one weapon? */
export const hasTwoHandedGrip = (
  { attack }: Settings,
  attacker: Figure,
  { active }: Activation,
  weapon: Weapon,
): boolean =>
  attack.twoHandGrip !== 'off' &&
  active.length === 1 &&
  weapon.type === 'melee' &&
  weapon.hands === 1 &&
  !attacker.shield &&
  (attack.twoHandGrip === 'sole-active' || attacker.weapons.length === 1);

/** DS-MELEE-5. The kept dice that count: the grip leaves out one SKL. */
export const applyTwoHandedGrip = (kept: readonly DieFace[], grip: boolean): readonly DieFace[] => {
  const skull = grip ? kept.indexOf('SKL') : -1;
  return skull < 0 ? kept : kept.filter((_, index) => index !== skull);
};
