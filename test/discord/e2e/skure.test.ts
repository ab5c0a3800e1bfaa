import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPanel } from '../fake/shown.ts';
import { realBot } from '../real-bot.ts';
import { awaitedNow, playOut } from './playing.ts';
import { free, type Table, table } from './table.ts';
import { type Cast, findTableFaults } from './table-faults.ts';

const secret = 'Xyzzy';
const cast: Cast = { gwen: ['The GM', 'the GM', 'Zombie 1', 'Zombie 2'], ann: ['Ann'], bob: ['Bob'] };

const tastes = { verbs: ['Attack', 'End'] };

let t: Table;
beforeAll(async () => {
  t = await table('thread');
});
afterAll(() => t.close());

test('a Skure battle in a thread, from setup to the last attack', async () => {
  const { gwen, ann, bob, typed, guided, said, panel } = t;

  const opened = await typed(gwen, '/battle create', {
    system: 'skure',
    name: free('The old bridge'),
    size: free('10x10'),
  });
  expect(opened.text).toContain('The old bridge');
  await typed(ann, '/battle join', { preset: 'Osric Fenn, longbowman', side: free('red') });
  await typed(bob, '/battle join', { preset: 'Berit Stone, tower guard', side: 'red' });
  await typed(gwen, '/npc add', {
    preset: 'Zombie',
    count: 2,
    side: free('blue'),
    changes: free('maxHp=7, attack=13, defense=0'),
  });
  const unseen = await typed(gwen, '/npc add', {
    preset: 'Vess, cutthroat',
    name: free(secret),
    side: 'blue',
    hidden: 'until-revealed',
  });
  expect(unseen).toMatchObject({ private: true });
  await gwen.choose(`${secret}: wait for me`, unseen);
  const squares = [
    ['Ann', 'D5', 'E'],
    ['Bob', 'E5', 'E'],
    ['Zombie 1', 'E4', 'SW'],
    ['Zombie 2', 'H5', 'W'],
    [secret, 'B9', 'N'],
  ] as const;
  for (const [target, to, facing] of squares) await typed(gwen, '/battle place', { target, to: free(to), facing });
  const [begun] = await said(() => typed(gwen, '/battle start'));
  expect(begun?.text).toContain('Order: Ann, Bob, Zombie 1, Zombie 2');
  const first = await panel();
  expect(first.files[0]?.description).toContain('Ann (red): D5 facing E');
  expect(awaitedNow(first)).toBe('The GM to act for the foes');

  // The hidden combatant ends its turn from the GM's own panel, and others only learn whose turn is next.
  const gmPanel = await gwen.press('GM', first);
  expect(gmPanel).toMatchObject({ private: true });
  expect(gmPanel?.text).toContain(secret);
  const [silent] = await said(() => gwen.press('End', gmPanel));
  expect(silent?.text).toContain('Ann to act');
  expect(ann.pinged().at(-1)?.id).toBe(silent?.id);

  // The command is typed with every value from the suggestions. A hidden combatant is not among them.
  await expect(typed(ann, '/attack', { target: secret })).rejects.toThrow('is not offered');
  const [shot] = await said(() => typed(ann, '/attack', { target: 'Zombie 2', mode: 'ranged' }));
  expect(shot?.text).toMatch(/Ann .* Zombie 2/);
  expect(shot?.text).toMatch(/d100 \d+/);

  // Another player's buttons do nothing.
  const notHers = await ann.press('End', await panel());
  expect(notHers).toMatchObject({ private: true });
  expect(notHers?.text).toContain('You cannot do that now');
  expect((await guided(bob, 'Counter', []))[0]?.text).toContain('Bob');

  // The Zombie attacks Ann, and Bob is asked whether he takes the attack.
  await guided(gwen, 'Attack', ['Ann']);
  const asked = bob.pinged().at(-1);
  expect(asked?.buttons.map(({ label }) => label)).toEqual(['Take the attack for Ann', 'Do not take the attack']);
  const notHis = await ann.press('Do not take the attack', asked);
  expect(notHis).toMatchObject({ private: true });
  const [taken] = await said(() => bob.press('Take the attack for Ann', asked));
  expect(taken?.text).toContain('Bob');

  // Turning on the spot shows no dice, so its player may undo it.
  await playOut(t, cast, { ...tastes, until: /Bob to act/ });
  const [turned] = await guided(bob, 'Turn', ['N']);
  expect(turned?.text).toContain('Bob');
  const [undone] = await said(() => typed(bob, '/undo'));
  expect(undone?.text).toContain('undoes');
  await guided(bob, 'Turn', ['N']);
  await guided(bob, 'Attack', ['Zombie 1']);

  // From here on, awaited players use what the panel offers until one side is down.
  await typed(gwen, '/gm set', { field: 'hp', value: free('0'), who: secret });
  const refused = await playOut(t, cast, tastes);
  expect(refused).toEqual([]);
  expect((await t.eve.awaits('victory for red')).private).toBe(false);

  const checked = await typed(bob, '/battle verify');
  expect(checked.embeds[0]?.title).toMatch(/^All dice verified \(\d+\)/);
  expect((await typed(gwen, '/battle verify')).text).toContain('All dice verified');
  expect((await typed(ann, '/battle log')).text).toContain('Ann');
  expect(findTableFaults(t, cast, [secret])).toEqual([]);
}, 240_000);

test('the GM’s “advance” objective takes a square, and refuses an invalid one', async () => {
  const on = await realBot(undefined, { deferDelay: 1500, panelInterval: 40 });
  try {
    const gwen = on.discord.user('Gwen', { manages: true });
    const ann = on.discord.user('Ann');
    await gwen.slash('/battle create system:skure name:The ford size:12x12');
    await ann.slash('/battle join preset:Swordsman name:Ann side:red');
    await gwen.slash('/npc add preset:Swordsman name:Zombie count:2 side:blue');
    for (const [target, to] of [
      ['Ann', 'A12'],
      ['Zombie 1', 'E6'],
      ['Zombie 2', 'F6'],
    ])
      await gwen.slash(`/battle place target:${target} to:${to} facing:N`);
    await gwen.slash('/battle start');
    const beyond = await gwen.slash('/gm autopilot who:Zombie* does:at-once style:advances to:Z40');
    expect(beyond?.text).toContain('Z40 is not on the board');
    const set = await gwen.slash('/gm autopilot who:Zombie* does:at-once style:advances to:E4');
    expect(set?.text).toContain('It advances on E4.');
    await ann.slash('/end');
    await on.discord.quiet();
    const panel = ann.sees().findLast(isPanel);
    expect(panel?.files[0]?.description).toContain('Zombie 1 (blue): E4');
  } finally {
    await on.close();
  }
});

test('a misspelled name is answered with a button that gives the command again', async () => {
  const on = await realBot(undefined, { deferDelay: 1500, panelInterval: 40 });
  try {
    const gwen = on.discord.user('Gwen', { manages: true });
    await gwen.slash('/battle create system:skure name:The ford size:12x12');
    await gwen.slash('/npc add preset:Swordsman name:Zombie count:2 side:blue');
    const refused = await gwen.slash('/gm hide who:Zombei 1');
    expect(refused.buttons.map(({ label }) => label)).toContain('Zombie 1');
    expect((await gwen.press('Zombie 1', refused))?.text).toContain('Zombie 1');
    expect((await gwen.slash('/gm reveal who:Zombie 1')).text).not.toContain('not hidden');
  } finally {
    await on.close();
  }
});
