import { expect, test } from 'vitest';
import type { Asker, CommandInput } from '../../src/app/command-kit/command.ts';
import { noTransport, type Transport } from '../../src/app/outbox/transport.ts';
import { type Reply, toSavedReply } from '../../src/app/replies/reply.ts';
import type { Stores } from '../../src/campaign/stores.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';

/** Writes other than battle orders, with the position of the argument that holds their messages. */
const writes = {
  people: { save: 1 },
  servers: { saveSettings: 1 },
  campaigns: { create: 1, save: 1 },
  characters: { save: 1, remove: 1 },
  histories: { add: 2 },
  statistics: { setPrivate: 2 },
  batches: { write: 1 },
} as const;
const allWrites = Object.entries(writes).flatMap(([store, methods]) =>
  Object.keys(methods).map((method) => `${store}.${method}`),
);

/** Stores that record each such write, and whether its answer was written with it. */
const recordWrites = (stores: Stores) => {
  const noted: { readonly write: string; readonly withAnswer: boolean }[] = [];
  const recording = Object.entries(writes).map(([name, methods]) => {
    const store: object = stores[name as keyof typeof writes];
    const own = Object.entries(methods).map(([method, at]) => [
      method,
      async (...given: readonly unknown[]) => {
        noted.push({ write: `${name}.${method}`, withAnswer: given[at] !== undefined });
        return Reflect.get(store, method)(...given);
      },
    ]);
    return [name, { ...store, ...Object.fromEntries(own) }];
  });
  return { stores: { ...stores, ...Object.fromEntries(recording) } as Stores, noted };
};

/** An app that crashes after each command, before its answer. The next process sends what is left. */
const createCrashingApp = () => {
  let clock = 1_700_000_000_000;
  let orders = 0;
  const kept = createMemoryStores(() => clock);
  const { stores, noted } = recordWrites(kept);
  const told: { readonly order: string; readonly reply: Reply }[] = [];
  const transport: Transport = {
    ...noTransport,
    find: async (id) => ({ id, kind: 'text', name: id, parent: undefined, guild: 'guild' }),
    direct: async () => 'sent',
    post: async () => 'sent',
    answer: async ({ order }, _token, reply) => {
      told.push({ order, reply });
      return 'answered';
    },
  };
  const now = () => ++clock;
  return {
    stores: kept,
    /** The command's answer, the messages of the next process and the recorded writes. */
    run: async (user: string, path: string, input: CommandInput = {}) => {
      const orderId = String(1_000 + ++orders);
      const asker: Asker = {
        ...{ user, name: user, guild: 'guild', channel: 'table', orderId, manages: user === 'gm' },
        answerRoute: { interaction: orderId, token: 'a token', pressed: undefined, announced: () => undefined },
      };
      noted.splice(0);
      told.splice(0);
      const dead = composeApp({ stores, now, transport });
      const answer = await dead.dispatcher.run(path.split(' '), asker, input);
      if (!answer.ok) throw new Error(`/${path}: ${await dead.sentence(answer.error, 'table')}`);
      const wrote = [...noted];
      const next = composeApp({ stores, now, transport });
      await next.outbox.startDelivery(() => true, true);
      await next.idle();
      await next.outbox.close();
      return { answer: answer.value, told: told.filter(({ order }) => order === orderId), wrote };
    },
  };
};

