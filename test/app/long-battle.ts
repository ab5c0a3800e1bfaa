import type { CommandInput } from '../../src/app/command-kit/command.ts';
import { defaultBattleCaps } from '../../src/battle/decide/caps.ts';
import type { LogEntry } from '../../src/battle/saved/store.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { createRecordThread } from '../../src/wiring/record-thread.ts';

/** A battle with that many entries, mostly copies of one, in an app that counts the entries it reads. */
export const longBattle = async (entries: number) => {
  let [clock, orders, read] = [1_700_000_000_000, 0, 0];
  const memory = createMemoryStores(() => clock);
  const { log, logJson } = memory.battles;
  const counting =
    <Entry>(give: (...which: Parameters<typeof log>) => Promise<readonly Entry[]>) =>
    async (...which: Parameters<typeof log>): Promise<readonly Entry[]> => {
      const given = await give(...which);
      read += given.length;
      return given;
    };
  const recordThread = createRecordThread();
  const { dispatcher, services, idle } = composeApp({
    stores: { ...memory, battles: { ...memory.battles, log: counting(log), logJson: counting(logJson) } },
    now: () => ++clock,
    recordThread,
    caps: { ...defaultBattleCaps, entries: 1_000_000 },
    onError: (error) => {
      throw error;
    },
  });
  const run = async (user: string, path: string, input: CommandInput = {}): Promise<void> => {
    const orderId = `order-${++orders}`;
    const asker = { user, name: user, guild: 'guild', channel: 'table', orderId, manages: user === 'gm' };
    const answer = await dispatcher.run(path.split(' '), asker, input);
    await idle();
    if (!answer.ok) throw new Error(`/${path}: ${JSON.stringify(answer.error)}`);
  };
  await run('gm', 'battle create', { system: 'skure', size: '6x6' });
  await run('ada', 'battle join', { preset: 'Swordsman', side: 'red' });
  await run('bob', 'battle join', { preset: 'Swordsman', side: 'blue' });
  await run('gm', 'battle deploy');
  await run('gm', 'battle start');
  await run('bob', 'roll', { dice: 'd6' });
  await run('ada', 'skure say', { text: 'On guard!' });
  for (;;) {
    const saved = await memory.battles.byChannel('table');
    const last = saved && (await log(saved, saved.version, saved.version))[0];
    if (saved === undefined || last === undefined) throw new Error('It was begun.');
    if (saved.version >= entries) break;
    const n = saved.version + 1;
    const copy: LogEntry = { ...last, n, orderId: `copy ${n}`, diceKey: `copy ${n}` };
    await memory.battles.commit({ ...saved, version: n }, copy);
  }
  return {
    run,
    services,
    /** The number of entries read by some work. */
    cost: async (work: () => Promise<unknown>): Promise<number> => {
      read = 0;
      await work();
      return read;
    },
    close: () => recordThread.close(),
  };
};
