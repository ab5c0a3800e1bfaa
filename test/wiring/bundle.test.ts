import { isAscii } from 'node:buffer';
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { duel } from '../bench/bench-bot.ts';
import { botAt } from '../discord/e2e/killing-bot.ts';
import { type FakeDiscord, fakeDiscord } from '../discord/fake/discord.ts';
import type { Shown } from '../discord/fake/shown.ts';
import { until } from '../discord/fake/until.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Packages are found from here, as they are from `dist`. */
const folder = `node_modules/bundle-of-${process.pid}`;
const dataDir = mkdtempSync(join(tmpdir(), 'brotherhood-bundle-'));

let discord: FakeDiscord;
let bot: ChildProcess | undefined;
beforeAll(async () => {
  const { status, stdout } = spawnSync(process.execPath, ['prisma/bundle.mjs', folder], { cwd: root });
  expect([status, stdout.toString()]).toEqual([0, '']);
  discord = await fakeDiscord();
});
afterAll(async () => {
  bot?.kill('SIGTERM');
  if (bot?.exitCode === null) await once(bot, 'exit');
  await discord.close();
  for (const each of [join(root, folder), dataDir]) rmSync(each, { recursive: true, force: true });
});

const bundled = (): readonly string[] => readdirSync(join(root, folder));
const scriptsOf = (): readonly string[] => bundled().filter((file) => file.endsWith('.js'));

/** How many points the bounds of odds are apart, in each message that tells some. */
const widths = (said: readonly Shown[]): readonly number[] =>
  said.flatMap(({ text }) => {
    const [, low, high] = /Victory for red in \d+ % \((\d+) to (\d+)\)/.exec(text) ?? [];
    return low === undefined ? [] : [Number(high) - Number(low)];
  });

test('a bundle brings the script of every thread, and asks for none of the sources', () => {
  const files = bundled();
  const scripts = files.flatMap((file) => [
    ...readFileSync(join(root, folder, file), 'utf8').matchAll(
      /new URL\(["'`]\.\/([^"'`/]+\.[jt]s)["'`], ?import\.meta\.url\)/g,
    ),
  ]);
  const asked = new Set(scripts.map(([, script = '']) => script));
  expect(asked).toEqual(new Set(files.filter((file) => /-(?:worker|thread)\.js$/.test(file))));
  expect(asked.size).toBeGreaterThan(4);
});

test('a bundle is in ASCII: V8 keeps a file that is not in twice the room', () => {
  const beyond = scriptsOf().filter((file) => !isAscii(readFileSync(join(root, folder, file))));
  expect(beyond).toEqual([]);
});

test('a bundle has the query compiler as it is, and does without what discord.js never needs', () => {
  expect(bundled()).toContain('query-compiler.wasm');
  const slow = /wasm-base64|globalThis\.FormData|node:http2/;
  expect(scriptsOf().filter((file) => slow.test(readFileSync(join(root, folder, file), 'utf8')))).toEqual([]);
});

test('the practice table of a bundle says how it is used', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(folder, 'main.js'), '--help'], { cwd: root });
  expect([status, stdout.toString()]).toEqual([0, expect.stringContaining('--script FILE')]);
});

test('a bundled bot draws, foretells, writes the record and proves its dice, all on its embedded database', async () => {
  bot = await botAt(discord, { databaseUrl: undefined, dataDir }, {}, join(root, folder, 'main.js'));
  const gm = discord.user('Gwen', { manages: true });
  await duel(gm);
  await gm.slash('/aim as:Ann target:Bob');
  await until(() => gm.sees().some(({ files }) => files.some(({ name }) => name.endsWith('.png'))), 'a picture');
  // The bounds of the first answer are wide; better ones take its place until they are ten points apart.
  const [first = 0] = widths([await gm.slash('/battle odds')]);
  expect(first).toBeGreaterThan(0);
  await until(() => widths(gm.sees()).every((width) => width <= Math.max(10, first - 1)), 'better odds');
  const record = await gm.slash('/battle export format:html');
  expect(record.files.map(({ bytes }) => Buffer.from(bytes).toString('utf8', 0, 15))).toEqual(['<!doctype html>']);
  await gm.slash('/roll dice:2d6');
  await gm.slash('/battle end');
  expect((await gm.slash('/verify')).text).toContain('Every die holds');
});
