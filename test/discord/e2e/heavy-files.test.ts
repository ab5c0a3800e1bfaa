import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileThread } from '../../../src/wiring/file-thread.ts';
import { isLong, someOf } from '../../budget.ts';
import { heavyFiles } from '../../heavy-files.ts';
import type { Shown } from '../fake/shown.ts';
import { until } from '../fake/until.ts';
import { isRefusal, type Table, table } from './table.ts';

const files = heavyFiles();
const fighter = readFileSync('test/formats/ytsheet2/pc-fighter.json', 'utf8');
const sound = { it: { name: 'fighter.json', content: fighter } };

let t: Table;
beforeAll(async () => {
  t = await table();
  await t.gwen.slash('/character create system:skure name:Ann preset:Swordsman', t.place);
  await t.gwen.slash('/library import look:true file:it', t.place, sound);
});
afterAll(async () => {
  expect(t.discord.takeFaults()).toEqual([]);
  expect(t.on.takeErrors()).toEqual([]);
  await t.close();
});

/** The longest CPU time between two turns of the event loop during the work (milliseconds). */
const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let [isOver, longest, last] = [false, 0, process.threadCpuUsage()];
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  return longest;
};

test.each(someOf(files, 4))(
  '$what is refused in one sentence without blocking the event loop',
  async ({ line, file, says }) => {
    const upload = async (): Promise<readonly [Shown, number]> => {
      const answer = Promise.withResolvers<Shown>();
      const longest = await longestTurn(async () => answer.resolve(await t.gwen.slash(line, t.place, { it: file })));
      return [await answer.promise, longest];
    };
    const [shown, first] = await upload();
    expect(isRefusal(shown), shown.text).toBe(true);
    if (typeof says === 'string') expect(shown.text).toBe(says);
    else expect(shown.text).toMatch(says);
    // The local Discord, which stores and sends the file, works in this thread too. A collection of garbage may come
    // in between once, but parsing would take long each time.
    const longest = first < 100 ? first : (await upload())[1];
    expect(longest).toBeLessThan(100);
    const next = await t.gwen.slash('/library import look:true file:it', t.place, sound);
    expect(next.text).toContain('would be saved like this');
  },
);

test('files of one server queue while another server’s file is read in between', async () => {
  const elsewhere = t.discord.newGuild('Elsewhere');
  const other = t.discord.user('Olga', { guild: elsewhere }).at(t.discord.newChannel('quiet', elsewhere));
  await until(() => t.discord.commands(elsewhere).length > 0, 'the commands of the other server');
  let answered = 0;
  const heavy = someOf(files.slice(0, 10), 4).map(async ({ line, file }) => {
    await t.gwen.slash(line, t.place, { it: file });
    answered += 1;
  });
  const shown = await other.slash('/library import look:true file:it', undefined, sound);
  expect(shown.text).toContain('would be saved like this');
  expect(answered).toBeLessThan(heavy.length);
  await Promise.all(heavy);
});

const given = (text: string) => ({ given: { text } });
const whose = { user: 'ada', guild: 'guild' };

const manners = [
  { how: 'dies', manner: { script: new URL('../../app/threads/dying.js', import.meta.url) } },
  { how: 'hangs', manner: { script: new URL('../../app/threads/hanging.js', import.meta.url), patience: 200 } },
  { how: 'runs out of memory', manner: { memory: 64 } },
];

test.each(someOf(manners, 2))('a file on which the thread $how is refused each time', async ({ how, manner }) => {
  const { readFile, close } = createFileThread(manner);
  const heavy = `{"kind":"pc","weapons":[${'{},'.repeat(95_000)}{}]}`;
  const times = isLong || how === 'dies' ? 2 : 1;
  for (let n = 1; n <= times; n++) {
    const read = await readFile('sheets', { ...given(heavy), among: ['sword-world'] }, whose);
    expect(read.ok ? 'read' : read.error.code).toBe('file-too-heavy');
  }
  if (manner.memory !== undefined) expect((await readFile('sheets', given(fighter), whose)).ok).toBe(true);
  await close();
});
