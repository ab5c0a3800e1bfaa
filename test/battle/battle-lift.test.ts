import { describe, expect, test } from 'vitest';
import type { Issuer } from '../../src/battle/decide/decisions.ts';
import { exportBattle, verifyBattle } from '../../src/battle/saved/export.ts';
import { createMemoryStore } from '../../src/battle/saved/memory-store.ts';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { type BattleStore, readEntry, type SavedBattle } from '../../src/battle/saved/store.ts';
import { upcastEntry } from '../../src/battle/saved/upcast-battle.ts';
import { createBattleService } from '../../src/battle/service.ts';
import type { OrderReport } from '../../src/battle/views/report.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { pacers } from './pacers.ts';
import { codeOf, done, stage } from './stage.ts';

/** Order ids are unique across all apps of the test. */
let orders = 0;
const person =
  (user: string) =>
  (orderId = `order-${++orders}`): Issuer => ({ user, name: user, guild: 'guild', channel: 'table', orderId });
const people = { gm: person('gm'), ada: person('ada'), bob: person('bob') };

/** The app with one edition of the rulebook, on a store that outlives it. */
const under = (ruleset: Ruleset, store: BattleStore = createMemoryStore()) => {
  const lifted: OrderReport[] = [];
  const failed: string[] = [];
  const set = stage({
    rulesets: [ruleset],
    store,
    upcastNotices: {
      upcast: (report) => {
        lifted.push(report);
        return [];
      },
      failed: async (_saved, problem) => void failed.push(problem),
    },
  });
  return { ...set, ...people, ruleset, lifted, failed };
};
type House = ReturnType<typeof under>;

/** A battle of Ada and Bob in the first edition, in which Ada has walked once without a halt. */
const walk = async (): Promise<House> => {
  const house = under(pacers.first);
  const { battles, gm, ada, bob } = house;
  await done(battles.create(gm(), { system: 'pacers', name: 'Road', settings: { name: 'north' } }));
  await done(battles.join(ada(), { id: 'Ada', side: undefined, sheet: { steps: 3 } }));
  await done(battles.join(bob(), { id: 'Bob', side: undefined, sheet: { steps: 5 } }));
  await done(battles.start(gm()));
  await done(battles.order(ada('a-walk'), { verb: 'walk', params: {} }));
  await done(battles.answer(ada('a-on'), 'on'));
  return house;
};

const saved = async ({ store }: { readonly store: BattleStore }): Promise<SavedBattle> => {
  const battle = await store.byChannel('table');
  if (battle === undefined) throw new Error('no battle');
  return battle;
};

/** Expects the snapshot to be the fold of the upcast log, and all dice to verify. */
const holds = async ({ store, ruleset }: House): Promise<void> => {
  const battle = await saved({ store });
  const log = (await store.log(battle)).map((entry) => upcastEntry(ruleset, entry));
  const folded = foldLog(ruleset, log);
  expect(folded.game.save()).toEqual(ruleset.openGame(battle.game).save());
  expect(folded.table).toEqual(battle.table);
  expect(folded.pending).toEqual(battle.pending);
  expect(verifyBattle(ruleset, exportBattle(battle, log)).passed).toBe(true);
};

test('a battle of an older edition is upcast once, when it is opened, with a notice', async () => {
  const old = await walk();
  const before = await saved(old);
  const written = await old.store.log(before);
  const now = under(pacers.second, old.store);
  const opened = await now.battles.open('table');
  expect(opened.ok && opened.value.game.save()).toMatchObject({ walkers: [{ id: 'Ada' }, { id: 'Bob', paces: 5 }] });
  const after = await saved(now);
  expect(after).toMatchObject({
    version: before.version + 1,
    edition: { rules: 2, dice: 1 },
    updatedAt: before.updatedAt,
  });
  const log = await now.store.log(after);
  expect(log.slice(0, -1)).toEqual(written);
  expect(log.at(-1)).toMatchObject({ request: { kind: 'lift', from: { rules: 1 }, to: { rules: 2 } }, events: [] });
  expect(now.lifted[0]?.lines('ada').map(({ text }) => text)).toEqual([
    'The bot was updated. Everything that happened before is unchanged.',
  ]);
  await now.battles.open('table');
  expect((await saved(now)).version).toBe(after.version);
  expect(now.lifted.length).toBe(1);
  await holds(now);
});

