import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Shown } from '../fake/shown.ts';
import { logOf, onTheBridge } from './scene.ts';
import { free, type Table, table, versionNow } from './table.ts';

const labels = ({ buttons }: Shown, which: 'pressable' | 'all' = 'pressable') =>
  buttons.filter(({ disabled }) => which === 'all' || !disabled).map(({ label }) => label);

describe('private pickers', () => {
  let t: Table;
  const now = (id: string) => t.ann.sees().find((each) => each.id === id);
  beforeAll(async () => {
    t = await table('thread');
    await onTheBridge(t);
  });
  afterAll(async () => {
    expect(t.discord.takeFaults()).toEqual([]);
    expect(t.on.takeErrors()).toEqual([]);
    await t.close();
  });

  test('the answer to /battle create is the panel', async () => {
    const titled = t.eve.sees().filter(({ embeds }) => embeds[0]?.title === 'The old bridge · Skure');
    expect(titled.map(({ id }) => id)).toEqual([(await t.panel()).id]);
  });

  test('arrow buttons change a private draft that Back reverts and Go executes', async () => {
    const pad = (await t.ann.press('Move', await t.panel())) ?? (await t.panel());
    expect(labels(pad, 'all').slice(0, 9)).toEqual(['↖ C4', '↑ D4', '↗', '← C5', '·', '→', '↙ C6', '↓ D6', '↘ E6']);
    const before = await versionNow(t);
    const one = await t.ann.press('↓ D6', pad);
    expect(one).toMatchObject({ id: pad.id, private: true });
    expect(one?.text).toMatch(/Movement points to D6: 1 of \d+\./);
    expect(one?.text).toMatch(/provokes/);
    expect(one?.files).toHaveLength(1);
    const two = await t.ann.press('← C6', one);
    expect(two?.text).toMatch(/Movement points to C6: 2 of \d+\./);
    const back = await t.ann.press('Back', two);
    expect(back?.text).toMatch(/Movement points to D6: 1 of \d+\./);
    expect(await versionNow(t)).toBe(before);
    const [walked] = await t.said(() => t.ann.press('Go', back));
    expect(walked?.text).toContain('Ann moves D5 → D6.');
    expect(await versionNow(t)).toBe(before + 1);
    const [there] = await t.said(async () => t.ann.choose('D5 · 1 point', now(pad.id)));
    expect(there?.text).toContain('Ann moves D6 → D5.');
    await t.said(async () => t.ann.choose('D6 · 1 point', now(pad.id)));
    // No movement points are left: the same message offers the other actions.
    const rest = now(pad.id);
    expect(rest === undefined ? [] : labels(rest)).toEqual(expect.arrayContaining(['Defend', 'End']));
    expect(rest?.embeds[0]?.title).toBe('Ann to act');
    await t.said(() => t.ann.press('End', rest));
    expect((await t.panel()).text).toContain('Bob to act');
    expect(now(pad.id)).toBeUndefined();
  });

  test('talk and free rolls do not invalidate a picker', async () => {
    const picker = await t.bob.press('Turn', await t.panel());
    await t.typed(t.eve, '/roll', { dice: free('2d6') });
    await t.typed(t.gwen, '/gm ruling', { text: free('It rains.') });
    const [turned] = await t.said(() => t.bob.choose('N', picker));
    expect(turned?.text).toContain('Bob');
  });

  test('a stunt is proposed by a button and a form', async () => {
    const asked = await t.bob.press('Stunt', await t.panel());
    const [said] = await t.said(() => t.bob.fills('What you want to do …', 'swing from the lamp', asked));
    expect(said?.text).toContain('swing from the lamp');
    await t.typed(t.gwen, '/skure rule-stunt', { answer: 'deny' });
  });

  test('an out-of-date picker shows what changed, and gives no order', async () => {
    const picker = await t.bob.press('Turn', await t.panel());
    await t.typed(t.gwen, '/gm set', { field: 'hp', value: free('30'), who: 'Bob' });
    const before = (await logOf(t)).length;
    const late = await t.bob.choose('NE', picker);
    expect(late?.id).toBe(picker?.id);
    expect(late?.embeds[0]?.title).toBe('The battle has moved on');
    expect(late?.embeds[1]?.title).toBe('Bob to act');
    expect((await logOf(t)).length).toBe(before);
    await t.said(() => t.bob.press('End', late));
  });

  test('orders given in the GM’s panel update it, even from an out-of-date copy', async () => {
    const own = await t.gwen.slash('/gm panel', t.place);
    const other = await t.gwen.slash('/gm panel', t.place);
    const seen = (shown: Shown | undefined) => t.gwen.sees().find(({ id }) => id === shown?.id)?.text;
    await t.said(() => t.gwen.press('End', own));
    expect(seen(own)).toContain('Zombie 2 to act');
    const late = await t.gwen.press('End', other);
    expect(late?.id).toBe(other?.id);
    expect(late?.text).toContain('The battle has moved on');
    expect(late?.text).toContain('Zombie 2 to act');
    expect((await t.panel()).text).toContain('The GM to act for the foes');
    const picker = await t.gwen.press('Move', late);
    expect(picker?.id).toBe(other?.id);
    expect((await t.gwen.press('End', picker))?.private).toBeDefined();
  });

  test('the log turns pages within one message', async () => {
    for (let n = 0; n < 12; n += 1)
      await t.typed(t.gwen, '/gm ruling', { text: free(`It rains for the ${n}th time.`) });
    const log = await t.typed(t.ann, '/battle log');
    const older = await t.ann.press('Older', log);
    expect(older?.id).toBe(log.id);
    expect(older?.embeds[0]?.title).toContain('page 2');
    expect((await t.ann.press('Newer', older))?.embeds[0]?.title).toContain('page 1');
  });

  test('another player’s button is refused privately', async () => {
    const refused = await t.eve.press('Move', await t.panel());
    expect(refused).toMatchObject({ private: true });
    expect(refused?.text).toContain('You cannot do that now');
  });
});