const grim = { system: 'skure', name: 'Grim', preset: 'Swordsman' };
const commands: readonly (readonly [user: string, path: string, input?: CommandInput])[] = [
  ['gm', 'gm server', { rolls: 'private' }],
  ['gm', 'campaign create', { name: 'Road', systems: 'skure', carry: 'ask' }],
  ['ada', 'campaign join'],
  ['gm', 'campaign invite', { player: 'bob' }],
  ['bob', 'campaign join'],
  ['gm', 'campaign role', { player: 'bob', role: 'co-gm' }],
  ['gm', 'campaign rules', { entry: 'invited' }],
  ['gm', 'campaign pause'],
  ['gm', 'campaign pause', { resume: true }],
  ['gm', 'campaign roster', { do: 'add', name: 'Rex', preset: 'Zombie' }],
  ['gm', 'campaign roster', { do: 'remove', name: 'Rex' }],
  ['ada', 'character create', grim],
  ['ada', 'character edit', { name: 'Grim', changes: 'hp=20' }],
  ['ada', 'library rename', { name: 'Grim', to: 'Old Grim' }],
  ['ada', 'library rename', { name: 'Old Grim', to: 'Grim' }],

  ['gm', 'battle create', { name: 'Ford', size: '6x6' }],
  ['ada', 'battle join', { character: 'Grim', side: 'red' }],
  ['gm', 'npc add', { preset: 'Zombie' }],
  ['gm', 'battle deploy'],
  ['gm', 'battle start'],
  ['ada', 'my settings', { zone: 'Europe/Berlin' }],
  ['ada', 'my away', { until: '2d' }],
  ['ada', 'my away', { until: 'back' }],
  ['ada', 'my deputy', { user: 'bob', until: '2d' }],
  ['ada', 'my deputy', { remove: true }],
  ['ada', 'my stats', { hidden: true }],
  ['gm', 'gm set', { field: 'hp', value: '12', who: 'Grim', reason: 'gored' }],
  ['gm', 'battle end'],
  ['gm', 'campaign carry-over', { choice: 'keep' }],
  ['gm', 'character rest', { name: 'Grim', player: 'ada' }],
  ['bob', 'campaign leave'],
  ['gm', 'campaign end'],
  ['ada', 'my privacy', { do: 'erase', confirm: true }],
];

test('each command writes its answer with its change, so a crash loses no answer', async () => {
  const there = createCrashingApp();
  const seen = new Set<string>();
  for (const [user, path, input] of commands) {
    const { answer, told, wrote } = await there.run(user, path, input);
    for (const { write } of wrote) seen.add(write);
    expect(told, path).toHaveLength(1);
    if (path.startsWith('battle') || path === 'npc add' || path === 'gm set') continue;
    expect(wrote.at(-1)?.withAnswer, path).toBe(true);
    expect(told[0]?.reply.to, path).toBe(answer.to);
    expect(toSavedReply(told[0]?.reply ?? answer), path).toEqual(toSavedReply(answer));
  }
  expect([...seen].toSorted()).toEqual(allWrites.toSorted());
});

test('an absence that a crash left half written is completed before its answer is sent', async () => {
  let clock = 1_700_000_000_000;
  const kept = createMemoryStores(() => clock);
  const now = () => ++clock;
  const told: Reply[] = [];
  const transport: Transport = {
    ...noTransport,
    answer: async (_item, _token, reply) => {
      told.push(reply);
      return 'answered';
    },
  };
  let orders = 0;
  const asker = (user: string, channel: string): Asker => ({
    ...{ user, name: user, guild: 'guild', channel, orderId: String(1_000 + ++orders), manages: false },
  });
  const well = composeApp({ stores: kept, now, transport });
  const must = async (user: string, channel: string, path: string, input: CommandInput = {}) =>
    expect((await well.dispatcher.run(path.split(' '), asker(user, channel), input)).ok, path).toBe(true);
  const places = ['bridge', 'ford', 'mill'];
  for (const place of places) {
    await must('gm', place, 'battle create', { system: 'skure', name: place });
    await must('ada', place, 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  }
  let left = 1;
  const battles: Stores['battles'] = {
    ...kept.battles,
    commit: (...order) => {
      if (left === 0) throw new Error('The process died.');
      left -= 1;
      return kept.battles.commit(...order);
    },
  };
  const dead = composeApp({ stores: { ...kept, battles }, now, transport });
  const asked = { interaction: 'away', token: 'a token', pressed: undefined, announced: () => undefined };
  const away = dead.dispatcher.run(
    ['my', 'away'],
    { ...asker('ada', 'elsewhere'), answerRoute: asked },
    { until: '2d' },
  );
  await expect(away).rejects.toThrow('died');
  const next = composeApp({ stores: kept, now, transport });
  await next.outbox.startDelivery(() => true, true);
  await next.idle();
  await next.outbox.close();
  for (const place of places)
    expect((await kept.battles.byChannel(place))?.table.away.ada, place).toBeGreaterThan(clock);
  expect(told).toHaveLength(1);
  for (const place of places) expect(JSON.stringify(told)).toContain(place);
});