test('an upcast battle accepts orders, translates old ones, and can be undone to any entry', async () => {
  const old = await walk();
  const now = under(pacers.second, old.store);
  const { battles, gm, bob } = now;
  await done(battles.order(bob(), { verb: 'march', params: {} }));
  await done(battles.answer(bob(), 'halt'));
  await holds(now);
  const told = await battles.logView('table', 'gm');
  const texts = told.ok ? told.value.flatMap(({ lines }) => lines.map(({ text }) => text)) : [];
  expect(texts.filter((text) => /^(Ada|Bob) goes \d/.test(text)).length).toBe(2);
  const { version } = await saved(now);
  for (let n = version; n > 1; n--) {
    const undone = await codeOf(battles.undo(gm(), n));
    expect(['done', 'undo-nothing', 'undo-no-entry']).toContain(undone);
    await holds(now);
  }
  expect((await saved(now)).edition.rules).toBe(2);
});

test('an upcast battle keeps its settings until the GM takes the new default', async () => {
  const old = await walk();
  expect((await saved(old)).table.settings).toEqual({ most: 6, name: 'north' });
  const now = under(pacers.second, old.store);
  const { battles, gm, ada } = now;
  await battles.open('table');
  expect((await saved(now)).table.settings).toEqual({ most: 6, name: 'north' });
  expect(now.lifted[0]?.lines()[0]?.rows).toEqual([
    [{ rule: '', says: 'most stays 6 in this battle; new battles use 8' }],
  ]);
  const take = (settings: unknown, value: unknown, who = gm()) => battles.changeSetting(who, settings, 'most', value);
  expect(await codeOf(take({ most: 7, name: 'north' }, 7))).toBe('settings-frozen');
  expect(await codeOf(take({ most: 8, name: 'north' }, 8, ada()))).toBe('gm-only');
  const taken = await done(take({ most: 8, name: 'north' }, 8));
  expect(taken.lines()[0]?.text).toBe('The GM takes the new default: most is 8 from now on.');
  expect(await codeOf(take({ most: 8, name: 'north' }, 8))).toBe('setting-not-new');
  await holds(now);
  await done(battles.undo(gm(), undefined));
  expect((await saved(now)).table.settings).toEqual({ most: 6, name: 'north' });
  await holds(now);
});

describe('an open question of an older edition', () => {
  const asked = async () => {
    const old = await walk();
    await done(old.battles.order(old.bob('b-walk'), { verb: 'walk', params: {} }));
    return old;
  };

  test('a question is kept if its order still asks it, and is answered with the same dice', async () => {
    const old = await asked();
    const fell = (await old.store.log(await saved(old))).at(-1)?.dice;
    const now = under(pacers.second, old.store);
    const answered = await done(now.battles.answer(now.bob(), 'halt'));
    expect(answered.entry.dice).toEqual(fell);
    expect(answered.entry.events).toMatchObject([{ type: 'walked', who: 'Bob', halts: true }]);
    expect(now.lifted[0]?.entry.pending?.doing).toMatchObject({ verb: 'march' });
    await holds(now);
  });

  test.each([
    { what: 'would roll other dice', ruleset: pacers.otherDice },
    { what: 'would ask another question', ruleset: pacers.otherChoices },
  ])('a question is withdrawn if its order $what, and only its issuer and the GM are informed', async ({ ruleset }) => {
    const old = await asked();
    const now = under(ruleset, old.store);
    expect(await codeOf(now.battles.answer(now.bob(), 'halt'))).toBe('nothing-asked');
    const text = (user: string) => now.lifted[0]?.lines(user)[0]?.text ?? '';
    const again = / bob’s order march for Bob was waiting for an answer .* The order was cancelled; give it again\.$/;
    expect(text('bob')).toMatch(again);
    expect(text('gm')).toMatch(again);
    expect(text('ada')).not.toMatch(/cancelled/);
    expect((await saved(now)).pending).toBeUndefined();
    await holds(now);
    await done(now.battles.order(now.bob(), { verb: 'march', params: {} }));
  });
});

