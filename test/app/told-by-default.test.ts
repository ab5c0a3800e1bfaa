import { expect, test } from 'vitest';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { disclosureOf } from '../../src/battle/views/viewer.ts';
import { listDisclosures } from '../../src/rules/reader.ts';
import { rulesets } from '../../src/systems/index.ts';
import { keptExports, rulesetOf } from '../editions/kept.ts';
import { must } from './duel.ts';
import { house } from './house.ts';

const byDefault = { health: 'words', reserve: 'off', roll: 'exact', sheet: 'off' };

test.each(rulesets)('$id: of those the GM runs the same is told by default as in every rulebook', async (ruleset) => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: ruleset.id });
  const battle = await there.services.battles.open('table');
  if (!battle.ok) throw new Error(battle.error.code);
  const told = listDisclosures(disclosureOf(battle.value.saved.table), ruleset.numberTerms);
  expect(told.length).toBeGreaterThan(2);
  for (const [name, { kind }, { mode }] of told) expect(mode, name).toBe(byDefault[kind]);
  await must(there, 'gm', 'gm telling', { mode: 'off' });
  const off = await there.services.battles.open('table');
  if (!off.ok) throw new Error(off.error.code);
  for (const [name, , { mode }] of listDisclosures(disclosureOf(off.value.saved.table), ruleset.numberTerms))
    expect(mode, name).toBe('off');
});

/** What each rulebook told when battles of before were begun, where that is not what is told now. */
const formerly: Readonly<Record<string, readonly string[]>> = {
  skure: [],
  dskull: [],
  'sword-world': ['accuracy', 'evasion', 'damage', 'defense', 'checks'],
  straalara: ['pools', 'soak', 'progress'],
  segment: ['prot'],
};

test.each(['1', '2', '3'])('battles of edition %s go on to tell what they told', (edition) => {
  const seen = new Set<string>();
  for (const { name, battle } of keptExports(edition)) {
    const ruleset = rulesetOf(battle);
    const { table } = foldLog(ruleset, battle.log);
    if (Object.keys(table.telling.of).length > 0 || table.telling.mode !== 'words' || seen.has(ruleset.id)) continue;
    seen.add(ruleset.id);
    for (const [term, { kind }, { mode }] of listDisclosures(disclosureOf(table), ruleset.numberTerms))
      expect(mode, `${name}: ${term}`).toBe(formerly[ruleset.id]?.includes(term) ? 'off' : byDefault[kind]);
  }
  expect([...seen].toSorted()).toEqual(rulesets.map(({ id }) => id).toSorted());
});
