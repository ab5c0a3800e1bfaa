import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rights } from '../src/battle/views/permissions.ts';
import { mostCharacters } from '../src/campaign/characters.ts';
import { deletedStays, mostOnShelf, shareOfServer } from '../src/campaign/shelf.ts';

const page = readFileSync(new URL('../docs/permissions.md', import.meta.url), 'utf8');
const roles = ['gm', 'co-gm', 'player', 'spectator', 'stranger'] as const;

test('docs/permissions.md says of every right who has it', () => {
  const rows = [...page.matchAll(/^\| [^|]+ \| ([a-z -]+) \| (.*) \|$/gm)].flatMap(([, right = '', cells = '']) =>
    right in rights ? [[right, cells.split('|').map((cell) => cell.trim() === 'yes')] as const] : [],
  );
  const said = Object.fromEntries(
    rows.map(([right, cells]) => [right, roles.filter((_, at) => cells[at] === true)] as const),
  );
  expect(said).toEqual(rights);
});

test('docs/permissions.md says how much a shelf holds', () => {
  const { foe, group, encounter, map, table, roll } = mostOnShelf;
  expect(page).toContain(
    `${foe} foes, ${group} groups, ${encounter} encounters, ${map} maps, ${table} tables and ${roll} rolls; of the server’s one person may fill a quarter`,
  );
  expect(shareOfServer).toBe(4);
  expect(page).toContain(`One person keeps ${mostCharacters} in a server`);
  expect(page).toContain(`for ${deletedStays.milliseconds / 86_400_000} days, the last ${deletedStays.most}`);
});
