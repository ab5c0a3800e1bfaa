import { z } from 'zod';
import { maskedRef, phrase, ref, say, type Text } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { line, step } from '../../rules/event.ts';
import type { Reader } from '../../rules/reader.ts';
import { botchWords, recordBotch } from './botches.ts';
import {
  attackTallies,
  baseDamage,
  type DamageRoll,
  damageRollSchema,
  damageRows,
  extraDamage,
  rollDamageAndSoak,
  withoutSoakModifiers,
} from './damage.ts';
import { defenseDifficultyParts } from './defense/plan.ts';
import {
  calculateProgress,
  countedSuccesses,
  extendedActionAfter,
  extendedProgressSchema,
  progressRows,
  queueEffect,
} from './delayed.ts';
import { actionParts, findEffectSpell } from './maneuvers.ts';
import { gmDiceModifier, gmDifficultyModifier, withoutModifiers } from './modifiers.ts';
import { oppositionOf } from './nomination/action.ts';
import {
  defaultDifficulty,
  nonZeroParts,
  type RolledPool,
  rolledPoolSchema,
  rollPool,
  rollRows,
  type SumPart,
  traitParts,
} from './pools.ts';
import type { PoolTraits } from './sheet.ts';
import { deferWounds, effectDeferred } from './simultaneous.ts';
import {
  type Combatant,
  combatantId,
  type Draft,
  event,
  find,
  findByName,
  findWeapon,
  isAble,
  type Nomination,
  type State,
  update,
} from './state.ts';
import { isRollVisible } from './visibility.ts';
import { describeLoss, poolPenalty } from './wounds.ts';

/** ST-RES-3: what came of an action, in words. */
const outcomeWords = (
  { outcome }: RolledPool,
  net: number | undefined,
  target: string | undefined,
  blow: DamageRoll | undefined,
  reader: Reader,
): Text => {
  if (outcome === 'botch') return botchWords;
  if (net === undefined) return 'the work goes on';
  if (net < 1) return 'it fails';
  return blow === undefined || target === undefined
    ? 'it works'
    : say`it works, ${describeLoss(blow.healthLost, target, reader)}`;
};

const castsEffect = (state: State, who: string, what: string): boolean => {
  const me = find(state, who);
  return me !== undefined && findEffectSpell(me, what) !== undefined;
};

/** ST-ACT-1, ST-ACT-2. */
export const acted = event(
  'acted',
  {
    who: combatantId,
    target: combatantId.optional(),
    what: z.string(),
    roll: rolledPoolSchema,
    oppose: rolledPoolSchema.optional(),
    extended: extendedProgressSchema.optional(),
    /** None while an extended action goes on. */
    net: z.int().optional(),
    blow: damageRollSchema.optional(),
  },
  {
    apply: (state, { who, target, what, roll, oppose, extended, blow }) => {
      const botch = { maneuver: what, batch: state.batch };
      const after = update(state, who, (me) => ({
        ...recordBotch(withoutModifiers(me, 'take'), roll, { roll: 'action', ...botch }),
        extended: extendedActionAfter(me, roll, extended),
      }));
      const opposed =
        target === undefined || oppose === undefined
          ? after
          : update(after, target, (me) =>
              recordBotch(withoutModifiers(me, 'defend'), oppose, { roll: 'oppose', ...botch }),
            );
      return withoutSoakModifiers(opposed, target, blow?.soak);
    },
    narrate: ({ who, target, what, roll, oppose, extended, net, blow }, { reader }) => {
      const at = target === undefined ? '' : say` at ${maskedRef(target)}`;
      const tone = roll.outcome === 'botch' ? 'bad' : net !== undefined && net >= 1 ? 'good' : 'quiet';
      return line(say`${ref(who)}, ${what}${at}: ${outcomeWords(roll, net, target, blow, reader)}.`, tone, [
        ...rollRows('action', 'ST-ACT-1', roll, isRollVisible(reader, who, roll.parts)),
        ...(oppose && target !== undefined
          ? rollRows(say`${maskedRef(target)} opposes`, 'ST-ACT-1', oppose, isRollVisible(reader, target, oppose.parts))
          : []),
        ...(net === undefined ? [] : [[step('ST-ACT-2', phrase`net ${net}`)]]),
        ...progressRows(who, roll, extended, reader),
        ...(blow && target !== undefined ? damageRows(blow, who, target, reader) : []),
      ]);
    },
    tallies: ({ who, target, blow }) =>
      target === undefined || blow === undefined ? [] : attackTallies(who, target, true, blow),
    actors: ({ who, target, what }, before) =>
      (target !== undefined && target !== who) || castsEffect(before, who, what) ? [who] : [],
  },
);