describe('simultaneous declarations', () => {
  let t: Table;
  beforeAll(async () => {
    t = await table('channel');
    await t.typed(t.gwen, '/battle create', { system: 'segment', name: free('The ford') });
    await t.typed(t.ann, '/battle join', { preset: /fighter/, side: free('red') });
    await t.typed(t.bob, '/battle join', { preset: /archer/, side: 'red' });
    await t.typed(t.gwen, '/npc add', { preset: /mage/, name: free('Grim'), count: 2, side: free('blue') });
    for (const [target, to] of [
      ['Ann', 'D5'],
      ['Bob', 'D7'],
      ['Grim 1', 'F5'],
      ['Grim 2', 'F7'],
    ] as const)
      await t.typed(t.gwen, '/battle place', { target, to: free(to) });
    await t.said(() => t.typed(t.gwen, '/battle start'));
  });
  afterAll(() => t.close());

  test('one player’s declaration does not invalidate another player’s picker', async () => {
    const panel = await t.panel();
    const anns = await t.ann.press('Declare', panel);
    const bobs = await t.bob.press('Declare', panel);
    const [first] = await t.said(() => t.ann.choose('none', anns));
    expect(first?.text).toContain('Ann declares');
    const [second] = await t.said(() => t.bob.choose('none', bobs));
    expect(second?.text).toContain('Bob declares');
  });

  test('a player with several combatants chooses one, then is asked for the next', async () => {
    const own = await t.gwen.slash('/gm panel', t.place);
    const who = await t.gwen.press('Declare', own);
    expect(who?.selects[0]?.options.map(({ label }) => label)).toEqual(['Grim 1', 'Grim 2']);
    const what = await t.gwen.choose('Grim 1', who);
    await t.said(() => t.gwen.choose('none', what));
    const after = t.gwen.sees().find(({ id }) => id === own?.id);
    expect(after?.text).toContain('Grim 2 to declare');
    // With one combatant left there is no choice of who declares.
    const next = await t.gwen.press('Declare', after);
    expect(next?.embeds[0]?.title).toBe('Grim 2: declare');
  });
}, 240_000);
