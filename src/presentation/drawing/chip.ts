import { phrase } from '../../core/message.ts';
import type { AreasBoardView, TurnOrderView } from '../../rules/view.ts';
import type { FigureLabels, LabelledFigure } from '../figure-labels.ts';
import type { Point, Shape } from '../scene.ts';
import { describeLife } from '../view-facts.ts';
import {
  box,
  drawMore,
  drawText,
  faintColour,
  fitText,
  inkColour,
  lines,
  type PicturePanel,
  paperColour,
  pointsOf,
  textWidth,
} from './draw.ts';
import { drawBadges, drawFigure, drawShareBar } from './figure.ts';

/** How much the chip (a combatant's small label box) shows: name and state, or only the name. */
export type ChipSize = 'full' | 'compact';

/** Heights of chips (pixels). */
export const chipHeights: Readonly<Record<ChipSize, number>> = { full: 62, compact: 50 };
const nameSize = 24;
const smallSize = 19;
const inset = 62;

const barWidth = 84;

/** The status line of a combatant: gauge, life and marks. */
const statusText = ({ view }: LabelledFigure): string => {
  const [gauge] = view.gauges;
  const fares = gauge === undefined || view.life !== 'up' ? [] : [gauge.text];
  return [...fares, ...describeLife(view), ...view.marks].join(' · ');
};

const barRoom = ({ view }: LabelledFigure): number =>
  view.life !== 'up' || view.gauges[0]?.share === undefined ? 0 : barWidth + 8;

const compactInset = 54;
const compactName = 22;

/** The width at which a combatant's chip shows all its text, up to a maximum (pixels). */
export const preferredChipWidth = (player: LabelledFigure, most: number, size: ChipSize): number =>
  size === 'compact'
    ? Math.min(most, compactInset + 12 + textWidth(player.label, compactName, 'bold'))
    : fullWidth(player, most);

const fullWidth = (player: LabelledFigure, most: number): number =>
  Math.min(
    most,
    inset +
      14 +
      Math.max(
        60,
        textWidth(player.label, nameSize, 'bold'),
        barRoom(player) + textWidth(statusText(player), smallSize),
      ),
  );

/** Draws a combatant as a chip with figure, name and state. */
export const drawChip = (
  player: LabelledFigure,
  x: number,
  y: number,
  width: number,
  size: ChipSize,
  note = '',
): readonly Shape[] => (size === 'compact' ? compactChip(player, x, y, width) : fullChip(player, x, y, width, note));

const plate = ({ view, now }: LabelledFigure, x: number, y: number, width: number, height: number): Shape =>
  box(
    { x, y, width, height },
    {
      fill: now ? 'now' : view.life === 'up' ? paperColour : 'fallen',
      stroke: now ? 'ring' : 'frame',
      width: now ? 4 : 1.5,
    },
    12,
  );

const struck = (x: number, y: number, name: string, size: number): Shape =>
  lines([pointsOf([x - 2, y], [x + 2 + textWidth(name, size, 'bold'), y])], { stroke: faintColour, width: 2.5 });

const compactChip = (player: LabelledFigure, x: number, y: number, width: number): readonly Shape[] => {
  const up = player.view.life === 'up';
  const name = fitText(player.label, width - compactInset - 8, compactName, 'bold');
  const middle = y + chipHeights.compact / 2;
  return [
    plate(player, x, y, width, chipHeights.compact),
    ...drawFigure(player, [x + 27, middle], 22),
    drawText([x + compactInset, middle], name, { size: compactName, bold: true, fill: up ? inkColour : faintColour }),
    ...(up ? [] : [struck(x + compactInset, middle, name, compactName)]),
  ];
};

const fullChip = (player: LabelledFigure, x: number, y: number, width: number, note: string): readonly Shape[] => {
  const { view, label } = player;
  const chipHeight = chipHeights.full;
  const up = view.life === 'up';
  const noteWidth = note === '' ? 0 : textWidth(note, smallSize) + 12;
  const name = fitText(label, width - inset - 10 - noteWidth, nameSize, 'bold');
  const rest = statusText(player);
  const room = barRoom(player);
  const share = view.gauges[0]?.share;
  const nameY = rest === '' ? y + chipHeight / 2 : y + 20;
  return [
    plate(player, x, y, width, chipHeight),
    ...drawFigure({ ...player, view: { ...view, gauges: [] } }, [x + 32, y + chipHeight / 2], 22),
    ...drawBadges(
      view,
      [12, chipHeight - 12].map((down): Point => [x + 53, y + down]),
      9,
    ),
    drawText([x + inset + 4, nameY], name, { size: nameSize, bold: true, fill: up ? inkColour : faintColour }),
    ...(up ? [] : [struck(x + inset + 4, nameY, name, nameSize)]),
    ...(note === ''
      ? []
      : [drawText([x + width - 10, nameY], note, { size: smallSize, anchor: 'end', fill: faintColour })]),
    ...(room > 0 && share !== undefined ? drawShareBar([x + inset + 4, y + 38], barWidth, 14, share) : []),
    drawText([x + inset + 4 + room, y + 45], fitText(rest, width - inset - room - 12, smallSize), {
      size: smallSize,
      fill: up ? inkColour : faintColour,
    }),
  ];
};

