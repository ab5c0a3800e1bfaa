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
  type Step,
} from './model.ts';
import { comparedRating } from './rating.ts';
import type { Code } from './refusals.ts';
import { able, combatantCalled, slotOf, weaponCalled } from './roster.ts';
import type { PoolRecord } from './sheet.ts';
import { nextGroup } from './simultaneous.ts';

type Checked<T> = Result<T, Refusal<Code>>;

interface Waiting {
  readonly name: string;
  readonly value: number;
  readonly rating: number;
}

/** ST-NOM-1, ST-NOM-2: slowest first, full ties in roster order. */
const slowestFirst = (waiting: readonly Waiting[]): readonly Waiting[] =>
  waiting.toSorted((a, b) => a.value - b.value || a.rating - b.rating);

const speakersOf = (waiting: readonly Waiting[]): readonly string[] => {
  const [first, ...rest] = slowestFirst(waiting);
  if (first === undefined) return [];
  return [first, ...rest.filter(({ value, rating }) => value === first.value && rating === first.rating)].map(
    ({ name }) => name,
  );
};

const undeclared = (state: State): readonly Waiting[] =>
  state.stage !== 'DECLARE'
    ? []
    : state.combatants.flatMap((me) =>
        able(me) && me.score !== undefined && me.actions[0].status === 'empty'
          ? [{ name: me.name, value: me.score, rating: comparedRating(me, state) }]
          : [],
      );

/** The order published when DECLARE opens: everybody with a score, slowest first. */
export const nominationOrder = (state: State): readonly string[] =>
  slowestFirst(
    state.combatants.flatMap((me) =>
      able(me) && me.score !== undefined ? [{ name: me.name, value: me.score, rating: comparedRating(me, state) }] : [],
    ),
  ).map(({ name }) => name);

/** ST-NOM-6: the second actions that belong to the count (or wave) reached and are not nominated yet; the dazed are left out. */
const secondsWaiting = (state: State): readonly Step[] => {
  const [head] = state.stage === 'ACTIONS' && state.open === undefined ? nextGroup(state) : [];
  if (head === undefined) return [];
  const wave = state.settings.secondActions === 'wave';
  if (wave && head.slot === 1) return [];
  return state.steps.filter(
    (step) =>
      step.slot === 2 && !step.over && (wave || step.value === head.value) && unnominated(state, step.combatant),
  );
};

const unnominated = (state: State, name: string): boolean => {
  const me = combatantCalled(state, name);
  return me !== undefined && able(me) && !me.dazed && slotOf(me, 2).status === 'empty';
};

const secondGroup = (state: State): readonly Waiting[] =>
  secondsWaiting(state).map(({ combatant, value, rating }) => ({ name: combatant, value, rating }));

/** Everybody who has still to nominate in the group that is open now, slowest first. */
export const nominationGroup = (state: State): readonly string[] =>
  slowestFirst(state.stage === 'DECLARE' ? undeclared(state) : secondGroup(state)).map(({ name }) => name);

/** Those of the group whose moment it is. */
export const speakers = (state: State): readonly string[] =>
  speakersOf(state.stage === 'DECLARE' ? undeclared(state) : secondGroup(state));

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
  if (target === undefined) return refuse('NO_SUCH_TARGET', { target: name ?? 'nobody named' });
  if (target.name === me.name) return refuse('TARGET_SELF', { name: me.name });
  return target.life === 'dead' ? refuse('TARGET_DEAD', { target: target.name }) : ok(target);
};

/** AC 3. */
const spellFor = (me: Combatant, name: string | undefined): Checked<string> => {
  const spell = spellCalled(me, name);
  if (spell === undefined) return refuse('UNKNOWN_SPELL', { name: me.name, spell: name ?? 'none named' });
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
    ? refuse('NO_WEAPON', { name: me.name, weapon: missing })
    : ok(undefined);
};

