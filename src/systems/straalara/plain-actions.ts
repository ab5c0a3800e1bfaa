import { z } from 'zod';
import { phrase } from '../../core/language.ts';
import { masked, ref, say, type Text } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { line, step } from '../../rules/lines.ts';
import type { Reader } from '../../rules/reader.ts';
import { botched, botchWords } from './botches.ts';
import { attackTallies, type Blow, baseDamage, blowRows, blowSchema, extraDamage, rollBlow } from './damage.ts';
import { defendMarks } from './defense/plan.ts';
import { extendedAfter, meeting, progressed, progressRows, progressSchema, queue } from './delayed.ts';
import { effectSpellCalled, takeParts } from './maneuvers.ts';
import { gmDice, gmDifficulty, spent } from './modifiers.ts';
import { opposedBy } from './nomination/action.ts';
import { type Part, partsOf, type Roll, rollPool, rollRows, rollSchema, traitParts, usualDifficulty } from './pools.ts';
import type { PoolRecord } from './sheet.ts';
import { deferWounds } from './simultaneous.ts';
import { soaked } from './soak.ts';
import {
  able,
  type Combatant,
  called,
  combatantId,
  type Draft,
  event,
  find,
  type Nomination,
  on,
  type State,
  weaponCalled,
  weaponChanged,
} from './state.ts';
import { tellsRoll } from './visibility.ts';
import { lossWords, poolPenalty } from './wounds.ts';

/** ST-RES-3: what came of an action, in words. */
const outcomeWords = (
  { outcome }: Roll,
  net: number | undefined,
  target: string | undefined,
  blow: Blow | undefined,
  reader: Reader,
): Text => {
  if (outcome === 'botch') return botchWords;
  if (net === undefined) return 'the work goes on';
  if (net < 1) return 'it fails';
  return blow === undefined || target === undefined
    ? 'it works'
    : say`it works, ${lossWords(blow.healthLost, target, reader)}`;
};

const castsEffect = (state: State, who: string, what: string): boolean => {
  const me = find(state, who);
  return me !== undefined && effectSpellCalled(me, what) !== undefined;
};

/** ST-ACT-1, ST-ACT-2. */
export const acted = event(
  'acted',
  {
    who: combatantId,
    target: combatantId.optional(),
    what: z.string(),
    roll: rollSchema,
    oppose: rollSchema.optional(),
    extended: progressSchema.optional(),
    /** None while an extended action goes on. */
    net: z.int().optional(),
    blow: blowSchema.optional(),
  },
  {
    apply: (state, { who, target, what, roll, oppose, extended, blow }) => {
      const botch = { maneuver: what, batch: state.batch };
      const after = on(state, who, (me) => ({
        ...botched(spent(me, 'take'), roll, { roll: 'action', ...botch }),
        extended: extendedAfter(me, roll, extended),
      }));
      const opposed =
        target === undefined || oppose === undefined
          ? after
          : on(after, target, (me) => botched(spent(me, 'defend'), oppose, { roll: 'oppose', ...botch }));
      return soaked(opposed, target, blow?.soak);
    },
    tell: ({ who, target, what, roll, oppose, extended, net, blow }, { reader }) => {
      const at = target === undefined ? '' : say` at ${masked(target)}`;
      const tone = roll.outcome === 'botch' ? 'bad' : net !== undefined && net >= 1 ? 'good' : 'quiet';
      return line(say`${ref(who)}, ${what}${at}: ${outcomeWords(roll, net, target, blow, reader)}.`, tone, [
        ...rollRows('action', 'ST-ACT-1', roll, tellsRoll(reader, who, roll.parts)),
        ...(oppose && target !== undefined
          ? rollRows(say`${masked(target)} opposes`, 'ST-ACT-1', oppose, tellsRoll(reader, target, oppose.parts))
          : []),
        ...(net === undefined ? [] : [[step('ST-ACT-2', phrase`net ${net}`)]]),
        ...progressRows(who, roll, extended, reader),
        ...(blow && target !== undefined ? blowRows(blow, who, target, reader) : []),
      ]);
    },
    counts: ({ who, target, blow }) =>
      target === undefined || blow === undefined ? [] : attackTallies(who, target, true, blow),
    actedBy: ({ who, target, what }, before) =>
      (target !== undefined && target !== who) || castsEffect(before, who, what) ? [who] : [],
  },
);

