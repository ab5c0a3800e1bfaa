import { expect, test } from 'vitest';
import type { CommandInput } from '../../src/app/command-kit/command.ts';
import { refusalMessage } from '../../src/app/command-kit/refusal-messages.ts';
import { type BattleCaps, defaultBattleCaps } from '../../src/battle/decide/caps.ts';
import { createMemoryStore } from '../../src/battle/saved/memory-store.ts';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import { createBattleService } from '../../src/battle/service.ts';
import { createReferee } from '../../src/referee/protocol.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { rulesets } from '../../src/systems/index.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { picker } from '../chance.ts';
import { type House, house } from './house.ts';
import { begun as begunAtRandom } from './random-play.ts';

const small: BattleCaps = { combatants: 6, squares: 24, effects: 4, entries: 12 };

const presetOf = (system: string): string =>
  Object.values(rulesets.find(({ id }) => id === system)?.presets ?? {})[0]?.title ?? '';

/** The code of the refusal, or “done”. Checks the sentence if a cap refuses. */
const outcome = async (table: House, user: string, path: string, input: CommandInput = {}): Promise<string> => {
  const answer = await table.run(user, path, input);
  if (answer.ok) return 'done';
  const says = await table.sentence(answer.error, 'table');
  if (answer.error.code.startsWith('cap-')) expect(says).toMatch(/^[A-Z].*\d.*\.$/);
  return answer.error.code;
};

const done = async (table: House, user: string, path: string, input: CommandInput = {}): Promise<void> => {
  expect(await outcome(table, user, path, input), `${path} ${JSON.stringify(input)}`).toBe('done');
};

const createBattle = async (system: string, input: CommandInput = {}, caps = small): Promise<House> => {
  const table = house({}, undefined, undefined, caps);
  await done(table, 'gm', 'battle create', { system, ...input });
  return table;
};

const rosterOf = async ({ services }: House): Promise<number> => {
  const battle = await services.battles.open('table');
  return battle.ok ? battle.value.game.roster().length : 0;
};

const versionOf = async ({ services }: House): Promise<number> => {
  const battle = await services.battles.open('table');
  return battle.ok ? battle.value.saved.version : 0;
};

const skureSheet = JSON.stringify(Object.values(rulesets.find(({ id }) => id === 'skure')?.presets ?? {})[0]?.sheet);

/** Every command that adds combatants. */
const joinCommands: readonly { command: string; enter: (table: House, count: number) => Promise<string> }[] = [
  {
    command: '/npc add count',
    enter: (table, count) => outcome(table, 'gm', 'npc add', { preset: presetOf('skure'), name: 'Foe', count }),
  },
  {
    command: '/npc add hidden',
    enter: (table, count) =>
      outcome(table, 'gm', 'npc add', { preset: presetOf('skure'), name: 'Foe', count, hidden: 'until-acts' }),
  },
  {
    command: '/npc import',
    enter: (table, count) => outcome(table, 'gm', 'npc import', { json: skureSheet, name: 'Foe', count }),
  },
  {
    command: '/battle join preset',
    enter: async (table, count) => {
      let last = 'done';
      for (let n = 1; n <= count; n++)
        last = await outcome(table, `joiner ${n}`, 'battle join', { preset: presetOf('skure') });
      return last;
    },
  },
  {
    command: '/battle join character',
    enter: async (table, count) => {
      let last = 'done';
      for (let n = 1; n <= count; n++) {
        await done(table, `joiner ${n}`, 'character create', {
          system: 'skure',
          name: `Hero ${n}`,
          preset: presetOf('skure'),
        });
        last = await outcome(table, `joiner ${n}`, 'battle join', { character: `Hero ${n}` });
      }
      return last;
    },
  },
];

test.each(joinCommands)('figures: $command accepts the last that fits and refuses the next', async ({ enter }) => {
  const exactly = await createBattle('skure');
  await done(exactly, 'gm', 'npc add', { preset: presetOf('skure'), name: 'First', count: 4 });
  expect(await enter(exactly, 2)).toBe('done');
  expect(await rosterOf(exactly)).toBe(6);
  const over = await createBattle('skure');
  await done(over, 'gm', 'npc add', { preset: presetOf('skure'), name: 'First', count: 4 });
  expect(await enter(over, 3)).toBe('cap-figures');
  expect(await rosterOf(over)).toBeLessThanOrEqual(6);
});

