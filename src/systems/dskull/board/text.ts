import { ok, refuse } from '../../../core/message.ts';
import { ownValue } from '../../../core/plain-object.ts';
import {
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
import type { RefusalCode } from '../refusals.ts';
import { findSkill } from '../skill-tests.ts';
import {
  type BoardObject,
  boardObjectSchema,
  type CheckResult,
  type Edge,
  type EdgeKind,
  type FieldPlan,
} from '../state.ts';
import { isEdgeOnGrid, isOnGrid } from './board.ts';
import { parseBoardJson } from './json.ts';

/** DS-BOARD-4. What each word of the text form draws. */
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

/** `cairn C5 2`, `lantern E6`, `use chest D4 vp 2 test strength holds 3 armour 1 worth 2`, `scenery barrel B2 holds 2`. */
const thingOf = (kind: BoardObject['kind'], words: readonly string[], number: number): BoardObject | undefined => {
  const place = words.findIndex((each) => parseSquare(each) !== undefined);
  const at = parseSquare(words[place] ?? '');
  if (at === undefined) return undefined;
  const rest = words.slice(place + 1);
  const bare = rest.find((word, index) => /^-?\d+$/.test(word) && !numbers.some((each) => each === rest[index - 1]));
  const after = (word: string) => rest[rest.indexOf(word) + 1];
  const test = rest.includes('test') ? findSkill(after('test')) : undefined;
  if (rest.includes('test') && test === undefined) return undefined;
  const thing: BoardObject = {
    name: words.slice(0, place).join(' ') || `${kind} ${number}`,
    kind,
    at,
    vp: Number(bare ?? (kind === 'cairn' || kind === 'lantern' ? 1 : 0)),
    used: false,
    ...(test !== undefined && { test }),
    ...Object.fromEntries(numbers.filter((word) => rest.includes(word)).map((word) => [word, Number(after(word))])),
  };
  return boardObjectSchema.safeParse(thing).success ? thing : undefined;
};

interface Drawing extends FieldPlan {
  readonly board: { readonly w: number; readonly h: number; readonly edges: Edge[]; readonly voids: Square[] };
  readonly things: BoardObject[];
  readonly zones: Square[][];
  /** Squares that were named until now. */
  named: number;
}

const mostThings = 200;

/**
 * Reads a board: JSON (DS-DATA-11, with `things` and `zones`), or the text form, statements on lines or between `;`:
 * `10x8; wall D3/D4 B2-B5e; fence C1s; door E5/E6; void A1; cairn C5 2; zone 1 A1-J2; zone 2 A7-J8`.
 */
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
      problem: `it begins with its size, like 10x8, at most ${maxBoardSide}x${maxBoardSide}`,
    });
  const plan: Drawing = {
    board: { w: Number(w), h: Number(h), edges: [], voids: [] },
    things: [],
    zones: [],
    named: 0,
  };
  for (const words of statements.slice(1)) {
    const refused = drawStatement(plan, words);
    if (refused !== undefined) return refused;
  }
  const { board, things, zones } = plan;
  return ok({ board, things, zones });
};

const unreadable = (words: readonly string[]) =>
  refuse<RefusalCode>('board-unreadable', { problem: `“${words.join(' ').slice(0, 200)}”` });
const tooMany = refuse<RefusalCode>('board-unreadable', { problem: 'the text has too much in it for one board' });

const drawStatement = (plan: Drawing, words: readonly string[]): CheckResult<never> | undefined => {
  const [first = '', ...rest] = words;
  const word = first.toLowerCase();
  const line = ownValue(edgesByWord, word);
  const { board, things, zones } = plan;
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
      if (things.length === mostThings) return tooMany;
      const thing = thingOf(word, rest, things.length + 1);
      if (thing === undefined || !isOnGrid(board, thing.at)) return unreadable(words);
      if (things.some(({ name }) => name === thing.name)) return unreadable(words);
      things.push(thing);
      return undefined;
    }
  }
  return unreadable(words);
};

const wordFor = ({ kinds, door }: Edge): string =>
  Object.entries(edgesByWord).find(
    ([, line]) =>
      (line.door ?? false) === door &&
      line.kinds.length === kinds.length &&
      line.kinds.every((kind) => kinds.includes(kind)),
  )?.[0] ?? (kinds.includes('blocking') ? (kinds.includes('obscuring') ? 'wall' : 'chasm') : 'screen');

/** The text form of a board: what `parseBoard` reads. */
export const formatBoard = ({ board, things, zones }: FieldPlan): string => {
  const runs = new Map<string, string[]>();
  for (const edge of board.edges) {
    const word = wordFor(edge);
    const sides = runs.get(word) ?? [];
    sides.push(`${formatSquare(edge.a)}/${formatSquare(edge.b)}`);
    runs.set(word, sides);
  }
  return [
    `${board.w}x${board.h}`,
    ...[...runs].map(([word, edges]) => `${word} ${edges.join(' ')}`),
    ...(board.voids.length > 0 ? [`void ${formatArea(board.voids)}`] : []),
    ...things.map(
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
