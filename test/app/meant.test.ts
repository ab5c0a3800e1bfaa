import { expect, test } from 'vitest';
import { matchName } from '../../src/app/input/match-name.ts';
import { findPreset } from '../../src/app/input/sheets.ts';
import { skure } from '../../src/systems/skure/index.ts';
import { fought, must, secret } from './duel.ts';
import { house } from './house.ts';

const of =
  (...names: readonly string[]) =>
  (text: string) =>
    matchName(text, names, (name) => [name]);

test('a full name is matched before names that only start with it', () => {
  const among = of('Ann', 'Anna', 'Annabel');
  expect(among('ann')).toEqual({ found: 'Ann' });
  expect(among('ANNA')).toEqual({ found: 'Anna' });
  expect(among('annab')).toEqual({ found: 'Annabel' });
});

test('a prefix of the name is matched before a prefix of a word, and that before a part', () => {
  const among = of('Tower Guard', 'Old Tower', 'Watchtower');
  expect(among('tow')).toEqual({ found: 'Tower Guard' });
  expect(among('guard')).toEqual({ found: 'Tower Guard' });
  expect(among('old t')).toEqual({ found: 'Old Tower' });
  expect(among('chto')).toEqual({ found: 'Watchtower' });
});

test('any apostrophe matches, and “Example” can be omitted from a preset’s name', () => {
  expect(of('Will o’ Wisp', 'Imp')("will o' wisp")).toEqual({ found: 'Will o’ Wisp' });
  for (const title of ["Will o' Wisp", 'fire elemental', 'Fire Elemental'])
    expect(findPreset(skure, title)).toMatchObject({
      ok: true,
      value: { title: expect.stringMatching(/Wisp|^Fire/) },
    });
  expect(findPreset(skure, 'elemental')).toMatchObject({ ok: false, error: { code: 'no-such-preset' } });
});

test('an ambiguous name gets its candidates, an unknown one the closest names', () => {
  const among = of('Zombie 1', 'Zombie 2', 'Grummoth');
  expect(among('zom')).toEqual({ found: undefined, suggestions: ['Zombie 1', 'Zombie 2'] });
  expect(among('grumoth')).toEqual({ found: undefined, suggestions: ['Grummoth'] });
  expect(among('')).toEqual({ found: undefined, suggestions: [] });
});

test('one or two letters in the middle of a word match no name', () => {
  const among = of('Giant with six tentacles');
  expect(among('x')).toEqual({ found: undefined, suggestions: [] });
  expect(among('ix').found).toBeUndefined();
  expect(among('six')).toEqual({ found: 'Giant with six tentacles' });
});

test('an order accepts a shortened target name, but not that of a hidden combatant', async () => {
  const table = await fought(0);
  expect((await table.run('ada', 'odds', { target: 'gri' })).ok).toBe(true);
  // A prefix of the hidden combatant's name is treated like unknown text.
  for (const nobody of [secret.slice(0, 3), 'Qqq'])
    expect(await table.run('ada', 'attack', { target: nobody })).toMatchObject({
      ok: false,
      error: { code: 'NO_SUCH_TARGET', facts: { target: nobody } },
    });
  const battle = await table.services.battles.open('table');
  const actor = battle.ok ? battle.value.game.expectedActions()[0]?.actor : undefined;
  const [user, target] = actor === 'Ann' ? ['ada', 'GRI'] : ['bob', 'an'];
  await must(table, user, 'attack', { target });
  const log = await table.services.battles.log('table');
  const last = log.ok ? log.value.findLast(({ request }) => request.kind === 'order') : undefined;
  expect(last?.request).toMatchObject({ doings: [{ params: { target: actor === 'Ann' ? 'Grim' : 'Ann' } }] });
});

test('a character is found by a prefix, deleted only by its full name and never replaced', async () => {
  const table = house();
  await table.run('ada', 'character create', { system: 'skure', name: 'Brenna', preset: 'swordsman' });
  expect((await table.run('ada', 'library show', { kind: 'character', name: 'bren' })).ok).toBe(true);
  expect(await table.run('ada', 'library delete', { kind: 'character', name: 'bren' })).toMatchObject({
    ok: false,
    error: { code: 'nothing-saved', facts: { hint: 'Did you mean Brenna?' } },
  });
  expect(
    await table.run('ada', 'character create', { system: 'skure', name: 'brenna', preset: 'zombie', changes: 'hp=9' }),
  ).toMatchObject({ ok: false, error: { code: 'character-there', facts: { name: 'Brenna' } } });
});

test('spaces around an argument are ignored', async () => {
  const table = await fought(0);
  const said = await table.run('ada', 'attack', { target: '  Qqq ' });
  expect(said).toMatchObject({ ok: false, error: { code: 'NO_SUCH_TARGET', facts: { target: 'Qqq' } } });
});
