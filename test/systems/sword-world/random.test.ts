import { expect, test } from 'vitest';
import type { RuleEvent } from '../../../src/rules/definition.ts';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer, usualWords, type Viewer } from '../../../src/rules/reader.ts';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import { type Pick, picker, seededDice } from '../../chance.ts';
import type { Proposal } from '../random-battle.ts';
import { randomBattle } from './random.ts';

/** Acts as the battle service does: a question is answered and the order ruled again from its start, with the same dice. */
const played = (game: Game, { doing, call }: Proposal, seed: number, pick: Pick) => {
  const answers: string[] = [];
  for (;;) {
    const dice = seededDice(seed);
    const outcome = game.act(doing, call, answers, dice);
    if (!outcome.ok || outcome.value.kind !== 'asked') return { outcome, dice, answers };
    const { question } = outcome.value;
    expect(question.choices.map(({ id }) => id)).toContain(question.auto);
    expect(question.choices.length).toBeLessThanOrEqual(25);
    if (pick(3) === 0) {
      const early = game.act(
        { do: 'verb', verb: 'end', params: {} },
        { ...call, pending: question },
        [],
        seededDice(1),
      );
      expect(early.ok).toBe(false);
    }
    answers.push(
      pick(2) === 0 ? question.auto : (question.choices[pick(question.choices.length)]?.id ?? question.auto),
    );
  }
};

const outsider: Viewer = {
  gm: false,
  user: 'p9',
  controls: [],
  knows: [],
  unseen: ['Mark7Unseen'],
  foes: { mode: 'words', words: usualWords },
};

const battle = (seed: number, orders: number) => {
  const pick = picker(seed);
  const { settings, opening, propose, hidden } = randomBattle(pick);
  const blank = swordWorld.blank(settings);
  if (!blank.ok) throw new Error(`Settings were refused: ${JSON.stringify(blank.error)}`);
  let game = blank.value;
  const log: RuleEvent[] = [];
  const counts = { refused: 0, done: 0 };
  const take = (proposal: Proposal, index: number): void => {
    const before = JSON.stringify(game.save());
    const { outcome, dice, answers } = played(game, proposal, seed * 1000 + index, pick);
    expect(JSON.stringify(game.save())).toBe(before);
    if (!outcome.ok) {
      counts.refused++;
      expect(dice.fallen()).toEqual([]);
      expect(swordWorld.sentence(outcome.error) ?? outcome.error.code).not.toMatch(/\{\w+\}/);
      return;
    }
    if (outcome.value.kind !== 'decided') return;
    counts.done++;
    const { events, game: next } = outcome.value;
    const again = game.act(proposal.doing, proposal.call, answers, seededDice(seed * 1000 + index));
    expect(again.ok && again.value.kind === 'decided' && again.value.events).toEqual(events);
    const told = JSON.stringify(game.tell(events, outsider));
    if (!JSON.stringify(proposal.doing).includes(hidden)) expect(told).not.toContain(hidden);
    game.tell(events, gmViewer);
    log.push(...events);
    game = next;
    expect(JSON.stringify(game.view(outsider))).not.toContain(hidden);
    if (game.status === 'active') expect(game.awaiting().length).toBeGreaterThan(0);
  };
  opening.forEach(take);
  for (let index = opening.length; index < orders && game.status !== 'ended'; index++) take(propose(game), index);
  const natural = game.status === 'ended';
  const gm = { actor: 'gm', by: 'gm', gm: true, controls: [], pending: undefined };
  if (!natural)
    take({ doing: { do: 'finish', finish: { winner: undefined, reason: 'It is late.' } }, call: gm }, orders);
  expect(game.status).toBe('ended');
  expect(blank.value.after(log).save()).toEqual(game.save());
  expect(swordWorld.open(JSON.parse(JSON.stringify(game.save()))).save()).toEqual(game.save());
  return { natural, ...counts };
};

test('any battle goes on without an exception, folds to its state, keeps its secret and ends', () => {
  let [ended, done] = [0, 0];
  const battles = Number(process.env.SWORD_WORLD_BATTLES ?? 100);
  const first = Number(process.env.SWORD_WORLD_FIRST ?? 1);
  for (let seed = first; seed < first + battles; seed++) {
    try {
      const result = battle(seed, 300);
      ended += result.natural ? 1 : 0;
      done += result.done;
    } catch (problem) {
      throw new Error(`Battle ${seed}: ${problem instanceof Error ? problem.stack : String(problem)}`);
    }
  }
  expect(ended).toBeGreaterThan(battles / 8);
  expect(done).toBeGreaterThan(battles * 20);
}, 600_000);
