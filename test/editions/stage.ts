import type { Asker } from '../../src/app/command-kit/command.ts';
import type { Reply } from '../../src/app/replies/reply.ts';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import { parseLine } from '../../src/console/parse-line.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';

export const guild = '200000000000000001';

/** The users of the server by the names they type under. Gwen is the GM. */
export const people = {
  gwen: '300000000000000001',
  ada: '300000000000000002',
  bob: '300000000000000003',
  cid: '300000000000000004',
} as const;

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const beginning = Date.parse('2026-11-20T12:00:00Z');
const halfMinute = 30_000;

/** One table in an app with its own clock, seed and numbered orders, so that the same commands give the same texts. */
export const stage = (channel: string) => {
  let time = beginning;
  let orders = 0;
  const stores = createMemoryStores(() => time);
  const house = composeApp({ stores, now: () => time, seed: () => '5eed'.repeat(16) });
  const issuer = (name: string): Asker => {
    const user = Object.entries(people).find(([each]) => each === name)?.[1] ?? name;
    const orderId = `${channel}${String(++orders).padStart(4, '0')}`;
    return { ...{ user, name: capital(name), guild, channel, orderId }, manages: user === people.gwen };
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
    if (!parsed.ok) return parsed;
    time += halfMinute;
    const answer = await house.dispatcher.run(parsed.value.command.path, issuer(name), parsed.value.input);
    await house.idle();
    return answer;
  };
  return {
    ...house,
    channel,
    open,
    log: async () => stores.battles.log((await open()).saved),
    issuer,
    /** Runs a line like `as ada: /move D4`; Gwen types a line without a name. */
    tried,
    /** Types a line that must not be refused. */
    typed: async (line: string): Promise<Reply> => {
      const answer = await tried(line);
      if (answer.ok) return answer.value;
      throw new Error(`${channel}: ${line}: ${await house.sentence(answer.error, channel)}`);
    },
  };
};
export type Stage = ReturnType<typeof stage>;
