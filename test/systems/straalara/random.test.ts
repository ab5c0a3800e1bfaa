import seedrandom from 'seedrandom';
import { expect, test } from 'vitest';
import type { Die, LoggedDice } from '../../../src/dice/dice.ts';
import { gmCaller } from '../../../src/rules/expected-action.ts';
import type { Game, OrderOutcome } from '../../../src/rules/game.ts';
import { gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { straalara } from '../../../src/systems/straalara/index.ts';
import { notHollow, seeds, unhurried } from '../../budget.ts';
import type { Pick } from '../../chance.ts';
import { sentenceIn } from '../../sentence.ts';
import type { Proposal } from '../random-battle.ts';
import { randomBattle } from './random.ts';

const chance = (seed: string): Pick => {
  const next = seedrandom(seed);
  return (n) => Math.floor(next() * n);
};

const rolling = (seed: string): LoggedDice => {
  const next = seedrandom(seed);
  const fallen: Die[] = [];
  return {
    roll: (sides, name) => {
      const value = Math.floor(next() * sides) + 1;
      fallen.push({ name, sides, value });
      return value;
    },
    rolledDice: () => fallen,
  };
};

const orders = 120;
const mark = 'Zyxomark';

const watcher: Viewer = {
  gm: false,
  user: 'ann',
  controls: ['Ann'],
  knows: [],
  unseen: [mark],
  foes: { ...gmViewer.foes, mode: 'words' },
};

/** Answers every question as the engine would. */
const acted = (game: Game, { doing, call }: Proposal, seed: string) => {
  let answers: readonly string[] = [];
  for (;;) {
    const dice = rolling(seed);
    const result = game.act(doing, call, answers, dice);
    if (!result.ok || result.value.kind !== 'asked') return { result, dice };
    answers = [...answers, result.value.question.auto];
  }
};

/** All suggestions for the viewer. */
const offered = (game: Game) =>
  Object.entries({ ...straalara.verbs, ...straalara.queries }).flatMap(([name, { params }]) =>
    Object.keys(params.shape).map((param) =>
      game.offers(name, param, { ...gmCaller('ann', 'Ann'), gm: false, controls: ['Ann'] }, {}, watcher),
    ),
  );

const decided = (outcome: OrderOutcome): Extract<OrderOutcome, { kind: 'decided' }> => {
  if (outcome.kind !== 'decided') throw new Error('a question was left open');
  return outcome;
};

test('ST-GEN-3, ST-RUL-2: random battles stay valid, equal their log and hide secrets', {
  timeout: unhurried,
}, () => {
  let [battles, ended] = [0, 0];
  for (const battle of seeds(20)) {
    battles++;
    const pick = chance(`battle ${battle}`);
    const { blank, opening, propose } = randomBattle(pick, mark);
    const log: unknown[] = [];
    let game = blank;
    const order = (proposal: Proposal, index: number) => {
      const saved = JSON.stringify(game.save());
      const seed = `${battle} ${index}`;
      const { result, dice } = acted(game, proposal, seed);
      expect(JSON.stringify(game.save())).toBe(saved);
      if (!result.ok) {
        expect(dice.rolledDice()).toEqual([]);
        const known = sentenceIn(straalara, result.error) ?? result.error.code;
        expect(known).not.toMatch(/\{\w+\}/);
        const asked = JSON.stringify([proposal.doing, proposal.call.actor]);
        if (!asked.includes(mark)) expect(known).not.toContain(mark);
        return;
      }
      const { events, game: next } = decided(result.value);
      if (index % 10 === 0) {
        const again = acted(game, proposal, seed).result;
        expect(again.ok && decided(again.value).events).toEqual(events);
      }
      const told = JSON.stringify(game.narrate(events, watcher));
      expect(told).not.toContain(mark);
      log.push(...events);
      game = next;
      if (game.status === 'active') expect(game.expectedActions()).not.toEqual([]);
      expect(JSON.stringify([game.view(watcher), game.expectedActions().map(({ what }) => what)])).not.toContain(mark);
      if (index % 10 === 0) expect(JSON.stringify(offered(game))).not.toContain(mark);
    };
    opening.forEach(order);
    for (let index = 0; index < orders && game.status !== 'ended'; index++) order(propose(game), 10 + index);
    expect(blank.applyEvents(log).save()).toEqual(game.save());
    const saved = JSON.parse(JSON.stringify(game.save()));
    expect(JSON.parse(JSON.stringify(straalara.openGame(saved).save()))).toEqual(saved);
    if (game.status === 'active') {
      const end = { do: 'verb' as const, verb: 'end-combat', params: {} };
      order({ doing: end, call: { actor: 'gm', by: 'gm', gm: true, controls: [], pending: undefined } }, 999);
    }
    if (game.status === 'ended') ended++;
  }
  expect(ended).toBeGreaterThan(notHollow(battles / 2));
});
