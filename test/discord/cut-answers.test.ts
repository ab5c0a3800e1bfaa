import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replyMessage } from '../../src/app/outbox/outbox-items.ts';
import { toSavedReply } from '../../src/app/replies/reply.ts';
import { sentenceCard } from '../../src/presentation/card.ts';
import { someOf } from '../budget.ts';
import type { Fault } from './fake/faults.ts';
import type { Person } from './fake/person.ts';
import { until } from './fake/until.ts';
import { realBot } from './real-bot.ts';
import { type Stage, stage } from './toy-bot.ts';

/** A kind of answer to an interaction, and the action that leads to it. */
interface Kind {
  readonly kind: string;
  readonly act: (bob: Person) => Promise<unknown>;
}

const atOnce: readonly Kind[] = [
  { kind: 'a public answer', act: (bob) => bob.slash('/strike target:Grim') },
  { kind: 'a private answer with a picture', act: (bob) => bob.slash('/look') },
  { kind: 'a refusal', act: (bob) => bob.slash('/strike target:Nobody') },
  { kind: 'a button that edits its message', act: (bob) => bob.press('Swap') },
  { kind: 'a button that replaces its message with a public answer', act: (bob) => bob.press('Announce') },
  { kind: 'an answer with an extra private message', act: (bob) => bob.press('Defend') },
  { kind: 'a form and its answer', act: (bob) => bob.fills('Name it', 'The ford') },
];

const announced: readonly Kind[] = [
  { kind: 'a deferred answer', act: (bob) => bob.slash('/slow end:public') },
  { kind: 'a private answer deferred publicly', act: (bob) => bob.slash('/slow end:private') },
  { kind: 'a public answer deferred privately', act: (bob) => bob.slash('/whisper end:public') },
  { kind: 'a private answer deferred privately', act: (bob) => bob.slash('/whisper end:private') },
  { kind: 'a button that edits its message', act: (bob) => bob.press('Swap') },
  { kind: 'a button that replaces its message with a public answer', act: (bob) => bob.press('Announce') },
];

const cuts: readonly { readonly when: string; readonly fault: Fault }[] = [
  { when: 'before it is read', fault: { kind: 'hang-up', unread: true } },
  { when: 'before it is carried out', fault: { kind: 'hang-up' } },
  { when: 'once it is carried out', fault: { kind: 'lost answer' } },
];

