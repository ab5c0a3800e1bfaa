import { z } from 'zod';
import { findCharacter } from '../src/app/characters/save-character.ts';
import { defineCommand, matchingOffers, toOffers } from '../src/app/command-kit/command.ts';
import { toUnsentAnswer, writeWithAnswer } from '../src/app/outbox/durable-answer.ts';
import { type Control, createPrivateView } from '../src/app/replies/reply.ts';
import { ok, phrase, refuse } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { flagParam, textParam } from '../src/rules/verb.ts';

const stopSharingButton = (name: string): Control => ({
  ...{ kind: 'button', label: 'Stop sharing', style: 'secondary' },
  press: { path: ['character', 'share'], input: { name, stop: true } },
});

/** Lets others of a server copy a character. */
export const shareCharacter = defineCommand(['characters', 'outbox'], {
  path: ['character', 'share'],
  summary: 'Let others in this server copy one of your characters, or stop that; yours stays unchanged',
  params: z.strictObject({
    name: textParam('The character’s name', 80),
    stop: flagParam('Stop sharing').optional(),
  }),
  complete: async (asker, option, typed, _soFar, services) =>
    option === 'name'
      ? matchingOffers(
          toOffers((await services.characters.list(asker.user, asker.guild)).map((each) => each.name)),
          typed,
        )
      : [],
  run: async (asker, { name, stop }, services) => {
    if (asker.guild === undefined) return refuse('no-server-to-share');
    const there = await findCharacter(asker, name, services);
    if (!there.ok) return there;
    const called = there.value.name;
    const told = stop
      ? createPrivateView({
          cards: [
            card(phrase`${called} is no longer shared`, {
              lines: [line('Existing copies stay with their owners.', 'quiet')],
            }),
          ],
        })
      : createPrivateView({
          cards: [
            card(phrase`${called} is shared with this server`, {
              lines: [line('Anyone here can copy it with /library copy. They cannot change yours.')],
            }),
          ],
          controls: [[stopSharingButton(called)]],
        });
    await writeWithAnswer(services, asker, toUnsentAnswer(told), (said) =>
      services.characters.share(there.value, stop ? undefined : asker.name, said),
    );
    return ok(told);
  },
});
