import { expect, test } from 'vitest';
import { battleCard } from '../../src/app/replies/battle-panel.ts';
import { rulesets } from '../../src/systems/index.ts';
import { must, secret } from './duel.ts';
import { type House, house, opened } from './house.ts';

/** A battle of one combatant of Ada's, one visible and one hidden combatant of the GM's. */
const startAmbush = async (system: string): Promise<House> => {
  const there = house();
  const sides = system === 'sword-world' ? ['allies', 'enemies'] : ['red', 'blue'];
  const [preset] = Object.values(rulesets.find(({ id }) => id === system)?.presets ?? {});
  const sheet = { preset: preset?.title ?? '' };
  await must(there, 'gm', 'battle create', { system, name: 'Dark' });
  await must(there, 'ada', 'battle join', { ...sheet, side: sides[0], name: 'Ann' });
  await must(there, 'gm', 'npc add', { ...sheet, name: 'Grim', side: sides[1] });
  await must(there, 'gm', 'npc add', { ...sheet, name: secret, side: sides[1], hidden: 'until-revealed' });
  for (let n = 0; n < 12; n++) {
    const battle = await opened(there);
    const due = battle.game.expectedActions().find(({ auto }) => auto !== undefined);
    if (battle.game.status !== 'setup' || due === undefined) break;
    await must(there, 'gm', 'gm skip', {});
  }
  if (system === 'segment')
    for (const [target, to] of [
      ['Ann', 'B2'],
      ['Grim', 'H2'],
      [secret, 'H8'],
    ])
      await must(there, 'gm', 'battle place', { target, to });
  return there;
};

/** The number of dashed shapes, without those drawn anyway. */
const countDashes = (
  shapes: readonly { readonly kind: string; readonly look?: { readonly dash?: unknown } }[],
): number => shapes.filter(({ kind, look }) => ['circle', 'polygon'].includes(kind) && look?.dash !== undefined).length;

test.each(rulesets.map(({ id }) => id))(
  '%s: hidden combatants are marked in the GM’s view only',
  async (system) => {
    const there = await startAmbush(system);
    const shown = async (user: string | undefined) => battleCard(await opened(there), user);
    const gm = await shown('gm');
    expect(countDashes(gm.picture?.scene.shapes ?? [])).toBeGreaterThan(0);
    expect(gm.picture?.alt).toMatch(/hidden/);
    expect(JSON.stringify(gm.fields)).toMatch(/· hidden|: hidden/);
    for (const user of [undefined, 'ada', 'eve']) {
      const card = await shown(user);
      expect(countDashes(card.picture?.scene.shapes ?? []), String(user)).toBe(0);
      expect(JSON.stringify({ ...card, picture: card.picture?.alt }), String(user)).not.toMatch(/hidden|Xyzzy/);
    }
    await must(there, 'gm', 'gm reveal', { who: secret });
    const after = await shown('gm');
    expect(countDashes(after.picture?.scene.shapes ?? [])).toBe(0);
    expect(JSON.stringify(after.fields)).not.toMatch(/hidden/);
  },
  30_000,
);
