import { expect, test } from 'vitest';
import type { RuleEvent } from '../../../src/rules/definition.ts';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer, usualWords, type Viewer } from '../../../src/rules/reader.ts';
import { dskull } from '../../../src/systems/dskull/index.ts';
import { type Pick, picker, seededDice } from '../../chance.ts';
import type { Proposal } from '../random-battle.ts';
import { randomBattle } from './random.ts';

/** Acts as the battle service does: a question is answered and the order ruled again from its start, with the same dice. */
const played = (game: Game, { doing, call }: Proposal, seed: number, pick: Pick, hidden: string) => {
  const answers: string[] = [];
  for (;;) {
    const dice = seededDice(seed);
    const outcome = game.act(doing, call, answers, dice);
    if (!outcome.ok || outcome.value.kind !== 'asked') return { outcome, dice, answers };
    const { question } = outcome.value;
    expect(question.choices.some(({ id }) => id === question.auto)).toBe(true);
    if (question.to !== 'Ada') expect(JSON.stringify(question)).not.toContain(hidden);
    if (question.unless === 'auto') {
      answers.push(question.auto);
      continue;
    }
    const pending = { ...call, actor: question.to, gm: false, controls: [question.to], pending: question };
    const chosen = question.choices[pick(question.choices.length)]?.id ?? '';
    const named = chosen.replaceAll('+', ' ');
    const reply = game.act({ do: 'verb', verb: 'drop', params: { dice: named } }, pending, [], seededDice(1));
    if (!reply.ok || reply.value.kind !== 'answered') throw new Error('An open question could not be answered.');
    const early = game.act({ do: 'verb', verb: 'end', params: {} }, pending, [], seededDice(1));
    expect(early.ok ? 'passed' : early.error.code).toBe('E_PENDING_CHOICE');
    answers.push(reply.value.choice);
  }
};

const outsider = (hidden: string): Viewer => ({
  gm: false,
  user: 'p9',
  controls: [],
  knows: [],
  unseen: [hidden],
  foes: { mode: 'words', words: usualWords },
});

const battle = (seed: number, orders: number) => {
  const pick = picker(seed);
  const { settings, opening, propose, hidden } = randomBattle(pick);
  const viewer = outsider(hidden);
  const blank = dskull.blank(settings);
  if (!blank.ok) throw new Error(`Settings were refused: ${JSON.stringify(blank.error)}`);
  let game = blank.value;
  const log: RuleEvent[] = [];
  const counts = { refused: 0, done: 0 };
  const take = (proposal: Proposal, index: number): void => {
    const before = JSON.stringify(game.save());
    const { outcome, dice, answers } = played(game, proposal, seed * 1000 + index, pick, hidden);
    expect(JSON.stringify(game.save())).toBe(before);
    if (!outcome.ok) {
      counts.refused++;
      if (outcome.error.code !== 'E_TRIGGER_LOOP') expect(dice.fallen()).toEqual([]);
      expect(dskull.sentence(outcome.error) ?? outcome.error.code).not.toMatch(/\{\w+\}/);
      return;
    }
    if (outcome.value.kind !== 'decided') return;
    counts.done++;
    const { events, game: next } = outcome.value;
    const again = game.act(proposal.doing, proposal.call, answers, seededDice(seed * 1000 + index));
    expect(again.ok && again.value.kind === 'decided' && again.value.events).toEqual(events);
    expect(JSON.stringify(game.tell(events, viewer))).not.toContain(hidden);
    game.tell(events, gmViewer);
    log.push(...events);
    game = next;
    expect(JSON.stringify(game.view(viewer))).not.toContain(hidden);
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
  expect(dskull.open(JSON.parse(JSON.stringify(game.save()))).save()).toEqual(game.save());
  return { natural, ...counts };
};

test('any battle goes on without an exception, folds to its state, keeps its secret and ends', () => {
  let [ended, done] = [0, 0];
  const battles = Number(process.env.DSKULL_BATTLES ?? 60);
  const first = Number(process.env.DSKULL_FIRST ?? 1);
  for (let seed = first; seed < first + battles; seed++) {
    const result = battle(seed, 500);
    ended += result.natural ? 1 : 0;
    done += result.done;
  }
  expect(ended).toBeGreaterThan(battles / 4);
  expect(done).toBeGreaterThan(battles * 20);
});
