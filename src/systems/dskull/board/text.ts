import { z } from 'zod';
import { readJson } from '../../../core/json.ts';
import { counted, err, listText, ok, phrase, present, refuse, term } from '../../../core/message.ts';
import { ownValue } from '../../../core/plain-object.ts';
import { firstCoveredSquare, type ImportMap, type MapPlan, mapEdges } from '../../../rules/grid/map-plan.ts';
import {
  findStartingArea,
  formatArea,
  formatSquare,
  maxBoardSide,
  maxNamedSquares,
  parseArea,
  parseSides,
  parseSquare,
  type Square,
  splitStatements,
} from '../../../rules/grid/square.ts';
import { describeInputError } from '../../../rules/verb.ts';
import type { RefusalCode } from '../refusals.ts';
import { findSkill } from '../skill-tests.ts';
import {
  type Board,
  type BoardObject,
  boardObjectSchema,
  type CheckResult,
  type Edge,
  type EdgeKind,
  edgeKinds,
  type FieldPlan,
} from '../state.ts';
import { isEdgeOnGrid, isOnGrid, isSameSquare } from './board.ts';

const point = z.tuple([z.int(), z.int()]);

const square = point.transform(([x, y]) => ({ x, y }));

/** A board as JSON, with objects as `things`. Kinds of edges are checked later, with E_BOARD_EDGE. DS-DATA-11. */
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

const formatEdge = (a: { x: number; y: number }, b: { x: number; y: number }) => `[${a.x},${a.y}]-[${b.x},${b.y}]`;

/** Creates a board from parsed JSON. DS-BOARD-5. */
const createField = (given: unknown): CheckResult<FieldPlan> => {
  const parsed = jsonSchema.safeParse(given, { error: describeInputError });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse('board-unreadable', {
      problem: phrase`${issue?.path.join('.') || term('board')}: ${issue?.message ?? term('wrong')}`,
    });
  }
  const { w, h, edges, voids, things: objects, zones } = parsed.data;
  const size = { w, h };
  for (const { a, b, kinds: named } of edges)
    if (!named.every(isKind) || !isEdgeOnGrid(size, a, b)) return refuse('E_BOARD_EDGE', { edge: formatEdge(a, b) });
  const strays = [...voids, ...objects.map(({ at }) => at), ...zones.flat()].filter((each) => !isOnGrid(size, each));
  if (strays[0] !== undefined)
    return refuse('board-unreadable', { problem: phrase`[${strays[0].x},${strays[0].y}] is not on the board` });
  const board: Board = {
    ...size,
    edges: edges.map((edge) => ({ ...edge, kinds: edge.kinds.filter(isKind) })),
    voids,
  };
  return ok({ board, objects, zones });
};

const parseBoardJson = (text: string): CheckResult<FieldPlan> => {
  const given = readJson(text, { longest: 65_536, deepest: 8, brackets: 20_000 });
  return given.ok ? createField(given.value) : refuse('board-unreadable', { problem: term('it is not JSON') });
};

const pair = ({ x, y }: { readonly x: number; readonly y: number }) => [x, y];

/** A board as JSON, with its objects and zones. DS-DATA-11. */
export const formatBoardJson = ({ board, objects, zones }: FieldPlan): string =>
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
    things: objects.map((object) => ({ ...object, at: pair(object.at) })),
    zones: zones.map((zone) => zone.map(pair)),
  });

/** The kind of edge that each word of the text form draws. DS-BOARD-4. */
const edgesByWord: Readonly<Record<string, { readonly kinds: readonly EdgeKind[]; readonly door?: true }>> = {
  wall: { kinds: ['blocking', 'obscuring'] },
  chasm: { kinds: ['blocking'] },
  fence: { kinds: ['impeding'] },
  hedge: { kinds: ['impeding', 'obscuring'] },
  screen: { kinds: ['obscuring'] },
  door: { kinds: ['blocking', 'obscuring'], door: true },
  'open-door': { kinds: [], door: true },
};

const numbers = ['vp', 'holds', 'armour', 'worth'] as const;

/** Parses an object, like `use chest D4 vp 2 test strength holds 3 armour 1 worth 2`. */
const parseObject = (kind: BoardObject['kind'], words: readonly string[], number: number): BoardObject | undefined => {
  const place = words.findIndex((each) => parseSquare(each) !== undefined);
  const at = parseSquare(words[place] ?? '');
  if (at === undefined) return undefined;
  const rest = words.slice(place + 1);
  const bare = rest.find((word, index) => /^-?\d+$/.test(word) && !numbers.some((each) => each === rest[index - 1]));
  const after = (word: string) => rest[rest.indexOf(word) + 1];
  const test = rest.includes('test') ? findSkill(after('test')) : undefined;
  if (rest.includes('test') && test === undefined) return undefined;
  const object: BoardObject = {
    name: words.slice(0, place).join(' ') || `${kind} ${number}`,
    kind,
    at,
    vp: Number(bare ?? (kind === 'cairn' || kind === 'lantern' ? 1 : 0)),
    used: false,
    ...(test !== undefined && { test }),
    ...Object.fromEntries(numbers.filter((word) => rest.includes(word)).map((word) => [word, Number(after(word))])),
  };
  return boardObjectSchema.safeParse(object).success ? object : undefined;
};

