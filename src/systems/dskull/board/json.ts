import { z } from 'zod';
import { readJson } from '../../../core/json.ts';
import { ok, phrase, refuse } from '../../../core/message.ts';
import { describeInputError } from '../../../rules/verb.ts';
import { type Board, boardObjectSchema, type CheckResult, type EdgeKind, edgeKinds, type FieldPlan } from '../state.ts';
import { isEdgeOnGrid, isOnGrid } from './board.ts';

const point = z.tuple([z.int(), z.int()]);

const square = point.transform(([x, y]) => ({ x, y }));

/** DS-DATA-11, with the kinds left free so that a wrong one is told as E_BOARD_EDGE. */
const jsonSchema = z.object({
  w: z.int().min(1).max(40),
  h: z.int().min(1).max(40),
  edges: z
    .array(z.object({ a: square, b: square, kinds: z.array(z.string()).default([]), door: z.boolean().default(false) }))
    .max(2000)
    .default([]),
  voids: z.array(square).max(1600).default([]),
  things: z
    .array(boardObjectSchema.extend({ at: square }))
    .max(50)
    .default([]),
  zones: z.array(z.array(square).max(1600)).max(4).default([]),
});

const isKind = (text: string): text is EdgeKind => edgeKinds.some((kind) => kind === text);

const pairText = (a: { x: number; y: number }, b: { x: number; y: number }) => `[${a.x},${a.y}]-[${b.x},${b.y}]`;

/** DS-BOARD-5. A board from what JSON gave, or why not. */
const boardFrom = (given: unknown): CheckResult<FieldPlan> => {
  const parsed = jsonSchema.safeParse(given, { error: describeInputError });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse('board-unreadable', {
      problem: phrase`${issue?.path.join('.') || 'board'}: ${issue?.message ?? 'wrong'}`,
    });
  }
  const { w, h, edges, voids, things, zones } = parsed.data;
  const size = { w, h };
  for (const { a, b, kinds: named } of edges)
    if (!named.every(isKind) || !isEdgeOnGrid(size, a, b)) return refuse('E_BOARD_EDGE', { edge: pairText(a, b) });
  const strays = [...voids, ...things.map(({ at }) => at), ...zones.flat()].filter((each) => !isOnGrid(size, each));
  if (strays[0] !== undefined)
    return refuse('board-unreadable', { problem: phrase`[${strays[0].x},${strays[0].y}] is not on the board` });
  const board: Board = {
    ...size,
    edges: edges.map((edge) => ({ ...edge, kinds: edge.kinds.filter(isKind) })),
    voids,
  };
  return ok({ board, things, zones });
};

export const parseBoardJson = (text: string): CheckResult<FieldPlan> => {
  const given = readJson(text, { longest: 65_536, deepest: 8, brackets: 20_000 });
  return given.ok ? boardFrom(given.value) : refuse('board-unreadable', { problem: 'it is not JSON' });
};

const pair = ({ x, y }: { readonly x: number; readonly y: number }) => [x, y];

/** A board as JSON (DS-DATA-11), with its things and zones. */
export const formatBoardJson = ({ board, things, zones }: FieldPlan): string =>
  JSON.stringify({
    w: board.w,
    h: board.h,
    edges: board.edges.map(({ a, b, kinds: of, door }) => ({
      a: pair(a),
      b: pair(b),
      kinds: of,
      ...(door && { door }),
    })),
    voids: board.voids.map(pair),
    things: things.map((thing) => ({ ...thing, at: pair(thing.at) })),
    zones: zones.map((zone) => zone.map(pair)),
  });
