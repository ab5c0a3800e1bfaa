import { ok, ref, refuse, term } from '../../core/message.ts';
import { applyOwnEffect, tellAbility } from '../../rules/abilities.ts';
import { effectSum } from '../../rules/effects.ts';
import { isAlly } from './checks.ts';
import { gmModifier, isFlagged } from './modifiers.ts';
import { defaultDifficulty, nonZeroParts, poolPenalty, type SumPart, traitParts } from './pools.ts';
import type { AttackSpell, Maneuver, Spell, Weapon } from './sheet.ts';
import {
  type ActionName,
  type CheckResult,
  type Combatant,
  type Draft,
  find,
  findNamedItem,
  findWeapon,
  type Nomination,
  type PendingAttack,
  type State,
} from './state.ts';
import { baseDamage, healed } from './wounds.ts';

/** The weapon category that each armed attack needs. ST-MAN-2, ST-MAN-3, ST-MAN-4. */
const weaponCategories = { melee: 'melee', archery: 'bow', thrown: 'thrown' } as const;
type ArmedManeuver = keyof typeof weaponCategories;

export const isArmedManeuver = (action: ActionName | Maneuver): action is ArmedManeuver => action in weaponCategories;

/** The named or first suitable weapon. Refuses with NO_WEAPON, WRONG_WEAPON or WEAPON_BROKEN. ST-MAN-9, ST-RUL-59. */
export const requireWeapon = (
  me: Combatant,
  maneuver: ArmedManeuver,
  name: string | undefined,
): CheckResult<Weapon> => {
  const category = weaponCategories[maneuver];
  if (name === undefined) {
    const found = me.sheet.weapons.find(
      ({ ready, broken, categories }) => ready && !broken && categories.includes(category),
    );
    return found ? ok(found) : refuse('NO_WEAPON', { name: ref(me.id), maneuver: term(maneuver) });
  }
  const found = findWeapon(me, name);
  if (!found?.ready) return refuse('NO_WEAPON', { name: ref(me.id), weapon: name });
  if (!found.categories.includes(category))
    return refuse('WRONG_WEAPON', { weapon: found.name, maneuver: term(maneuver) });
  return found.broken ? refuse('WEAPON_BROKEN', { weapon: found.name }) : ok(found);
};

/** Finds a spell on the sheet by name, regardless of case. ST-RUL-50. */
export const findSpell = (me: Combatant, name: string | undefined): Spell | undefined =>
  name === undefined ? undefined : findNamedItem(me.sheet.spells, name);

/** Finds a combatant’s spell with a text, healing or an effect of the table’s own. ST-ACT-8. */
export const findOwnSpell = (state: State, who: string, name: string | undefined): Spell | undefined => {
  const caster = find(state, who);
  const spell = caster && findSpell(caster, name);
  return (spell?.text ?? spell?.heals ?? spell?.effect) === undefined ? undefined : spell;
};

/** Shows a spell’s text, then heals and affects its target, or the whole side of the target. ST-ACT-8. */
export const applyOwnSpell = (draft: Draft, who: string, name: string, target: string): void => {
  const state = draft.now();
  const spell = findOwnSpell(state, who, name);
  const victim = find(state, target);
  if (spell === undefined || victim === undefined) return;
  tellAbility(draft, who, spell.name, spell.text);
  const wholeSide = spell.kind === 'effect' && spell.wholeSide;
  const isStruck = (one: Combatant) => (wholeSide ? isAlly(victim, one) : one.id === target);
  for (const { id } of state.combatants.filter((one) => isStruck(one) && one.life !== 'dead')) {
    if (spell.heals !== undefined) draft.emit(healed({ who: id, levels: spell.heals }));
    applyOwnEffect(draft, id, spell, { at: 'end' });
  }
};

const findOfKind =
  <One extends Spell>(isOfKind: (spell: Spell) => spell is One) =>
  (me: Combatant, name: string | undefined): One | undefined => {
    const spell = findSpell(me, name);
    return spell && isOfKind(spell) ? spell : undefined;
  };
export const findAttackSpell = findOfKind((spell) => spell.kind === 'attack');
export const findEffectSpell = findOfKind((spell) => spell.kind === 'effect');
export const findDefenseSpell = findOfKind((spell) => spell.kind === 'defense');

const attackAbility = { brawl: 'brawl', melee: 'weaponry', archery: 'archery', thrown: 'athletics' } as const;