/** ST-ACT-5, ST-RUL-60. What a weapon is readied for waits for the rest of a simultaneous group (ST-SIM-4). */
export const doTrivialAction = ({ emit }: Draft, me: Combatant, { ready, stow }: Nomination): void => {
  for (const [wanted, isReady] of [
    [ready, true],
    [stow, false],
  ] as const) {
    const weapon = wanted === undefined ? undefined : findWeapon(me, wanted);
    if (weapon) emit(effectDeferred({ what: { kind: 'ready', who: me.name, weapon: weapon.name, ready: isReady } }));
  }
};

/** What an `act` or an effect spell rolls (ST-ACT-1, ST-ACT-4). */
interface ActPlan {
  readonly what: string;
  readonly attribute: string;
  readonly ability: string;
  readonly difficulty: number;
  readonly timing: 'immediate' | 'endOfTurn' | 'extended';
  readonly goal: number;
}

const planOf = (me: Combatant, action: Nomination): ActPlan | undefined => {
  if (action.action === 'spell') {
    const spell = findEffectSpell(me, action.spell);
    return spell && { ...spell, what: spell.name, goal: spell.goal ?? 1 };
  }
  return {
    what: action.label ?? 'the action',
    attribute: action.attribute ?? '',
    ability: action.ability ?? '',
    difficulty: action.difficulty ?? defaultDifficulty,
    timing: action.timing ?? 'immediate',
    goal: action.goal ?? 1,
  };
};

const actMarks = (me: Combatant, base: number): SumPart[] =>
  nonZeroParts({ says: 'base', n: base }, { says: 'GM', n: gmDifficultyModifier(me, 'take') });

/** ST-ACT-1: the target's pool, without stance or earlier defenses. */
const rollOppose = (target: Combatant, { attribute, ability }: PoolTraits, state: State, dice: Dice): RolledPool => {
  const { settings, effects } = state;
  const parts = nonZeroParts(
    ...traitParts(target.sheet, attribute, ability, settings),
    { says: 'GM', n: gmDiceModifier(target, 'defend') },
    { says: 'effects', n: effectSum(effects, target.name, 'defense') },
    { says: 'wounds', n: -poolPenalty(target, settings) },
  );
  return rollPool(
    { family: 'trait', name: 'oppose', parts, marks: defenseDifficultyParts(target, defaultDifficulty) },
    settings,
    dice,
  );
};

/** ST-ACT-1, ST-ACT-2, ST-ACT-3, ST-ACT-4, ST-RUL-34: action roll, opposition, and what comes of it now or at END. */
export const resolveAct = (draft: Draft, me: Combatant, action: Nomination): void => {
  const { now, emit, dice } = draft;
  const state = now();
  const plan = planOf(me, action);
  if (plan === undefined) return;
  const parts = actionParts(me, traitParts(me.sheet, plan.attribute, plan.ability, state.settings), state);
  const marks = actMarks(me, plan.difficulty);
  const roll = rollPool({ family: 'trait', name: 'action', parts, marks }, state.settings, dice);
  const extended = plan.timing === 'extended' ? calculateProgress(me, action, plan.goal, roll) : undefined;
  const successes = countedSuccesses(roll, extended);
  const target = findByName(state, action.target ?? '');
  const opposed = oppositionOf(me, action);
  const oppose =
    successes >= 1 && opposed !== undefined && target !== undefined && isAble(target)
      ? rollOppose(target, opposed, state, dice)
      : undefined;
  const net = extended?.completed === false ? undefined : successes - (oppose?.successes ?? 0);
  const works = net !== undefined && net >= 1;
  const harm = works && action.damage !== undefined && target !== undefined;
  const later = plan.timing !== 'immediate';
  const base = action.damage === undefined ? 0 : baseDamage(me, action.damage, state);
  const extra = extraDamage(net ?? 1, true);
  const blow = harm && !later ? rollDamageAndSoak(target, base, extra, state, dice) : undefined;
  emit(acted({ who: me.name, target: target?.name, what: plan.what, roll, oppose, extended, net, blow }));
  if (target !== undefined) deferWounds(draft, target.name, blow);
  if (works && later)
    queueEffect(draft, {
      author: me.name,
      target: target?.name,
      what: plan.what,
      damage: harm ? { base, extra } : undefined,
    });
};