interface Drawing extends FieldPlan {
  readonly board: { readonly w: number; readonly h: number; readonly edges: Edge[]; readonly voids: Square[] };
  readonly objects: BoardObject[];
  readonly zones: Square[][];
  /** Number of squares that the text has named so far. */
  named: number;
}

const maxObjects = 200;

/** Parses a board from JSON or text: `10x8; wall D3/D4 B2-B5e; door E5/E6; cairn C5 2; zone 1 A1-J2`. DS-DATA-11. */
export const parseBoard = (text: string): CheckResult<FieldPlan> => {
  if (text.trim().startsWith('{')) return parseBoardJson(text);
  const statements = splitStatements(text);
  const [, w, h] = /^(\d{1,3})x(\d{1,3})$/i.exec(statements[0]?.[0] ?? '') ?? [];
  if (
    w === undefined ||
    h === undefined ||
    Number(w) < 1 ||
    Number(h) < 1 ||
    Number(w) > maxBoardSide ||
    Number(h) > maxBoardSide
  )
    return refuse('board-unreadable', {
      problem: phrase`it begins with its size, like 10x8, at most ${`${maxBoardSide}x${maxBoardSide}`}`,
    });
  const plan: Drawing = {
    board: { w: Number(w), h: Number(h), edges: [], voids: [] },
    objects: [],
    zones: [],
    named: 0,
  };
  for (const words of statements.slice(1)) {
    const refused = drawStatement(plan, words);
    if (refused !== undefined) return refused;
  }
  const { board, objects, zones } = plan;
  return ok({ board, objects, zones });
};

const unreadable = (words: readonly string[]) =>
  refuse<RefusalCode>('board-unreadable', { problem: `“${words.join(' ').slice(0, 200)}”` });
const tooMany = refuse<RefusalCode>('board-unreadable', { problem: term('the text has too much in it for one board') });

const drawStatement = (plan: Drawing, words: readonly string[]): CheckResult<never> | undefined => {
  const [first = '', ...rest] = words;
  const word = first.toLowerCase();
  const line = ownValue(edgesByWord, word);
  const { board, objects, zones } = plan;
  if (line !== undefined) {
    for (const each of rest) {
      const pairs = parseSides(each);
      if (pairs === undefined) return unreadable(words);
      const wrong = pairs.find(([a, b]) => !isEdgeOnGrid(board, a, b));
      if (wrong !== undefined) return refuse('E_BOARD_EDGE', { edge: wrong.map(formatSquare).join('/') });
      if (board.edges.length + pairs.length > maxNamedSquares.sides) return tooMany;
      for (const [a, b] of pairs) board.edges.push({ a, b, kinds: [...line.kinds], door: line.door ?? false });
    }
    return undefined;
  }
  switch (word) {
    case 'void':
    case 'zone': {
      const seat = Number(rest[0]);
      const all: Square[] = word === 'void' ? board.voids : [];
      for (const each of word === 'zone' ? rest.slice(1) : rest) {
        const area = parseArea(each);
        if (area === undefined || !area.every((space) => isOnGrid(board, space))) return unreadable(words);
        plan.named += area.length;
        if (plan.named > maxNamedSquares.squares) return tooMany;
        for (const space of area) all.push(space);
      }
      if (word === 'void') return undefined;
      if (!Number.isInteger(seat) || seat < 1 || seat > 4) return unreadable(words);
      while (zones.length < seat) zones.push([]);
      zones[seat - 1] = all;
      return undefined;
    }
    case 'cairn':
    case 'lantern':
    case 'use':
    case 'scenery': {
      if (objects.length === maxObjects) return tooMany;
      const object = parseObject(word, rest, objects.length + 1);
      if (object === undefined || !isOnGrid(board, object.at)) return unreadable(words);
      if (objects.some(({ name }) => name === object.name)) return unreadable(words);
      objects.push(object);
      return undefined;
    }
  }
  return unreadable(words);
};

const findEdgeWord = ({ kinds, door }: Edge): string =>
  Object.entries(edgesByWord).find(
    ([, line]) =>
      (line.door ?? false) === door &&
      line.kinds.length === kinds.length &&
      line.kinds.every((kind) => kinds.includes(kind)),
  )?.[0] ?? (kinds.includes('blocking') ? (kinds.includes('obscuring') ? 'wall' : 'chasm') : 'screen');

