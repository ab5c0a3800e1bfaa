import { expect, test } from 'vitest';
import type { RuleEvent } from '../../../src/rules/definition.ts';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer, usualWords, type Viewer } from '../../../src/rules/reader.ts';
import { skure } from '../../../src/systems/skure/index.ts';
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
    const pending = { ...call, actor: question.to, controls: [question.to], pending: question };
    const reply = game.act(
      { do: 'verb', verb: 'intercept', params: { answer: pick(2) === 0 ? 'yes' : 'no' } },
      pending,
      [],
      seededDice(1),
    );
    if (!reply.ok || reply.value.kind !== 'answered') throw new Error('An open question could not be answered.');
    const early = game.act(
      { do: 'verb', verb: 'defend', params: {} },
      { ...call, pending: question },
      [],
      seededDice(1),
    );
    if (early.ok) throw new Error('An order passed while a question was open.');
    answers.push(reply.value.choice);
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
  const blank = skure.blank(settings);
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
      expect(skure.sentence(outcome.error) ?? outcome.error.code).not.toMatch(/\{\w+\}/);
      const { gm, actor } = proposal.call;
      const named = gm || actor === hidden || JSON.stringify(proposal.doing).includes(hidden);
      if (!named) expect(JSON.stringify(outcome.error)).not.toContain(hidden);
      return;
    }
    if (outcome.value.kind !== 'decided') return;
    counts.done++;
    const { events, game: next } = outcome.value;
    const again = game.act(proposal.doing, proposal.call, answers, seededDice(seed * 1000 + index));
    expect(again.ok && again.value.kind === 'decided' && again.value.events).toEqual(events);
    const told = JSON.stringify(game.tell(events, outsider));
    const said = proposal.doing.do === 'verb' && JSON.stringify(proposal.doing.params).includes(hidden);
    if (!said) expect(told).not.toContain(hidden);
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
  expect(skure.open(JSON.parse(JSON.stringify(game.save()))).save()).toEqual(game.save());
  return { natural, ...counts };
};

test('any battle goes on without an exception, folds to its state, keeps its secret and ends', {
  timeout: 120_000,
}, () => {
  let [ended, done] = [0, 0];
  const battles = Number(process.env.SKURE_BATTLES ?? 150);
  const first = Number(process.env.SKURE_FIRST ?? 1);
  for (let seed = first; seed < first + battles; seed++) {
    const result = battle(seed, 400);
    ended += result.natural ? 1 : 0;
    done += result.done;
  }
  expect(ended).toBeGreaterThan(battles / 8);
  expect(done).toBeGreaterThan(battles * 20);
});
