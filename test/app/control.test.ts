import { expect, test } from 'vitest';
import { controlledCombatants } from '../../src/battle/views/viewer.ts';
import { rulesets } from '../../src/systems/index.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { sidesOf } from '../systems/any-battle.ts';
import { must } from './duel.ts';
import { house, opened } from './house.ts';

test.each(rulesets)('$id: /gm control gives a spectator an actor to play, or says why it cannot', async (ruleset) => {
  const there = house({}, undefined, { ...recordingPlaces().places, memberName: async () => 'Benjamin' });
  const [preset = ''] = Object.keys(ruleset.presets);
  const [side] = sidesOf(ruleset);
  await must(there, 'gm', 'battle create', { system: ruleset.id, name: 'Ford' });
  await must(there, 'ada', 'battle join', { preset, name: 'Ann', side });
  await must(there, 'gm', 'gm role', { who: 'ben', role: 'spectator' });
  const [figure] = (await opened(there)).game.roster();
  const who = figure?.id ?? '';
  const answer = await there.run('gm', 'gm control', { who, player: 'ben' });
  if (who === 'Ann') expect(answer.ok).toBe(true);
  else expect(await there.sentence(answer.ok ? { code: '', facts: {} } : answer.error, 'table')).toContain('Ann');
  const given = await must(there, 'gm', 'gm control', { who: 'Ann', player: 'ben' });
  const battle = await opened(there);
  expect([controlledCombatants(battle, 'ben'), controlledCombatants(battle, 'ada')]).toEqual([['Ann'], []]);
  expect(battle.saved.table.seats.ben).toEqual({ name: 'Benjamin', role: 'player' });
  expect(JSON.stringify(given.cards)).toContain('Benjamin now controls Ann');
});