describe.each([
  { pace: 'at once', kinds: atOnce, deferAfter: 1500, slowness: 0 },
  { pace: 'later', kinds: announced, deferAfter: 20, slowness: 120 },
])('an answer given $pace', ({ kinds, deferAfter, slowness }) => {
  let on: Stage;
  let bob: Person;
  let ann: Person;
  beforeAll(async () => {
    on = await stage({ deferAfter });
    bob = on.discord.user('Bob');
    ann = on.discord.user('Ann');
  });
  afterAll(() => on.close());

  /** What both users see at the end if the nth request of the interaction is cut off, and the number of requests. */
  const seenAfter = async (act: Kind['act'], cut?: { readonly nth: number; readonly fault: Fault }) => {
    const channel = on.discord.newChannel('arena');
    bob.at(channel);
    ann.at(channel);
    on.toy.set({ slowness: 0 });
    await bob.slash('/look');
    await on.discord.quiet();
    on.toy.set({ slowness });
    let requests = 0;
    const stop = on.discord.trouble(({ path }) => {
      if (!/^\/(interactions|webhooks)\//.test(path)) return undefined;
      requests += 1;
      return requests === cut?.nth ? cut.fault : undefined;
    });
    await act(bob).catch(() => undefined);
    await on.discord.quiet();
    stop();
    const seen = (who: Person) =>
      who
        .sees()
        .map(({ text, private: own, loading, files }) => JSON.stringify({ text, own, loading, files: files.length }))
        .map((each) => each.replaceAll(channel.id, 'arena'));
    return { requests, bob: seen(bob), ann: seen(ann) };
  };

  test.each(someOf(kinds, 2))('$kind arrives once, whichever request loses its connection', async ({ act }) => {
    const { requests, ...usual } = await seenAfter(act);
    expect(requests).toBeGreaterThan(0);
    const wrong: unknown[] = [];
    for (let nth = 1; nth <= requests; nth += 1)
      for (const { when, fault } of cuts) {
        const { bob: his, ann: hers } = await seenAfter(act, { nth, fault });
        // An extra private message may arrive twice: no one can tell if the first one was delivered.
        const isBeside = nth > 1 && fault.kind === 'lost answer';
        const same = isBeside
          ? String([...new Set(his)]) === String([...new Set(usual.bob)])
          : `${his}` === `${usual.bob}`;
        if (!same || String(hers) !== String(usual.ann)) wrong.push({ nth, when, his, hers, usual });
      }
    expect(wrong).toEqual([]);
    expect(on.logged.filter((text) => /"level":(50|60)/.test(text))).toEqual([]);
  });
});

test('suggestions arrive whichever request loses its connection', async () => {
  const on = await stage();
  const bob = on.discord.user('Bob');
  for (const { fault } of cuts) {
    on.discord.strike(/callback$/, fault, 1);
    expect(await bob.suggests('/strike target:gr')).toHaveLength(1);
  }
  await on.close();
});

test('/battle create makes one panel, whichever request loses its connection', async () => {
  const on = await realBot();
  const gwen = on.discord.user('Gwen', { manages: true });
  const create = async (cut?: { readonly nth: number; readonly fault: Fault }): Promise<number> => {
    const place = on.discord.newChannel('arena');
    let requests = 0;
    const stop = on.discord.trouble(({ path }) => {
      if (!/^\/(interactions|webhooks)\//.test(path)) return undefined;
      requests += 1;
      return requests === cut?.nth ? cut.fault : undefined;
    });
    await gwen.slash('/battle create system:skure name:The ford', place);
    await on.discord.quiet();
    stop();
    const panels = gwen.sees(place).filter(({ buttons }) => buttons.some(({ label }) => label === 'Join'));
    expect(panels).toHaveLength(1);
    return requests;
  };
  const requests = await create();
  for (let nth = 1; nth <= requests; nth += 1) for (const { fault } of cuts) await create({ nth, fault });
  expect(on.takeErrors()).toEqual([]);
  await on.close();
});

test('an answer interrupted by a crash replaces its “Still working” note', async () => {
  const on = await realBot(undefined, undefined, undefined, { by: 'one' });
  const { guild, channel, sentBy, types } = on.discord;
  const gwen = on.discord.user('Gwen');
  const { client } = on.bot();
  const heal = on.discord.cut('one', 'gateway');
  await until(() => client.ws.shards.first()?.status !== 0, 'the cut');
  // What the crashed process had done.
  const { id } = types(gwen, '/roll dice:1d6', channel);
  const token = sentBy(gwen).at(-1)?.token ?? '';
  await client.rest.post(`/interactions/${id}/${token}/callback`, { auth: false, body: { type: 5 } });
  const note = { content: 'Still working on /roll. Large battles take up to a minute.' };
  await client.rest.patch(`/webhooks/${client.application?.id}/${token}/messages/@original`, {
    auth: false,
    body: note,
  });
  const route = { interaction: id, token, pressed: undefined, announced: () => 'everyone' as const };
  const asker = { user: gwen.id, channel: channel.id, orderId: id, answerRoute: route };
  const words = toSavedReply({ cards: [sentenceCard('At last')], controls: [] });
  await on.stores.outbox.write(
    { guild: guild.id, channel: channel.id },
    { messages: replyMessage(asker, { to: 'everyone', says: { words } }), lease: { owner: 'dead', milliseconds: 0 } },
  );
  heal();
  await gwen.awaits('At last');
  await on.discord.quiet();
  expect(gwen.sees().map(({ text }) => text)).toEqual(['At last']);
  await on.close();
});
