import { sameName } from '../../core/text.ts';
import { effectSum } from '../../rules/effects.ts';
import type { Combatant, State, Weapon } from './model.ts';

/** The combatant of exactly this name. */
export const find = (state: State, id: string | undefined): Combatant | undefined =>
  id === undefined ? undefined : state.combatants.find((each) => each.id === id);

/** The combatant a person means by this text: letter case does not count. */
export const called = (state: State, text: string): Combatant | undefined =>
  find(state, text) ?? state.combatants.find((each) => sameName(each.id, text));

/** SEG-GEN-4: neither down, dead nor stunned. */
export const able = ({ life, stunned }: Combatant): boolean => life === 'up' && !stunned;

export const hostile = (a: Combatant, b: Combatant): boolean => a.team !== b.team;

/** SEG-CHECK-4, SEG-PEN-3: DEX after missile penalties. */
export const effectiveDex = ({ sheet, stuck }: Combatant): number =>
  Math.max(0, sheet.dex + stuck.reduce((sum, { dexPenalty }) => sum + dexPenalty, 0));

export const armorProt = ({ sheet, armorLoss }: Combatant): number => Math.max(0, sheet.prot.armor - armorLoss);

export const protOf = (state: State, combatant: Combatant): number =>
  Math.max(0, armorProt(combatant) + combatant.sheet.prot.other + effectSum(state.effects, combatant.id, 'prot'));

export const isRanged = ({ use }: Pick<Weapon, 'use'>): boolean => use !== 'melee';

/** A weapon by its name, or by name and use where one is listed twice: `spear`, `spear thrown`. */
export const weaponCalled = (
  { sheet }: Combatant,
  text: string,
  fits: (weapon: Weapon) => boolean = () => true,
): Weapon | undefined => {
  const same = sheet.weapons.filter(
    (weapon) => sameName(weapon.name, text) || sameName(`${weapon.name} ${weapon.use}`, text),
  );
  return same.find(fits) ?? same[0];
};

/** The weapon of a listed attack: name and use. */
export const weaponOf = (combatant: Combatant, name: string, use: Weapon['use']): Weapon | undefined =>
  combatant.sheet.weapons.find((weapon) => weapon.name === name && weapon.use === use);

const heldMelee = ({ sheet }: Combatant, name: string | undefined): Weapon | undefined =>
  sheet.weapons.find((weapon) => weapon.name === name && weapon.use === 'melee');

/** The melee weapon in hand: the main hand's, else the off hand's. */
export const meleeInHand = (
  combatant: Combatant,
): { readonly weapon: Weapon; readonly hand: 'main' | 'off' } | undefined => {
  const main = heldMelee(combatant, combatant.hand);
  if (main !== undefined) return { weapon: main, hand: 'main' };
  const off = heldMelee(combatant, combatant.offHand);
  return off === undefined ? undefined : { weapon: off, hand: 'off' };
};

export const heldMeleeReach = (combatant: Combatant): number =>
  Math.max(5, heldMelee(combatant, combatant.hand)?.reach ?? 0, heldMelee(combatant, combatant.offHand)?.reach ?? 0);

/** SEG-INIT-6, SEG-RUL-13: who acts first on one segment. Negative: `a` does. */
export const tieOrder = (state: State, a: Combatant, b: Combatant): number =>
  b.sheet.im - a.sheet.im ||
  effectiveDex(b) - effectiveDex(a) ||
  state.combatants.indexOf(a) - state.combatants.indexOf(b);

export const inTieOrder = (state: State, them: readonly Combatant[]): readonly Combatant[] =>
  them.toSorted((a, b) => tieOrder(state, a, b));

/** SEG-AMB-6: ambushed at levels 3 to 5. */
export const surprised = (state: State, { ambushLevel }: Combatant): boolean =>
  state.ambushRound && (ambushLevel ?? 0) >= 3;

/** Who may still declare in this round. */
export const mayDeclare = (state: State, combatant: Combatant): boolean =>
  combatant.life === 'up' && !surprised(state, combatant);

/** SEG-ROUND-7: the only team with able or stunned combatants, if there is one. */
export const onlyTeam = (state: State): string | undefined => {
  const teams = new Set(state.combatants.filter(({ life }) => life === 'up').map(({ team }) => team));
  return teams.size === 1 ? [...teams][0] : undefined;
};

/** SEG-RUL-1: must declarations stay unseen until they are closed? */
export const keepsSecret = ({ settings, phase }: State): boolean =>
  phase === 'declare' && (settings.secretDeclarations || settings.declarations === 'private');
