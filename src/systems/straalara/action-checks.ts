import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { attackSpellCalled, effectSpellCalled, isArmed, spellCalled, weaponFor } from './maneuvers.ts';
import {
  type ActionName,
  actionNames,
  type Combatant,
  type Draft,
  type Nomination,
  type Stance,
  type State,
} from './model.ts';
import type { Code } from './refusals.ts';
import { combatantCalled, weaponCalled } from './roster.ts';
import type { PoolRecord } from './sheet.ts';

type Checked<T> = Result<T, Refusal<Code>>;

export const actionCalled = (text: string): ActionName | undefined =>
  actionNames.find((name) => name === text.trim().toLowerCase());

/** ST-GEN-6. */
export const classOf = (
  me: Combatant,
  { action, spell, damage }: Pick<Nomination, 'action' | 'spell' | 'damage'>,
): Nomination['class'] => {
  if (action === 'continue') return me.extended?.action.class ?? 'plain';
  if (action === 'brawl' || isArmed(action)) return 'attack';
  if (action === 'spell') return attackSpellCalled(me, spell) ? 'attack' : 'plain';
  return action === 'act' && damage !== undefined ? 'harmful' : 'plain';
};

/** What opposes the action, if anything does (ST-ACT-1, ST-ACT-4). */
export const opposedBy = (
  me: Combatant,
  { action, spell, opposed }: Pick<Nomination, 'action' | 'spell' | 'opposed'>,
): PoolRecord | undefined =>
  action === 'act' ? opposed : action === 'spell' ? effectSpellCalled(me, spell)?.opposed : undefined;

/** AC 5: actions that cannot do without a target. */
export const needsTarget = (me: Combatant, nomination: Nomination): boolean =>
  nomination.action !== 'continue' && (nomination.class !== 'plain' || opposedBy(me, nomination) !== undefined);

/** AC 5. Refuses NO_SUCH_TARGET, TARGET_SELF, TARGET_DEAD. */
export const targetFor = (state: State, me: Combatant, name: string | undefined): Checked<Combatant> => {
  const target = name === undefined ? undefined : combatantCalled(state, name);
  if (target === undefined)
    return refuse('NO_SUCH_TARGET', { target: name === undefined ? 'nobody named' : ref(name) });
  if (target.name === me.name) return refuse('TARGET_SELF', { name: ref(me.name) });
  return target.life === 'dead' ? refuse('TARGET_DEAD', { target: ref(target.name) }) : ok(target);
};

/** AC 3. */
const spellFor = (me: Combatant, name: string | undefined): Checked<string> => {
  const spell = spellCalled(me, name);
  if (spell === undefined) return refuse('UNKNOWN_SPELL', { name: ref(me.name), spell: name ?? 'none named' });
  return spell.kind === 'defense'
    ? refuse('WRONG_SPELL_KIND', { spell: spell.name, kind: spell.kind })
    : ok(spell.name);
};

/** AC 6; a weapon to ready or stow must be on the sheet too. */
const weaponsFor = (me: Combatant, { action, weapon, ready, stow }: Draft): Checked<undefined> => {
  const maneuver = actionCalled(action);
  if (maneuver !== undefined && isArmed(maneuver)) {
    const found = weaponFor(me, maneuver, weapon);
    if (!found.ok) return found;
  }
  const missing = [ready, stow].find((each) => each !== undefined && weaponCalled(me, each) === undefined);
  return maneuver === 'trivial' && missing !== undefined
    ? refuse('NO_WEAPON', { name: ref(me.name), weapon: missing })
    : ok(undefined);
};

/** AC 7, for spells too: the pool's attribute on the actor's sheet, the opposing one on the target's. */
const traitsFor = (me: Combatant, nomination: Nomination, target: Combatant | undefined): Checked<undefined> => {
  const { action, attribute, spell } = nomination;
  if (action !== 'act' && action !== 'spell') return ok(undefined);
  const own = action === 'act' ? (attribute ?? '') : (spellCalled(me, spell)?.attribute ?? '');
  if (me.sheet.attributes[own] === undefined)
    return refuse('NO_TRAIT', { name: ref(me.name), attribute: own === '' ? 'none named' : own });
  const opposed = opposedBy(me, nomination)?.attribute;
  return opposed !== undefined && target !== undefined && target.sheet.attributes[opposed] === undefined
    ? refuse('NO_TRAIT', { name: ref(target.name), attribute: opposed })
    : ok(undefined);
};

/** ST-NOM-7: the action checks AC in their order. Gives the nomination with the sheet's own names in it. */
export const checkedAction = (state: State, me: Combatant, stance: Stance, draft: Draft): Checked<Nomination> => {
  const action = actionCalled(draft.action);
  if (action === undefined) return refuse('UNKNOWN_ACTION', { action: draft.action });
  if (me.dazed && action !== 'recover' && action !== 'none')
    return refuse('DAZED', { name: ref(me.name), can: 'recover or do nothing' });
  const spell = action === 'spell' ? spellFor(me, draft.spell) : ok(draft.spell);
  if (!spell.ok) return spell;
  const worded = { ...draft, action, spell: spell.value };
  const nomination: Nomination = { ...worded, class: classOf(me, worded) };
  if (stance === 'defense' && nomination.class !== 'plain')
    return refuse('DEFENSE_CANNOT_ATTACK', { name: ref(me.name) });
  const target = needsTarget(me, nomination) ? targetFor(state, me, draft.target) : ok(undefined);
  if (!target.ok) return target;
  const weapons = weaponsFor(me, draft);
  if (!weapons.ok) return weapons;
  const traits = traitsFor(me, nomination, target.value);
  if (!traits.ok) return traits;
  if (action === 'continue' && me.extended === undefined) return refuse('NOTHING_TO_CONTINUE', { name: ref(me.name) });
  return ok({
    ...nomination,
    ...(target.value && { target: target.value.name }),
    ...(draft.weapon !== undefined && { weapon: weaponCalled(me, draft.weapon)?.name ?? draft.weapon }),
  });
};
