import { expect, test } from 'vitest';
import { buildCommands } from '../../commands/index.ts';
import { directMessageCommands, slashCommands } from '../../src/discord/slash.ts';
import { rulesets } from '../../src/systems/index.ts';
import { duel } from '../template/index.ts';

const all = buildCommands(rulesets);
const ids = rulesets.map(({ id }) => id);
const namesFor = (systems: readonly string[]) => slashCommands(all, systems).map(({ name }) => name);

/** What we keep to; Discord takes a hundred. */
const most = 90;

test('a server that plays no rulebook yet has the common commands', () => {
  expect(namesFor([])).toContain('battle');
  expect(namesFor([])).toContain('order');
  expect(namesFor([])).not.toContain('attack');
});

test('a server that plays one rulebook has all of it', () => {
  for (const { id, verbs, queries } of rulesets) {
    const players = Object.keys(verbs).filter((verb) => verbs[verb]?.role === 'player');
    const names = namesFor([id]);
    for (const name of [...players, ...Object.keys(queries)]) expect(names, id).toContain(name);
  }
});

test('all rulebooks together take at most 90 names, with room for a sixth', () => {
  const names = namesFor(ids);
  expect(names.length).toBeLessThanOrEqual(most - 10);
  for (const name of ['attack', 'declare', 'charge', 'order']) expect(names).toContain(name);
  const six = slashCommands(buildCommands([...rulesets, duel]), [...ids, duel.id]);
  expect(six.length).toBeLessThanOrEqual(most);
});

test('direct messages have the common commands, the verbs that are shared and /order, and at most 90 names', () => {
  const names = directMessageCommands(all, ids).map(({ name }) => name);
  expect(names.length).toBeLessThanOrEqual(most);
  expect(names).toEqual(expect.arrayContaining(['battle', 'order', 'attack', 'move', 'skure']));
  for (const name of ['charge', 'blast', 'stance']) expect(names).not.toContain(name);
});
