import { z } from 'zod';
import { ref, say, type Text } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { type Call, gmActor } from '../../rules/call.ts';
import { line, step } from '../../rules/lines.ts';
import { combatant } from '../../rules/params.ts';
import { ask } from '../../rules/question.ts';
import { moveKind, orderAnswer, questionKind } from '../../rules/standing-order-kinds.ts';
import { type Deliberation, done, type Verdict } from '../../rules/verb.ts';
import { attack } from './attack.ts';
import { inStage, numberParam, others } from './checks.ts';
import { categoryFor, isArmed, spellCalled, weaponFor } from './maneuvers.ts';
import { movement } from './movement.ts';
import { actionWords, actualAction, needsTarget } from './nomination/action.ts';
import { targetFor } from './nomination/action-checks.ts';
import { speakers } from './nomination/order.ts';
import { act, trivial } from './plain-actions.ts';
import type { Code } from './refusals.ts';
import { currentStep } from './simultaneous.ts';
import {
  become,
  type Checked,
  type Combatant,
  called,
  combatantId,
  type Draft,
  event,
  find,
  type Nomination,
  nominationSchema,
  order,
  type SlotNumber,
  type State,
  slotNumber,
  slotOf,
  slotOver,
  stepOver,
  withSlot,
} from './state.ts';

const metres = z.int().min(0);

/** A step over without a roll, the walk done. */
const dropped = (state: State, who: string, slot: SlotNumber, status: 'passed' | 'lapsed', move: number): State =>
  stepOver(
    become(state, who, (me) => ({ ...slotOver(me, slot, status), moved: me.moved + move })),
    who,
    slot,
  );

/** Taking anything else than `continue`, `recover` or `none` abandons an extended action (ST-RES-10). */
const keepsExtended = ({ action }: Nomination): boolean =>
  action === 'continue' || action === 'recover' || action === 'none';

/** ST-MOVE-1, ST-ACT-6. */
export const taken = event(
  'taken',
  {
    who: combatantId,
    slot: slotNumber,
    move: metres,
    as: nominationSchema,
    /** A fresh target for the extended action that goes on (ST-NOM-8). */
    retarget: combatantId.optional(),
  },
  {
    apply: (state, { who, slot, move, as, retarget }) => {
      const change = (me: Combatant): Combatant => {
        const extended = keepsExtended(as) ? me.extended : undefined;
        return {
          ...withSlot(me, slot, { status: 'taken', as }),
          moved: me.moved + move,
          extended:
            extended && retarget !== undefined
              ? { ...extended, action: { ...extended.action, target: retarget } }
              : extended,
        };
      };
      return stepOver(become(state, who, change), who, slot);
    },
    tell: ({ who, as, move }) => {
      const walk: Text = move > 0 ? say` after walking ${move} m` : '';
      const walks = say`${ref(who)} walks ${move} m.`;
      switch (as.action) {
        case 'none':
          return line(move > 0 ? walks : say`${ref(who)} does nothing.`, 'quiet');
        case 'recover':
          return line(say`${ref(who)} recovers${walk}.`, 'quiet');
        case 'trivial':
          return line(say`${ref(who)}: ${actionWords(as)}${walk}.`, 'plain', [[step('ST-ACT-5', 'no roll')]]);
        default:
          return move > 0 ? line(walks, 'quiet') : undefined;
      }
    },
    // There is no board that could hide a walk (ST-MOVE-2, ST-RUL-23).
    actedBy: ({ who, move }) => (move > 0 ? [who] : []),
  },
);

/** ST-ACT-7. */
export const passed = event(
  'passed',
  { who: combatantId, slot: slotNumber, move: metres },
  {
    apply: (state, { who, slot, move }) => dropped(state, who, slot, 'passed', move),
    tell: ({ who, move }) => line(say`${ref(who)} passes${move > 0 ? say` and walks ${move} m` : ''}.`, 'quiet'),
    actedBy: ({ who, move }) => (move > 0 ? [who] : []),
  },
);

