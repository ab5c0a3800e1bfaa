import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { logAt } from '../battle/log-at.ts';
import { seeds, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { fought, must, secret } from './duel.ts';
import { type House, house } from './house.ts';
import { begun, giveRandomOrder } from './random-play.ts';

const textOf = async (table: House, user: string, path: string, input = {}): Promise<string> => {
  const { cards, to } = await must(table, user, path, input);
  expect(to).toBe('public' in input ? 'everyone' : 'asker');
  return JSON.stringify(cards);
};

/** The first number of dice in the text, which is the total. */
const dice = (text: string): number => {
  const [, count = '0'] = /"text":"(one die|\d+ dice)/.exec(text) ?? [];
  return count === 'one die' ? 1 : Number.parseInt(count, 10);
};

test('statistics of a running battle count only what the reader may know', async () => {
  const table = await fought(4);
  const log = await logAt(table.stores.battles, 'table');
  const fallen = log.flatMap((each) => each.dice).length;
  const secretDice = log.filter(({ rolls }) => rolls !== 'public').flatMap((each) => each.dice).length;
  expect(secretDice).toBeGreaterThan(3);
  expect(dice(await textOf(table, 'gm', 'battle stats'))).toBe(fallen);
  expect(dice(await textOf(table, 'eve', 'battle stats'))).toBe(fallen - secretDice);
  expect(dice(await textOf(table, 'ada', 'battle stats', { public: true }))).toBe(fallen - secretDice);
  expect(await textOf(table, 'eve', 'my stats', { server: true })).not.toContain(secret);
  await must(table, 'gm', 'battle end', { reason: 'late' });
  expect(dice(await textOf(table, 'eve', 'battle stats'))).toBe(fallen);
  expect(await textOf(table, 'eve', 'my stats', { who: 'gm' })).not.toContain(secret);
});

test('attacks and damage in the statistics match the log', async () => {
  const table = await fought(4);
  await must(table, 'gm', 'battle end', { reason: 'late' });
  const entries = await table.services.battles.logView('table', 'gm');
  const strikes = (entries.ok ? entries.value : []).flatMap(({ lines }) =>
    lines.flatMap(({ text }) => {
      const [, who, result, damage] = /^(\w+) strikes \w+: ([\w ]+), (\d+) damage/.exec(text) ?? [];
      return who === undefined ? [] : [{ who, hit: result !== 'Miss or Block', damage: Number(damage) }];
    }),
  );
  const ann = strikes.filter(({ who }) => who === 'Ann');
  const done = ann.reduce((sum, each) => sum + each.damage, 0);
  const text = await textOf(table, 'eve', 'character stats', { name: 'ANN' });
  expect(text).toContain(`"${ann.filter(({ hit }) => hit).length} of ${ann.length} attacks hit `);
  if (done > 0) expect(text).toContain(`${done} damage done`);
  expect(await textOf(table, 'ada', 'my stats')).toContain(
    `"${ann.filter(({ hit }) => hit).length} of ${ann.length} attacks hit `,
  );
});

test('undone attacks and their dice no longer count in the statistics', async () => {
  const table = await fought(1);
  const before = await textOf(table, 'gm', 'battle stats');
  await must(table, 'gm', 'undo', {});
  await must(table, 'gm', 'undo', {});
  await must(table, 'gm', 'undo', {});
  const after = await textOf(table, 'gm', 'battle stats');
  expect(dice(after)).toBeLessThan(dice(before));
  expect(before).toMatch(/"\d of 2 attacks hit /);
  expect(after).toMatch(/"\d of 1 attack hit /);
});

test('private statistics are omitted for others and shown to their owner', async () => {
  const table = await fought(2);
  await must(table, 'gm', 'battle end', { reason: 'late' });
  const all = dice(await textOf(table, 'eve', 'my stats', { server: true }));
  await must(table, 'bob', 'my stats', { hidden: true });
  const text = await textOf(table, 'eve', 'my stats', { server: true });
  expect(text).toContain('Not counted: 1 person with private statistics.');
  expect(dice(text)).toBeLessThan(all);
  for (const [path, input] of [
    ['my stats', { who: 'bob' }],
    ['character stats', { name: 'Grim' }],
  ] as const) {
    const answer = await table.run('eve', path, input);
    expect(answer.ok ? 'shown' : answer.error.code).toBe('stats-private');
  }
  expect(dice(await textOf(table, 'bob', 'my stats'))).toBeGreaterThan(0);
  expect(dice(await textOf(table, 'bob', 'my stats', { server: true }))).toBe(all);
  await must(table, 'bob', 'my stats', { hidden: false });
  expect(dice(await textOf(table, 'eve', 'my stats', { server: true }))).toBe(all);
});

test('an ended battle is counted once, and again after an undo of its end', async () => {
  const table = await fought(2);
  await must(table, 'gm', 'battle end', { reason: 'late' });
  const { id = '' } = (await table.stores.battles.byChannel('table')) ?? {};
  expect(await table.stores.statistics.find([id])).toEqual([]);
  const first = await textOf(table, 'eve', 'battle stats');
  const [kept] = await table.stores.statistics.find([id]);
  expect(kept?.names).toMatchObject({ gm: 'gm', ada: 'ada', bob: 'bob' });
  expect(await textOf(table, 'eve', 'battle stats')).toBe(first);
  await must(table, 'gm', 'undo', {});
  expect(await textOf(table, 'eve', 'battle stats')).not.toBe(first);
});

test.each(rulesets.map(({ id }) => id))(
  '%s: statistics name only combatants of the battle and count at least one',
  async (system) => {
    let battles = 0;
    const seen = new Set<string>();
    for (const seed of seeds(1)) {
      battles++;
      const table = house();
      const pick = picker(seed * 17);
      await begun(table, system, pick);
      for (let n = 0; n < 80; n++) {
        await giveRandomOrder(table, pick);
        if ((await table.stores.battles.byChannel('table'))?.status === 'ended') break;
      }
      const told = await table.services.battles.logView('table', 'gm');
      for (const { entry, before, after } of told.ok ? told.value : []) {
        const names = [...before.game.roster(), ...after.game.roster()].flatMap(({ id, actor }) => [id, actor]);
        for (const { who, what, amount, of } of before.game.talliesOf(entry.events)) {
          seen.add(what);
          expect(names).toContain(who);
          if (of !== undefined) expect(names).toContain(of);
          expect(amount).toBeGreaterThan(0);
        }
      }
      expect(await textOf(table, 'eve', 'battle stats')).not.toContain('Xyzzy');
    }
    // In fewer than ten battles, perhaps no one was hit.
    expect(seen.size > 0 || battles < 10, [...seen].join()).toBe(true);
  },
  unhurried,
);

interface AllRoll {
  readonly system: string;
  readonly side: string;
  readonly seen: string;
  readonly unseen: string;
  /** The orders of all combatants after which all of them roll. */
  readonly orders: (all: readonly string[]) => readonly (readonly [path: string, input: object])[];
}

const allRoll: readonly AllRoll[] = [
  {
    system: 'sword-world',
    side: 'allies',
    seen: 'goblin',
    unseen: 'tess',
    orders: () => [['initiative', { as: 'gm' }]],
  },
  {
    system: 'segment',
    side: 'red',
    seen: 'anybody',
    unseen: 'anybody',
    orders: (all) => all.map((as) => ['declare', { action: 'other', as }]),
  },
];

test.each(allRoll)(
  '$system: no statistic shows players whether a hidden combatant rolled',
  async ({ system, side, seen, unseen, orders }) => {
    const presets = rulesets.find(({ id }) => id === system)?.presets ?? {};
    const titled = (id: string): string => presets[id]?.title ?? Object.values(presets)[0]?.title ?? id;
    const foes = system === 'segment' ? 'blue' : 'enemies';
    const counted = async (hides: boolean) => {
      const table = house();
      await must(table, 'gm', 'battle create', { system, name: 'Alike' });
      await must(table, 'ada', 'battle join', { preset: titled(seen), name: 'Ada', side });
      const brought = { side: foes, hidden: 'until-revealed' };
      if (hides) await must(table, 'gm', 'npc add', { preset: titled(unseen), name: secret, ...brought });
      await must(table, 'gm', 'npc add', { preset: titled(seen), name: 'Grim', side: foes });
      await must(table, 'gm', 'battle start');
      for (const [path, input] of orders([...(hides ? [secret] : []), 'Ada', 'Grim']))
        await must(table, 'gm', path, input);
      const log = await logAt(table.stores.battles, 'table');
      const told: string[] = [];
      for (const user of ['ada', 'eve']) {
        told.push(await textOf(table, user, 'battle stats'), await textOf(table, user, 'my stats', { who: 'gm' }));
        const { controls } = await must(table, user, 'undo', { list: true });
        const { files } = await must(table, user, 'battle export', { format: 'html' });
        const page = files.map(({ content }) => Buffer.from(content).toString()).join('');
        told.push(
          JSON.stringify(
            controls.flat().map((each) => ('options' in each ? each.options.map(({ note }) => note) : [])),
          ),
          String(page.match(/ data-dice/g)?.length),
        );
      }
      return { told, dice: log.flatMap((each) => each.dice).length };
    };
    const [bare, hidden] = [await counted(false), await counted(true)];
    expect(hidden.dice).toBeGreaterThan(bare.dice);
    expect(hidden.told).toEqual(bare.told);
  },
);
