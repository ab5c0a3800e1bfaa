import { listText, phrase, splitNumberedName, worded } from '../../core/message.ts';
import { type BattleView, type BoardStrokeView, oneSpaceScale } from '../../rules/view.ts';
import { type FigureLabels, type LabelledFigure, nameOnlyLabel } from '../figure-labels.ts';
import type { Shape } from '../scene.ts';
import { describeCurrentActor, edgesByKind } from '../view-facts.ts';
import {
  box,
  drawableText,
  drawMore,
  drawText,
  faintColour,
  fitText,
  inkColour,
  lines,
  type PicturePanel,
  pointsOf,
  textWidth,
} from './draw.ts';
import { drawFigure } from './figure.ts';
import { drawObjectSign, edgeShapes, objectLetter, zoneTint } from './ground.ts';
import { strokeShapes } from './strokes.ts';

const size = 20;
const rowHeight = 32;
const swatch = 38;

interface LegendItem {
  readonly text: string;
  /** Draws the sample of a sign in a box of 32 by 24 pixels. */
  readonly sample: (x: number, y: number) => readonly Shape[];
}

const strokeWords: Readonly<Record<BoardStrokeView['kind'], string>> = {
  move: 'moved',
  attack: 'attacked',
  sight: 'in sight',
  'blocked-sight': 'sight blocked',
};

const sample = (player: Omit<LabelledFigure, 'view' | 'tag'>): LabelledFigure => ({
  ...player,
  tag: '',
  view: nameOnlyLabel(player.id),
});

const sideItems = ({ sides }: FigureLabels): readonly LegendItem[] =>
  sides.length < 2
    ? []
    : sides.map(({ name, style }) => ({
        text: name,
        sample: (x, y) =>
          drawFigure(sample({ id: name, label: name, numbered: false, style, now: false }), [x + 18, y + 12], 10),
      }));

const scoreItems = ({ score = [] }: BattleView): readonly LegendItem[] =>
  score.length === 0 ? [] : [legendItem(score.join(' · '))];

/** The legend entry for hidden combatants in the GM's picture. */
const hiddenItem = ({ figures: players }: FigureLabels): readonly LegendItem[] => {
  const found = players.find(({ view }) => view.hidden);
  if (found === undefined) return [];
  const shown = { ...sample(found), view: { ...nameOnlyLabel(found.id), hidden: true } };
  return [{ text: 'hidden from the players', sample: (x, y) => drawFigure(shown, [x + 18, y + 12], 9) }];
};

const legendItem = (text: string, drawn: LegendItem['sample'] = () => []): LegendItem => ({ text, sample: drawn });

const drawStrokeSample = (kind: BoardStrokeView['kind'], x: number, y: number): readonly Shape[] =>
  kind === 'attack'
    ? strokeShapes(kind, pointsOf([x - 8, y + 6], [x + 42, y + 6]), 34)
    : strokeShapes(kind, pointsOf([x + 2, y + 12], [x + 34, y + 12]), 20);

const gridItems = (view: BattleView, labels: FigureLabels): readonly LegendItem[] => {
  const { board } = view;
  if (board?.kind !== 'grid') return [];
  const kinds = [...new Set(board.strokes.map(({ kind }) => kind))];
  const placed = new Set(board.figures.map(({ id }) => id));
  const absent = labels.figures.filter(({ id, view: { life } }) => life !== 'out' && !placed.has(id));
  return [
    ...edgesByKind(board).map(({ kind }) =>
      legendItem(kind, (x, y) => edgeShapes(kind, [x + 2, y + 12], [x + 34, y + 12], 7)),
    ),
    ...board.zones.map(({ label }, index) =>
      legendItem(label, (x, y) => [
        box({ x: x + 6, y: y + 2, width: 26, height: 20 }, { ...zoneTint(index), width: 2 }),
      ]),
    ),
    ...board.objects.map(({ label }, index) =>
      legendItem(label, (x, y) => drawObjectSign([x + 22, y + 12], 12, objectLetter(index))),
    ),
    ...kinds.map((kind) => legendItem(strokeWords[kind], (x, y) => drawStrokeSample(kind, x, y))),
    ...(board.scale === worded(oneSpaceScale) ? [] : [legendItem(phrase`1 square = ${board.scale}`)]),
    ...(absent.length === 0
      ? []
      : [legendItem(phrase`not on the board: ${listText(absent.map(({ label }) => label))}`)]),
  ];
};

/** Draws the legend of the signs in a picture. Undefined if there are none. */
export const legendPanel = (view: BattleView, labels: FigureLabels, width: number): PicturePanel | undefined => {
  const items = [...sideItems(labels), ...scoreItems(view), ...hiddenItem(labels), ...gridItems(view, labels)];
  if (items.length === 0) return undefined;
  const shapes: Shape[] = [];
  let [x, y] = [0, 0];
  for (const { text: says, sample: drawn } of items) {
    const text = fitText(worded(says), Math.min(width - swatch, 560), size);
    const room = drawn(0, 0).length > 0 ? swatch + 4 : 0;
    const needed = room + textWidth(text, size);
    if (x > 0 && x + needed > width) [x, y] = [0, y + rowHeight];
    shapes.push(...drawn(x, y + 4), drawText([x + room, y + 16], text, { size }));
    x += needed + 22;
  }
  return { width, height: y + rowHeight, shapes };
};

