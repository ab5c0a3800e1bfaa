import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { appEdition } from '../../src/battle/editions/app-edition.ts';
import {
  type BattleExport,
  type DiceLedger,
  detectFileKind,
  exportBattle,
  exportLedger,
  newerReleaseError,
  readBattleExport,
  readLedger,
  readViewExport,
  upcastExport,
  verifyBattle,
  verifyLedger,
} from '../../src/battle/saved/export.ts';
import { verifyFile } from '../../src/cli/verify.ts';
import { createOrderDice, currentDiceEdition, deriveSalt, seedCommitment } from '../../src/dice/order-dice.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { fought, must } from '../app/duel.ts';
import { type House, house } from '../app/house.ts';
import { compiled } from '../shared.ts';

const cache = await compiled();

const rulesetOf = (system: string): Ruleset => {
  const found = rulesets.find(({ id }) => id === system);
  if (found === undefined) throw new Error(system);
  return found;
};

const read = (file: string): BattleExport => {
  const battle = readBattleExport(JSON.parse(file));
  if (!battle.ok) throw new Error(battle.error.message);
  return battle.value;
};
const present = (file: string): BattleExport => {
  const battle = read(file);
  return upcastExport(rulesetOf(battle.system), battle);
};

/** The battle of an app after its end. */
const ended = async (table: House) => {
  if ((await table.stores.battles.byChannel('table'))?.status !== 'ended')
    await must(table, 'gm', 'battle end', { reason: 'It is late.' });
  const saved = await table.stores.battles.byChannel('table');
  if (saved === undefined) throw new Error('no battle');
  return { saved, log: await table.stores.battles.log(saved), ruleset: rulesetOf(saved.system) };
};

/** The exports of a battle: a player's view while it runs, then the whole battle, its dice ledger, and the view. */
const files = await (async () => {
  const table = await fought(3);
  const given = async (user: string, format: string) =>
    String((await must(table, user, 'battle export', { format })).files[0]?.content);
  const running = await given('ada', 'json');
  await must(table, 'gm', 'battle end', { reason: 'It is late.' });
  return {
    running,
    whole: await given('gm', 'json'),
    dice: await given('bob', 'dice'),
    view: await given('ada', 'json'),
  };
})();
const { running, whole, dice, view } = files;

test('the exported view of a running battle has no dice', () => {
  const told = readViewExport(JSON.parse(running));
  expect(told.ok && told.value).toMatchObject({ status: 'active' });
  expect(told.ok && told.value.dice).toBeUndefined();
});

