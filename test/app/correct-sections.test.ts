import { expect, test } from 'vitest';
import { must } from './duel.ts';
import { house } from './house.ts';

/** A battle with a drake of five sections, and a function that reads its status as the GM. */
const withDrake = async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'sword-world' });
  await must(there, 'gm', 'npc add', { preset: 'mire-drake', name: 'Mire' });
  const status = async () => JSON.stringify(await must(there, 'gm', 'battle status', { who: 'Mire' }));
  return { there, status };
};

test('the GM corrects one section by its name, in any letter case', async () => {
  const { there, status } = await withDrake();
  const told = await must(there, 'gm', 'gm set', { field: 'hp', who: 'mire.HEAD A', value: '3', reason: 'a test' });
  expect(JSON.stringify(told)).toContain('The GM corrects Mire.head A: HP 28 → 3');
  const now = await status();
  expect(now).toContain('head A, HP 3/28');
  expect(now).toContain('head B, HP 28/28');
});

test('one correction can name several sections', async () => {
  const { there, status } = await withDrake();
  await must(there, 'gm', 'gm set', { field: 'mp', who: 'Mire.wing A, Mire.wing B', value: '1', reason: 'a test' });
  const now = await status();
  expect(now).toContain('wing A, HP 20/20, MP 1/5');
  expect(now).toContain('wing B, HP 20/20, MP 1/5');
  expect(now).toContain('body, HP 46/46, MP 12/12');
});

test('sections are suggested only where a command accepts one', async () => {
  const { there } = await withDrake();
  const offered = async (path: string) => (await there.complete('gm', path, 'who', 'mire.')).map(({ label }) => label);
  expect(await offered('gm set')).toContain('Mire.head A');
  expect(await offered('gm hide')).not.toContain('Mire.head A');
});

test('a section cannot be hidden by itself, and an unknown section is refused', async () => {
  const { there } = await withDrake();
  const refused = async (path: string, input: Readonly<Record<string, string>>) => {
    const said = await there.run('gm', path, input);
    return said.ok ? 'done' : said.error.code;
  };
  expect(await refused('gm hide', { who: 'Mire.head A' })).toBe('bad-selection');
  expect(await refused('gm set', { field: 'hp', who: 'Mire.tail', value: '3' })).toBe('bad-selection');
});
