import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { house } from './house.ts';

const namedAfterPlayer = rulesets.filter(({ usesPlayerName }) => usesPlayerName === true);
const namedAfterSheet = rulesets.filter(({ usesPlayerName }) => usesPlayerName !== true);

/** Ada joins with a saved sheet named Hearth, Bo with a preset. Neither gives a name. */
const joinBoth = async (system: string) => {
  const there = house();
  await must(there, 'gm', 'battle create', { system });
  const [preset = ''] = Object.keys(rulesets.find(({ id }) => id === system)?.presets ?? {});
  await must(there, 'ada', 'character create', { name: 'Hearth', system, preset });
  if (system === 'dskull') await must(there, 'ada', 'warband make', { page: 'all', act: 'keep' });
  await must(there, 'ada', 'battle join', { character: 'Hearth' });
  await must(there, 'bo', 'battle join', { preset });
  const battle = await there.services.battles.open('table');
  if (!battle.ok) throw new Error(battle.error.code);
  return { there, actors: [...new Set(battle.value.game.roster().map(({ actor }) => actor))], preset };
};

test('some rulebooks name combatants after their players and some do not', () => {
  expect(namedAfterPlayer.map(({ id }) => id)).toContain('dskull');
  expect(namedAfterSheet).not.toEqual([]);
});

test.each(namedAfterPlayer)('in $title a warband is named after its player', async ({ id }) => {
  const { there, actors, preset } = await joinBoth(id);
  expect(actors).toEqual(['ada', 'bo']);
  // A player's second combatant is named after itself.
  await must(there, 'ada', 'battle join', { preset });
  const battle = await there.services.battles.open('table');
  if (!battle.ok) throw new Error(battle.error.code);
  const again = new Set(battle.value.game.roster().map(({ actor }) => actor));
  expect(again.size).toBe(3);
});

test.each(namedAfterSheet)(
  'in $title a saved character keeps its name, and a preset is named after its player',
  async ({ id }) => {
    const { actors } = await joinBoth(id);
    expect(actors).toEqual(['Hearth', 'bo']);
  },
);
