import { expect, test } from 'vitest';
import { exportBattle, verifyBattle } from '../../src/battle/saved/export.ts';
import { foldLog } from '../../src/battle/saved/replay.ts';
import type { SavedBattle } from '../../src/battle/saved/store.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { type Pick, picker } from '../chance.ts';
import { duelsOf, type Kinds, kindsFor } from '../systems/any-battle.ts';
import { expectGoodFooting } from '../systems/footing.ts';
import { type House, house } from './house.ts';
import { begun, begunAgainst, mark, publicTexts, randomOrder } from './random-play.ts';

const orders = 60;

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const expectFolded = async ({ stores, services }: House): Promise<void> => {
  const saved = await stores.battles.byChannel('table');
  const ruleset = services.rulesets.find(({ id }) => id === saved?.system);
  if (saved === undefined || ruleset === undefined) throw new Error('no battle');
  const folded = foldLog(ruleset, await stores.battles.log(saved));
  expect(plain(folded.game.save())).toEqual(plain(saved.game));
  expect(plain(folded.table)).toEqual(plain(saved.table));
  expect(plain(folded.pending)).toEqual(plain(saved.pending));
};

/** Excerpts of the texts that contain the hidden combatant's name. */
const leaks = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) =>
    text.includes(mark) ? [`…${text.slice(Math.max(0, text.indexOf(mark) - 150), text.indexOf(mark) + 60)}…`] : [],
  );

/** Checks that combatants are on legal squares, except after corrections by the GM. */
const expectFooting = (ruleset: Ruleset, path: string, before?: SavedBattle, after?: SavedBattle): void => {
  if (before === undefined || after === undefined || before.version === after.version) return;
  if (/^(undo|redo|gm set)$/.test(path)) return;
  expectGoodFooting(ruleset, ruleset.openGame(before.game), ruleset.openGame(after.game));
};

type Begin = (table: House, system: string, pick: Pick) => Promise<unknown>;

/** Gives random orders until the battle ends or the limit is reached. `what` names the battle in failures. */
const playRandomly = async (
  ruleset: Ruleset,
  pick: Pick,
  begin: Begin,
  what: string,
): Promise<{ done: number; refused: number; house: House }> => {
  const system = ruleset.id;
  const table = house();
  await begin(table, system, pick);
  const counts = { done: 0, refused: 0 };
  for (let n = 0; n < orders; n++) {
    const before = await table.stores.battles.byChannel('table');
    const { user, path, input } = await randomOrder(table, pick);
    const answer = await table.run(user, path, input);
    const after = await table.stores.battles.byChannel('table');
    const where = `${system} ${what} ${n}, ${user}: /${path} ${JSON.stringify(input).slice(0, 150)}`;
    expectFooting(ruleset, path, before, after);
    if (answer.ok) {
      counts.done++;
      const reply = JSON.stringify(
        answer.value.to === 'everyone' ? { ...answer.value, aside: [] } : user === 'gm' ? {} : answer.value,
      );
      expect(reply.includes(mark) && !JSON.stringify(input).includes(mark), `${where} → ${reply}`).toBe(false);
    } else {
      counts.refused++;
      expect(answer.error.code, where).not.toBe('beyond-bounds');
      expect(after, where).toEqual(before);
      const sentence = await table.sentence(answer.error, 'table');
      expect(sentence, where).not.toMatch(/\{\w+\}|undefined|\[object|That is not possible \(/);
      if (user !== 'gm' && !JSON.stringify(input).includes(mark)) expect(sentence, where).not.toContain(mark);
    }
    if (n % 12 === 0) {
      await expectFolded(table);
      for (const reader of ['ada', 'eve', 'stranger'])
        expect(leaks(await publicTexts(table, reader, pick)), `${where}, read by ${reader}`).toEqual([]);
    }
    if (after?.status === 'ended') break;
  }
  await expectFolded(table);
  return { ...counts, house: table };
};

/** Ends the battle if it is still running, and verifies its dice and log. */
const expectProved = async (table: House, ruleset: Ruleset): Promise<void> => {
  const saved = await table.stores.battles.byChannel('table');
  if (saved?.status !== 'ended') await table.run('gm', 'battle end', {});
  const ended = await table.stores.battles.byChannel('table');
  if (ended === undefined) throw new Error('no battle');
  const checked = verifyBattle(ruleset, exportBattle(ended, await table.stores.battles.log(ended)));
  expect(checked.checks.filter(({ passed }) => !passed)).toEqual([]);
  await expectFolded(table);
};

/** Two players and a hidden combatant; equal sides; mixed sides; one preset against another. */
const shapes = ['players', 'equal', 'mixed', 'duel'] as const;

const castFor = (ruleset: Ruleset, pick: Pick, shape: 'equal' | 'mixed' | 'duel', seed: number): Kinds => {
  if (shape !== 'duel') return kindsFor(ruleset, pick, shape);
  const duels = duelsOf(ruleset);
  const duel = duels[(seed * 7) % duels.length];
  return duel === undefined ? [] : [duel];
};

test.each(rulesets.map((ruleset, at) => ({ id: ruleset.id, ruleset, at })))(
  '$id: random play leaves a log that folds and verifies, and reveals no hidden combatant',
  async ({ ruleset, at }) => {
    let [battles, moves] = [0, 0];
    for (const seed of seeds(1)) {
      const pick = picker(seed * 7919);
      const shape = shapes[(seed + at) % shapes.length] ?? 'players';
      const kinds = shape === 'players' ? [] : castFor(ruleset, pick, shape, seed);
      const begin: Begin = shape === 'players' ? begun : (table) => begunAgainst(table, ruleset, kinds, pick);
      const { done, house: table } = await playRandomly(ruleset, pick, begin, `${shape} ${seed}: ${kinds.join(' ')}`);
      battles++;
      moves += done;
      await expectProved(table, ruleset);
    }
    expect(moves).toBeGreaterThan(notHollow((battles - 1) * 4));
  },
  unhurried,
);
