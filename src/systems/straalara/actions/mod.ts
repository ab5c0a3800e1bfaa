import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { combatant, flag, oneOf } from '../../../rules/params.ts';
import { figureIn, ofGm } from '../checks.ts';
import { everybody } from '../nomination-params.ts';
import { figure, verb } from '../verbs.ts';

/** GM-MOD: ST-GM-1. */
export const mod = verb({
  summary: 'Modify the next roll of a combatant',
  role: 'gm',
  params: z.strictObject({
    target: combatant('Whose roll'),
    for: oneOf('take: attack and action; defend: defense and opposition; soak', ['take', 'defend', 'soak']),
    dice: figure('Dice more or fewer, -20 to 20').default(0),
    difficulty: figure('Difficulty higher or lower, -20 to 20').default(0),
    long: flag('The shot or spell goes over long range').default(false),
    unseen: flag('The attack comes unseen').default(false),
  }),
  offers: { target: everybody },
  resolve: (state, call, params) => {
    const target = ofGm(state, call, params.target);
    if (!target.ok) return target;
    const dice = figureIn('dice', params.dice, -20, 20);
    if (!dice.ok) return dice;
    const difficulty = figureIn('difficulty', params.difficulty, -20, 20);
    if (!difficulty.ok) return difficulty;
    const taking = params.for === 'take';
    const modifier = {
      for: params.for,
      dice: dice.value,
      difficulty: params.for === 'soak' ? 0 : difficulty.value,
      long: taking && params.long,
      unseen: taking && params.unseen,
    };
    return ok([{ type: 'modified', who: target.value.name, modifier }]);
  },
});