const width = 728;
const gap = 10;
/** Numbers of chips in a row and rows in an area, by size. All areas of a picture have the same size. */
const areaChips: Readonly<Record<ChipSize, { readonly across: number; readonly rows: number }>> = {
  full: { across: 2, rows: 3 },
  compact: { across: 3, rows: 4 },
};
const tints = ['area1', 'area2', 'area3'] as const;
const areaHead = 44;

/** Draws areas below each other, each with its combatants in columns, so that names are readable on a phone. */
export const areasPanel = ({ areas }: AreasBoardView, labels: FigureLabels): PicturePanel => {
  const fullest = Math.max(0, ...areas.map(({ ids }) => ids.length));
  const size: ChipSize = fullest > areaChips.full.across * areaChips.full.rows ? 'compact' : 'full';
  const { across, rows: maxRows } = areaChips[size];
  const column = (width - gap * (across + 1)) / across;
  const row = chipHeights[size] + gap;
  let top = 0;
  const shapes = areas.flatMap(({ name, ids }, index): readonly Shape[] => {
    const shown = ids.length > across * maxRows ? ids.slice(0, across * maxRows - 1) : ids;
    const height = areaHead + Math.ceil(Math.min(ids.length, across * maxRows) / across) * row;
    const y = top;
    top += height + gap;
    const title = ids.length === 0 ? phrase`${name}: nobody` : name;
    const middle = y + areaHead + (maxRows - 1) * row + chipHeights[size] / 2;
    return [
      box(
        { x: 1, y: y + 1, width: width - 2, height: height - 2 },
        { fill: tints[index % tints.length] ?? paperColour, stroke: 'frame', width: 2 },
        10,
      ),
      drawText([gap + 4, y + 24], fitText(title, width - 4 * gap, 25, 'bold'), { size: 25, bold: true }),
      ...shown.flatMap((id, at) =>
        drawChip(
          labels.of(id),
          gap + (at % across) * (column + gap),
          y + areaHead + Math.floor(at / across) * row,
          column,
          size,
        ),
      ),
      ...drawMore([width - gap - column + 12, middle], ids.length - shown.length, { size: 24 }),
    ];
  });
  return { width, height: Math.max(1, top - gap), shapes };
};

const maxRosterChips = 24;

/** Combatants in turn order with their notes, then all others. */
const inOrder = (
  order: readonly TurnOrderView[],
  { figures: players }: FigureLabels,
): readonly (readonly [LabelledFigure, string])[] => {
  const queued = order.flatMap(({ id, note }) =>
    players
      .filter((player) => player.id === id || player.view.actor === id)
      .map((player): [LabelledFigure, string] => [player, note]),
  );
  const first = new Map(queued.toReversed().map(([player, note]) => [player.id, note]));
  const listed = [...new Set(queued.map(([player]) => player))];
  return [
    ...listed.map((player): [LabelledFigure, string] => [player, first.get(player.id) ?? '']),
    ...players.filter((player) => !listed.includes(player)).map((player): [LabelledFigure, string] => [player, '']),
  ];
};

/** Draws the combatants of a battle without a board in turn order. */
export const rosterPanel = (order: readonly TurnOrderView[], labels: FigureLabels): PicturePanel => {
  const all = inOrder(order, labels);
  const shown = all.slice(0, maxRosterChips);
  const chipHeight = chipHeights.full;
  const columns = shown.length > 14 ? 3 : shown.length > 4 ? 2 : 1;
  const rows = Math.ceil(shown.length / columns);
  const column = (width - gap * (columns - 1)) / columns;
  const height = rows * (chipHeight + gap);
  const more = all.length - shown.length;
  return {
    width,
    height: Math.max(1, height + (more > 0 ? 34 : 0)),
    shapes: [
      ...shown.flatMap(([player, note], index) =>
        drawChip(
          player,
          Math.floor(index / rows) * (column + gap),
          (index % rows) * (chipHeight + gap),
          column,
          'full',
          note,
        ),
      ),
      ...drawMore([width / 2, height + 16], more, { size: 22, anchor: 'middle' }),
    ],
  };
};