test('figures: each warrior of a warband counts', async () => {
  const table = house({}, undefined, undefined, { ...small, combatants: 1000 });
  await done(table, 'gm', 'battle create', { system: 'dskull' });
  await done(table, 'ada', 'battle join', { preset: presetOf('dskull') });
  const warriors = await rosterOf(table);
  expect(warriors).toBeGreaterThan(1);
  for (const [combatants, want] of [
    [2 * warriors, 'done'],
    [2 * warriors - 1, 'cap-figures'],
  ] as const) {
    const other = await createBattle('dskull', {}, { ...small, combatants });
    await done(other, 'ada', 'battle join', { preset: presetOf('dskull') });
    expect(await outcome(other, 'bob', 'battle join', { preset: presetOf('dskull') })).toBe(want);
  }
});

test('figures: at most 200 join in every rulebook', { timeout: 60_000 }, async () => {
  for (const { id } of rulesets.filter((each) => each.id !== 'dskull')) {
    const table = await createBattle(id, {}, defaultBattleCaps);
    for (let n = 0; n < 10; n++)
      await done(table, 'gm', 'npc add', {
        preset: presetOf(id),
        name: 'Foe',
        count: 20,
        ...(id === 'sword-world' && { side: 'enemies' }),
      });
    expect(await rosterOf(table)).toBe(200);
    const version = await versionOf(table);
    expect(
      await outcome(table, 'gm', 'npc add', {
        preset: presetOf(id),
        name: 'One more',
        ...(id === 'sword-world' && { side: 'enemies' }),
      }),
    ).toBe('cap-figures');
    expect(await versionOf(table)).toBe(version);
  }
});

const drawing = (size: string) => ({ board: `${size}; wall A1/A2` });

/** Every command that sets the size of a board. */
const boardCommands: readonly { command: string; resize: (columns: number, rows: number) => Promise<string> }[] = [
  {
    command: '/battle create size',
    resize: (columns, rows) =>
      outcome(house({}, undefined, undefined, small), 'gm', 'battle create', {
        system: 'skure',
        size: `${columns}x${rows}`,
      }),
  },
  {
    command: '/battle create settings (Skure)',
    resize: (columns, rows) =>
      outcome(house({}, undefined, undefined, small), 'gm', 'battle create', {
        system: 'skure',
        settings: `board.width=${columns}, board.height=${rows}`,
      }),
  },
  {
    command: '/battle create settings (Segment)',
    resize: (columns, rows) =>
      outcome(house({}, undefined, undefined, small), 'gm', 'battle create', {
        system: 'segment',
        settings: `board.width=${columns}, board.height=${rows}`,
      }),
  },
  {
    command: '/gm server rules',
    resize: async (columns, rows) => {
      const table = house({}, undefined, undefined, small);
      await done(table, 'gm', 'gm server', {
        system: 'skure',
        rules: `board.width=${columns}, board.height=${rows}`,
      });
      return outcome(table, 'gm', 'battle create', { system: 'skure' });
    },
  },
  {
    command: '/battle settings',
    resize: async (columns, rows) => {
      const table = await createBattle('skure', { size: '8x8' });
      const first = await outcome(table, 'gm', 'battle settings', { key: 'board.width', value: String(columns) });
      return first === 'done'
        ? outcome(table, 'gm', 'battle settings', { key: 'board.height', value: String(rows) })
        : first;
    },
  },
  {
    command: '/dskull board',
    resize: async (columns, rows) => {
      const table = await createBattle('dskull');
      return outcome(table, 'gm', 'dskull board', drawing(`${columns}x${rows}`));
    },
  },
];

test.each(boardCommands)(
  'squares: $command accepts the largest board and refuses one column or row more',
  async (command) => {
    expect(await command.resize(24, 24)).toBe('done');
    expect(await command.resize(25, 24)).toBe('cap-squares');
    expect(await command.resize(24, 25)).toBe('cap-squares');
  },
);

test('squares: 64 × 64 is the largest board by default', async () => {
  const create = (size: string) =>
    outcome(house({}, undefined, undefined, defaultBattleCaps), 'gm', 'battle create', { system: 'skure', size });
  expect(await create('64x64')).toBe('done');
  expect(await create('65x64')).toBe('cap-squares');
});

test.each(rulesets.map(({ id }) => id).filter((id) => id !== 'dskull'))(
  'effects: the last that fits is applied, the next is refused, a removed one makes room (%s)',
  async (system) => {
    const table = await createBattle(system);
    const side = system === 'sword-world' ? { side: 'enemies' } : {};
    await done(table, 'gm', 'npc add', { preset: presetOf(system), name: 'Foe', count: 4, ...side });
    const [term] = Object.keys(rulesets.find(({ id }) => id === system)?.modifiers ?? {});
    const applyEffect = (name: string, who: string) =>
      outcome(table, 'gm', 'gm effect', { name, who, modifiers: `${term}=1` });
    expect(await applyEffect('Hex', 'Foe 1, Foe 2, Foe 3')).toBe('done');
    expect(await applyEffect('Curse', 'Foe 1, Foe 2')).toBe('cap-effects');
    expect(await applyEffect('Curse', 'Foe 1')).toBe('done');
    expect(await applyEffect('Bane', 'Foe 1')).toBe('cap-effects');
    await done(table, 'gm', 'gm remove-effect', { name: 'Hex', who: 'Foe 1' });
    expect(await applyEffect('Bane', 'Foe 2')).toBe('done');
  },
);

