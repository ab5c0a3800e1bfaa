import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { mayCommand } from '../../../rules/call.ts';
import { hasSeat } from '../checks.ts';
import { dropFault, dropFrom, dropId, facesAsked } from '../dice.ts';
import { reply } from '../state.ts';

const dieNumbers = (says: string) =>
  z
    .string()
    .max(100)
    .transform((words, context) => {
      const numbers = words
        .split(/[\s,+;]+/)
        .filter((word) => word !== '')
        .map(Number);
      if (numbers.every(Number.isInteger)) return numbers.map((number) => number - 1);
      context.addIssue({ code: 'custom', message: 'dice are written by their numbers, like 1 3' });
      return z.NEVER;
    })
    .meta({ description: says });

/** DS-CMD-14, DS-DICE-12. Players count dice from 1. */
export const drop = reply({
  summary: 'Choose which dice are removed from a roll',
  role: 'player',
  answers: 'drop-dice',
  params: z.strictObject({ dice: dieNumbers('The numbers of the dice that go, like 1 3') }),
  offers: {
    dice: (_state, { pending }) =>
      (pending?.choices ?? []).map(({ id, label }) => ({
        value: dropFrom(id)
          .map((index) => index + 1)
          .join(' '),
        label,
      })),
  },
  choose: (state, call, { dice }, question) => {
    if (state.seats.length === 0) return refuse('E_NO_GAME');
    if (!call.gm && !hasSeat(state, call)) return refuse('E_NOT_PLAYER');
    if (question === undefined) return refuse('E_NO_PENDING');
    if (!mayCommand(call, question.to)) return refuse('E_NOT_CHOOSER', { who: ref(question.to) });
    const count = dropFrom(question.auto).length;
    const rolled = facesAsked(question);
    const fault = dropFault(dice, count, rolled.length);
    if (fault !== undefined) return refuse(fault, { count, dice: rolled.length });
    const id = dropId(dice.toSorted((a, b) => a - b));
    return ok(question.choices.some((choice) => choice.id === id) ? id : alike(question.choices, rolled, dice));
  },
});

/** Where the list shows one choice for each set of faces: the one with the same faces. */
const alike = (
  choices: readonly { readonly id: string }[],
  rolled: readonly string[],
  dice: readonly number[],
): string => {
  const facesOf = (indices: readonly number[]) =>
    indices
      .map((index) => rolled[index])
      .sort()
      .join();
  return choices.find(({ id }) => facesOf(dropFrom(id)) === facesOf(dice))?.id ?? dropId(dice);
};
