import { z } from 'zod';
import { issuerOf } from '../src/app/commands/asker.ts';
import { command } from '../src/app/commands/command.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { answerTo } from '../src/app/replies/reply.ts';
import { rollModes } from '../src/battle/saved/session.ts';
import { rolledLines } from '../src/battle/views/roll-lines.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { freshSeed } from '../src/dice/entropy.ts';
import { rollNotation } from '../src/dice/notation.ts';
import { isSecretRoll } from '../src/dice/power-roll.ts';
import { orderDice, presentDice } from '../src/dice/stream.ts';
import { card } from '../src/presentation/card.ts';
import { oneOf, text } from '../src/rules/params.ts';

/** In a battle a roll is logged and can be proved; elsewhere it is only a roll. */
export const roll = command({
  path: ['roll'],
  answers: 'everyone',
  summary: 'Roll dice: 2d6+3, 4d6kh3, 3d6!, 5d10>=6f, 6#3d6, K20@10+5',
  params: z.strictObject({
    dice: text('What to roll', 100),
    rolls: oneOf('Who sees it: all, you and the GM, the GM alone, you alone', rollModes).optional(),
  }),
  run: async (asker, { dice: notation, rolls }, { battles }) => {
    const battle = await battles.open(asker.channel);
    if (battle.ok && battle.value.game.status !== 'ended') {
      const report = await battles.roll(issuerOf(asker), notation, rolls);
      return orderAnswer(report, asker);
    }
    const dice = orderDice({ edition: presentDice, seed: freshSeed(), salt: '', orderId: asker.orderId });
    const rolled = rollNotation(notation, dice);
    if (!rolled.ok) return refuse('bad-dice-notation', { notation, problem: rolled.error.says });
    const lines = rolledLines(notation, rolled.value);
    return ok(
      answerTo({
        cards: [card(`${asker.name} rolls`, { lines })],
        to: (rolls ?? (isSecretRoll(notation) ? 'self' : 'public')) === 'public' ? 'everyone' : 'asker',
      }),
    );
  },
});