/** The pool, difficulty and base damage of an attack before its roll. */
export interface AttackPlan {
  readonly maneuver: Maneuver;
  readonly weapon: string | undefined;
  readonly spell: string | undefined;
  readonly parts: SumPart[];
  readonly marks: SumPart[];
  readonly base: number;
  /** True if net successes add damage dice. ST-DMG-3. */
  readonly netAdds: boolean;
  readonly answerableBy: AttackSpell['answerableBy'];
}

/** Plans an attack. Undefined without the weapon or spell. ST-MAN-1, ST-MAN-4, ST-MAN-5, ST-MAN-11, ST-RUL-55. */
export const planAttack = (
  me: Combatant,
  { action, weapon: weaponName, spell: spellName }: Pick<Nomination, 'action' | 'weapon' | 'spell'>,
  state: State,
): AttackPlan | undefined => {
  if (action === 'spell') {
    const spell = findAttackSpell(me, spellName);
    if (spell === undefined) return undefined;
    return {
      maneuver: 'spell',
      weapon: undefined,
      spell: spell.name,
      parts: actionParts(me, traitParts(me.sheet, spell.attribute, spell.ability, state.settings), state),
      marks: attackDifficultyParts(me, 'spell', spell.difficulty, 0, state),
      base: baseDamage(me, spell.damage, state),
      netAdds: spell.netAddsDamage,
      answerableBy: spell.answerableBy,
    };
  }
  if (action !== 'brawl' && !isArmedManeuver(action)) return undefined;
  const weapon = action === 'brawl' ? undefined : requireWeapon(me, action, weaponName);
  if (weapon !== undefined && !weapon.ok) return undefined;
  const record = weapon === undefined ? me.sheet.brawlDamage : weapon.value.damage;
  return {
    maneuver: action,
    weapon: weapon?.value.name,
    spell: undefined,
    parts: actionParts(me, traitParts(me.sheet, 'dexterity', attackAbility[action], state.settings), state),
    marks: attackDifficultyParts(me, action, defaultDifficulty, weapon?.value.difficultyMod ?? 0, state),
    base: record === undefined ? 0 : baseDamage(me, record, state),
    netAdds: action !== 'thrown',
    answerableBy: [],
  };
};

/** Turns an attack plan into a pending attack with one success, as the target would see the attack. ST-RES-1. */
export const toPendingAttack = (
  attacker: string,
  plan: Pick<PendingAttack, 'maneuver' | 'weapon' | 'spell' | 'base' | 'netAdds' | 'answerableBy'>,
  target: string,
): PendingAttack => ({
  attacker,
  target,
  slot: 1,
  maneuver: plan.maneuver,
  weapon: plan.weapon,
  spell: plan.spell,
  unseen: false,
  successes: 1,
  base: plan.base,
  netAdds: plan.netAdds,
  later: false,
  answerableBy: plan.answerableBy,
});

/** The parts of an attack, action or opposition pool: traits, GM, effects, wounds. ST-POOL-2. */
export const actionParts = (
  me: Combatant,
  trait: readonly SumPart[],
  { settings, effects }: State,
  kind: 'take' | 'defend' = 'take',
): SumPart[] =>
  nonZeroParts(
    ...trait,
    { says: 'GM', n: gmModifier(me, kind, 'dice') },
    { says: 'effects', n: effectSum(effects, me.id, kind === 'take' ? 'attack' : 'defense') },
    { says: 'wounds', n: -poolPenalty(me, settings) },
  );

/** The parts of an attack’s difficulty; long range counts for missiles and spells only. ST-POOL-4, ST-MAN-10. */
const attackDifficultyParts = (
  me: Combatant,
  maneuver: Maneuver,
  base: number,
  weapon: number,
  state: State,
): SumPart[] =>
  nonZeroParts(
    { says: 'base', n: base },
    { says: 'weapon', n: weapon },
    {
      says: 'long range',
      n: maneuver !== 'brawl' && maneuver !== 'melee' && isFlagged(me, 'long') ? state.settings.longRangeModifier : 0,
    },
    { says: 'GM', n: gmModifier(me, 'take', 'difficulty') },
    { says: 'effects', n: effectSum(state.effects, me.id, 'difficulty') },
  );

/** The parts of the difficulty of rolls other than attacks: the base and the GM’s modifier. ST-POOL-4. */
export const difficultyParts = (me: Combatant, base: number, kind: 'take' | 'defend'): SumPart[] =>
  nonZeroParts({ says: 'base', n: base }, { says: 'GM', n: gmModifier(me, kind, 'difficulty') });
