import { expect, test } from 'vitest';
import { z } from 'zod';
import { viewerOf } from '../../src/battle/views/viewer.ts';
import { isSameName } from '../../src/core/message.ts';
import { listOptions } from '../../src/rules/command-options.ts';
import { parseSquare } from '../../src/rules/grid/square.ts';
import type { BoardView } from '../../src/rules/view.ts';
import { rulesets } from '../../src/systems/index.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { kindsFor } from '../systems/any-battle.ts';
import { house, opened } from './house.ts';
import { begunAgainst, giveRandomOrder } from './random-play.ts';

const isOnBoard = (board: BoardView | undefined, { x, y }: { readonly x: number; readonly y: number }): boolean =>
  board?.kind === 'grid' ? x >= 0 && y >= 0 && x < board.width && y < board.height : board?.kind === 'line' && y === 0;

test.each(rulesets)(
  '$id: offers of combatants, squares, areas and paths say where they are on the board',
  async (ruleset) => {
    let placed = 0;
    for (const seed of seeds(4)) {
      const pick = picker(seed * 104729);
      const there = house();
      await begunAgainst(there, ruleset, kindsFor(ruleset, pick, 'mixed'), pick);
      for (let n = 0; n < 30; n++) {
        const battle = await opened(there);
        const { board } = battle.game.view(viewerOf(battle, 'gm'));
        const roster = battle.game.roster().map(({ id }) => id);
        for (const { actor, verbs } of battle.game.expectedActions())
          for (const verb of verbs)
            for (const { name, widget } of listOptions(ruleset.verbs[verb]?.params ?? z.object({}))) {
              const offers = await there.services.battles.offers('table', 'gm', verb, name, { as: actor });
              for (const { value, to, who, area, step } of offers ?? []) {
                const says = `${verb} ${name}:${value}`;
                const named = roster.find((id) => isSameName(id, value));
                if (widget === 'combatant' && named !== undefined) expect(who, says).toBe(named);
                if (widget === 'square') expect(to, says).toEqual(parseSquare(value));
                if (widget === 'path' || step !== undefined) expect(to ?? who, says).toBeDefined();
                if (who !== undefined) expect(roster, says).toContain(who);
                if (to !== undefined) expect(isOnBoard(board, to), says).toBe(true);
                if (area !== undefined)
                  expect(board?.kind === 'areas' && board.areas.map((each) => each.name), says).toContain(area);
                if (to !== undefined || who !== undefined || area !== undefined) placed += 1;
              }
            }
        await giveRandomOrder(there, pick);
      }
    }
    expect(placed).toBeGreaterThan(notHollow(20));
  },
  unhurried,
);
