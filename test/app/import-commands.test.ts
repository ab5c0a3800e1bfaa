import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type CommandAnswer, privateAside, type Reply } from '../../src/app/replies/reply.ts';
import { type House, house } from './house.ts';

const example = (name: string): string => readFileSync(`test/formats/${name}`, 'utf8');

const replyOf = (answer: CommandAnswer): Reply => {
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
};
const codeOf = (answer: CommandAnswer): string | undefined => (answer.ok ? undefined : answer.error.code);

const textOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);

const savedNames = async (table: House, user: string): Promise<readonly string[]> =>
  (await table.stores.characters.list(user, 'guild')).map(({ name, system }) => `${name} (${system})`);

test('an imported character is saved with the name and rulebook of its file', async () => {
  const table = house();
  const shown = replyOf(await table.run('ada', 'library import', { file: example('ytsheet2/pc-fighter.json') }));
  expect(shown.to).toBe('asker');
  expect(textOf(shown).slice(0, 4)).toEqual([
    'ラグナ・トール is saved (Sword World)',
    'From a sheet of ytsheet2.',
    expect.stringMatching(/^Imported: kind pc; hp 52; mp 13; defense 5; .*weapons \(2\).*\.$/),
    expect.stringMatching(/^Calculated or assumed: Weapon Proficiency\/sword \+2: .*\.$/),
  ]);
  expect(textOf(shown)[4]).toBe(
    'Skipped: craftEnhance1: キャッツアイ; items: free text; personal details: race, gender, age, rank, money.',
  );
  expect(await savedNames(table, 'ada')).toEqual(['ラグナ・トール (sword-world)']);
  const [[control]] = shown.controls as readonly [readonly [Reply['controls'][number][number]]];
  expect(control).toMatchObject({ label: 'Delete it', press: { path: ['library', 'delete'] } });
  await table.run('ada', 'library delete', { kind: 'character', name: 'ラグナ・トール' });
  expect(await savedNames(table, 'ada')).toEqual([]);
});

test('a preview of an import saves nothing', async () => {
  const table = house();
  const look = async (file: string) => textOf(replyOf(await table.run('ada', 'library import', { file, look: true })));
  expect((await look(example('ytsheet2/pc-fighter.json')))[0]).toBe('ラグナ・トール would be saved like this');
  expect((await look(example('csv/skure-roster.csv')))[0]).toBe('2 sheets would be saved');
  expect(await look(example('library/library-1.json'))).toEqual([
    'This would be restored',
    'Vex (skure)',
    'Bog Zombie (foe)',
    'Longsword (roll)',
    'Mire (encounter)',
    'Weather (table)',
    'Bog band (group)',
  ]);
  expect(await savedNames(table, 'ada')).toEqual([]);
});

test('importing a file again changes the character and offers no Delete', async () => {
  const table = house();
  const given = { name: 'Ragna', file: example('ytsheet2/pc-fighter.json') };
  await table.run('ada', 'library import', given);
  const again = { ...given, file: given.file.replace('"hpTotal": "52"', '"hpTotal": "55"') };
  const shown = replyOf(await table.run('ada', 'library import', again));
  expect(textOf(shown)[0]).toBe('Ragna is changed (Sword World)');
  expect(shown.controls).toEqual([]);
  const [kept] = await table.stores.characters.list('ada', 'guild');
  expect(kept?.sheet).toMatchObject({ hp: 55 });
});

test('a table saves each row as a character, and one name for all is refused', async () => {
  const table = house();
  const file = example('csv/skure-roster.csv');
  const both = await table.run('ada', 'library import', { name: 'Both', file });
  expect(both.ok ? undefined : both.error.facts.problem).toBe(
    'it contains 2 sheets, each with its own name; leave this option out',
  );
  const shown = replyOf(await table.run('ada', 'library import', { file }));
  expect(textOf(shown)).toEqual(['2 characters saved (Skure)', 'From a spreadsheet.', '2 sheets: Vael; Nix.']);
  expect(await savedNames(table, 'ada')).toEqual(['Nix (skure)', 'Vael (skure)']);
  const changed = replyOf(await table.run('ada', 'library import', { file: file.replace(',48,', ',50,') }));
  expect(textOf(changed)[0]).toBe('2 characters saved (Skure)');
});