/** Formats a board as text that `parseBoard` reads. */
export const formatBoard = ({ board, objects, zones }: FieldPlan): string => {
  const runs = new Map<string, string[]>();
  for (const edge of board.edges) {
    const word = findEdgeWord(edge);
    const sides = runs.get(word) ?? [];
    sides.push(`${formatSquare(edge.a)}/${formatSquare(edge.b)}`);
    runs.set(word, sides);
  }
  return [
    `${board.w}x${board.h}`,
    ...[...runs].map(([word, edges]) => `${word} ${edges.join(' ')}`),
    ...(board.voids.length > 0 ? [`void ${formatArea(board.voids)}`] : []),
    ...objects.map(
      ({ name, kind, at, vp, test, ...more }) =>
        `${kind} ${name} ${formatSquare(at)}${vp === 0 ? '' : ` vp ${vp}`}${test === undefined ? '' : ` test ${test}`}${(
          ['holds', 'armour', 'worth'] as const
        )
          .map((word) => (more[word] === undefined ? '' : ` ${word} ${more[word]}`))
          .join('')}`,
    ),
    ...zones.flatMap((spaces, index) => (spaces.length > 0 ? [`zone ${index + 1} ${formatArea(spaces)}`] : [])),
  ].join('\n');
};

/** Maximum width and height of an imported board (spaces). DS-DATA-11. */
const maxBoardWidth = 40;
/** Maximum length of a board's JSON (characters). */
const maxBoardLength = 65_536;

/** Deployment zones for four seats, each two spaces deep along one side of the board. */
const zonesOn = ({ columns, rows, filled }: MapPlan): Square[][] => {
  const free = (square: Square) => !filled.some((each) => isSameSquare(each, square));
  const zones = [0, 1, 2, 3].map((seat) => {
    const length = seat < 2 ? columns : rows;
    return findStartingArea(columns, rows, seat)
      .front.slice(-2 * length)
      .filter(free);
  });
  const taken = [...(zones[0] ?? []), ...(zones[1] ?? [])];
  return zones.map((zone, seat) =>
    seat < 2 ? zone : zone.filter((square) => !taken.some((each) => isSameSquare(each, square))),
  );
};

const createEdge = ({ a, b, blocks, hides, impedes, door }: ReturnType<typeof mapEdges>[number]): Edge => {
  const has: Readonly<Record<EdgeKind, boolean>> = { blocking: blocks, impeding: impedes, obscuring: hides };
  return { a, b, kinds: edgeKinds.filter((kind) => has[kind]), door };
};

/** Describes a map’s objects, which are not imported, with their positions. */
const describeObjects = (plan: MapPlan): string => {
  const { outlines } = plan;
  const places = outlines.slice(0, 12).flatMap((outline) => firstCoveredSquare(outline, plan) ?? []);
  const where = listText([...places.map(formatSquare), ...(outlines.length > 12 ? ['…'] : [])]);
  const objects = counted(outlines.length, 'object');
  return phrase`${where === '' ? objects : phrase`${objects} (${where})`}: in dSkull only edges of spaces can block sight`;
};

/** Imports a map as a board: walls and doors on edges, filled spaces as voids. DS-BOARD-4, DS-DATA-11. */
export const importMap: ImportMap = (plan) => {
  const { columns, rows, filled, outlines } = plan;
  if (columns > maxBoardWidth || rows > maxBoardWidth)
    return err(
      phrase`a board has at most ${maxBoardWidth} columns and rows, but this map has ${columns} and ${rows}; choose a part, like part:A1-AN40`,
    );
  const edges = mapEdges(plan).map(createEdge);
  const field: FieldPlan = {
    board: { w: columns, h: rows, edges, voids: [...filled] },
    objects: [],
    zones: zonesOn(plan),
  };
  const drawn = formatBoardJson(field);
  if (drawn.length > maxBoardLength)
    return err(phrase`the map has walls on ${counted(edges.length, 'edge')}, more than a board can hold`);
  const doors = edges.filter(({ door }) => door).length;
  return ok({
    by: { verb: 'board', params: { file: drawn } },
    imported: present([
      phrase`a board of ${columns} × ${rows} spaces`,
      edges.length !== 0 && counted(edges.length - doors, 'edge with a wall', 'edges with walls'),
      doors !== 0 && counted(doors, 'edge with a door', 'edges with doors'),
      filled.length !== 0 && counted(filled.length, 'space that no one can enter', 'spaces that no one can enter'),
      'deployment zones along the sides; to change them, get the board as text with /dskull ground, edit the text, and load it with /dskull board',
    ]),
    leftOut: outlines.length === 0 ? [] : [describeObjects(plan)],
  });
};