test('effects: a condition set by correction counts as an effect', async () => {
  const table = await createBattle('skure');
  await done(table, 'gm', 'npc add', { preset: presetOf('skure'), name: 'Foe', count: 5 });
  const set = (who: string) => outcome(table, 'gm', 'gm set', { field: 'condition', value: 'stunned', who });
  expect(await set('Foe 1, Foe 2, Foe 3, Foe 4')).toBe('done');
  expect(await set('Foe 5')).toBe('cap-effects');
});

/** A running duel on a small board. */
const startDuel = async (caps: BattleCaps): Promise<House> => {
  const table = await createBattle('skure', { size: '6x6' }, caps);
  await done(table, 'gm', 'npc add', { preset: presetOf('skure'), name: 'Ann', side: 'red' });
  await done(table, 'gm', 'npc add', { preset: presetOf('skure'), name: 'Bob', side: 'blue' });
  await done(table, 'gm', 'battle deploy');
  await done(table, 'gm', 'battle start');
  return table;
};

test('entries: setup counts as a round, and a full one still allows start and end', async () => {
  const table = await createBattle('skure');
  await done(table, 'gm', 'npc add', { preset: presetOf('skure'), name: 'Ann', side: 'red' });
  await done(table, 'gm', 'npc add', { preset: presetOf('skure'), name: 'Bob', side: 'blue' });
  await done(table, 'gm', 'battle deploy');
  while ((await versionOf(table)) < 12) await done(table, 'gm', 'roll', { dice: '1d6' });
  for (const [path, input] of [
    ['roll', { dice: '1d6' }],
    ['gm set', { field: 'hp', value: '9', who: 'Ann' }],
    ['npc add', { preset: presetOf('skure'), name: 'Cid' }],
    ['battle watch', {}],
    ['undo', {}],
  ] as const)
    expect(await outcome(table, path === 'battle watch' ? 'eve' : 'gm', path, input), path).toBe('cap-entries');
  expect(await versionOf(table)).toBe(12);
  await done(table, 'gm', 'battle start');
  await done(table, 'gm', 'roll', { dice: '1d6' });
});

test('entries: a full round accepts only expected actions until the next round begins', async () => {
  const table = await startDuel(small);
  const before = await versionOf(table);
  for (let n = 0; n < 12; n++) await done(table, 'gm', 'say', { text: 'On guard!', as: 'Ann' });
  expect(await outcome(table, 'gm', 'say', { text: 'Once more!', as: 'Ann' })).toBe('cap-entries');
  expect(await versionOf(table)).toBe(before + 12);
  // Two turns end the round.
  await done(table, 'gm', 'end');
  expect(await outcome(table, 'gm', 'roll', { dice: '1d6' })).toBe('cap-entries');
  await done(table, 'gm', 'end');
  await done(table, 'gm', 'roll', { dice: '1d6' });
});

test('entries: a second process counts the round from the log', async () => {
  const stores = createMemoryStores(() => 0);
  const first = await (async () => {
    const table = house(stores, undefined, undefined, small);
    await done(table, 'gm', 'battle create', { system: 'skure', size: '6x6' });
    await done(table, 'gm', 'npc add', { preset: presetOf('skure'), name: 'Ann', side: 'red' });
    await done(table, 'gm', 'npc add', { preset: presetOf('skure'), name: 'Bob', side: 'blue' });
    await done(table, 'gm', 'battle deploy');
    await done(table, 'gm', 'battle start');
    for (let n = 0; n < 11; n++) await done(table, 'gm', 'say', { text: 'On guard!', as: 'Ann' });
    return table;
  })();
  const version = await versionOf(first);
  const { dispatcher } = composeApp({ stores, now: () => 1, caps: small });
  const later = (orderId: string) =>
    dispatcher.run(['skure', 'say'], { ...first.asker('gm'), orderId }, { text: 'Still here.', as: 'Ann' });
  expect((await later('later 1')).ok).toBe(true);
  const refused = await later('later 2');
  expect(refused.ok ? 'done' : refused.error.code).toBe('cap-entries');
  expect(refused.ok ? {} : refused.error.facts).toMatchObject({ most: 12, now: 12 });
  // The first process has not seen either order.
  expect(await outcome(first, 'gm', 'say', { text: 'And I?', as: 'Ann' })).toBe('cap-entries');
  expect(await versionOf(first)).toBe(version + 1);
});