/** AC 7, for spells too: the pool's attribute on the actor's sheet, the opposing one on the target's. */
const traitsFor = (me: Combatant, nomination: Nomination, target: Combatant | undefined): Checked<undefined> => {
  const { action, attribute, spell } = nomination;
  if (action !== 'act' && action !== 'spell') return ok(undefined);
  const own = action === 'act' ? (attribute ?? '') : (spellCalled(me, spell)?.attribute ?? '');
  if (me.sheet.attributes[own] === undefined)
    return refuse('NO_TRAIT', { name: me.name, attribute: own === '' ? 'none named' : own });
  const opposed = opposedBy(me, nomination)?.attribute;
  return opposed !== undefined && target !== undefined && target.sheet.attributes[opposed] === undefined
    ? refuse('NO_TRAIT', { name: target.name, attribute: opposed })
    : ok(undefined);
};

/** ST-NOM-7: the action checks AC in their order. Gives the nomination with the sheet's own names in it. */
export const checkedAction = (state: State, me: Combatant, stance: Stance, draft: Draft): Checked<Nomination> => {
  const action = actionCalled(draft.action);
  if (action === undefined) return refuse('UNKNOWN_ACTION', { action: draft.action });
  if (me.dazed && action !== 'recover' && action !== 'none')
    return refuse('DAZED', { name: me.name, can: 'recover or do nothing' });
  const spell = action === 'spell' ? spellFor(me, draft.spell) : ok(draft.spell);
  if (!spell.ok) return spell;
  const worded = { ...draft, action, spell: spell.value };
  const nomination: Nomination = { ...worded, class: classOf(me, worded) };
  if (stance === 'defense' && nomination.class !== 'plain') return refuse('DEFENSE_CANNOT_ATTACK', { name: me.name });
  const target = needsTarget(me, nomination) ? targetFor(state, me, draft.target) : ok(undefined);
  if (!target.ok) return target;
  const weapons = weaponsFor(me, draft);
  if (!weapons.ok) return weapons;
  const traits = traitsFor(me, nomination, target.value);
  if (!traits.ok) return traits;
  if (action === 'continue' && me.extended === undefined) return refuse('NOTHING_TO_CONTINUE', { name: me.name });
  return ok({
    ...nomination,
    ...(target.value && { target: target.value.name }),
    ...(draft.weapon !== undefined && { weapon: weaponCalled(me, draft.weapon)?.name ?? draft.weapon }),
  });
};

/** What is really done: `continue` goes on with the extended action. */
export const actualAction = (me: Combatant, nomination: Nomination): Nomination =>
  nomination.action === 'continue' ? (me.extended?.action ?? { action: 'none', class: 'plain' }) : nomination;

export type LapseCode = Extract<
  Code,
  'TARGET_DEAD' | 'NO_SUCH_TARGET' | 'WEAPON_BROKEN' | 'NO_WEAPON' | 'UNKNOWN_SPELL'
>;

/** ST-NOM-8: why the action can no longer be made, or nothing. */
export const lapseOf = (state: State, me: Combatant, nomination: Nomination): LapseCode | undefined => {
  const actual = actualAction(me, nomination);
  const gone = targetLapse(state, me, actual);
  if (gone !== undefined) return gone;
  if (isArmed(actual.action)) {
    const weapon = weaponFor(me, actual.action, actual.weapon);
    if (!weapon.ok) return weapon.error.code === 'WEAPON_BROKEN' ? 'WEAPON_BROKEN' : 'NO_WEAPON';
  }
  return actual.action === 'spell' && spellCalled(me, actual.spell) === undefined ? 'UNKNOWN_SPELL' : undefined;
};

const targetLapse = (state: State, me: Combatant, actual: Nomination): LapseCode | undefined => {
  if (!needsTarget(me, actual)) return undefined;
  const target = combatantCalled(state, actual.target ?? '');
  return target === undefined ? 'NO_SUCH_TARGET' : target.life === 'dead' ? 'TARGET_DEAD' : undefined;
};
