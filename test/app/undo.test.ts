import { describe, expect, test } from 'vitest';
import { foldLog, isSameWhenSaved } from '../../src/battle/saved/replay.ts';
import { escapeXml } from '../../src/presentation/svg.ts';
import { rulesets } from '../../src/systems/index.ts';
import { picker } from '../chance.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';
import { begun } from './random-play.ts';

const words = (answer: object): string => JSON.stringify(answer);

/** Lets the rulebook act for the expected actor. Returns the order's first public line and its number in the log. */
const act = async (there: House): Promise<{ readonly n: number; readonly says: string | undefined }> => {
  const { game, saved } = await opened(there);
  const due = game.expectedActions().find(({ actor, auto }) => auto !== undefined && saved.table.control[actor]);
  // Without a hidden target.
  const usual = due?.fallback ?? due?.auto;
  if (due === undefined || usual === undefined) throw new Error('nothing to do');
  const user = saved.table.control[due.actor] ?? 'gm';
  const done = await there.services.battles.order(there.asker(user), {
    ...{ verb: usual.verb, params: usual.params, actor: due.actor },
  });
  if (!done.ok) throw new Error(done.error.code);
  return { n: done.value.entry.n, says: done.value.lines()[0]?.text };
};

const fileOf = async (there: House, format: string): Promise<string> =>
  String((await must(there, 'gm', 'battle export', { format })).files[0]?.content);

/** Changes settings of every kind that no one else needs to know of. */
const changeSettings = async (there: House): Promise<void> => {
  await must(there, 'ada', 'my away', { until: '3d' });
  const kinds = Object.entries((await opened(there)).ruleset.standingOrderKinds);
  const [kind] = kinds.find(([, { decider }]) => decider !== 'gm') ?? [];
  await must(there, 'ada', 'my standing-orders', { kind, answer: 'ask' });
  await must(there, 'gm', 'battle clock', { time: '24h' });
  await must(there, 'gm', 'gm rolls', { mode: 'private' });
};

const expectFolded = async (there: House): Promise<void> => {
  const { saved, ruleset, game } = await opened(there);
  const folded = foldLog(ruleset, await there.stores.battles.log(saved));
  expect(isSameWhenSaved([folded.table, folded.pending], [saved.table, saved.pending])).toBe(true);
  expect(isSameWhenSaved(folded.game.save(), game.save())).toBe(true);
};

describe.each(rulesets.map(({ id }) => id))('%s', (system) => {
  test('an undo skips later settings, says what it undoes, and keeps the settings', async () => {
    const there = house();
    await begun(there, system, picker(3));
    // Otherwise hidden combatants act after the order.
    for (const who of Object.keys((await opened(there)).saved.table.hidden))
      await must(there, 'gm', 'gm plan', { who, order: 'ask' });
    const before = (await opened(there)).saved;
    const { n, says } = await act(there);
    await changeSettings(there);
    const { table } = (await opened(there)).saved;
    const answer = await must(there, 'gm', 'undo', { reason: 'a test' });
    const log = await there.stores.battles.log((await opened(there)).saved);
    expect(log.at(-1)?.request).toEqual({ kind: 'undo', takes: [n] });
    if (says !== undefined) expect(words(answer)).toContain(words({ says: `gm undoes: ${says}` }).slice(8, -1));
    const shown = (await must(there, 'gm', 'battle log')).cards.flatMap(({ lines }) => lines.map(({ text }) => text));
    expect(shown.filter((text) => text.includes('(undone)'))).toEqual(
      says === undefined ? [] : [`${n}. (undone) ${says}`],
    );
    const { saved } = await opened(there);
    expect(saved.game).toEqual(before.game);
    expect(saved.table).toEqual(table);
    expect(saved.table.away).toHaveProperty('ada');
    await expectFolded(there);
    if (says !== undefined) {
      const page = await fileOf(there, 'html');
      const [told, undone] = page.split('<details class="undone">');
      expect(told).not.toContain(escapeXml(says));
      expect(undone).toMatch(/^<summary>\d+ undone steps? \(show\)/);
      expect(undone).toContain(escapeXml(says));
      expect(await fileOf(there, 'markdown')).toMatch(/^Undone steps that are not included: \d+\./m);
    }
    await changeSettings(there);
    await must(there, 'gm', 'gm redo', {});
    await expectFolded(there);
  });
});

test('ST-NOM-4 an undo skips nominations that were sealed since, and they stay', async () => {
  const there = house();
  await begun(there, 'straalara', picker(3));
  const { n } = await act(there);
  await must(there, 'bob', 'straalara intend', { action: 'brawl', target: 'Ada', stance: 'mixed', slot: 'second' });
  await must(there, 'gm', 'undo');
  const { saved } = await opened(there);
  expect((await there.stores.battles.log(saved)).at(-1)?.request).toEqual({ kind: 'undo', takes: [n] });
  expect(JSON.stringify(saved.game)).toContain('"second":{"action":"brawl"');
  await expectFolded(there);
});
