import { expect, test } from 'vitest';
import { listDisclosures } from '../../src/rules/reader.ts';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { house } from './house.ts';

const byDefault = { health: 'words', reserve: 'off', roll: 'exact', sheet: 'off' };

test.each(rulesets)('$id: foes’ numbers are shown by the same defaults in every rulebook', async (ruleset) => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: ruleset.id });
  const battle = await there.services.battles.open('table');
  if (!battle.ok) throw new Error(battle.error.code);
  const told = listDisclosures(battle.value.saved.table.telling, ruleset.numberTerms);
  expect(told.length).toBeGreaterThan(2);
  for (const [name, { kind }, { mode }] of told) expect(mode, name).toBe(byDefault[kind]);
  await must(there, 'gm', 'gm foe-info', { mode: 'off' });
  const off = await there.services.battles.open('table');
  if (!off.ok) throw new Error(off.error.code);
  for (const [name, , { mode }] of listDisclosures(off.value.saved.table.telling, ruleset.numberTerms))
    expect(mode, name).toBe('off');
});
