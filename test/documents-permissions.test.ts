import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rolesByRight } from '../src/battle/views/viewer.ts';
import { maxCharacters } from '../src/campaign/characters.ts';
import { deletedItemLifetime, itemKinds, serverLibraryShareDivisor } from '../src/library/library.ts';
import { must } from './app/duel.ts';
import { house } from './app/house.ts';
import { recordingPlaces } from './campaign/clock-stage.ts';

const day = 86_400_000;
const page = readFileSync(new URL('../docs/permissions.md', import.meta.url), 'utf8');
const roles = ['gm', 'co-gm', 'player', 'spectator', 'stranger'] as const;

test('docs/permissions.md says for each right who has it', () => {
  const rows = [...page.matchAll(/^\| [^|]+ \| ([a-z -]+) \| (.*) \|$/gm)].flatMap(([, right = '', cells = '']) =>
    right in rolesByRight ? [[right, cells.split('|').map((cell) => cell.trim() === 'yes')] as const] : [],
  );
  const said = Object.fromEntries(
    rows.map(([right, cells]) => [right, roles.filter((_, at) => cells[at] === true)] as const),
  );
  expect(said).toEqual(rolesByRight);
});

test('docs/permissions.md says how much a library holds', () => {
  const { foe, preset, ability, group, encounter, map, table, roll } = itemKinds;
  expect(page).toContain(
    `${foe.max} foes, ${preset.max} presets, ${ability.max} abilities, ${group.max} groups, ${encounter.max} encounters, ${map.max} maps, ${table.max} tables and ${roll.max} rolls; of the server’s one person may fill a quarter`,
  );
  expect(serverLibraryShareDivisor).toBe(4);
  expect(page).toContain(`One person keeps ${maxCharacters} in a server`);
  expect(page).toContain(`for ${deletedItemLifetime.milliseconds / day} days, the last ${deletedItemLifetime.most}`);
});

/** Grim is Ada's; Gwen leads the campaign he fights in, Bob plays in it, Eve does not. */
const people = ['ada', 'gwen', 'bob', 'eve'] as const;

const campaignOfGrim = async () => {
  const there = house({}, undefined, recordingPlaces().places);
  await must(there, 'gwen', 'campaign create', { name: 'Road', systems: 'skure' });
  for (const user of ['ada', 'bob']) await must(there, user, 'campaign join');
  await must(there, 'ada', 'character create', { system: 'skure', name: 'Grim', preset: 'Swordsman' });
  await must(there, 'ada', 'character edit', { name: 'Grim', changes: 'hp=30' });
  await must(there, 'gwen', 'battle create', { name: 'Ford', size: '6x6' });
  await must(there, 'ada', 'battle join', { character: 'Grim', side: 'red' });
  return there;
};

const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/character edit': { name: 'Grim', changes: 'hp=12' },
  '/character versions': { name: 'Grim', back: 1 },
  '/library save': { kind: 'preset', shelf: 'server', content: 'Grim', system: 'skure' },
  '/library copy': { name: 'Grim', to: 'Grim the second' },
};

const ofCharacters = [...page.matchAll(/^\| [^|]+ \| `(\/[a-z: -]+)` \| (.*) \|$/gm)].map(
  ([, command = '', cells = '']) => [command, cells.split('|').map((cell) => cell.trim() === 'yes')] as const,
);

test.each(ofCharacters)('docs/permissions.md says who may use %s on a character', async (command, cells) => {
  const may: boolean[] = [];
  for (const user of people) {
    const there = await campaignOfGrim();
    const path = command.slice(1);
    const takesPlayer = user !== 'ada' && ['character history', 'character rest'].includes(path);
    const input = { ...(inputs[command] ?? { name: 'Grim' }), ...(takesPlayer && { player: 'ada' }) };
    may.push((await there.run(user, path, input)).ok);
  }
  expect(may).toEqual(cells);
});

test('docs/permissions.md lists all commands on a character', () => {
  expect(ofCharacters.length).toBeGreaterThan(8);
});
