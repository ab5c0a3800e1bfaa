import { z } from 'zod';
import { issuerOf } from '../src/app/commands/asker.ts';
import { command } from '../src/app/commands/command.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { rollOutsideBattle } from '../src/app/rolls/roll-outside-battle.ts';
import { rollModes } from '../src/battle/saved/session.ts';
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
  run: async (asker, { dice: notation, rolls }, services) => {
    const { battles } = services;
    const battle = await battles.open(asker.channel);
    if (!battle.ok || battle.value.game.status === 'ended') return rollOutsideBattle(asker, notation, rolls, services);
    const report = await battles.roll(issuerOf(asker), notation, rolls);
    return orderAnswer(report, asker);
  },
});
