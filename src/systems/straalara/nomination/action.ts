import { joined, maskedRef, ok, phrase, ref, refuse, say, type Text } from '../../../core/message.ts';
import { ownValue } from '../../../core/plain-object.ts';
import type { Reader } from '../../../rules/reader.ts';
import { findAttackSpell, findEffectSpell, findSpell, isArmedManeuver, requireWeapon } from '../maneuvers.ts';
import type { PoolTraits } from '../sheet.ts';
import {
  type ActionName,
  actionNames,
  type CheckResult,
  type Combatant,
  findByName,
  findWeapon,
  type Nomination,
  type Stance,
  type State,
  type WrittenAction,
} from '../state.ts';
import { isNumberVisible } from '../visibility.ts';

/** AC 1. Charging is none of them (ST-MOVE-5, ST-RUL-25). */
export const parseAction = (text: string): ActionName | undefined =>
  actionNames.find((each) => each === text.trim().toLowerCase());

/** ST-GEN-6. */
export const actionClass = (
  me: Combatant,
  { action, spell, damage }: Pick<Nomination, 'action' | 'spell' | 'damage'>,
): Nomination['class'] => {
  if (action === 'continue') return me.extended?.action.class ?? 'plain';
  if (action === 'brawl' || isArmedManeuver(action)) return 'attack';
  if (action === 'spell') return findAttackSpell(me, spell) ? 'attack' : 'plain';
  return action === 'act' && damage !== undefined ? 'harmful' : 'plain';
};

/** The pool that opposes the action; undefined if there is none. ST-ACT-1, ST-ACT-4. */
export const oppositionOf = (
  me: Combatant,
  { action, spell, opposed }: Pick<Nomination, 'action' | 'spell' | 'opposed'>,
): PoolTraits | undefined =>
  action === 'act' ? opposed : action === 'spell' ? findEffectSpell(me, spell)?.opposed : undefined;

/** AC 5: actions that cannot do without a target. */
export const needsTarget = (me: Combatant, nomination: Nomination): boolean =>
  nomination.action !== 'continue' && (nomination.class !== 'plain' || oppositionOf(me, nomination) !== undefined);

/** The action carried out; for `continue` it is the extended action. */
export const actualAction = (me: Combatant, nomination: Nomination): Nomination =>
  nomination.action === 'continue' ? (me.extended?.action ?? { action: 'none', class: 'plain' }) : nomination;

/** An action in words: `melee at Ysolde with maul`. */
export const describeAction = ({ action, target, weapon, spell, label, ready, stow }: WrittenAction): Text => {
  const at = target === undefined ? '' : say` at ${maskedRef(target)}`;
  switch (action) {
    case 'none':
      return 'nothing';
    case 'continue':
      return 'continuing the extended action';
    case 'spell':
      return say`${spell ?? 'a spell'}${at}`;
    case 'act':
      return say`${label ?? 'an act'}${at}`;
    case 'trivial':
      return label ?? (ready ? phrase`readying ${ready}` : stow ? phrase`stowing ${stow}` : 'a trivial action');
    default:
      return say`${action}${at}${weapon === undefined ? '' : say` with ${weapon}`}`;
  }
};

/** `difficulty 2, damage 3 + strength`: what an act says of itself, in place of what the rulebook would take. */
const actNumbers = ({ difficulty, opposed, damage, timing, goal }: WrittenAction): readonly Text[] =>
  [
    difficulty !== undefined && say`difficulty ${difficulty}`,
    opposed && say`against ${[opposed.attribute, opposed.ability].filter(Boolean).join(' + ')}`,
    damage && say`damage ${damage.base}${damage.addStrength ? ' + strength' : ''}`,
    timing === 'endOfTurn' && 'at the end of the turn',
    timing === 'extended' && (goal === undefined ? 'extended' : say`extended, ${goal} successes needed`),
  ].filter((each) => each !== undefined && each !== false);

/** An action with its numbers, for readers who may see the pools of its owner. */
export const describeFullAction = (who: string, as: WrittenAction, reader: Reader): Text => {
  const numbers = as.action === 'act' && isNumberVisible(reader, who, 'pools') ? actNumbers(as) : [];
  return numbers.length === 0 ? describeAction(as) : say`${describeAction(as)} (${joined(numbers)})`;
};

