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

test('a name is meant by the whole of it, before any that only begins so', () => {
  const among = of('Ann', 'Anna', 'Annabel');
  expect(among('ann')).toEqual({ found: 'Ann' });
  expect(among('ANNA')).toEqual({ found: 'Anna' });
  expect(among('annab')).toEqual({ found: 'Annabel' });
});

test('a beginning comes before the beginning of a word, and that before a part', () => {
  const among = of('Tower Guard', 'Old Tower', 'Watchtower');
  expect(among('tow')).toEqual({ found: 'Tower Guard' });
  expect(among('guard')).toEqual({ found: 'Tower Guard' });
  expect(among('old t')).toEqual({ found: 'Old Tower' });
  expect(among('chto')).toEqual({ found: 'Watchtower' });
});

test('an apostrophe is one, however it is typed, and an example is meant without the word', () => {
  expect(of('Will o’ Wisp', 'Imp')("will o' wisp")).toEqual({ found: 'Will o’ Wisp' });
  for (const title of ["Will o' Wisp", 'fire elemental', 'Example Fire Elemental'])
    expect(findPreset(skure, title)).toMatchObject({
      ok: true,
      value: { title: expect.stringMatching(/Wisp|^Fire/) },
    });
  expect(findPreset(skure, 'elemental')).toMatchObject({ ok: false, error: { code: 'no-such-preset' } });
});

test('what fits several is asked back, and what fits none with what comes near it', () => {
  const among = of('Zombie 1', 'Zombie 2', 'Grummoth');
  expect(among('zom')).toEqual({ found: undefined, suggestions: ['Zombie 1', 'Zombie 2'] });
  expect(among('grumoth')).toEqual({ found: undefined, suggestions: ['Grummoth'] });
  expect(among('')).toEqual({ found: undefined, suggestions: [] });
});

test('a letter or two in the middle of a word mean nobody: x is not the giant with six tentacles', () => {
  const among = of('Giant with six tentacles');
  expect(among('x')).toEqual({ found: undefined, suggestions: [] });
  expect(among('ix').found).toBeUndefined();
  expect(among('six')).toEqual({ found: 'Giant with six tentacles' });
});

test('an order and a question take a name cut short, and mean those alone whom the asker knows of', async () => {
  const table = await fought(0);
  expect((await table.run('ada', 'odds', { target: 'gri' })).ok).toBe(true);
  // The beginning of the hidden one's name is nobody's, as any other text is.
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

test('a character is found by the beginning of its name, deleted by the whole of it alone, and never replaced by a new one', async () => {
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

test('blanks around what was typed are no part of it', async () => {
  const table = await fought(0);
  const said = await table.run('ada', 'attack', { target: '  Qqq ' });
  expect(said).toMatchObject({ ok: false, error: { code: 'NO_SUCH_TARGET', facts: { target: 'Qqq' } } });
});
