import { count, joined, maskedRef, ok, ref, refuse, say, type Text, term } from '../../../core/message.ts';
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
  losesActions,
  type Nomination,
  type Stance,
  type State,
  type WrittenAction,
} from '../state.ts';
import { isNumberVisible } from '../visibility.ts';

/** Parses the name of an action. Undefined for unknown names like `charge`. ST-MOVE-5, ST-RUL-25. */
export const parseAction = (text: string): ActionName | undefined =>
  actionNames.find((each) => each === text.trim().toLowerCase());

/** Classifies an action as an attack, as harmful or as plain. ST-GEN-6. */
export const actionClass = (
  me: Combatant,
  { action, spell, damage }: Pick<Nomination, 'action' | 'spell' | 'damage'>,
): Nomination['class'] => {
  if (action === 'continue') return me.extended?.action.class ?? 'plain';
  if (action === 'brawl' || isArmedManeuver(action)) return 'attack';
  if (action === 'spell') return findAttackSpell(me, spell) ? 'attack' : 'plain';
  return action === 'act' && damage !== undefined ? 'harmful' : 'plain';
};

/** The pool that opposes the action. Undefined if the action is not opposed. ST-ACT-1, ST-ACT-4. */
export const oppositionOf = (
  me: Combatant,
  { action, spell, opposed }: Pick<Nomination, 'action' | 'spell' | 'opposed'>,
): PoolTraits | undefined =>
  action === 'act' ? opposed : action === 'spell' ? findEffectSpell(me, spell)?.opposed : undefined;

/** True if the action is refused without a target. */
export const needsTarget = (me: Combatant, nomination: Nomination): boolean =>
  nomination.action !== 'continue' && (nomination.class !== 'plain' || oppositionOf(me, nomination) !== undefined);

/** The nominated action. For `continue`: the extended action that the combatant continues. */
export const actualAction = (me: Combatant, nomination: Nomination): Nomination =>
  nomination.action === 'continue' ? (me.extended?.action ?? { action: 'none', class: 'plain' }) : nomination;

/** Adds the target and the weapon to an action. */
export const aimText = (what: Text, target: string | undefined, weapon?: string): Text => {
  if (target === undefined) return weapon === undefined ? what : say`${what} with ${term(weapon)}`;
  const at = maskedRef(target);
  return weapon === undefined ? say`${what} at ${at}` : say`${what} at ${at} with ${term(weapon)}`;
};

/** Describes an action, like `melee at Ysolde with maul`. */
export const describeAction = ({ action, target, weapon, spell, label, ready, stow }: WrittenAction): Text => {
  switch (action) {
    case 'none':
      return term('nothing');
    case 'continue':
      return term('continuing the extended action');
    case 'spell':
      return aimText(term(spell ?? 'a spell'), target);
    case 'act':
      return aimText(label ?? term('an act'), target);
    case 'trivial':
      return (
        label ?? (ready ? say`readying ${term(ready)}` : stow ? say`stowing ${term(stow)}` : term('a trivial action'))
      );
    default:
      return aimText(term(action), target, weapon);
  }
};

/** The numbers that a player typed for an act, like `difficulty 2` and `damage 3 + strength`. */
const actNumbers = ({ difficulty, opposed, damage, timing, goal }: WrittenAction): readonly Text[] =>
  [
    difficulty !== undefined && say`difficulty ${difficulty}`,
    opposed &&
      say`against ${joined([term(opposed.attribute), opposed.ability !== '' && term(opposed.ability)], ' + ')}`,
    damage && (damage.addStrength ? say`damage ${damage.base} + strength` : say`damage ${damage.base}`),
    timing === 'endOfTurn' && term('at the end of the turn'),
    timing === 'extended' &&
      (goal === undefined ? term('extended') : say`extended, ${count(goal, 'success', 'successes')} needed`),
  ].filter((each) => each !== undefined && each !== false);

/** Describes an action, with its typed numbers if the reader may see the combatant’s pools. */
export const describeFullAction = (who: string, as: WrittenAction, reader: Reader): Text => {
  const numbers = as.action === 'act' && isNumberVisible(reader, who, 'pools') ? actNumbers(as) : [];
  return numbers.length === 0 ? describeAction(as) : say`${describeAction(as)} (${joined(numbers)})`;
};

/** Requires a live target of any side. Refuses with NO_SUCH_TARGET, TARGET_SELF or TARGET_DEAD. ST-GEN-7, ST-RUL-5. */
export const requireTarget = (state: State, me: Combatant, name: string | undefined): CheckResult<Combatant> => {
  const target = name === undefined ? undefined : findByName(state, name);
  if (target === undefined) return refuse('NO_SUCH_TARGET', { target: name === undefined ? undefined : ref(name) });
  if (target.id === me.id) return refuse('TARGET_SELF', { name: ref(me.id) });
  return target.life === 'dead' ? refuse('TARGET_DEAD', { target: ref(target.id) }) : ok(target);
};

/** Requires an attack or effect spell on the sheet. Refuses with UNKNOWN_SPELL or WRONG_SPELL_KIND. */
const spellFor = (me: Combatant, name: string | undefined): CheckResult<string> => {
  const spell = findSpell(me, name);
  if (spell === undefined) return refuse('UNKNOWN_SPELL', { name: ref(me.id), spell: name });
  return spell.kind === 'defense'
    ? refuse('WRONG_SPELL_KIND', { spell: spell.name, kind: term(spell.kind) })
    : ok(spell.name);
};

/** Requires the weapons that an action uses, readies or stows. */
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

/** Requires the rolled attribute on the actor’s sheet, and the opposing attribute on the target’s sheet. */
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

/** Checks an action in the rulebook’s order, and fills in names from the sheet. ST-NOM-3, ST-NOM-7. */
export const requireAction = (
  state: State,
  me: Combatant,
  stance: Stance,
  worded: WrittenAction,
): CheckResult<Nomination> => {
  const action = parseAction(worded.action);
  if (action === undefined) return refuse('UNKNOWN_ACTION', { action: worded.action });
  // ST-DAZE-5.
  if (losesActions(me, state) && action !== 'recover' && action !== 'none')
    return refuse('DAZED', { name: ref(me.id), can: term('recover or do nothing') });
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