/** AC 5, ST-GEN-7, ST-RUL-5: anyone but oneself, of whatever side. Refuses NO_SUCH_TARGET, TARGET_SELF, TARGET_DEAD. */
export const requireTarget = (state: State, me: Combatant, name: string | undefined): CheckResult<Combatant> => {
  const target = name === undefined ? undefined : findByName(state, name);
  if (target === undefined) return refuse('NO_SUCH_TARGET', { target: name === undefined ? undefined : ref(name) });
  if (target.id === me.id) return refuse('TARGET_SELF', { name: ref(me.id) });
  return target.life === 'dead' ? refuse('TARGET_DEAD', { target: ref(target.id) }) : ok(target);
};

/** AC 3. */
const spellFor = (me: Combatant, name: string | undefined): CheckResult<string> => {
  const spell = findSpell(me, name);
  if (spell === undefined) return refuse('UNKNOWN_SPELL', { name: ref(me.id), spell: name });
  return spell.kind === 'defense'
    ? refuse('WRONG_SPELL_KIND', { spell: spell.name, kind: spell.kind })
    : ok(spell.name);
};

/** AC 6; a weapon to ready or stow must be on the sheet too. */
const weaponsFor = (me: Combatant, { action, weapon, ready, stow }: WrittenAction): CheckResult<undefined> => {
  const maneuver = parseAction(action);
  if (maneuver !== undefined && isArmedManeuver(maneuver)) {
    const found = requireWeapon(me, maneuver, weapon);
    if (!found.ok) return found;
  }
  const missing = [ready, stow].find((each) => each !== undefined && findWeapon(me, each) === undefined);
  return maneuver === 'trivial' && missing !== undefined
    ? refuse('NO_WEAPON', { name: ref(me.id), weapon: missing })
    : ok(undefined);
};

/** AC 7, for spells too: the pool's attribute on the actor's sheet, the opposing one on the target's. */
const traitsFor = (me: Combatant, nomination: Nomination, target: Combatant | undefined): CheckResult<undefined> => {
  const { action, attribute, spell } = nomination;
  if (action !== 'act' && action !== 'spell') return ok(undefined);
  const own = action === 'act' ? (attribute ?? '') : (findSpell(me, spell)?.attribute ?? '');
  if (ownValue(me.sheet.attributes, own) === undefined) return refuse('NO_TRAIT', { name: ref(me.id), attribute: own });
  const opposed = oppositionOf(me, nomination)?.attribute;
  return opposed !== undefined && target !== undefined && ownValue(target.sheet.attributes, opposed) === undefined
    ? refuse('NO_TRAIT', { name: ref(target.id), attribute: opposed })
    : ok(undefined);
};

/** ST-NOM-3, ST-NOM-7: the action checks AC in their order. Gives the nomination with the sheet's own names in it. */
export const requireAction = (
  state: State,
  me: Combatant,
  stance: Stance,
  worded: WrittenAction,
): CheckResult<Nomination> => {
  const action = parseAction(worded.action);
  if (action === undefined) return refuse('UNKNOWN_ACTION', { action: worded.action });
  // ST-DAZE-5.
  if (me.dazed && action !== 'recover' && action !== 'none')
    return refuse('DAZED', { name: ref(me.id), can: 'recover or do nothing' });
  const spell = action === 'spell' ? spellFor(me, worded.spell) : ok(worded.spell);
  if (!spell.ok) return spell;
  const known = { ...worded, action, spell: spell.value };
  const nomination: Nomination = { ...known, class: actionClass(me, known) };
  // ST-STANCE-7, ST-STANCE-11, ST-RUL-18.
  if (stance === 'defense' && nomination.class !== 'plain')
    return refuse('DEFENSE_CANNOT_ATTACK', { name: ref(me.id) });
  const target = needsTarget(me, nomination) ? requireTarget(state, me, worded.target) : ok(undefined);
  if (!target.ok) return target;
  const weapons = weaponsFor(me, worded);
  if (!weapons.ok) return weapons;
  const traits = traitsFor(me, nomination, target.value);
  if (!traits.ok) return traits;
  if (action === 'continue' && me.extended === undefined) return refuse('NOTHING_TO_CONTINUE', { name: ref(me.id) });
  return ok({
    ...nomination,
    ...(target.value && { target: target.value.id }),
    ...(worded.weapon !== undefined && { weapon: findWeapon(me, worded.weapon)?.name ?? worded.weapon }),
  });
};