/** A weapon drawn or put away (ST-ACT-5). */
export const readied = event(
  'readied',
  { who: combatantId, weapon: z.string(), ready: z.boolean() },
  {
    apply: (state, { who, weapon, ready }) => on(state, who, (me) => weaponChanged(me, weapon, { ready })),
    tell: ({ who, weapon, ready }) => line(say`${ref(who)} ${ready ? 'readies' : 'stows'} the ${weapon}.`),
  },
);

/** ST-ACT-5, ST-RUL-60. What a weapon is readied for waits for the rest of a simultaneous group (ST-SIM-4). */
export const trivial = ({ emit }: Draft, me: Combatant, { ready, stow }: Nomination): void => {
  for (const [wanted, isReady] of [
    [ready, true],
    [stow, false],
  ] as const) {
    const weapon = wanted === undefined ? undefined : weaponCalled(me, wanted);
    if (weapon) emit({ type: 'held', what: { kind: 'ready', who: me.name, weapon: weapon.name, ready: isReady } });
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
    const spell = effectSpellCalled(me, action.spell);
    return spell && { ...spell, what: spell.name, goal: spell.goal ?? 1 };
  }
  return {
    what: action.label ?? 'the action',
    attribute: action.attribute ?? '',
    ability: action.ability ?? '',
    difficulty: action.difficulty ?? usualDifficulty,
    timing: action.timing ?? 'immediate',
    goal: action.goal ?? 1,
  };
};

const actMarks = (me: Combatant, base: number): Part[] =>
  partsOf({ says: 'base', n: base }, { says: 'GM', n: gmDifficulty(me, 'take') });

/** ST-ACT-1: the target's pool, without stance or earlier defenses. */
const rollOppose = (target: Combatant, { attribute, ability }: PoolRecord, state: State, dice: Dice): Roll => {
  const { settings, effects } = state;
  const parts = partsOf(
    ...traitParts(target.sheet, attribute, ability, settings),
    { says: 'GM', n: gmDice(target, 'defend') },
    { says: 'effects', n: effectSum(effects, target.name, 'defense') },
    { says: 'wounds', n: -poolPenalty(target, settings) },
  );
  return rollPool(
    { family: 'trait', name: 'oppose', parts, marks: defendMarks(target, usualDifficulty) },
    settings,
    dice,
  );
};

/** ST-ACT-1, ST-ACT-2, ST-ACT-3, ST-ACT-4, ST-RUL-34: action roll, opposition, and what comes of it now or at END. */
export const act = (draft: Draft, me: Combatant, action: Nomination): void => {
  const { now, emit, dice } = draft;
  const state = now();
  const plan = planOf(me, action);
  if (plan === undefined) return;
  const parts = takeParts(me, traitParts(me.sheet, plan.attribute, plan.ability, state.settings), state);
  const marks = actMarks(me, plan.difficulty);
  const roll = rollPool({ family: 'trait', name: 'action', parts, marks }, state.settings, dice);
  const extended = plan.timing === 'extended' ? progressed(me, action, plan.goal, roll) : undefined;
  const successes = meeting(roll, extended);
  const target = called(state, action.target ?? '');
  const opposed = opposedBy(me, action);
  const oppose =
    successes >= 1 && opposed !== undefined && target !== undefined && able(target)
      ? rollOppose(target, opposed, state, dice)
      : undefined;
  const net = extended?.completed === false ? undefined : successes - (oppose?.successes ?? 0);
  const works = net !== undefined && net >= 1;
  const harm = works && action.damage !== undefined && target !== undefined;
  const later = plan.timing !== 'immediate';
  const base = action.damage === undefined ? 0 : baseDamage(me, action.damage, state);
  const extra = extraDamage(net ?? 1, true);
  const blow = harm && !later ? rollBlow(target, base, extra, state, dice) : undefined;
  emit({
    type: 'acted',
    who: me.name,
    target: target?.name,
    what: plan.what,
    roll,
    oppose,
    extended,
    net,
    blow,
  });
  if (target !== undefined) deferWounds(draft, target.name, blow);
  if (works && later)
    queue(draft, {
      author: me.name,
      target: target?.name,
      what: plan.what,
      damage: harm ? { base, extra } : undefined,
    });
};
