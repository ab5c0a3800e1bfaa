import { expect, test } from 'vitest';
import { createUpcastNotices } from '../../src/app/outbox/channel-watch.ts';
import { createOutboxRelay } from '../../src/app/outbox/outbox-relay.ts';
import { answerWithRawLog } from '../../src/app/records/raw-log.ts';
import { fromSavedReply, type Reply } from '../../src/app/replies/reply.ts';
import type { BuildOutboxMessages } from '../../src/battle/commit/battle-loader.ts';
import { createMemoryOutbox } from '../../src/battle/saved/memory-outbox.ts';
import { createMemoryStore } from '../../src/battle/saved/memory-store.ts';
import type { OutboxStore } from '../../src/battle/saved/outbox.ts';
import type { BattleStore } from '../../src/battle/saved/store.ts';
import { createMemoryNotices } from '../../src/campaign/memory-tables.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { pacers } from '../battle/pacers.ts';
import { done, stage } from '../battle/stage.ts';

type Kept = BattleStore & { readonly outbox: OutboxStore };

/** An app with one edition of a rulebook, which records its messages. */
const createApp = (ruleset: Ruleset, kept: Kept, notices = createMemoryNotices(kept.outbox)) => {
  const told: { readonly user: string; readonly reply: Reply }[] = [];
  const problems: string[] = [];
  const onError = (problem: unknown) => problems.push(String(problem));
  const outbox = createOutboxRelay({
    store: kept.outbox,
    owner: 'house',
    onUndelivered: ({ why }) => onError(why),
    onError,
  });
  void outbox.start({
    deliver: async ({ content }) => {
      if (content.kind === 'direct') told.push({ user: content.user, reply: fromSavedReply(content.words) });
      return { how: 'said' };
    },
    servesServer: () => true,
    failureKind: () => 'unknown',
  });
  const upcastNotices = createUpcastNotices({ notices, outbox, now: () => 1, onError });
  const buildMessages: BuildOutboxMessages = (_report, _giver, more = []) => outbox.withLease(more);
  const { battles } = stage({ rulesets: [ruleset], store: kept, upcastNotices, buildMessages });
  const textsOf = (user: string): readonly string[] =>
    told
      .filter((each) => each.user === user)
      .flatMap(({ reply }) => reply.cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]));
  return { battles, told, textsOf, problems, idle: () => outbox.whenIdle() };
};

const waitingBattle = async (): Promise<Kept> => {
  const outbox = createMemoryOutbox(() => 1);
  const store = { ...createMemoryStore(undefined, outbox), outbox };
  const { battles, gm, ada } = stage({ rulesets: [pacers.first], store });
  await done(battles.create(gm('c'), { system: 'pacers', name: 'Road' }));
  await done(battles.join(ada('j'), { id: 'Ada', side: undefined, sheet: { steps: 3 } }));
  await done(battles.start(gm('s')));
  await done(battles.order(ada('w'), { verb: 'walk', params: {} }));
  return store;
};

test('after an upcast each player of a cancelled order and the GM get one message', async () => {
  const house = createApp(pacers.otherDice, await waitingBattle());
  for (let n = 0; n < 3; n++) await house.battles.open('table');
  await house.idle();
  expect(house.textsOf('ada')).toEqual([
    'Road: the bot was updated',
    expect.stringMatching(/^The bot was updated\..* The order was cancelled; give it again\.$/),
  ]);
  expect(house.textsOf('gm').length).toBe(2);
  expect(house.told.every(({ reply }) => reply.cards.every(({ links }) => links?.length === 1))).toBe(true);

  const kept = createApp(pacers.second, await waitingBattle());
  await kept.battles.open('table');
  await kept.idle();
  expect(kept.told.map(({ user }) => user)).toEqual(['gm']);
});

test('a failed upcast is logged and reported to the GM once per reason', async () => {
  const store = await waitingBattle();
  const notices = createMemoryNotices(store.outbox);
  const house = createApp(pacers.badEvents, store, notices);
  for (let n = 0; n < 3; n++) await house.battles.open('table');
  await house.idle();
  expect(house.problems.length).toBe(1);
  expect(house.problems[0]).toMatch(/cannot be lifted: /);
  expect(house.textsOf('gm')[0]).toBe('Road must wait for a fix of the bot');
  const other = createApp(pacers.badState, store, notices);
  await other.battles.open('table');
  expect(other.problems.length).toBe(1);
});

test('the GM of a battle that cannot be upcast can read its raw log, without the seed', async () => {
  const { battles } = createApp(pacers.badState, await waitingBattle());
  const asker = (user: string) => ({
    user,
    name: user,
    guild: 'guild',
    channel: 'table',
    orderId: 'x',
    manages: false,
  });
  const refused = { code: 'lift-failed', facts: { problem: 'x' } };
  const read = await answerWithRawLog(asker('gm'), refused, 1, { battles });
  if (!read.ok) throw new Error(read.error.code);
  const [shown] = read.value.cards;
  expect(shown?.title).toBe('Road, raw log, page 1 of 1');
  expect(shown?.lines[0]?.text).toMatch(/^4\. Ada: walk \(way d6 \d\)$/);
  expect(read.value.to).toBe('asker');
  const [file] = read.value.files;
  const content = String(file?.content);
  expect(JSON.parse(content)).toMatchObject({ format: 'brotherhood-master/as-written@1', log: [{ n: 1 }, {}, {}, {}] });
  expect(content).not.toContain('5eed'.repeat(16));
  expect(await answerWithRawLog(asker('ada'), refused, 1, { battles })).toEqual({ ok: false, error: refused });
  const another = { code: 'no-battle-here', facts: {} };
  expect(await answerWithRawLog(asker('gm'), another, 1, { battles })).toEqual({ ok: false, error: another });
});
