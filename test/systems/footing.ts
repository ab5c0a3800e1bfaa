import { expect } from 'vitest';
import type { Game } from '../../src/rules/game.ts';
import type { Square } from '../../src/rules/grid/square.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { stateSchema as dskull } from '../../src/systems/dskull/state.ts';
import { isAble, type State as Segment, stateSchema as segment } from '../../src/systems/segment/state.ts';
import { isBlocking, stateSchema as skure } from '../../src/systems/skure/state.ts';
import { stateSchema as swordWorld } from '../../src/systems/sword-world/state.ts';
import { isOnBoard as onSpaces } from './dskull/inner.ts';
import { isInBounds } from './sword-world/inner.ts';

interface Standing {
  readonly id: string;
  readonly at: string;
  /** True if figures may be here. */
  readonly open: boolean;
  /** True if the figure keeps others off its square. */
  readonly blocks: boolean;
}

const named = ({ x, y }: { readonly x: number; readonly y: number }): string => `${x},${y}`;

/** Segment’s map: a board with edges and blocked squares, or an open plain. */
const onMap = (board: Segment['settings']['board'], { x, y }: Square): boolean =>
  board === 'none' ||
  (x >= 0 &&
    y >= 0 &&
    x < board.width &&
    y < board.height &&
    board.blocked.every((each) => each.x !== x || each.y !== y));

/** The positions of all figures in each rulebook. Straalara has none; in Sword World many units share a position. */
export const standings: Readonly<Record<string, (saved: unknown) => readonly Standing[]>> = {
  skure: (saved) => {
    const state = skure.parse(saved);
    return state.combatants.flatMap((each) =>
      each.at === undefined
        ? []
        : {
            id: each.id,
            at: named(each.at),
            open:
              each.at.x < state.board.width &&
              each.at.y < state.board.height &&
              state.board.blocked.every(({ x, y }) => x !== each.at?.x || y !== each.at.y),
            blocks: isBlocking(each),
          },
    );
  },
  dskull: (saved) => {
    const { warriors, board } = dskull.parse(saved);
    return warriors.flatMap(({ id, at, removed }) =>
      at === undefined || board === undefined
        ? []
        : { id, at: named(at), open: onSpaces(board, at), blocks: removed === undefined },
    );
  },
  segment: (saved) => {
    const state = segment.parse(saved);
    return state.combatants.flatMap((each) =>
      each.pos === undefined || !state.settings.useMap
        ? []
        : { id: each.id, at: named(each.pos), open: onMap(state.settings.board, each.pos), blocks: isAble(each) },
    );
  },
  'sword-world': (saved) => {
    const state = swordWorld.parse(saved);
    return state.units.flatMap(({ id, pos }) =>
      pos === undefined ? [] : { id, at: String(pos), open: isInBounds(state, pos), blocks: false },
    );
  },
  straalara: () => [],
};

/** Expects that no figure was moved off the board, into a blocked square or onto another figure. */
export const expectGoodFooting = ({ id: system }: Ruleset, before: Game, after: Game): void => {
  const find = standings[system];
  if (find === undefined) throw new Error(`No ground is known of ${system}.`);
  const was = new Map(find(before.save()).map(({ id, at }) => [id, at]));
  const now = find(after.save());
  for (const figure of now.filter(({ id, at }) => was.get(id) !== at)) {
    expect(figure.open, `${figure.id} was put on ${figure.at}`).toBe(true);
    const others = now.filter((each) => each.id !== figure.id && each.at === figure.at && each.blocks);
    if (figure.blocks) expect(others, `${figure.id} was put on ${figure.at}`).toEqual([]);
  }
};
