import { memoizeByKey } from '../../src/core/memoize.ts';
import { type Caller, gmActor, gmCaller, type Question } from '../../src/rules/expected-action.ts';
import type { GameAction } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { segment as segmentRules } from '../../src/systems/segment/index.ts';
import { seededDice } from '../chance.ts';
import { casesOf, playOf, watchBattles } from '../conformance/worked-cases.ts';
import { ann as annOfUs, grim, tableOf } from '../systems/segment/table.ts';
import { ann, duel, fighting, gathered, verb } from '../systems/sword-world/table.ts';

const four = [...duel, ['Mira', 'enemies', 'mira'], ['Tess', 'enemies', 'tess']] as const;

/** Scenes that no worked case reaches. */
const scenes: Readonly<Record<string, () => void>> = {
  'sword-world': () => {
    gathered(four);
    const line = fighting(four, { mode: 'standard' }, 'Wolf: 0; Mira: 8; Tess: 4; Grim: 60');
    line.act(verb('move', { type: 'normal', to: '12' }), ann('Wolf'), [], seededDice(1));
  },
  segment: () => {
    const board = { width: 4, height: 4, blocked: [{ x: 2, y: 0 }] };
    const state = tableOf(
      [annOfUs(), grim()],
      [],
      { board },
      { phase: 'resolve', clock: { segment: 5, moved: true } },
    ).state();
    const combatants = state.combatants.map((each) =>
      each.id === 'Grim' ? { ...each, defending: { kind: 'desperate' as const, scLoss: 0, defBonus: 35 } } : each,
    );
    const game = segmentRules.openGame({ ...state, combatants, pending: { kind: 'push', who: 'Ann', on: 'Grim' } });
    game.act(verb('push', { path: 'C1' }), gmCaller('gm', 'Ann'), [], seededDice(1));
  },
};

/** A battle that expects an action of this actor. */
export interface Move {
  readonly game: unknown;
  readonly actor: string;
}

/** A battle, and the order that raises a question in it. */
export interface Asking {
  readonly game: unknown;
  readonly doing: GameAction;
  readonly call: Caller;
  readonly question: Question;
  readonly dice: readonly number[];
}

export interface Situations {
  readonly moves: ReadonlyMap<string, readonly Move[]>;
  readonly questions: ReadonlyMap<string, readonly Asking[]>;
}

const most = 60;

/** All expected actions and questions in a rulebook's worked cases, by kind. */
export const situationsOf = memoizeByKey((ruleset: Ruleset): Situations => {
  const moves = new Map<string, Move[]>();
  const questions = new Map<string, Asking[]>();
  const keep = <Value>(all: Map<string, Value[]>, kind: string, value: () => Value): void => {
    const list = all.get(kind) ?? [];
    if (list.length < most) all.set(kind, [...list, value()]);
  };
  watchBattles(
    ruleset,
    {
      stands: (game) => {
        if (game.status !== 'active') return;
        for (const { kind, actor } of game.expectedActions())
          if (actor !== gmActor) keep(moves, kind, () => ({ game: game.save(), actor }));
      },
      ruled: (game, [doing, call, answers], outcome) => {
        if (!outcome.ok || outcome.value.kind !== 'asked' || answers.length > 0) return;
        const { question, dice: fell } = outcome.value;
        keep(questions, question.kind, () => ({
          game: game.save(),
          doing,
          call,
          question: { ...question, choices: [...question.choices] },
          dice: fell.map(({ value }) => value),
        }));
      },
    },
    () => {
      for (const worked of casesOf(ruleset.id)) playOf(ruleset.id)(worked);
      scenes[ruleset.id]?.();
    },
  );
  return { moves, questions };
});
