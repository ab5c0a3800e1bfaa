import { isSameName, listed, listing, ok, phrase, ref, refuse, type Text } from '../../../core/message.ts';
import { findCastableSpell, spellBudget } from '../casting.ts';
import { requireTarget } from '../checks.ts';
import { engagedFoes, isWithinFeet } from '../engagement.ts';
import { type Pace, paces } from '../settings.ts';
import { missileKinds } from '../sheet.ts';
import {
  type CheckResult,
  type Combatant,
  type Declaration,
  findByName,
  type MainAction,
  type State,
} from '../state.ts';
import { hasOptions, type WrittenAction } from './options.ts';
import { formatKey } from './text.ts';

/** A declaration as it was written down. */
export interface WrittenDeclaration extends Omit<WrittenAction, 'main'> {
  readonly action: string;
  readonly target?: string | undefined;
  readonly pace?: string | undefined;
  readonly spell?: string | undefined;
  readonly follow?: string | undefined;
  readonly byAir: boolean;
  readonly text: string | undefined;
  readonly missile?: string | undefined;
}

/** The same with its main action and pace known. */
export type ParsedDeclaration = Omit<WrittenAction, 'main'> &
  WrittenDeclaration & { readonly main: MainAction; readonly pace: Pace | undefined };

/** What the main action's own checks found. */
export type ActionDetails = Partial<
  Pick<Declaration, 'target' | 'weapon' | 'spell' | 'follow' | 'missile' | 'pace' | 'carried'>
>;

const namesOf = (them: readonly Combatant[]): Text => listing(them.map(({ id }) => ref(id)));

/** SEG-RUL-56. */
const checkedPace = ({ settings }: State, pace: Pace | undefined): CheckResult<ActionDetails> => {
  const wanted = pace ?? 'walk';
  return paces.indexOf(wanted) > paces.indexOf(settings.maxPace)
    ? refuse('BAD_ACTION', {
        problem: phrase`${formatKey(wanted)} is faster than this battle allows; choose a slower pace`,
      })
    : ok({ pace: wanted });
};

/** UNKNOWN_SPELL, NO_ENERGY. */
const checkedSpell = (who: Combatant, name: string | undefined): CheckResult<{ readonly spell: string }> => {
  const spell = findCastableSpell(who, name ?? '');
  if (spell === undefined) {
    const spells = listed(who.sheet.spells.map((each) => each.name));
    return refuse('UNKNOWN_SPELL', { who: ref(who.id), spell: name, spells });
  }
  const { enough, left, cost } = spellBudget(who, spell);
  return enough ? ok({ spell: spell.name }) : refuse('NO_ENERGY', { who: ref(who.id), spell: spell.name, left, cost });
};

/** SEG-CAST-1; SEG-CAST-6: a carried spell keeps its target. */
const checkedCast = (state: State, who: Combatant, draft: ParsedDeclaration): CheckResult<ActionDetails> => {
  const spell = checkedSpell(who, draft.spell);
  if (!spell.ok) return spell;
  const carried = who.carried?.spell === spell.value.spell && draft.main === 'cast';
  const named = draft.target ?? (carried ? who.carried?.target : undefined);
  if (named === undefined) return ok({ ...spell.value, carried });
  const target = requireTarget(state, named);
  if (!target.ok) return target;
  const { id, life } = target.value;
  return life === 'up' ? ok({ ...spell.value, target: id, carried }) : refuse('TARGET_DOWN', { target: ref(id), life });
};

/** SEG-PICK-1: what is named of the things at one's feet, else the first. */
const checkedPickUp = (who: Combatant, { weapon, attacks }: ParsedDeclaration): CheckResult<ActionDetails> => {
  const named = weapon ?? attacks[0]?.weapon;
  const found = named === undefined ? who.atFeet[0] : who.atFeet.find((each) => isSameName(each, named));
  if (found === undefined) return refuse('NO_DROPPED_WEAPON', { who: ref(who.id), there: listed(who.atFeet) });
  return attacks.length > 1
    ? refuse('TOO_MANY_ATTACKS', { who: ref(who.id), kept: 1, listed: attacks.length })
    : ok({ weapon: found });
};

const checkedFirstAid = (state: State, who: Combatant, draft: ParsedDeclaration): CheckResult<ActionDetails> => {
  const patient = requireTarget(state, draft.target ?? who.id);
  if (!patient.ok) return patient;
  const { id, stuck } = patient.value;
  if (id !== who.id && !isWithinFeet(state, who, patient.value, 5))
    return refuse('NO_SUCH_TARGET', { patient: ref(id) });
  const wanted = draft.missile;
  const kind = wanted === undefined ? stuck[0]?.kind : missileKinds.find((each) => isSameName(each, wanted));
  return kind !== undefined && stuck.some((each) => each.kind === kind)
    ? ok({ target: id, missile: kind })
    : refuse('NO_STUCK_MISSILE', { patient: ref(id) });
};

/** The cards of section 6.1: each main action's own preconditions. */
export const requireActionDetails = (
  state: State,
  who: Combatant,
  draft: ParsedDeclaration,
): CheckResult<ActionDetails> => {
  const foes = engagedFoes(state, who);
  switch (draft.main) {
    case 'attack':
    case 'move-attack':
    case 'attack-move':
    case 'run-attack':
    case 'other':
    case 'none':
      return ok({});
    // SEG-MOVE-7.
    case 'move':
      return foes.length > 0
        ? refuse('ENGAGED', { who: ref(who.id), foes: namesOf(foes) })
        : checkedPace(state, draft.pace);
    case 'dodge':
      return draft.route !== undefined && foes.length > 0
        ? refuse('ENGAGED', { who: ref(who.id), foes: namesOf(foes) })
        : ok({});
    case 'withdraw':
      return foes.length === 0 ? refuse('NOT_ENGAGED', { who: ref(who.id) }) : checkedPace(state, draft.pace);
    case 'cast':
      return checkedCast(state, who, draft);
    // SEG-CAST-11, SEG-RUL-52.
    case 'move-cast':
      return state.settings.allowMoveCast
        ? checkedCast(state, who, draft)
        : refuse('BAD_ACTION', { problem: 'this battle does not allow moving and casting in one round' });
    // SEG-HOLD-1, SEG-HOLD-2, SEG-RUL-53.
    case 'hold': {
      if (draft.spell === undefined)
        return state.settings.holdAny
          ? ok({})
          : refuse('BAD_ACTION', { problem: 'only a spell can be held; name a spell' });
      const spell = checkedSpell(who, draft.spell);
      if (!spell.ok) return spell;
      const target = draft.target === undefined ? undefined : findByName(state, draft.target);
      return ok({ ...spell.value, ...(target !== undefined && { target: target.id }) });
    }
    case 'full-defense': {
      if (draft.attacks.length > 0) return refuse('CANNOT_ATTACK');
      // SEG-DEF-6, SEG-RUL-71.
      if (draft.follow === undefined) return ok({});
      const foe = requireTarget(state, draft.follow);
      return foe.ok ? ok({ follow: foe.value.id }) : foe;
    }
    case 'desperate-defense':
      return hasOptions(draft) || draft.attacks.length > 0 || draft.route !== undefined || draft.follow !== undefined
        ? refuse('DESPERATE_ONLY')
        : ok({});
    case 'pick-up':
      return checkedPickUp(who, draft);
    case 'first-aid':
      return checkedFirstAid(state, who, draft);
  }
};
