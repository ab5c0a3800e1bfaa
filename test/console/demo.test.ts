import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { compiled } from '../shared.ts';

const env = { ...process.env, ...(await compiled()) };
const demo = join(import.meta.dirname, '../../src/cli/demo.ts');
const place = mkdtempSync(join(tmpdir(), 'demo-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const playDemo = async () => (await promisify(execFile)(process.execPath, [demo], { cwd: place, env })).stdout;

test('the demo plays the same battle every time and verifies its dice', async () => {
  const told = await playDemo();
  for (const shown of [
    'aims at Cutthroat',
    'Ada charges Zombie',
    'undoes: ',
    'mara rolls in secret',
    'attack of opportunity',
    'Cid takes the attack for Bo',
    'from the flank',
    'The battle is over: victory for company',
    'All dice verified (12)',
  ])
    expect(told).toContain(shown);
  expect(told).not.toMatch(/^! /m);
  expect(readFileSync(join(place, 'demo.svg'), 'utf8')).toMatch(/^<svg /);
  expect(readFileSync(join(place, 'demo.png')).subarray(1, 4).toString()).toBe('PNG');
  expect(await playDemo()).toBe(told);
});

test('the demo exits with 1 if its pictures cannot be written', () => {
  const full = join(place, 'full');
  for (const name of ['demo.svg', 'demo.png']) mkdirSync(join(full, name), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [demo], { cwd: full, env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, 'demo.svg cannot be written.\ndemo.png cannot be written.\n']);
});
