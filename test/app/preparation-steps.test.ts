import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

/** The first remaining step that /help shows to the GM. */
const next = async (there: House) => {
  const said = await must(there, 'gm', 'help');
  const lines = said.cards.flatMap((card) => card.lines);
  return lines.filter(({ tone }) => tone === 'good').at(-1)?.text ?? '';
};

test.each(rulesets)(
  '$title: /help leads the GM step by step to a battle that starts',
  async ({ id, presets, verbs, isPlacedAfterStart }) => {
    const there = house();
    const [first = '', second = first] = Object.keys(presets);
    await must(there, 'gm', 'battle create', { system: id });
    expect(await next(there)).toMatch(/^Players join/);
    await must(there, 'ada', 'battle join', { preset: first });
    expect(await next(there)).toMatch(/^Add foes/);
    await must(there, 'gm', 'npc add', { preset: second });
    if (verbs.deploy?.role === 'gm' && !isPlacedAfterStart) {
      expect(await next(there)).toMatch(/^Place everyone/);
      await must(there, 'gm', 'battle deploy');
    }
    expect(await next(there)).toBe('Start with /battle start.');
    expect((await there.run('gm', 'battle start')).ok).toBe(true);
  },
);

test('during setup /help tells players how to join and names no GM command', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure' });
  const said = await must(there, 'ada', 'help');
  const text = JSON.stringify(said.cards);
  expect(text).toContain('/battle join');
  expect(text).not.toContain('/npc add');
});
