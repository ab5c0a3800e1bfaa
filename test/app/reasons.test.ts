import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { house } from './house.ts';

/** A battle with one foe, before the start. */
const battleWithFoe = async (system: string, presets: Readonly<Record<string, unknown>>) => {
  const there = house();
  const [preset = ''] = Object.keys(presets);
  await must(there, 'gm', 'battle create', { system });
  await must(there, 'gm', 'npc add', { preset, name: 'Grim' });
  return there;
};
/** The public part of an answer. */
const publicText = (said: Awaited<ReturnType<typeof must>>): string => JSON.stringify(said.cards);

test.each(rulesets)(
  'in $title a reason is shown even if its words already occur in the line',
  async ({ id, presets, modifiers: terms }) => {
    const there = await battleWithFoe(id, presets);
    const modifiers = `${Object.keys(terms)[0]}=1`;
    const hung = await must(there, 'gm', 'gm effect', { who: 'all', name: 'cursed', modifiers, reason: 'cursed' });
    expect(publicText(hung)).toContain('Reason: cursed');
    const blessed = await must(there, 'gm', 'gm effect', { who: 'all', name: 'blessed', modifiers, reason: 'Grim' });
    expect(publicText(blessed)).toContain('Reason: Grim');
    const back = await must(there, 'gm', 'undo', { reason: 'takes back' });
    expect(publicText(back)).toContain('Reason: takes back');
  },
);

test.each(rulesets)('in $title the reason for the end of a battle is shown once', async ({ id, presets }) => {
  const there = await battleWithFoe(id, presets);
  const over = publicText(await must(there, 'gm', 'battle end', { reason: 'Rain over wolves.' }));
  expect(over.match(/Rain over wolves/g) ?? []).toHaveLength(1);
  expect(over).not.toContain('Reason:');
});