/** An entry of the key: a combatant, and the position of a combatant outside the drawn part. */
export interface KeyEntry {
  readonly player: LabelledFigure;
  readonly where: string | undefined;
  /** The text for a group of combatants, in place of the name. */
  readonly text?: string;
}

/** Groups numbered combatants in the key: `Zombie 1 to 12`. */
export const groupKeyEntries = (entries: readonly KeyEntry[]): readonly KeyEntry[] => {
  const groupOf = (entry: KeyEntry): string | KeyEntry => {
    const { label, now, view, style } = entry.player;
    const name = splitNumberedName(label);
    return name === undefined || now || entry.where !== undefined || view.life !== 'up'
      ? entry
      : `${style.fill} ${name.stem}`;
  };
  return [...Map.groupBy(entries, groupOf).values()].flatMap((group) => {
    const [first] = group;
    const names = group.flatMap(({ player }) => splitNumberedName(player.label) ?? []);
    if (first === undefined || group.length < 4) return group;
    const numbers = names.map(({ number }) => number);
    return [{ ...first, text: phrase`${names[0]?.stem} ${Math.min(...numbers)} to ${Math.max(...numbers)}` }];
  });
};

export const keyRowHeight = 40;
const nameSize = 22;
const noteSize = 20;
const radius = 17;
const inset = 2 * radius + 10;

const entryShapes = ({ player, where, text }: KeyEntry, x: number, y: number, width: number): readonly Shape[] => {
  const { view } = player;
  const label = text ?? player.label;
  const up = view.life === 'up';
  const told = view.gauges[0];
  const note = where ?? (up && told !== undefined && text === undefined ? told.text : '');
  const noteWidth = textWidth(note, noteSize) + 10;
  const withNote =
    note !== '' && (where !== undefined || textWidth(label, nameSize, 'bold') <= width - inset - noteWidth);
  const name = fitText(label, width - inset - (withNote ? noteWidth : 0), nameSize, 'bold');
  const nameEnd = x + inset + textWidth(name, nameSize, 'bold');
  const middle = y + keyRowHeight / 2;
  return [
    ...drawFigure(
      { ...player, view: { ...view, gauges: [] } },
      [x + radius + 2, middle],
      radius * (view.life === 'down' ? 1.2 : 1),
    ),
    drawText([x + inset, middle], name, { size: nameSize, bold: true, fill: up ? inkColour : faintColour }),
    ...(up
      ? []
      : [lines([pointsOf([x + inset - 2, middle], [nameEnd + 2, middle])], { stroke: faintColour, width: 2 })]),
    ...(withNote
      ? [
          drawText([nameEnd + 8, middle], fitText(note, x + width - nameEnd - 8, noteSize), {
            size: noteSize,
            fill: faintColour,
          }),
        ]
      : []),
  ];
};

/** Draws the key with names of figures in columns. The last line counts the rest. */
export const keyPanel = (
  entries: readonly KeyEntry[],
  width: number,
  columns: number,
  mostRows: number,
): PicturePanel => {
  const places = columns * mostRows;
  const shown = entries.length > places ? entries.slice(0, places - 1) : entries;
  const rows = Math.ceil(Math.min(entries.length, places) / columns);
  const column = width / columns;
  const at = (index: number) => [Math.floor(index / rows) * column, (index % rows) * keyRowHeight] as const;
  const [moreX, moreY] = at(places - 1);
  return {
    width,
    height: rows * keyRowHeight,
    shapes: [
      ...shown.flatMap((entry, index) => entryShapes(entry, ...at(index), column - 12)),
      ...drawMore([moreX + inset, moreY + keyRowHeight / 2], entries.length - shown.length, {
        size: noteSize,
        fill: faintColour,
      }),
    ],
  };
};

/** Draws the header: the phase of the battle and who acts. */
export const headerPanel = (view: BattleView, labels: FigureLabels, width: number): PicturePanel => {
  const nameOf = (id: string) => labels.figures.find((player) => player.id === id)?.label ?? drawableText(id);
  const right = fitText(describeCurrentActor(view, nameOf), width * 0.62, 26, 'bold');
  const left = fitText(view.phase, width - textWidth(right, 26, 'bold') - 30, 26);
  return {
    width,
    height: 44,
    shapes: [
      drawText([0, 18], left, { size: 26 }),
      drawText([width, 18], right, { size: 26, bold: true, anchor: 'end' }),
      lines([pointsOf([0, 40], [width, 40])], { stroke: inkColour, width: 1.5 }),
    ],
  };
};
