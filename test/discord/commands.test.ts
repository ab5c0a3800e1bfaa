import { expect, test } from 'vitest';
import { buildCommands } from '../../commands/index.ts';
import { commandSize, slashCommands } from '../../src/discord/slash.ts';
import { rulesets } from '../../src/systems/index.ts';
import { readCommands } from './fake/command-rules.ts';
import { openApiAtHand, openApiCheck } from './fake/openapi.ts';

const commands = buildCommands(rulesets);
const choices = [
  ...rulesets.map(({ id }) => ({ plays: id, systems: [id] })),
  { plays: 'everything', systems: rulesets.map(({ id }) => id) },
];

test.each(choices)('the commands of a server that plays $plays fit Discord’s limits', ({ systems }) => {
  const made = slashCommands(commands, systems);
  expect(readCommands(made, 'guild').map(({ name }) => name)).toContain('battle');
  expect(Math.max(...made.map(commandSize))).toBeLessThanOrEqual(8000);
});

test.runIf(openApiAtHand).each(choices)(
  'the commands of a server that plays $plays match Discord’s OpenAPI schema',
  ({ systems }) => {
    const path = '/applications/175928847299117063/guilds/175928847299117063/commands';
    expect(openApiCheck()('PUT', path, 'application/json', slashCommands(commands, systems))).toEqual([]);
  },
);