describe('a failed upcast', () => {
  test.each([
    { what: 'its state does not parse', ruleset: pacers.badState },
    { what: 'its events do not parse', ruleset: pacers.badEvents },
    { what: 'its log folds to something else', ruleset: pacers.otherFold },
  ])('a failed upcast leaves the battle unchanged and readable by the GM only, because $what', async ({ ruleset }) => {
    const old = await walk();
    const before = await saved(old);
    const now = under(ruleset, old.store);
    expect(await codeOf(now.battles.order(now.ada(), { verb: 'march', params: {} }))).toBe('lift-failed');
    expect((await now.battles.open('table')).ok).toBe(false);
    expect(await saved(now)).toEqual(before);
    expect(now.failed.length).toBeGreaterThan(0);
    const read = await now.battles.readRaw('table', 'gm');
    expect(read.ok && read.value.log.length).toBe(before.version);
    expect(await codeOf(now.battles.readRaw('table', 'ada'))).toBe('gm-only');
    // A fixed release upcasts the battle.
    const mended = under(pacers.second, old.store);
    expect((await mended.battles.open('table')).ok).toBe(true);
    await holds(mended);
  });
});

test('an entry that cannot be parsed is a failed upcast', async () => {
  const old = await walk();
  const before = await saved(old);
  const broken: BattleStore = {
    ...old.store,
    log: async (battle) => (await old.store.log(battle)).map((entry) => readEntry({ ...entry, n: 'one' })),
  };
  const now = under(pacers.second, broken);
  expect(await codeOf(now.battles.open('table'))).toBe('lift-failed');
  expect(now.failed[0]).toMatch(/^n: /);
  expect(await saved(old)).toEqual(before);
  const away: BattleStore = { ...old.store, log: () => Promise.reject(new Error('away')) };
  await expect(under(pacers.second, away).battles.open('table')).rejects.toThrow('away');
});

test('two processes upcast the same battle once', async () => {
  const old = await walk();
  const [one, two] = [under(pacers.second, old.store), under(pacers.second, old.store)];
  const opened = await Promise.all([one.battles.open('table'), two.battles.open('table')]);
  expect(opened.every(({ ok }) => ok)).toBe(true);
  const log = await old.store.log(await saved(old));
  expect(log.filter(({ request }) => request.kind === 'lift').length).toBe(1);
});

test('a battle saved by a newer release is refused with newer-edition', async () => {
  const old = await walk();
  await under(pacers.second, old.store).battles.open('table');
  const back = under(pacers.first, old.store);
  expect(await codeOf(back.battles.order(back.ada(), { verb: 'walk', params: {} }))).toBe('newer-edition');
});

test('an ended battle is read as it is, and upcast when its end is undone', async () => {
  const old = await walk();
  await done(old.battles.finish(old.gm(), undefined, 'night'));
  const now = under(pacers.second, old.store);
  const { version } = await saved(now);
  const verified = await now.battles.verify('table');
  expect(verified.ok && verified.value.passed).toBe(true);
  expect((await saved(now)).version).toBe(version);
  await done(now.battles.undo(now.gm(), undefined));
  expect((await saved(now)).status).toBe('active');
  expect((await now.store.log(await saved(now))).filter(({ request }) => request.kind === 'lift').length).toBe(1);
  await holds(now);
});

test('a redo is still possible after an upcast', async () => {
  const old = await walk();
  await done(old.battles.undo(old.gm(), undefined));
  const now = under(pacers.second, old.store);
  await done(now.battles.redo(now.gm()));
  await holds(now);
});

test('a battle keeps its dice edition to the end', async () => {
  const old = await walk();
  const now = createBattleService({ rulesets: [pacers.first], store: old.store, now: () => 1 });
  const opened = await now.open('table');
  expect(opened.ok && opened.value.saved.edition.dice).toBe(1);
});
