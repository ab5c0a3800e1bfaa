import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { databasePath } from '../../src/persistence/data-folder.ts';
import { openingLine, parseArguments } from '../../src/wiring/practice-arguments.ts';
import { compiled } from '../shared.ts';

const place = mkdtempSync(join(tmpdir(), 'opening-'));
afterAll(() => rmSync(place, { recursive: true }));

test('the first start names the new database, and a later start where the battles are', () => {
  const dataDir = join(place, 'data');
  const here = { dataDir, databaseUrl: undefined };
  expect(openingLine(here, { memory: false })).toBe(
    `The practice table is being opened for the first time: its database is made in ${dataDir}, which takes some seconds.`,
  );
  mkdirSync(databasePath(dataDir), { recursive: true });
  expect(openingLine(here, { memory: false })).toBe(
    `The practice table is being opened; your battles are in ${dataDir}.`,
  );
});

test('--no-web opens no browser page', () => {
  const web = (...given: string[]) => {
    const read = parseArguments(given);
    return read.ok && read.value.web;
  };
  expect([web(), web('--no-web')]).toEqual([true, false]);
});

test('the opening line says what is saved and where, without the password', () => {
  const here = { dataDir: place, databaseUrl: undefined };
  expect(openingLine(here, { memory: true })).toContain('nothing of it will be kept');
  const elsewhere = openingLine({ ...here, databaseUrl: 'postgresql://ada:secret@db/bm' }, { memory: false });
  expect(elsewhere).toContain('DATABASE_URL');
  expect(elsewhere).not.toContain('secret');
});

test('without a token and typed input the program says what the bot needs', async () => {
  const env = { ...(await compiled()) };
  const typed = (input: string) => {
    const args = [join(import.meta.dirname, '../../src/main.ts'), '--memory'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: place, env, input, encoding: 'utf8' });
    return { status, stderr };
  };
  const stderr =
    'Without DISCORD_TOKEN this is the practice table, and nothing was typed. For the bot set the token, as .env.example shows.\n';
  expect(typed('')).toEqual({ status: 0, stderr });
  expect(typed('/help\n')).toEqual({ status: 0, stderr: '' });
}, 120_000);
