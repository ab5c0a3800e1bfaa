import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { Person } from '../fake/person.ts';
import type { Shown } from '../fake/shown.ts';
import { playOut } from './playing.ts';
import { free, isRefusal, type Table, table } from './table.ts';
import { type Cast, findTableFaults } from './table-faults.ts';

let t: Table;
afterEach(() => t.close());

const attached = (name: string, content: string) => ({ it: { name, content } });

/** Two more players in the battle's channel. */
const morePlayers = ({ discord, place }: Table): readonly [Person, Person] => [
  discord.user('Cid').at(place),
  discord.user('Dora').at(place),
];

/** Fills in one field of a form's page. */
const fillIn = async (who: Person, label: string, value: string, page: Shown | undefined): Promise<Shown> => {
  const labels = page?.selects.flatMap(({ options }) => options.map((each) => each.label)) ?? [];
  const found = labels.find((each) => each.startsWith(label));
  if (found === undefined) throw new Error(`${label} is not among ${labels.join(', ')}`);
  const next = await who.fills(found, value, page);
  if (next === undefined || isRefusal(next)) throw new Error(`${label} is refused: ${next?.text}`);
  return next;
};

/** A map of 12 × 8 squares with a pillar on D4, as Dungeondraft writes it. */
const hall = JSON.stringify({
  format: 0.3,
  resolution: { map_origin: { x: 0, y: 0 }, map_size: { x: 12, y: 8 }, pixels_per_grid: 70 },
  line_of_sight: [],
  objects_line_of_sight: [
    [
      { x: 3.1, y: 3.1 },
      { x: 3.9, y: 3.1 },
      { x: 3.9, y: 3.9 },
      { x: 3.1, y: 3.9 },
    ],
  ],
  portals: [],
  lights: [],
  image: '',
});

test('Skure: four own characters, saved foes and a saved map play an encounter to the end', async () => {
  t = await table('thread');
  const { gwen, ann, bob, typed, said, panel } = t;
  const [cid, dora] = morePlayers(t);

  // One from the bot's own file format, one from a spreadsheet, one from the form, one preset.
  const sheet = { name: 'Ann', class: 'Spearman', agility: 15, speed: 17, attack: 16, defense: 8, maxHp: 44, size: 5 };
  const text = JSON.stringify({ ...sheet, move: '3F (+1) Ground', meleeRange: 2 });
  await typed(
    ann,
    '/library import',
    { system: 'skure', name: free('Ann'), file: free('it') },
    attached('a.json', text),
  );
  const [head, , nix] = readFileSync('test/formats/csv/skure-roster.csv', 'utf8').split('\n');
  await typed(bob, '/library import', { file: free('it') }, attached('nix.csv', `${head}\n${nix}\n`));
  await typed(cid, '/character create', { system: 'skure', name: free('Cid'), preset: /^Berit Stone/ });
  await fillIn(cid, 'Agility', '14', await cid.choose('Class and numbers'));

  // Five foes from the GM's own library, on a map in an otherwise unused channel.
  const foes = ['Rot', 'Gnaw', 'Moan', 'Drag', 'Hob'];
  for (const name of foes)
    await typed(gwen, '/library save kind:foe', {
      ...{ system: 'skure', content: 'Zombie', name: free(name) },
      changes: free('maxHp=6, attack=9, defense=0'),
    });
  const den = t.discord.newChannel('den');
  await gwen.slash('/battle create system:skure name:The den', den);
  const saved = await typed(
    gwen,
    '/library import kind:map',
    { name: free('The hall'), file: free('it') },
    attached('hall.dd2vtt', hall),
  );
  expect(saved.text).toContain('The hall saved to your own library');
  const mapped = await gwen.slash('/battle map kept:The hall', den);
  expect(mapped.text).toContain('12 × 8, no one may enter D4');
  for (const [at, name] of foes.entries()) {
    await gwen.slash(`/npc add preset:${name} side:blue`, den);
    await gwen.slash(`/gm set field:position value:H${at + 1} who:${name}`, den);
  }
  const kept = await gwen.slash('/library save kind:encounter name:The hall note:They wake at a sound', den);
  expect(kept.text).toContain('Blocked squares: D4');
  await gwen.slash('/battle end', den);

  await typed(gwen, '/battle create', { system: 'skure', name: free('The hall') }, undefined);
  await typed(ann, '/battle join', { character: 'Ann', side: free('red') });
  await typed(bob, '/battle join', { character: 'Nix', side: 'red' });
  await typed(cid, '/battle join', { character: 'Cid', side: 'red' });
  await typed(dora, '/battle join', { preset: /^Osric Fenn/, side: 'red' });
  await said(() => typed(gwen, '/encounter load', { name: 'The hall' }));
  const battle = await t.on.stores.battles.byChannel(t.place.id);
  expect(battle?.game).toMatchObject({ board: { width: 12, height: 8 } });
  for (const [at, target] of ['Ann', 'Nix', 'Cid', 'Dora'].entries())
    await typed(gwen, '/battle place', { target, to: free(`G${at + 2}`), facing: 'E' });
  await said(() => typed(gwen, '/battle start'));
  const cast: Cast = {
    ...{ gwen: ['The GM', 'the GM', ...foes], ann: ['Ann'], bob: ['Nix'] },
    more: [
      { who: cid, runs: ['Cid'] },
      { who: dora, runs: ['Dora'] },
    ],
  };
  const refused = await playOut(t, cast, { verbs: ['Attack', 'Advance', 'End'], picks: foes, most: 200 });
  expect(refused).toEqual([]);
  expect((await panel()).text).toContain('red');
  expect(findTableFaults(t, cast, ['They wake at a sound'])).toEqual([]);
  expect((await typed(dora, '/battle verify')).embeds[0]?.title).toMatch(/^All dice verified/);
}, 240_000);
