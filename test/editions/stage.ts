import { createClockScheduler } from '../../src/app/clock/clock-scheduler.ts';
import type { Asker } from '../../src/app/commands/asker.ts';
import type { CommandInput } from '../../src/app/commands/command.ts';
import { listOptions } from '../../src/app/commands/options.ts';
import type { ChannelInfo, Transport } from '../../src/app/outbox/transport.ts';
import type { Reply } from '../../src/app/replies/reply.ts';
import { createPresetDice, type PresetDice } from '../../src/battle/decide/hand-dice.ts';
import type { OpenBattle } from '../../src/battle/saved/open-battle.ts';
import { parseLine } from '../../src/console/parse-line.ts';
import { composeApp, type Stores } from '../../src/wiring/compose.ts';

export const guild = '200000000000000001';

/** Everybody at the tables of that server, by the names they type under; Gwen is the game master, Eve will be forgotten. */
export const people = {
  gwen: '300000000000000001',
  ada: '300000000000000002',
  bob: '300000000000000003',
  cid: '300000000000000004',
  dot: '300000000000000005',
  eve: '300000000000000006',
} as const;

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Dice that are laid down for the next orders. */
const handfuls = () => {
  let now = createPresetDice([]);
  const ready: PresetDice = { remaining: () => now.remaining(), spend: (count) => now.spend(count) };
  return {
    ready,
    lay: (values: readonly number[]) => {
      now = createPresetDice(values);
    },
  };
};

/** Forum posts and threads that open one after the other; everything that is said arrives. */
const quietPlaces = (): Transport => {
  let threads = 0;
  const place = (id: string, parent?: string, name = id): ChannelInfo => ({
    ...{ id, name, parent, guild },
    kind: parent === undefined ? 'text' : 'thread',
  });
  return {
    find: async (id) => place(id),
    open: async (parent, { name }) => place(`25${String(++threads).padStart(16, '0')}`, parent, name),
    post: async () => 'sent',
    direct: async () => 'sent',
    tagPost: async () => 'sent',
    isMember: async () => true,
    failureKind: () => 'unknown',
  };
};

const beginning = Date.parse('2026-11-20T12:00:00Z');
const halfMinute = 30_000;

/** The house with its own clock, seed and counted orders: what is typed in it comes out the same every time. */
export const stage = (stores: (now: () => number) => Stores) => {
  let time = beginning;
  const now = () => time;
  const all = stores(now);
  const { ready: presetDice, lay } = handfuls();
  const problems: unknown[] = [];
  const house = composeApp({
    stores: all,
    now,
    presetDice,
    transport: quietPlaces(),
    onError: (problem) => problems.push(problem),
    seed: () => '5eed'.repeat(16),
  });
  void house.outbox.startDelivery(() => true);
  const keeper = createClockScheduler({ services: house.services });
  const given = new Map<string, number>();
  /** Counted within a channel: its dice do not depend on what is played elsewhere. */
  const orderId = (channel: string): string => {
    const count = (given.get(channel) ?? 0) + 1;
    given.set(channel, count);
    return `${channel}${String(count).padStart(4, '0')}`;
  };
  const asker = (user: string, name: string, channel: string, where: string | undefined): Asker => ({
    ...{ user, name, guild: where, channel },
    orderId: orderId(channel),
    manages: user === people.gwen || where === undefined,
  });
  /** A channel of the server; `apart` from any server it is a direct message or a practice table. */
  const table = (channel: string, apart = false) => {
    const where = apart ? undefined : guild;
    const askerOf = (name: string): Asker =>
      asker(Object.entries(people).find(([each]) => each === name)?.[1] ?? name, capital(name), channel, where);
    const run = async (from: Asker, path: readonly string[], input: CommandInput) => {
      time += halfMinute;
      const answer = await house.dispatcher.run(path, from, input);
      await house.idle();
      return answer;
    };
    const open = async (): Promise<OpenBattle> => {
      const battle = await house.services.battles.open(channel);
      if (!battle.ok) throw new Error(`${channel}: ${battle.error.code}`);
      return battle.value;
    };
    const tried = async (line: string) => {
      const [, name = 'gwen', typed = line] = /^as (\w+): (.*)$/s.exec(line) ?? [];
      const there = await house.services.battles.open(channel);
      const parsed = parseLine(house.dispatcher.commands, typed, there.ok ? there.value.ruleset.id : undefined);
      return parsed.ok ? run(askerOf(name), parsed.value.command.path, parsed.value.input) : parsed;
    };
    return {
      channel,
      apart,
      open,
      log: async () => all.battles.log((await open()).saved),
      issuer: askerOf,
      /** Tries a line as it is typed, `as ada: /move D4`; without a name Gwen types it. */
      tried,
      /** Types a line that must not be refused. */
      typed: async (line: string): Promise<Reply> => {
        const answer = await tried(line);
        if (answer.ok) return answer.value;
        throw new Error(`${channel}: ${line}: ${await house.sentence(answer.error, channel)}`);
      },
      /** The controls of an order that is given step by step and has begun; nothing where it needs no steps or is refused. */
      halfWay: async (name: string, input: CommandInput): Promise<Reply['controls'] | undefined> => {
        const before = (await open()).saved.version;
        const verb = (await open()).ruleset.verbs[String(input.verb)];
        if (verb === undefined || listOptions(verb.params).every(({ required }) => !required)) return undefined;
        const answer = await run(askerOf(name), ['guide'], input);
        return answer.ok && (await open()).saved.version === before ? answer.value.controls : undefined;
      },
      lay,
    };
  };
  return {
    ...house,
    keeper,
    stores: all,
    problems,
    now,
    table,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
};
export type Stage = ReturnType<typeof stage>;
export type PlayTable = ReturnType<Stage['table']>;