const lapseWords: Readonly<Record<string, string>> = {
  TARGET_DEAD: 'the target is dead',
  NO_SUCH_TARGET: 'the target is gone',
  WEAPON_BROKEN: 'the weapon is broken',
  NO_WEAPON: 'the weapon is not ready',
  UNKNOWN_SPELL: 'the spell is gone',
};

/** ST-NOM-8. */
export const lapsed = event(
  'lapsed',
  { who: combatantId, slot: slotNumber, move: metres, code: z.string() },
  {
    apply: (state, { who, slot, move }) => dropped(state, who, slot, 'lapsed', move),
    tell: ({ who, code }) =>
      line(say`${ref(who)}’s action lapses: ${lapseWords[code] ?? code}.`, 'quiet', [
        [step('ST-NOM-8', 'no dice are rolled')],
      ]),
  },
);

type LapseCode = Extract<Code, 'TARGET_DEAD' | 'NO_SUCH_TARGET' | 'WEAPON_BROKEN' | 'NO_WEAPON' | 'UNKNOWN_SPELL'>;

/** ST-NOM-8, ST-RUL-15: why the action can no longer be made, or nothing. */
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

/** An incapacitated target is no reason to lapse (ST-NOM-8, ST-RUL-58). */
const targetLapse = (state: State, me: Combatant, actual: Nomination): LapseCode | undefined => {
  if (!needsTarget(me, actual)) return undefined;
  const target = called(state, actual.target ?? '');
  return target === undefined ? 'NO_SUCH_TARGET' : target.life === 'dead' ? 'TARGET_DEAD' : undefined;
};

export const isTargetLapse = (code: LapseCode | undefined): boolean =>
  code === 'TARGET_DEAD' || code === 'NO_SUCH_TARGET';

interface Due {
  readonly me: Combatant;
  readonly slot: SlotNumber;
  readonly as: Nomination;
  readonly move: number;
}

/** TAKE and PASS: their preconditions in the rulebook's order (ST-RES-8, ST-SIM-2). */
const due = (state: State, call: Call, distance: number): Checked<Due> => {
  const me = inStage(state, call, 'ACTIONS');
  if (!me.ok) return me;
  const { name: who } = me.value;
  if (state.pendingAttack !== undefined) return refuse('DEFENSE_PENDING', { name: ref(who) });
  if (!state.steps.some((each) => each.combatant === who && !each.over))
    return refuse('NO_FURTHER_ACTION', { name: ref(who) });
  const now = currentStep(state);
  if (now?.combatant !== who) return refuse('NOT_YOUR_STEP', { name: ref(who) });
  const action = slotOf(me.value, now.slot);
  if (speakers(state).length > 0 || action.status !== 'nominated') return refuse('NOT_NOMINATED', { name: ref(who) });
  const move = movement(me.value, distance, state.settings);
  return move.ok ? ok({ me: me.value, slot: now.slot, as: action.as, move: move.value }) : move;
};

/** ST-NOM-8, `lapse: retarget`: a fresh target, which must pass AC 5. */
const freshTarget = (state: State, { me }: Due, code: LapseCode, target: string | undefined): Checked<string> => {
  // The nominated one may be somebody the player must learn no more of.
  if (target === undefined) return refuse(code, { nominated: 'The nominated target' });
  const found = targetFor(state, me, target);
  return found.ok ? ok(found.value.name) : found;
};

const lapse = ({ emit }: Draft, { me, slot, move }: Due, code: LapseCode): Verdict<Code> => {
  emit({ type: 'lapsed', who: me.name, slot, move, code });
  return done;
};

