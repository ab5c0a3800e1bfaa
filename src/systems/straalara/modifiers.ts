import { z } from 'zod';
import { joined, ref, say, term } from '../../core/message.ts';
import { line } from '../../rules/event.ts';
import { combatantParam, flagParam, oneOfParam } from '../../rules/verb.ts';
import { gmOnTarget, numberParam, requireNumberWithin } from './checks.ts';
import { type Combatant, combatantId, event, type Modifier, modifierSchema, order, update } from './state.ts';

const waiting = (me: Combatant, kind: Modifier['for']): readonly Modifier[] =>
  me.modifiers.filter((each) => each.for === kind);

/** Dice or difficulty that the GM added to the combatant’s next roll of one kind (`attack`, `soak` …). ST-GM-1. */
export const gmModifier = (me: Combatant, kind: Modifier['for'], on: 'dice' | 'difficulty'): number =>
  waiting(me, kind).reduce((sum, each) => sum + each[on], 0);

/** True if the GM marked the next attack as one at long range, or as unseen. ST-RUL-32, ST-DEF-10. */
export const isFlagged = (me: Combatant, as: 'long' | 'unseen'): boolean =>
  waiting(me, 'take').some((each) => each[as]);

/** The combatant without the GM’s modifiers that a roll has used up. */
export const withoutModifiers = (me: Combatant, kind: Modifier['for']): Combatant =>
  me.modifiers.length === 0 ? me : { ...me, modifiers: me.modifiers.filter((each) => each.for !== kind) };

/** The GM modified a combatant’s next roll; only the GM reads this log entry. ST-GM-1. */
export const modified = event('modified', {
  facts: { who: combatantId, modifier: modifierSchema },
  apply: (state, { who, modifier }) => update(state, who, (me) => ({ modifiers: [...me.modifiers, modifier] })),
  narrate: ({ who, modifier: { for: kind, dice, difficulty, long, unseen } }, { reader }) => {
    const numbers = [say`dice ${dice}`, say`difficulty ${difficulty}`];
    const parts = joined([...numbers, long && term('long'), unseen && term('unseen')]);
    return reader.gm ? line(say`Next ${term(kind)} roll of ${ref(who)}: ${parts}.`, 'quiet') : undefined;
  },
});

/** Lets the GM modify a combatant’s next roll. GM-MOD, ST-GM-1. */
export const modifyRoll = order({
  summary: 'Modify the next roll of a combatant',
  ...gmOnTarget,
  params: z.strictObject({
    target: combatantParam('Whose roll'),
    for: oneOfParam('Which roll: take (attack or action), defend (defense or opposition) or soak', [
      'take',
      'defend',
      'soak',
    ]),
    dice: numberParam('Dice to add or remove (−20 to 20)').default(0),
    difficulty: numberParam('Difficulty to add or subtract (−20 to 20)').default(0),
    long: flagParam('Is it a shot or spell at long range?').default(false),
    unseen: flagParam('Is the attack unseen?').default(false),
  }),
  resolve: (_, __, params, { id: who }) => {
    const dice = requireNumberWithin('dice', params.dice, -20, 20);
    if (!dice.ok) return dice;
    const difficulty = requireNumberWithin('difficulty', params.difficulty, -20, 20);
    if (!difficulty.ok) return difficulty;
    const taking = params.for === 'take';
    const modifier = {
      for: params.for,
      dice: dice.value,
      difficulty: params.for === 'soak' ? 0 : difficulty.value,
      long: taking && params.long,
      unseen: taking && params.unseen,
    };
    return modified({ who, modifier });
  },
});
