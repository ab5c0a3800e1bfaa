import { expect, test } from 'vitest';
import type { Game } from '../../src/rules/game.ts';
import { defaultNumberWords, gmViewer, type Viewer } from '../../src/rules/reader.ts';
import { rulesets } from '../../src/systems/index.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { picker, seededDice } from '../chance.ts';
import { runToEnd } from './any-battle.ts';
import { wildBattle } from './wild-battles.ts';

/** What a reader sees of each combatant and of the board, without the lines and zones drawn on a grid. */
const seen = (game: Game, viewer: Viewer) => {
  const { combatants, board, notes } = game.view(viewer);
  return JSON.stringify([
    combatants.map(({ id, life, gauges, marks, place, side }) => ({ id, life, gauges, marks, place, side })),
    board?.kind === 'grid' ? { ...board, strokes: [], zones: [] } : board,
    notes,
  ]);
};

/** The GM, a stranger, and after a correction also a reader who does not see everyone. */
const readersOf = (game: Game, turn: number, isCorrection: boolean): readonly Viewer[] => {
  const roster = game.roster();
  const foes = { mode: 'words' as const, words: defaultNumberWords };
  const stranger = { gm: false, user: 'p9', controls: [], knows: [], unseen: [], foes };
  const hidden = roster[turn % Math.max(1, roster.length)]?.id ?? '';
  return [gmViewer, stranger, ...(isCorrection ? [{ ...stranger, unseen: [hidden] }] : [])];
};

/** Events that change only the marks of whose turn it is. Calling the next player says that already. */
const turnEvents = new Set(['turn-began']);

test.each(rulesets)(
  '$id: an order that changes what a reader sees tells that reader something',
  ({ id }) => {
    const silent = new Set<string>();
    let changes = 0;
    for (const seed of seeds(4)) {
      const pick = picker(seed);
      const { blank, opening, propose } = wildBattle(id, pick, 'Mark7Unseen');
      let game = blank;
      for (let n = 0; n < 90 && game.status !== 'ended'; n++) {
        const ordered = opening[n] ?? propose(game);
        const ended = runToEnd(game, ordered, () => seededDice(seed * 1000 + n));
        if (ended.kind === 'refused') continue;
        for (const viewer of readersOf(game, n, ordered.doing.do === 'correct')) {
          if (seen(game, viewer) === seen(ended.game, viewer)) continue;
          changes++;
          const types = ended.events.map(({ type }) => type).filter((type) => !turnEvents.has(type));
          if (types.length > 0 && game.narrate(ended.events, viewer).length === 0)
            silent.add(`${viewer.user}, hidden: ${viewer.unseen}: ${JSON.stringify(ordered.doing)}: ${types}`);
        }
        game = ended.game;
      }
    }
    expect([...silent]).toEqual([]);
    expect(changes).toBeGreaterThan(notHollow(30));
  },
  unhurried,
);
