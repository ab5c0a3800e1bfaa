import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { exportBattle, verifyBattle, verifyLedger } from '../../src/battle/saved/export.ts';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { codeOf, done, duel, type Stage, stage, swordsman } from './stage.ts';

const saved = async ({ store }: Stage) => {
  const battle = await store.byChannel('table');
  if (battle === undefined) throw new Error('no battle');
  return battle;
};

const expectFolded = async ({ store, battles }: Stage) => {
  const battle = await store.byChannel('table');
  const ruleset = battles.rulesets.find(({ id }) => id === battle?.system);
  if (battle === undefined || ruleset === undefined) throw new Error('no battle');
  const folded = foldLog(ruleset, await store.log(battle));
  expect(folded.game.save()).toEqual(battle.game);
  expect(folded.table).toEqual(battle.table);
  expect(folded.pending).toEqual(battle.pending);
};

const strike = { verb: 'attack', params: { target: 'Bob' } };

describe('orders', () => {
  test('an order is saved with its dice, and the snapshot is the fold of the log', async () => {
    const set = await duel();
    const { entry } = await done(set.battles.order(set.ada(), strike));
    expect(entry.dice.map(({ name, sides }) => [name, sides])).toEqual([['hit', 100]]);
    expect((await saved(set)).version).toBe(entry.n);
    await expectFolded(set);
  });

  test('a repeated order id returns the first result and changes nothing', async () => {
    const set = await duel();
    const first = await done(set.battles.order(set.ada('twice'), strike));
    const second = await done(set.battles.order(set.ada('twice'), strike));
    expect(second.entry).toEqual(first.entry);
    expect(second.lines()).toEqual(first.lines());
    expect((await saved(set)).version).toBe(first.entry.n);
  });

  test('a refused order changes nothing and uses no dice', async () => {
    const set = await duel();
    const before = await saved(set);
    expect(await codeOf(set.battles.order(set.bob(), strike))).not.toBe('done');
    expect(await codeOf(set.battles.order(set.ada(), { verb: 'attack', params: { target: 'Nobody' } }))).toBe(
      'NO_SUCH_TARGET',
    );
    expect(await codeOf(set.battles.order(set.ada(), { verb: 'attack', params: { target: 7 } }))).toBe('bad-input');
    expect(await codeOf(set.battles.order(set.ada(), { verb: 'flee', params: {} }))).toBe('unknown-verb');
    expect(await saved(set)).toEqual(before);
  });

  test('a user without a seat gives no orders, and a player only to own combatants', async () => {
    const set = await duel();
    expect(await codeOf(set.battles.order(set.eve(), strike))).toBe('no-seat');
    expect(await codeOf(set.battles.order(set.bob(), { ...strike, actor: 'Ada' }))).toBe('NOT_CONTROLLER');
  });

  test('fifty simultaneous orders each count once or are refused, in one sequence', async () => {
    const set = await duel();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        set.battles.order((n % 2 === 0 ? set.ada : set.bob)(), { verb: 'say', params: { text: `${n}` } }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(50);
    const log = await set.store.log(await saved(set));
    expect(log.map(({ n }) => n)).toEqual(log.map((_, at) => at + 1));
    await expectFolded(set);
  });
});

describe('questions', () => {
  const guarded = async (): Promise<Stage> => {
    const set = stage();
    const { battles, gm, ada, bob, eve } = set;
    await done(
      battles.create(gm(), { system: 'skure', name: 'Guard', settings: { 'board.width': 6, 'board.height': 6 } }),
    );
    await done(battles.join(ada(), { id: 'Ada', side: 'red', sheet: swordsman }));
    await done(battles.join(bob(), { id: 'Bob', side: 'blue', sheet: swordsman }));
    await done(battles.join(eve(), { id: 'Eve', side: 'blue', sheet: swordsman }));
    const at = { Ada: ['C2', 'S'], Bob: ['C4', 'N'], Eve: ['C3', 'N'] } as const;
    for (const [target, [to, facing]] of Object.entries(at))
      await done(battles.order(gm(), { verb: 'place', params: { target, to, facing }, actor: 'gm' }));
    await done(battles.start(gm()));
    await done(battles.correct(gm(), 'melee-range', ['Ada'], '2', 'a long blade'));
    return set;
  };

  test('an order with a question waits, refuses invalid answers, and goes on with the same dice', async () => {
    const set = await guarded();
    const asked = await done(set.battles.order(set.ada('thrust'), strike));
    expect(asked.after.saved.pending?.question).toMatchObject({ to: 'Eve', kind: 'intercept' });
    await expectFolded(set);
    expect(await codeOf(set.battles.answer(set.bob(), 'yes'))).toBe('pending-choice');
    expect(await codeOf(set.battles.answer(set.eve(), 'perhaps'))).toBe('no-such-choice');
    expect(await codeOf(set.battles.order(set.ada(), { verb: 'end', params: {} }))).toBe('REACTION_PENDING');
    const answered = await done(set.battles.answer(set.eve(), 'yes'));
    expect(answered.entry).toMatchObject({
      request: { kind: 'answer', order: 'thrust', choice: 'yes' },
      diceKey: 'thrust',
    });
    expect(answered.after.saved.pending).toBeUndefined();
    await expectFolded(set);
  });

  test('a standing order answers for its owner at once', async () => {
    const set = await guarded();
    await done(
      set.battles.changeSession(set.eve(), 'standing orders own', 'orders', () => ({
        ok: true,
        value: [{ type: 'standing-set', actor: 'Eve', kind: 'intercept', choice: 'no' }],
      })),
    );
    const struck = await done(set.battles.order(set.ada(), strike));
    expect(struck.after.saved.pending).toBeUndefined();
    await expectFolded(set);
  });

  test('the GM may cancel the waiting order', async () => {
    const set = await guarded();
    await done(set.battles.order(set.ada(), strike));
    expect(await codeOf(set.battles.withdraw(set.ada()))).toBe('gm-only');
    const { after } = await done(set.battles.withdraw(set.gm()));
    expect(after.saved.pending).toBeUndefined();
    await done(set.battles.order(set.ada(), strike));
    const undone = await done(set.battles.undo(set.gm(), undefined));
    expect(undone.after.saved.pending).toBeUndefined();
    await expectFolded(set);
  });

  test('a setting changed during a question outlives the undo of the order, the question does not', async () => {
    const set = await guarded();
    const asked = await done(set.battles.order(set.ada(), strike));
    await done(
      set.battles.changeSession(set.bob(), 'command own', 'away', () => ({
        ok: true,
        value: [{ type: 'away-set', user: 'bob', until: 5 }],
      })),
    );
    const { entry, after } = await done(set.battles.undo(set.gm(), undefined));
    expect(entry.request).toEqual({ kind: 'undo', takes: [asked.entry.n] });
    expect([after.saved.pending, after.saved.table.away]).toEqual([undefined, { bob: 5 }]);
    await expectFolded(set);
  });
});

describe('undo', () => {
  test('a player may undo only an own harmless last order', async () => {
    const set = await duel();
    await done(set.battles.order(set.ada(), { verb: 'turn', params: { facing: 'E' } }));
    expect(await codeOf(set.battles.undo(set.bob(), undefined))).toBe('undo-not-last');
    const { after } = await done(set.battles.undo(set.ada(), undefined));
    expect(
      after.game.view({
        gm: true,
        user: undefined,
        controls: [],
        knows: [],
        unseen: [],
        foes: after.saved.table.telling,
      }).board,
    ).toMatchObject({
      figures: expect.arrayContaining([expect.objectContaining({ id: 'Ada', facing: 'S' })]),
    });
    await done(set.battles.order(set.ada(), strike));
    expect(await codeOf(set.battles.undo(set.ada(), undefined))).toBe('undo-dice');
    await expectFolded(set);
  });

  test('the GM undoes and redoes any entry, and undone dice are never reused', async () => {
    const set = await duel();
    const start = (await saved(set)).game;
    const first = await done(set.battles.order(set.ada(), strike));
    await done(set.battles.undo(set.gm(), first.entry.n));
    expect((await saved(set)).game).toEqual(start);
    await done(set.battles.redo(set.gm()));
    expect((await saved(set)).game).toEqual(first.after.saved.game);
    await done(set.battles.undo(set.gm(), undefined));
    const again = await done(set.battles.order(set.ada(), strike));
    expect(again.entry.dice).not.toEqual(first.entry.dice);
    await expectFolded(set);
    expect(await codeOf(set.battles.undo(set.gm(), 999))).toBe('undo-no-entry');
    expect(await codeOf(set.battles.redo(set.gm()))).toBe('redo-nothing');
  });

  test('the start can be undone and repeated, and the dice still verify', async () => {
    const set = await duel();
    await done(set.battles.undo(set.gm(), undefined));
    expect((await saved(set)).status).toBe('setup');
    await done(
      set.battles.changeSetting(
        set.gm(),
        { 'board.width': 6, 'board.height': 6, 'order.tieBreak': 'join' },
        'order.tieBreak',
        'join',
      ),
    );
    await expectFolded(set);
    await done(set.battles.start(set.gm()));
    await done(set.battles.order(set.ada(), strike));
    await done(set.battles.finish(set.gm(), undefined, 'enough'));
    const checked = await set.battles.verify('table');
    expect(checked.ok && checked.value).toMatchObject({ passed: true });
    await expectFolded(set);
  });
});

describe('consent', () => {
  test('with undo consent another side lets a player undo an order with dice', async () => {
    const set = await duel();
    await done(
      set.battles.changeSession(set.gm(), 'rule', 'consent', () => ({
        ok: true,
        value: [{ type: 'consent-set', consent: true }],
      })),
    );
    const before = (await saved(set)).game;
    expect(await codeOf(set.battles.agree(set.bob()))).toBe('undo-not-asked');
    await done(set.battles.order(set.ada(), strike));
    const asked = await done(set.battles.undo(set.ada(), undefined));
    expect(asked.entry.table).toEqual([{ type: 'undo-asked', entry: asked.entry.n - 1 }]);
    expect(await codeOf(set.battles.agree(set.ada()))).toBe('undo-other-side');
    expect(await codeOf(set.battles.agree(set.eve()))).toBe('undo-other-side');
    await done(set.battles.agree(set.bob()));
    expect((await saved(set)).game).toEqual(before);
    await expectFolded(set);
  });
});

describe('fairness', () => {
  const finished = async () => {
    const set = await duel();
    await done(set.battles.order(set.ada(), strike));
    await done(set.battles.order(set.bob(), { verb: 'attack', params: { target: 'Ada' }, rolls: 'blind' }));
    await done(set.battles.finish(set.gm(), undefined, 'enough'));
    const battle = await saved(set);
    const [ruleset] = set.battles.rulesets.filter(({ id }) => id === 'skure');
    if (ruleset === undefined) throw new Error('no skure');
    return { set, ruleset, battle: exportBattle(battle, await set.store.log(battle)) };
  };

  test('the seed is secret during the battle, and each die verifies afterwards', async () => {
    const { set } = await finished();
    const fresh = await duel();
    expect(await codeOf(fresh.battles.verify('table'))).toBe('seed-secret');
    const checked = await set.battles.verify('table');
    expect(checked.ok && checked.value).toMatchObject({ passed: true, dice: { recomputed: 2, byHand: 0 } });
  });

  test.each([
    ['another seed', (b) => ({ ...b, seed: 'ab'.repeat(32) })],
    [
      'a die changed',
      (b) => ({
        ...b,
        log: b.log.map((e) => ({ ...e, dice: e.dice.map((d) => ({ ...d, value: (d.value % 100) + 1 })) })),
      }),
    ],
    ['an entry gone', (b) => ({ ...b, log: b.log.filter(({ n }) => n !== 3) })],
    [
      'another salt',
      (b) => ({
        ...b,
        log: b.log.map((e) => ({
          ...e,
          table: e.table.map((t) => (t.type === 'dice-salted' ? { ...t, salt: 'ab'.repeat(32) } : t)),
        })),
      }),
    ],
    ['another end', (b) => ({ ...b, end: { ...b.end, game: {} } })],
  ] as readonly (readonly [
    string,
    (b: Awaited<ReturnType<typeof finished>>['battle']) => Awaited<ReturnType<typeof finished>>['battle'],
  ])[])('verification finds %s', async (_what, spoil) => {
    const { ruleset, battle } = await finished();
    expect(verifyBattle(ruleset, battle).passed).toBe(true);
    expect(isDeepStrictEqual(spoil(battle), battle)).toBe(false);
    expect(verifyBattle(ruleset, spoil(battle)).passed).toBe(false);
  });

  test('a player’s dice ledger verifies, contains no secret, and shows a changed die', async () => {
    const { set } = await finished();
    const whole = await set.battles.export('table', 'gm');
    const own = await set.battles.export('table', 'ada');
    expect(whole.ok && whole.value.format).toBe('brotherhood-master/battle@1');
    if (!own.ok || own.value.format !== 'brotherhood-master/dice@1') throw new Error('no ledger');
    expect(verifyLedger(own.value)).toMatchObject({ passed: true, dice: { recomputed: 2 } });
    expect(JSON.stringify(own.value)).not.toMatch(/Ada|Bob|hit/);
    const [first] = own.value.log.filter(({ dice }) => dice.length > 0);
    const spoilt = own.value.log.map((entry) =>
      entry.n === first?.n
        ? { ...entry, dice: entry.dice.map((each) => ({ ...each, value: (each.value % 100) + 1 })) }
        : entry,
    );
    expect(verifyLedger({ ...own.value, log: spoilt }).passed).toBe(false);
  });

  test('only the GM enters hand-rolled dice, which are marked and not verified', async () => {
    const set = await duel();
    expect(await codeOf(set.battles.order(set.ada(), { ...strike, handDice: [50] }))).toBe('gm-only');
    expect(await codeOf(set.battles.order(set.gm(), { ...strike, actor: 'Ada', handDice: [101] }))).toBe('bad-dice');
    expect(await codeOf(set.battles.order(set.gm(), { ...strike, actor: 'Ada', handDice: [50, 50] }))).toBe('bad-dice');
    const { entry } = await done(set.battles.order(set.gm(), { ...strike, actor: 'Ada', handDice: [50] }));
    expect(entry).toMatchObject({ byHand: true, dice: [{ value: 50 }] });
    await done(set.battles.finish(set.gm(), undefined, 'enough'));
    const checked = await set.battles.verify('table');
    expect(checked.ok && checked.value).toMatchObject({ passed: true, dice: { recomputed: 0, byHand: 1 } });
  });
});