describe('an ended battle', () => {
  const edition = currentDiceEdition;
  const here = house;

  test('an exported battle has its editions, reads back the same, and verifies', async () => {
    const { saved, log, ruleset } = await ended(await fought(3, here()));
    const battle = exportBattle(saved, log);
    expect(battle.edition).toEqual({ house: appEdition, rules: ruleset.editions.present, dice: edition });
    expect(present(JSON.stringify(battle))).toEqual(JSON.parse(JSON.stringify(battle)));
    expect(verifyBattle(ruleset, battle)).toMatchObject({ passed: true, dice: { edition, byHand: 0 } });
    const fallen = exportLedger(saved, log);
    expect(readLedger(JSON.parse(JSON.stringify(fallen)))).toEqual({ ok: true, value: fallen });
    expect(verifyLedger(fallen)).toMatchObject({ passed: true, dice: { edition, byHand: 0 } });
  });

  test('free rolls, hand dice and pending orders verify or are omitted', async () => {
    const table = here();
    await must(table, 'gm', 'battle create', { system: 'skure', name: 'Guard', size: '8x8' });
    for (const [user, name, side] of [
      ['ada', 'Ann', 'red'],
      ['bob', 'Grim', 'blue'],
      ['cid', 'Cid', 'blue'],
    ] as const)
      await must(table, user, 'battle join', { preset: 'Swordsman', side, name });
    await must(table, 'gm', 'roll', { dice: '5d20' });
    await must(table, 'gm', 'skure place', { target: 'Ann', to: 'C4', facing: 'E' });
    await must(table, 'gm', 'skure place', { target: 'Grim', to: 'D4', facing: 'W' });
    await must(table, 'gm', 'skure place', { target: 'Cid', to: 'C5', facing: 'W' });
    await must(table, 'gm', 'battle start');
    await must(table, 'ada', 'roll', { dice: '100d1000', rolls: 'blind' });
    await must(table, 'ada', 'roll', { dice: '3d1' });
    await must(table, 'ada', 'attack', { target: 'Grim' });
    const { pending } = (await table.stores.battles.byChannel('table')) ?? {};
    if (pending === undefined) throw new Error('nothing is asked');
    await must(table, 'cid', 'my answer', { choice: String(pending.question.choices[1]?.id) });
    await must(table, 'gm', 'attack', { as: 'Grim', target: 'Ann', dice: '50' });
    const { saved, log, ruleset } = await ended(table);
    const hand = log.flatMap((entry) => (entry.byHand ? entry.dice : [])).length;
    expect(hand).toBeGreaterThan(0);
    expect(log.some(({ request, dice: rolled }) => request.kind === 'answer' && rolled.length > 0)).toBe(true);
    for (const checked of [verifyBattle(ruleset, exportBattle(saved, log)), verifyLedger(exportLedger(saved, log))])
      expect(checked).toMatchObject({
        passed: true,
        dice: { edition, recomputed: log.flatMap((entry) => entry.dice).length - hand, byHand: hand },
      });
  });

  test('an undone join is in no salt, and a battle started again has two salts', async () => {
    const table = here();
    await must(table, 'gm', 'battle create', { system: 'skure', name: 'Twice', size: '8x8' });
    await must(table, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
    await must(table, 'eve', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Eve' });
    await must(table, 'gm', 'undo');
    await must(table, 'bob', 'battle join', { preset: 'Swordsman', side: 'blue', name: 'Grim' });
    await must(table, 'gm', 'skure place', { target: 'Ann', to: 'C4', facing: 'E' });
    await must(table, 'gm', 'skure place', { target: 'Grim', to: 'D4', facing: 'W' });
    await must(table, 'gm', 'battle start');
    await must(table, 'ada', 'roll', { dice: '2d20' });
    const begun = await table.stores.battles.byChannel('table');
    const last = (
      begun &&
      (await table.stores.battles.log(begun)).find(({ table: events }) =>
        events.some(({ type }) => type === 'dice-salted'),
      )
    )?.n;
    await must(table, 'gm', 'undo', { to: last });
    await must(table, 'gm', 'roll', { dice: '2d20' });
    await must(table, 'cid', 'battle join', { preset: 'Swordsman', side: 'blue', name: 'Cid' });
    await must(table, 'gm', 'skure place', { target: 'Cid', to: 'C5', facing: 'W' });
    await must(table, 'gm', 'battle start');
    await must(table, 'ada', 'roll', { dice: '2d20' });
    const { saved, log, ruleset } = await ended(table);
    const fallen = exportLedger(saved, log);
    expect(fallen.salts.map(({ joins }) => joins.length)).toEqual([2, 3]);
    expect(new Set(fallen.log.map(({ salt }) => salt)).size).toBe(3);
    for (const checked of [verifyBattle(ruleset, exportBattle(saved, log)), verifyLedger(fallen)])
      expect(checked).toMatchObject({ passed: true, dice: { edition, recomputed: 6 } });
  });

  const seed = '5eed'.repeat(16);
  const salt = deriveSalt(['1', '2']);
  const rolled = (diceKey: string, sides: readonly number[]) => {
    const stream = createOrderDice({ seed, salt, orderId: diceKey });
    return sides.map((each) => ({ sides: each, value: stream.roll(each, '') }));
  };
  const ledgerOf = (log: readonly Omit<DiceLedger['log'][number], 'n' | 'byHand' | 'salt'>[]): DiceLedger => ({
    format: 'brotherhood-master/dice@1',
    id: 'one',
    edition: { dice: edition },
    commitment: seedCommitment(seed),
    seed,
    salts: [{ salt, joins: ['1', '2'] }],
    log: log.map((entry, at) => ({ ...entry, n: at + 1, byHand: false, salt })),
  });

  test.each([
    { says: 'an order with no dice', sides: [] },
    { says: 'one die of one side', sides: [1] },
    { says: 'a d1000000', sides: [1_000_000] },
    { says: '256 dice', sides: Array.from({ length: 256 }, () => 20) },
    { says: '258 dice', sides: Array.from({ length: 258 }, () => 20) },
  ])('a dice ledger verifies, and fails with a changed die: $says', ({ sides }) => {
    const held = ledgerOf([{ diceKey: 'o', dice: rolled('o', sides) }]);
    expect(verifyLedger(held)).toMatchObject({ passed: true, dice: { edition, recomputed: sides.length } });
    for (const at of [0, sides.length - 1].filter((each) => (sides[each] ?? 1) > 1)) {
      const turned = rolled('o', sides).map((die, n) =>
        n === at ? { ...die, value: (die.value % die.sides) + 1 } : die,
      );
      expect(verifyLedger(ledgerOf([{ diceKey: 'o', dice: turned }])).passed).toBe(false);
    }
  });

  test('each log entry of an order that asked twice lists all dice of the order', () => {
    const dice = rolled('asked', [100, 6, 100, 20, 8]);
    const log = [1, 3, 5].map((count) => ({ diceKey: 'asked', dice: dice.slice(0, count) }));
    expect(verifyLedger(ledgerOf(log))).toMatchObject({ passed: true, dice: { recomputed: 9 } });
    expect(verifyLedger(ledgerOf([{ diceKey: 'asked', dice: dice.slice(1) }])).passed).toBe(false);
  });

  test('a salt with missing or other joins fails verification', () => {
    const held = ledgerOf([{ diceKey: 'o', dice: rolled('o', [20]) }]);
    expect(verifyLedger(held).passed).toBe(true);
    for (const salts of [[], [{ salt, joins: ['1'] }], [{ salt, joins: ['2', '1'] }]])
      expect(verifyLedger({ ...held, salts }).checks.map(({ passed: holds }) => holds)).toEqual([true, false, true]);
  });

  test('/battle verify names the edition of the dice during and after the battle', async () => {
    const table = await fought(1, here());
    const said = async () =>
      (await must(table, 'ada', 'battle verify')).cards
        .flatMap(({ fields }) => fields)
        .find(({ name }) => name === 'Dice')?.text;
    expect(await said()).toBe(`Edition ${edition}`);
    await ended(table);
    expect(await said()).toBe(`Edition ${edition}`);
  });
});

describe('unreadable files', () => {
  const json = () => JSON.parse(whole);
  const readers = { battle: readBattleExport, dice: readLedger, view: readViewExport };
  const says = (file: unknown): string => {
    const answer = readers[detectFileKind(file) ?? 'battle'](file);
    return answer.ok ? 'read' : answer.error.message;
  };

  test.each<readonly [string, () => unknown]>([
    ['a format', () => ({ ...json(), format: 'brotherhood-master/battle@2' })],
    ['a format of ledgers', () => ({ ...JSON.parse(dice), format: 'brotherhood-master/dice@17' })],
    ['a format of views', () => ({ ...JSON.parse(view), format: 'brotherhood-master/view@2' })],
    ['the house', () => ({ ...read(whole), edition: { house: appEdition + 1, rules: 1, dice: 1 } })],
    ['the dice', () => ({ ...read(whole), edition: { house: 1, rules: 1, dice: 2 } })],
    ['the dice of a ledger', () => ({ ...JSON.parse(dice), edition: { dice: 2 } })],
    [
      'one entry',
      () => ({ ...read(whole), log: read(whole).log.map((each) => ({ ...each, edition: { house: 99, rules: 1 } })) }),
    ],
  ])('a newer edition of %s is reported as a newer release', (_what, file) => {
    expect(says(file())).toBe(newerReleaseError.message);
  });

  test.each<readonly [string, () => unknown, string]>([
    ['nothing', () => undefined, 'That is not an exported battle.'],
    ['a list', () => [], 'That is not an exported battle.'],
    ['another file', () => ({ format: 'something@1' }), 'That is not an exported battle.'],
    [
      'a format that never was',
      () => ({ ...json(), format: 'brotherhood-master/battle@0' }),
      'That is not an exported battle.',
    ],
    ['no edition', () => ({ ...json(), edition: undefined }), 'That is not an exported battle: edition: '],
    ['half a battle', () => ({ ...json(), log: undefined }), 'That is not an exported battle: log: '],
    [
      'half an entry',
      () => ({ ...json(), log: json().log.map((each: object) => ({ ...each, dice: 3 })) }),
      'That is not an exported battle: log.0.dice: ',
    ],
    ['no table', () => ({ ...json(), end: { game: {} } }), 'That is not an exported battle: end.table: '],
    ['half a ledger', () => ({ ...JSON.parse(dice), seed: 7 }), 'That is not an exported dice file: seed: '],
    [
      'a view without a name',
      () => ({ ...JSON.parse(view), name: 7 }),
      'That is not an exported view of a battle: name: ',
    ],
  ])('an unreadable file gets one sentence: %s', (_what, file, start) => {
    const said = says(file());
    expect(said.startsWith(start)).toBe(true);
    expect(said).toMatch(/^[^\n]+\.$/);
  });
});

describe('the stand-alone verifier', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brotherhood-verify-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const kept = (content: string): string => {
    const file = join(folder, 'battle.json');
    writeFileSync(file, content);
    return file;
  };
  const ran = (content: string) => verifyFile(kept(content));

  test('the verifier reads each kind of file', () => {
    for (const file of [whole, dice, view]) {
      const { status, out, err } = ran(file);
      expect({ status, err }).toEqual({ status: 0, err: [] });
      expect(out).toContain('The dice of this battle fell by edition 1.');
    }
    expect(ran(running)).toMatchObject({ status: 2, err: [expect.stringContaining('its dice are sealed')] });
  });

  test.each([
    ['every die holds', whole, 0],
    ['the file is none of ours', '{}', 2],
  ])('the verifier as a program: %s', (_what, content, code) => {
    const file = kept(content);
    const script = join(import.meta.dirname, '../../src/cli/verify.ts');
    const env = { ...process.env, ...cache };
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, file], { encoding: 'utf8', env });
    const { out, err } = verifyFile(file);
    const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
    expect({ status, stdout, stderr }).toEqual({ status: code, stdout: lines(out), stderr: lines(err) });
  });

  test('the verifier finds a changed die', async () => {
    const { saved, log } = await ended(await fought(3));
    const n = log.find(({ dice: rolled }) => rolled.length > 0)?.n;
    const spoilt = log.map((entry) =>
      entry.n === n
        ? { ...entry, dice: entry.dice.map((die) => ({ ...die, value: (die.value % die.sides) + 1 })) }
        : entry,
    );
    const { status, out } = ran(JSON.stringify(exportBattle(saved, spoilt)));
    expect(status).toBe(1);
    expect(out).toContain(`FAILS  Dice in entry ${n} do not match the seed.`);
  });

  test('the verifier names a newer edition, an unknown rulebook or an invalid file', () => {
    const battle = read(whole);
    const newer = { ...battle, edition: { ...battle.edition, rules: rulesetOf('skure').editions.present + 1 } };
    expect(ran(JSON.stringify(newer))).toEqual({ status: 2, out: [], err: [newerReleaseError.message] });
    expect(ran(JSON.stringify({ ...battle, system: 'chess' }))).toEqual({
      status: 2,
      out: [],
      err: ['This release knows no rulebook called chess.'],
    });
    expect(ran('{}')).toEqual({ status: 2, out: [], err: ['That is not an exported battle.'] });
    expect(ran('{').err).toEqual([expect.stringMatching(/^[^\n]+$/)]);
  });
});
