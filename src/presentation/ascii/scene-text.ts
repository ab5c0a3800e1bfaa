import { columnsOf } from '../../core/letters.ts';
import { phrase, term, worded } from '../../core/message.ts';
import { formatSquare, type Square } from '../../rules/grid/square.ts';
import {
  type AreasBoardView,
  type BattleView,
  type CompassDirection,
  compassDirections,
  type FigureView,
  type GridBoardView,
  type LineBoardView,
  type TimelineView,
} from '../../rules/view.ts';
import type { FigureLabels, LabelledFigure } from '../figure-labels.ts';
import {
  axisRange,
  axisTicks,
  cutColumns,
  describeCurrentActor,
  describeLife,
  describePosition,
  describeStrokes,
  type EdgeKind,
  edgeKind,
  edgesByKind,
  formatGauge,
  formatMainGauge,
  sideName,
  slotRuns,
  wrapItems,
  wrapText,
} from '../view-facts.ts';
import { chooseViewport, type Viewport, viewportNote } from '../viewport.ts';

/** Places texts at their columns, each in the first row with room. */
const layOutRows = (items: readonly { readonly column: number; readonly text: string }[]): readonly string[] => {
  const rows: string[] = [];
  for (const { column, text } of items) {
    const from = Math.max(0, column);
    const fits = (row: string) => columnsOf(row) + (row === '' ? 0 : 1) <= from;
    const index = rows.findIndex(fits);
    const row = index < 0 ? '' : (rows[index] ?? '');
    rows[index < 0 ? rows.length : index] = row + ' '.repeat(from - columnsOf(row)) + text;
  }
  return rows;
};

/** Pads or cuts a text to exactly this many columns. */
export const padText = (text: string, columns: number): string => {
  const cut = cutColumns(text, columns, '');
  return cut + ' '.repeat(columns - columnsOf(cut));
};

/** A tag of at least two columns. A tag of wide letters may have more. */
const tagText = (tag: string): string => padText(tag, Math.max(2, columnsOf(tag)));

const arrows = '↑↗→↘↓↙←↖';
const arrow = (facing: CompassDirection | undefined): string =>
  facing === undefined ? ' ' : (arrows[compassDirections.indexOf(facing)] ?? ' ');

/** The characters for edges, upright between columns and level between rows. */
const edgeSigns: Readonly<Record<EdgeKind, { readonly upright: string; readonly level: string }>> = {
  wall: { upright: '#', level: '###' },
  'blocks the way': { upright: '|', level: '---' },
  'difficult terrain that blocks sight': { upright: '%', level: '%%%' },
  'difficult terrain': { upright: ':', level: ':::' },
  'blocks sight': { upright: '~', level: '~~~' },
  'closed door': { upright: '+', level: '-+-' },
  'open door': { upright: '/', level: '-/ ' },
};

/** The kind of edge on the given side of each square. */
const edgesBy = ({ edges }: GridBoardView, direction: 'west' | 'north'): ReadonlyMap<string, EdgeKind> => {
  const found = new Map<string, EdgeKind>();
  for (const edge of edges) {
    const kind = edgeKind(edge);
    const { a, b } = edge;
    const beside =
      direction === 'west' ? a.y === b.y && Math.abs(a.x - b.x) === 1 : a.x === b.x && Math.abs(a.y - b.y) === 1;
    if (kind !== undefined && beside) found.set(formatSquare({ x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) }), kind);
  }
  return found;
};

const figureSign = ({ id, facing }: FigureView, labels: FigureLabels): string => {
  const { tag, view } = labels.of(id);
  return padText(tagText(tag) + (view.life === 'up' ? arrow(facing) : view.life === 'down' ? '_' : 'x'), 3);
};

/** Creates a function that returns the three characters of a square. */
const squareSigns = (view: GridBoardView, labels: FigureLabels): ((square: Square) => string) => {
  const at = new Map<string, string>();
  view.zones.forEach(({ squares }, index) => {
    for (const square of squares) at.set(formatSquare(square), ` ${(index + 1) % 10} `);
  });
  for (const square of view.blocked) at.set(formatSquare(square), '▒▒▒');
  for (const object of view.objects) at.set(formatSquare(object), ' o ');
  for (const life of ['out', 'down', 'up'])
    for (const figure of view.figures)
      if (labels.of(figure.id).view.life === life) at.set(formatSquare(figure), figureSign(figure, labels));
  return (square) => at.get(formatSquare(square)) ?? ' . ';
};

const strokeVerbs = { move: 'move', attack: 'attack', sight: 'in sight', 'blocked-sight': 'sight blocked' } as const;

