import { readFileSync } from 'node:fs';
import type { Result } from '../../src/core/message.ts';
import type { Game, OrderOutcome } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { type PlayCase, type WorkedCase, workedCase } from './case.ts';
import { play as dskull } from './dskull.ts';
import { play as segment } from './segment.ts';
import { play as skure } from './skure.ts';
import { play as straalara } from './straalara.ts';
import { play as swordWorld } from './sword-world.ts';

/** The adapters of the rulebooks. */
export const plays: Readonly<Record<string, PlayCase>> = {
  skure,
  dskull,
  'sword-world': swordWorld,
  straalara,
  segment,
};

/** How the worked cases of a rulebook are played. */
export const playOf = (system: string): PlayCase => {
  const play = plays[system];
  if (play === undefined) throw new Error(`No worked cases are known of ${system}.`);
  return play;
};

/** The worked cases in a file, one a line. */
export const casesIn = (file: URL): readonly WorkedCase[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => workedCase.parse(JSON.parse(line)));

export const casesFile = (system: string): URL => new URL(`./${system}.jsonl`, import.meta.url);

/** The worked cases of a rulebook. */
export const casesOf = (system: string): readonly WorkedCase[] => casesIn(casesFile(system));

/** Callbacks for each battle and order. */
export interface Watcher {
  /** Called with each battle that is opened, created or changed by an order. */
  readonly stands?: (game: Game) => void;
  /** Called with each order and its outcome. */
  readonly ruled?: (game: Game, order: Parameters<Game['act']>, outcome: Result<OrderOutcome>) => void;
}

/** Runs `play` and calls the watcher for each battle of this rulebook. */
export const watchBattles = (ruleset: Ruleset, { stands, ruled }: Watcher, play: () => void): void => {
  const { openGame, createGame } = ruleset;
  const watching = (game: Game): Game => {
    stands?.(game);
    return {
      ...game,
      applyEvents: (events) => watching(game.applyEvents(events)),
      act: (...order) => {
        const outcome = game.act(...order);
        ruled?.(game, order, outcome);
        return outcome.ok && outcome.value.kind === 'decided'
          ? { ...outcome, value: { ...outcome.value, game: watching(outcome.value.game) } }
          : outcome;
      },
    };
  };
  Object.assign(ruleset, {
    openGame: (saved: unknown) => watching(openGame(saved)),
    createGame: (settings: unknown) => {
      const game = createGame(settings);
      return game.ok ? { ...game, value: watching(game.value) } : game;
    },
  });
  try {
    play();
  } finally {
    Object.assign(ruleset, { openGame, createGame });
  }
};
