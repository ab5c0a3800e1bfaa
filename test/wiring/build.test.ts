import { isAscii } from 'node:buffer';
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { duel } from '../bench/bench-bot.ts';
import { someOf } from '../budget.ts';
import { botAt } from '../discord/e2e/killing-bot.ts';
import { type FakeDiscord, fakeDiscord } from '../discord/fake/discord.ts';
import { until } from '../discord/fake/until.ts';
import { upload } from '../pictures/uploads.ts';
import { newEmbedded } from '../shared.ts';
import { productionInstall } from './production-install.ts';

/** The folder contains only what the Docker image has. */
const install = productionInstall();
const bundle = join(install, 'dist');
const place = mkdtempSync(join(tmpdir(), 'brotherhood-bundle-'));
const dataDir = join(place, 'data');

let discord: FakeDiscord;
let bot: ChildProcess | undefined;
beforeAll(async () => {
  discord = await fakeDiscord();
});
afterAll(async () => {
  bot?.kill('SIGTERM');
  if (bot?.exitCode === null) await once(bot, 'exit');
  await discord.close();
  for (const each of [install, place]) rmSync(each, { recursive: true, force: true });
});

const bundled = (): readonly string[] => readdirSync(bundle);
const scriptsOf = (): readonly string[] => bundled().filter((file) => file.endsWith('.js'));

test('the build contains each worker script and loads no source', () => {
  const files = bundled();
  const scripts = files.flatMap((file) => [
    ...readFileSync(join(bundle, file), 'utf8').matchAll(
      /new URL\(["'`]\.\/([^"'`/]+\.[jt]s)["'`], ?import\.meta\.url\)/g,
    ),
  ]);
  const asked = new Set(scripts.map(([, script = '']) => script));
  expect(asked).toEqual(new Set(files.filter((file) => /-(?:worker|thread)\.js$/.test(file))));
  expect(asked.size).toBeGreaterThan(4);
});

test('the build is pure ASCII, since V8 stores other files in twice the space', () => {
  const beyond = scriptsOf().filter((file) => !isAscii(readFileSync(join(bundle, file))));
  expect(beyond).toEqual([]);
});

test('the built practice table prints its usage', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(bundle, 'main.js'), '--help'], { cwd: install });
  expect([status, stdout.toString()]).toEqual([0, expect.stringContaining('--script FILE')]);
});

/**
 * A command before another that runs it as docker-compose.yml does: it has no privilege and can write nowhere but in the data
 * folder. Empty if this machine does not let us.
 */
const contained = (): readonly string[] => {
  const mounts = [
    ...[dataDir, install].map((each) => `mount --bind ${each} ${each}`),
    ...[install, '/'].map((each) => `mount -o remount,bind,ro ${each}`),
    'exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"',
  ];
  const isolated = ['--mount', 'sh', '-c', mounts.join(' && '), 'sh'];
  const writes = spawnSync('unshare', [...isolated, 'touch', join(dataDir, 'here'), join(install, 'there')]);
  return `${writes.stderr}`.includes('Read-only file system') ? ['unshare', ...isolated] : [];
};

test('the built bot draws, reads files, simulates, exports and verifies on its embedded database', async () => {
  mkdirSync(dataDir);
  const command = [...contained(), process.execPath, join(bundle, 'main.js')];
  bot = await botAt(discord, { databaseUrl: undefined, dataDir }, {}, command);
  const gm = discord.user('Gwen', { manages: true });
  await duel(gm);
  await gm.slash('/aim as:Ann target:Bob');
  await until(() => gm.sees().some(({ files }) => files.some(({ name }) => name.endsWith('.png'))), 'a picture');
  expect((await gm.slash('/battle odds')).text).toMatch(/Victory for red in \d+ %/);
  const record = await gm.slash('/battle export format:html');
  expect(record.files.map(({ bytes }) => Buffer.from(bytes).toString('utf8', 0, 15))).toEqual(['<!doctype html>']);
  await gm.slash('/character create system:skure name:Ann preset:Swordsman');
  const picture = { it: { name: 'ann.jpg', content: upload('portrait.jpg') } };
  const face = await gm.slash('/character portrait name:Ann picture:it', undefined, picture);
  expect(face.files.map(({ name }) => name)).toEqual(['face-1.webp']);
  const sheet = { it: { name: 'fighter.json', content: readFileSync('test/formats/ytsheet2/pc-fighter.json') } };
  expect((await gm.slash('/library import look:true file:it', undefined, sheet)).text).toContain(
    'would be saved like this',
  );
  await gm.slash('/roll dice:2d6');
  await gm.slash('/battle end');
  expect((await gm.slash('/battle verify')).text).toContain('All dice verified');
}, 180_000);

test.each(someOf(['src/main.ts', 'dist/main.js', 'src/cli/backup.ts'], 1))(
  '%s starts from a production install',
  async (program) => {
    const env = { PATH: process.env.PATH, DATA_DIR: await newEmbedded() };
    const { status, stderr } = spawnSync(process.execPath, [program], {
      env,
      cwd: install,
      encoding: 'utf8',
      input: '',
    });
    expect(status, stderr).toBe(0);
  },
);

test('npm start runs the build until a source changes', () => {
  const started = () =>
    spawnSync(process.execPath, ['src/start.js', '--help'], { cwd: install, encoding: 'utf8' }).stdout;
  writeFileSync(join(bundle, 'main.js'), "console.log('what was built');\n");
  expect(started()).toBe('what was built\n');
  const later = Date.now() / 1000 + 60;
  utimesSync(join(install, 'commands/order.ts'), later, later);
  expect(started()).toContain('--script FILE');
});