/** Lists the arrows and lines on a board by their end squares. Equal ones are counted. */
const strokes = (view: GridBoardView): readonly string[] => {
  const told = describeStrokes(view, (kind, from, to) => phrase`${term(strokeVerbs[kind])} ${from} → ${to}`);
  return [...Map.groupBy(told, (text) => text)].map(([text, all]) =>
    all.length > 1 ? `${text} ×${all.length}` : text,
  );
};

const keyLines = (view: GridBoardView, window: Viewport): readonly string[] => {
  const note = viewportNote(view, window);
  return [
    edgesByKind(view).map(({ kind }) => phrase`${edgeSigns[kind].upright} ${term(kind)}`),
    view.zones.map(({ label }, index) => `${(index + 1) % 10} ${label}`),
    view.objects.map((object) => phrase`o ${object.label} at ${formatSquare(object)}`),
    strokes(view),
    note === undefined ? [] : [note],
  ].flatMap((items) => wrapItems(items, 80, '   '));
};

const spaciousColumns = 19;

/** Maximum number of squares on a terminal, and minimum if the board is larger. */
const terminalRoom = { columns: 44, rows: 36, least: { columns: 24, rows: 28 } } as const;

/** Draws a board of squares in characters: figures as tag and arrow, `>` before who acts, edges between squares. */
const gridText = (view: GridBoardView, labels: FigureLabels): readonly string[] => {
  const acting = labels.figures.filter(({ now }) => now).map(({ id }) => id);
  const standing = labels.figures.filter(({ view: { life } }) => life === 'up').map(({ id }) => id);
  const window = chooseViewport(view, acting, standing, terminalRoom);
  const { left, top, columns, rows } = window;
  const xs = Array.from({ length: columns }, (_, index) => left + index);
  const ys = Array.from({ length: rows }, (_, index) => top + index);
  const sign = squareSigns(view, labels);
  const west = edgesBy(view, 'west');
  const north = edgesBy(view, 'north');
  // Wide boards have gaps only between columns with an edge.
  const gaps = xs.map((x) => columns <= spaciousColumns || ys.some((y) => west.has(formatSquare({ x, y }))));
  const now = new Set(
    view.figures.filter(({ id }) => labels.of(id).now && labels.of(id).view.life === 'up').map(formatSquare),
  );
  const gap = (square: Square): string => {
    const kind = west.get(formatSquare(square));
    return kind === undefined ? (now.has(formatSquare(square)) ? '>' : ' ') : edgeSigns[kind].upright;
  };
  const row = (head: string, cell: (x: number) => string, between: (x: number) => string): string =>
    padText(head, 3) + xs.map((x, index) => (gaps[index] ? between(x) : '') + cell(x)).join('');
  const letters = row(
    '',
    (x) => padText(` ${formatSquare({ x, y: 0 }).replace(/\d+$/, '')}`, 3),
    () => ' ',
  );
  const body = ys.flatMap((y) => {
    const squares = row(
      String(y + 1).padStart(2),
      (x) => sign({ x, y }),
      (x) => gap({ x, y }),
    );
    if (!xs.some((x) => north.has(formatSquare({ x, y })))) return [squares];
    const level = (x: number) => {
      const kind = north.get(formatSquare({ x, y }));
      return kind === undefined ? '   ' : edgeSigns[kind].level;
    };
    return [row('', level, () => ' '), squares];
  });
  return [letters, ...body, ...keyLines(view, window)].map((each) => each.trimEnd());
};

const width = 80;

const areasWidth = 78;

/** Draws areas side by side in characters. */
const areasText = ({ areas }: AreasBoardView, labels: FigureLabels): readonly string[] => {
  const column = Math.max(10, Math.floor(areasWidth / Math.max(1, areas.length)) - 2);
  const longest = Math.max(1, ...areas.map(({ ids }) => ids.length));
  const entry = (id: string | undefined): string => {
    if (id === undefined) return '';
    const { tag, now, view } = labels.of(id);
    return `${now ? '>' : ' '}${tagText(tag)} ${view.life === 'up' ? id : phrase`${id} (${term(view.life)})`}`;
  };
  const row = (cells: readonly string[]) =>
    `|${cells.map((cell) => padText(cutColumns(cell, column), column)).join('|')}|`;
  return [
    row(areas.map(({ name }) => ` ${name}`)),
    row(areas.map(() => '-'.repeat(column))),
    ...Array.from({ length: longest }, (_, index) => row(areas.map(({ ids }) => entry(ids[index])))),
  ];
};

const lineWidth = 74;