/** The step's action is carried out (ST-RES-1), as it was nominated or with something put in its place. */
const carryOut = (
  draft: Draft,
  { me: { name: who }, slot, as: nominated, move }: Due,
  change: Partial<Nomination>,
): Verdict<Code> => {
  const as = { ...nominated, ...change };
  const retarget = nominated.action === 'continue' ? change.target : undefined;
  draft.emit({ type: 'taken', who, slot, move, as, ...(retarget !== undefined && { retarget }) });
  const me = find(draft.now(), who);
  if (me === undefined) return done;
  const actual = actualAction(me, as);
  switch (actual.action) {
    case 'none':
    case 'recover':
    case 'continue':
      break;
    case 'trivial':
      trivial(draft, me, actual);
      break;
    case 'act':
      act(draft, me, actual);
      break;
    case 'spell':
      if (actual.class === 'attack') attack(draft, me, slot, actual);
      else act(draft, me, actual);
      break;
    case 'brawl':
    case 'melee':
    case 'archery':
    case 'thrown':
      attack(draft, me, slot, actual);
  }
  return done;
};

/** `lapse: ask`: the GM lets it lapse, or gives it another target or another ready weapon. */
function* putToGm(draft: Draft, mine: Due, code: LapseCode): Deliberation<Code> {
  const { me, as } = mine;
  const { action } = actualAction(me, as);
  const targets = isTargetLapse(code)
    ? others(draft.now(), me.name).map((each) => ({
        id: `target:${each.name}`,
        label: say`At ${ref(each.name)} instead`,
      }))
    : [];
  const weapons = isArmed(action)
    ? me.sheet.weapons
        .filter(({ ready, broken, categories }) => ready && !broken && categories.includes(categoryFor[action]))
        .map((each) => ({ id: `weapon:${each.name}`, label: say`With the ${each.name} instead` }))
    : [];
  const answer: string = yield* ask<string>({
    to: gmActor,
    kind: 'lapse',
    says: say`${ref(me.name)}’s action can no longer be made. Does it lapse?`,
    choices: [{ id: 'lose', label: 'It lapses' }, ...(isTargetLapse(code) ? targets : weapons)].slice(0, 25),
    auto: 'lose',
  });
  const [kind, ...rest] = answer.split(':');
  const chosen = rest.join(':');
  if (kind === 'target') return carryOut(draft, mine, { target: chosen });
  return kind === 'weapon' ? carryOut(draft, mine, { weapon: chosen }) : lapse(draft, mine, code);
}

/** TAKE: ST-MOVE-1, ST-NOM-5, ST-NOM-8, ST-RES-1. */
export const take = order({
  summary: 'Carry out the action you nominated, moving if you like',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({
    move: numberParam('Metres you walk').default(0),
    target: combatant('A fresh target, where yours is dead or gone').optional(),
  }),
  offers: {
    target: (state, { actor }) => others(state, actor).map((each) => ({ value: each.name, label: ref(each.name) })),
  },
  resolve: (draft, call, { move, target }) => {
    const state = draft.now();
    const mine = due(state, call, move);
    if (!mine.ok) return mine;
    const code = lapseOf(state, mine.value.me, mine.value.as);
    if (code === undefined) return carryOut(draft, mine.value, {});
    if (state.settings.lapse === 'ask') return putToGm(draft, mine.value, code);
    if (state.settings.lapse === 'lose' || !isTargetLapse(code)) return lapse(draft, mine.value, code);
    const fresh = freshTarget(state, mine.value, code, target);
    return fresh.ok ? carryOut(draft, mine.value, { target: fresh.value }) : fresh;
  },
});

/** PASS: ST-ACT-7, ST-NOM-5, ST-RUL-55. */
export const pass = order({
  summary: 'Drop the action you nominated, moving if you like',
  role: 'player',
  seen: 'in-sight',
  params: z.strictObject({ move: numberParam('Metres you walk').default(0) }),
  resolve: ({ now, emit }, call, { move }) => {
    const mine = due(now(), call, move);
    if (!mine.ok) return mine;
    emit({ type: 'passed', who: mine.value.me.name, slot: mine.value.slot, move: mine.value.move });
    return done;
  },
});

export const turnKind = moveKind('is to act', 'carry out the nominated action unless its target is down', {
  pass: orderAnswer('drop the action', 'pass'),
});
export const lapseKind = questionKind('is to say whether an action lapses', 'gm', 'let it lapse', {
  lose: 'let it lapse',
});
