import type { Dice } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { opposedBy } from './action-checks.ts';
import type { Course } from './course.ts';
import { baseDamage, extraDamage, rollBlow } from './damage.ts';
import { defendMarks } from './defending.ts';
import type { Part, Roll } from './events.ts';
import { meeting, progressed } from './extended.ts';
import { effectSpellCalled, takeParts } from './maneuvers.ts';
import type { Combatant, Nomination, State } from './model.ts';
import { gmDice, gmDifficulty } from './modifiers.ts';
import { partsOf, rollPool, traitParts } from './pools.ts';
import { able, combatantCalled } from './roster.ts';
import type { PoolRecord } from './sheet.ts';
import { hold, queue } from './waiting.ts';
import { poolPenalty } from './wounds.ts';

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
    difficulty: action.difficulty ?? 6,
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
  return rollPool({ family: 'trait', name: 'oppose', parts, marks: defendMarks(target, 6) }, settings, dice);
};

/** ST-ACT-1..4: action roll, opposition, and what comes of it now or at END. */
export const act = (course: Course, me: Combatant, action: Nomination, dice: Dice): void => {
  const state = course.now();
  const plan = planOf(me, action);
  if (plan === undefined) return;
  const parts = takeParts(me, traitParts(me.sheet, plan.attribute, plan.ability, state.settings), state);
  const marks = actMarks(me, plan.difficulty);
  const roll = rollPool({ family: 'trait', name: 'action', parts, marks }, state.settings, dice);
  const extended = plan.timing === 'extended' ? progressed(me, action, plan.goal, roll) : undefined;
  const successes = meeting(roll, extended);
  const target = combatantCalled(state, action.target ?? '');
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
  course.happen({
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
  if (target !== undefined) hold(course, target.name, blow);
  if (works && later)
    queue(course, {
      author: me.name,
      target: target?.name,
      what: plan.what,
      damage: harm ? { base, extra } : undefined,
    });
};