/** Draws a line board in characters: tags above their metre, brackets and objects below. */
const lineBoardText = (view: LineBoardView, labels: FigureLabels): readonly string[] => {
  const { from, to } = axisRange(view);
  const column = (metres: number): number =>
    Math.round(((Math.max(from, Math.min(to, metres)) - from) / (to - from)) * lineWidth);
  const ticks = axisTicks(from, to);
  const axis = Array.from({ length: lineWidth + 1 }, () => '-');
  for (const tick of ticks) axis[column(tick)] = '+';
  const tag = (id: string) =>
    `${labels.of(id).now ? '>' : ''}${labels.of(id).tag}${{ up: '', down: '_', out: 'x' }[labels.of(id).view.life]}`;
  const units = view.units.toSorted((a, b) => a.at - b.at).map(({ id, at }) => ({ column: column(at), text: tag(id) }));
  const brackets = view.brackets
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, radius, label, ids }) => {
      const [left, right] = [column(at - radius), column(at + radius)];
      return {
        column: left,
        text: phrase`[${'-'.repeat(Math.max(0, right - left - 1))}] ${label}: ${ids.map(tag).join(' ')}`,
      };
    });
  const objects = view.objects
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, label }) => ({ column: column(at), text: phrase`^ ${label}` }));
  return [
    ...layOutRows(units).toReversed(),
    axis.join(''),
    ...layOutRows(ticks.map((tick) => ({ column: column(tick), text: `${tick}` })))
      .slice(0, 1)
      .map((row) => `${row} m`),
    ...layOutRows(brackets),
    ...layOutRows(objects),
  ];
};

const timelineWidth = 80;

/** Draws a timeline in characters, with a line for each slot or run of empty slots. */
const timelineText = (view: TimelineView, labels: FigureLabels): readonly string[] => {
  const told = slotRuns(view);
  const label = Math.max(0, ...told.map((stretch) => columnsOf(stretch.label)));
  return [
    view.label,
    ...told.map(({ label: name, now, entries }) => {
      const what = entries.map((entry) => `${entry.done ? '✓' : ''}${labels.of(entry.id).tag} ${entry.what}`.trim());
      const row = `${now ? '>' : ' '} ${' '.repeat(label - columnsOf(name))}${name}  ${what.join(' · ') || '·'}`;
      return cutColumns(row, timelineWidth);
    }),
  ];
};

const boardText = ({ board }: BattleView, labels: FigureLabels): readonly string[] => {
  switch (board?.kind) {
    case 'grid':
      return gridText(board, labels);
    case 'line':
      return lineBoardText(board, labels);
    case 'areas':
      return areasText(board, labels);
    case undefined:
      return [];
  }
};

/** Formats a combatant of the roster: `> An Ann · ▰▰▰▱▱ 41/60 HP · aiming · D4 facing north`. */
const rosterText = ({ board }: BattleView, { id, tag, now, view }: LabelledFigure): readonly string[] => {
  const [first, ...others] = view.gauges;
  const fares = first === undefined || view.life !== 'up' ? [] : [formatMainGauge(first), ...others.map(formatGauge)];
  const state = [...fares, ...describeLife(view), ...view.marks, ...describePosition(board, view)];
  const facts = [id, ...state].join(' · ');
  return wrapText(facts, width - 5).map(
    (row, index) => `${index > 0 ? '    ' : `${now ? '>' : ' '}${tagText(tag)} `} ${row}`,
  );
};

/** Characters that control a terminal or shift columns. */
const unprintable = /\p{Cc}|\p{Cf}|\p{Cs}|[\u2028\u2029]/gu;

const printable = (row: string): string => row.replace(unprintable, '');

/** The battle's phase and who acts, in one line. */
export const sceneTitle = (view: BattleView): string =>
  printable([view.phase, describeCurrentActor(view, (id) => id)].filter((part) => part !== '').join(' · '));

/** Draws the whole battle in characters. */
export const sceneText = (view: BattleView, labels: FigureLabels): readonly string[] => {
  const sides = [...new Set(view.combatants.map(({ side }) => side))];
  const board = boardText(view, labels);
  return [
    sceneTitle(view),
    ...(board.length === 0 ? [] : ['', ...board]),
    ...(view.timeline === undefined ? [] : ['', ...timelineText(view.timeline, labels)]),
    '',
    ...sides.flatMap((side) => [
      ...(sides.length > 1 || side !== undefined
        ? [side === undefined ? worded('Without a side') : sideName(side)]
        : []),
      ...labels.figures.filter((player) => player.view.side === side).flatMap((player) => rosterText(view, player)),
    ]),
  ].map(printable);
};
