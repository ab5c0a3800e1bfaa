import { z } from 'zod';
import { toIssuer } from '../src/app/command-kit/asker.ts';
import { defineCommand, matchingOffers } from '../src/app/command-kit/command.ts';
import { isAsked } from '../src/app/replies/expected-of-user.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { openQuestionFor } from '../src/battle/views/expected-actions.ts';
import { textParam } from '../src/rules/verb.ts';

export const answer = defineCommand(['battles'], {
  path: ['answer'],
  usualReader: 'everyone',
  summary: 'Answer the open question',
  params: z.strictObject({ choice: textParam('Your answer', 100) }),
  complete: async (asker, _option, typed, _soFar, { battles }) => {
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return [];
    const asked = isAsked(battle.value, asker.user) ? openQuestionFor(battle.value, asker.user) : undefined;
    const choices = asked?.choices ?? [];
    return matchingOffers(
      choices.map(({ id, label }) => ({ value: id, label: label.slice(0, 100) })),
      typed,
    );
  },
  run: async (asker, { choice }, { battles }) => {
    const report = await battles.answer(toIssuer(asker), choice);
    return orderAnswer(report, asker);
  },
});
