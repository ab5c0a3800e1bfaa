import { getEventListeners } from 'node:events';
import { DiscordAPIError } from 'discord.js';
import { expect, test } from 'vitest';
import { createPrivateView, type RefinedAnswer } from '../../src/app/replies/reply.ts';
import { discordCodes } from '../../src/discord/failure.ts';
import { showRefinedAnswers } from '../../src/discord/refined-answers.ts';
import type { AnswerableInteraction } from '../../src/discord/respond.ts';
import { sentenceCard } from '../../src/presentation/card.ts';

const began = 1_700_000_000_000;

/** Levels that were logged. */
const logged: string[] = [];
const log = new Proxy({}, { get: (_, level) => () => logged.push(String(level)) }) as never;

const answering = (edit: (content: string) => void) =>
  ({
    ...{ id: '1', createdTimestamp: began },
    editReply: async ({ embeds }: { embeds: readonly { description?: string }[] }) =>
      edit(embeds[0]?.description ?? ''),
  }) as unknown as AnswerableInteraction;

const said = (...texts: readonly string[]) =>
  (async function* (): AsyncGenerator<RefinedAnswer, void, undefined> {
    for (const text of texts) yield { cards: [sentenceCard(text)] };
  })();

const first = createPrivateView({ cards: [sentenceCard('one')] });
const parts = (clock = () => began, signal = new AbortController().signal) => ({ clock, signal, log });

test('refined answers replace the first one in order', async () => {
  const edits: string[] = [];
  await showRefinedAnswers(
    answering((text) => edits.push(text)),
    { ...first, refinements: said('two', 'three') },
    parts(),
  );
  expect(edits).toEqual(['two', 'three']);
});

test('refining stops when the message is deleted, the token expires or the bot stops', async () => {
  const gone = answering(() => {
    const code = discordCodes.unknownMessage;
    throw new DiscordAPIError({ code, message: 'Unknown Message' }, code, 404, 'PATCH', '', {});
  });
  await showRefinedAnswers(gone, { ...first, refinements: said('two', 'three') }, parts());
  const edits: string[] = [];
  const here = answering((text) => edits.push(text));
  const hours = [began, began + 14 * 60_000 + 1].values();
  await showRefinedAnswers(
    here,
    { ...first, refinements: said('two') },
    parts(() => hours.next().value ?? 0),
  );
  expect(edits).toEqual([]);
  const leaving = new AbortController();
  const never = (async function* (): AsyncGenerator<RefinedAnswer, void, undefined> {
    yield { cards: [sentenceCard('two')] };
    leaving.abort();
    await new Promise(() => {});
  })();
  await showRefinedAnswers(
    here,
    { ...first, refinements: never },
    parts(() => began, leaving.signal),
  );
  expect(edits).toEqual(['two']);
  expect(logged.every((level) => level === 'debug')).toBe(true);
});

test('finished refinements leave no abort listener behind', async () => {
  const { signal } = new AbortController();
  await showRefinedAnswers(
    answering(() => {}),
    { ...first, refinements: said('two') },
    parts(() => began, signal),
  );
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