test.each(rulesets.map(({ id }) => id))(
  'entries: each new round starts with a round start event (%s)',
  async (system) => {
    const table = house();
    await begunAtRandom(table, system, picker(7));
    const roundBegins = rulesets.find(({ id }) => id === system)?.markedEvents.roundStarts ?? [];
    const begins = (events: readonly unknown[]): boolean =>
      events.some((event) => roundBegins.includes(Object(event).type));
    for (let n = 0; n < 60; n++) await table.run('gm', 'gm skip');
    const told = await table.services.battles.logView('table', 'gm');
    if (!told.ok) throw new Error(told.error.code);
    const roundOf = ({ game }: OpenBattle): number => (game.status === 'setup' ? 0 : game.view(gmViewer).round);
    const grown = told.value.filter(({ before, after }) => roundOf(after) > roundOf(before));
    expect(grown.length).toBeGreaterThan(1);
    for (const { entry } of grown) expect(begins(entry.events), JSON.stringify(entry.events)).toBe(true);
    const started = told.value.filter(({ before, after }) => before.game.status !== after.game.status)[0];
    expect(begins(started?.entry.events ?? [])).toBe(true);
  },
);

test('a battle above every cap goes on; only what makes it larger is refused', async () => {
  const stores = createMemoryStores(() => 0);
  const wide = house(stores, undefined, undefined, defaultBattleCaps);
  await done(wide, 'gm', 'battle create', { system: 'skure', size: '12x12' });
  for (const [at, side] of ['red', 'blue'].entries())
    await done(wide, 'gm', 'npc add', { preset: presetOf('skure'), name: `Foe${at}`, count: 5, side });
  await done(wide, 'gm', 'gm effect', { name: 'Hex', who: 'all', modifiers: 'attack=1' });
  await done(wide, 'gm', 'battle deploy');
  await done(wide, 'gm', 'battle start');
  const narrow: BattleCaps = { combatants: 2, squares: 3, effects: 1, entries: 100 };
  const { dispatcher, sentence } = composeApp({ stores, now: () => 1, caps: narrow });
  let orders = 0;
  const said = async (path: string, input: CommandInput = {}): Promise<string> => {
    const asker = { ...wide.asker('gm'), orderId: `narrow ${++orders}` };
    const answer = await dispatcher.run(path.split(' '), asker, input);
    if (answer.ok) return 'done';
    expect(await sentence(answer.error, 'table')).not.toContain('(cap');
    return answer.error.code;
  };
  expect(await said('battle status')).toBe('done');
  expect(await said('npc add', { preset: presetOf('skure'), name: 'One more' })).toBe('cap-figures');
  expect(await said('gm effect', { name: 'Curse', who: 'Foe0 1', modifiers: 'attack=1' })).toBe('cap-effects');
  expect(await said('gm remove-effect', { name: 'Hex', who: 'Foe0 1' })).toBe('done');
  expect(await said('undo')).toBe('done');
  for (let n = 0; n < 12; n++) expect(await said('end')).toBe('done');
  expect(await said('gm set', { field: 'hp', value: '9', who: 'all' })).toBe('done');
  expect(await said('undo')).toBe('done');
  expect(await said('gm redo')).toBe('done');
  expect(await said('battle end')).toBe('done');
});

test('the headless referee has the same caps', async () => {
  const battles = createBattleService({ rulesets, store: createMemoryStore(), now: () => 0, caps: small });
  let lines = 0;
  const referee = createReferee(battles, refusalMessage(rulesets), () => `line ${++lines}`);
  const said = async (request: object) => {
    const { error } = Object(await referee(JSON.stringify({ battle: 'b', user: 'gm', ...request })));
    return error?.code ?? 'done';
  };
  const wide = { 'board.width': 25, 'board.height': 24 };
  expect(await said({ do: 'create', system: 'skure', settings: wide })).toBe('cap-squares');
  expect(await said({ do: 'create', system: 'skure', settings: { ...wide, 'board.width': 24 } })).toBe('done');
  const comers = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `C${n}`, preset: presetOf('skure') }));
  expect(await said({ do: 'bring', comers: comers(7) })).toBe('cap-figures');
  expect(await said({ do: 'bring', comers: comers(6) })).toBe('done');
  expect(await said({ do: 'join', user: 'ada', name: 'Ada', preset: presetOf('skure') })).toBe('cap-figures');
  const stun = { do: 'correct', field: 'condition', value: 'stunned' };
  expect(await said({ ...stun, who: ['C0', 'C1', 'C2', 'C3', 'C4'] })).toBe('cap-effects');
  expect(await said({ ...stun, who: ['C0', 'C1', 'C2', 'C3'] })).toBe('done');
});
