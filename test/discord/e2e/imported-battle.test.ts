import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { Cast } from './decent.ts';
import { playOut } from './playing.ts';
import { free, type Table, table } from './table.ts';

const example = (name: string) => ({ it: { name, content: readFileSync(`test/formats/${name}`, 'utf8') } });

let t: Table;
afterEach(() => t.close());

test('Sword World: people of ytsheet2 and CCFOLIA fight a bestiary of a spreadsheet to the end', async () => {
  t = await table('thread');
  const { gwen, ann, bob, typed, guided, said, panel } = t;
  await ann.slash('/library import name:Ragna file:it', t.place, example('ytsheet2/pc-fighter.json'));
  await bob.slash('/library import name:Toru file:it', t.place, example('ccfolia/character.json'));
  await typed(gwen, '/battle create', { system: 'sword-world', name: free('The mire') });
  await typed(ann, '/battle join', { character: 'Ragna', side: free('allies') });
  await typed(bob, '/battle join', { character: 'Toru', side: 'allies' });
  const content =
    'name,level,hp,mp,defense,accuracy,evasion,damage,fortitude,willpower,speed,initiative\nOx,1,4,0,0,1,1,2d,1,1,9,2';
  await gwen.slash('/npc import count:2 side:enemies file:it', t.place, { it: { name: 'bestiary.csv', content } });
  await said(() => typed(gwen, '/battle start'));
  await guided(ann, 'Initiative', []);
  await typed(gwen, '/battle deploy');
  const cast: Cast = { gwen: ['The GM', 'the GM', 'Ox 1', 'Ox 2'], ann: ['Ragna'], bob: ['Toru'] };
  const refused = await playOut(t, cast, {
    verbs: ['Attack', 'Move', 'End', 'Close'],
    picks: ['Ox 1', 'Ox 2', 'Ragna', 'Toru', 'full'],
  });
  expect(refused).toEqual([]);
  expect((await panel()).text).toContain('allies');
}, 240_000);

test('Skure: a roster of a spreadsheet fights on an imported map to the end', async () => {
  t = await table('thread');
  const { gwen, ann, bob, typed, said, panel } = t;
  await ann.slash('/library import file:it', t.place, example('csv/skure-roster.csv'));
  const nix = { it: { name: 'nix.csv', content: readFileSync('test/formats/csv/skure-roster.csv', 'utf8') } };
  await bob.slash('/library import file:it', t.place, nix);
  await typed(gwen, '/battle create', { system: 'skure', name: free('The crypt') });
  await gwen.slash('/battle map file:it', t.place, example('maps/tiny.uvtt'));
  await typed(ann, '/battle join', { character: 'Vael', side: free('red') });
  await typed(bob, '/battle join', { character: 'Nix', side: 'red' });
  await typed(gwen, '/npc add', { preset: 'Zombie', side: free('blue'), changes: free('maxHp=7, defense=0') });
  const squares = [
    ['Vael', 'C2', 'E'],
    ['Nix', 'C3', 'E'],
    ['Zombie', 'D2', 'W'],
  ] as const;
  for (const [target, to, facing] of squares) await typed(gwen, '/battle place', { target, to: free(to), facing });
  await said(() => typed(gwen, '/battle start'));
  const cast: Cast = { gwen: ['The GM', 'the GM', 'Zombie'], ann: ['Vael'], bob: ['Nix'] };
  const refused = await playOut(t, cast, { verbs: ['Attack', 'End'] });
  expect(refused).toEqual([]);
  expect((await panel()).text).toContain('red');
}, 240_000);