test('an import of our own JSON needs a rulebook and a name', async () => {
  const table = house();
  await table.run('ada', 'character create', { system: 'skure', name: 'Vex', preset: 'Swordsman' });
  const json = JSON.stringify((await table.stores.characters.find('ada', 'guild', 'Vex'))?.sheet);
  expect(codeOf(await table.run('bob', 'library import', { json }))).toBe('file-unnamed');
  expect(codeOf(await table.run('bob', 'library import', { json: '{"hp":20}', system: 'sword-world' }))).toBe(
    'import-unnamed',
  );
  const shown = replyOf(await table.run('bob', 'library import', { json, system: 'skure', name: 'Vex' }));
  expect(textOf(shown)[0]).toBe('Vex is saved (Skure)');
  expect(textOf(shown)[1]).not.toMatch(/^From/);
});

test.each([
  [{}, 'nothing-to-import'],
  [{ json: 'https://sheets.example/?id=1' }, 'link-not-opened'],
  [{ json: '{"a":' }, 'bad-json'],
  [{ file: example('maps/tiny.uvtt') }, 'format-elsewhere'],
  [{ system: 'skure', file: example('ytsheet2/pc-fighter.json') }, 'format-elsewhere'],
  [{ system: 'chess', json: '{}' }, 'unknown-system'],
])('an invalid import saves nothing: %o', async (input, code) => {
  const table = house();
  expect(codeOf(await table.run('ada', 'library import', input))).toBe(code);
  expect(await savedNames(table, 'ada')).toEqual([]);
});

test('an imported bestiary joins the battle, and only the GM sees what was skipped', async () => {
  const table = house();
  await table.run('gm', 'battle create', { system: 'sword-world' });
  const bestiary =
    'name,level,hp,defense,accuracy,evasion,damage,fortitude,willpower,mood\nOx,2,19,2,3,2,2d+4,4,3,sad\nGull,1,8,0,2,3,1,1,1,';
  expect(codeOf(await table.run('bob', 'npc import', { json: bestiary }))).toBe('gm-only');
  const shown = replyOf(await table.run('gm', 'npc import', { json: bestiary, count: 2, side: 'enemies' }));
  expect(textOf(shown).join(' ')).toContain('Ox 1');
  expect(textOf(shown).join(' ')).not.toContain('mood');
  expect(textOf({ cards: privateAside(shown) })).toEqual([
    'Imported',
    'From a spreadsheet.',
    '2 sheets: Ox; Gull.',
    'Skipped: column mood.',
  ]);
  const battle = await table.services.battles.open('table');
  expect(battle.ok && battle.value.game.roster().map(({ id }) => id)).toEqual(['Ox 1', 'Ox 2', 'Gull 1', 'Gull 2']);
  const one = replyOf(
    await table.run('gm', 'npc import', { file: example('ytsheet2/monster-sections.json'), side: 'enemies' }),
  );
  expect(textOf(one).join(' ')).toContain('双塔蟹');
  const crowd = `name,hp\n${Array.from({ length: 4 }, (_, n) => `Rat${n},3`).join('\n')}`;
  expect(codeOf(await table.run('gm', 'npc import', { file: crowd, count: 20 }))).toBe('too-many');
  const other = await table.run('gm', 'npc import', { file: example('wod/foundry-wod20-pc.json') });
  expect(codeOf(other)).toBe('format-elsewhere');
});

test('a warband can be imported from a table', async () => {
  const table = house();
  const shown = replyOf(
    await table.run('ada', 'library import', {
      kind: 'warband',
      file: example('csv/dskull-warband.csv'),
      name: 'Hill Watch',
    }),
  );
  expect(textOf(shown)).toEqual([
    'Hill Watch saved',
    'From a spreadsheet.',
    expect.stringMatching(/^Imported: name Hill Watch; warriors \(3\)\.$/),
    'Fight with it: /battle join character:Hill Watch',
  ]);
  const unnamed = { kind: 'warband', file: example('csv/dskull-warband.csv') };
  expect(codeOf(await table.run('bob', 'library import', unnamed))).toBe('import-unnamed');
});
