import type { LabelledFigure } from '../figure-labels.ts';
import { describeLife } from '../life-text.ts';
import type { Point, Shape } from '../scene.ts';
import { box, drawText, faintColour, inkColour, lines, paperColour, through } from './draw.ts';
import { drawFigure, drawShareBar } from './figure.ts';
import { drawBadges } from './marks.ts';
import { fitText, textWidth } from './measure.ts';

/** How much a chip says: name and state, or where there are many, the name alone. */
export type ChipSize = 'full' | 'compact';

/** How high a chip is. */
export const chipHeights: Readonly<Record<ChipSize, number>> = { full: 62, compact: 50 };
const nameSize = 24;
const smallSize = 19;
const inset = 62;

const barWidth = 84;

/** How a combatant fares and what is with it, in words. */
const statusText = ({ view }: LabelledFigure): string => {
  const [gauge] = view.gauges;
  const fares = gauge === undefined || view.life !== 'up' ? [] : [gauge.text];
  return [...fares, ...describeLife(view), ...view.marks].join(' · ');
};

const barRoom = ({ view }: LabelledFigure): number =>
  view.life !== 'up' || view.gauges[0]?.share === undefined ? 0 : barWidth + 8;

const compactInset = 54;
const compactName = 22;

/** How wide a chip would like to be. */
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

/** A combatant on a plate: figure, name, state. For boards without squares, and for lists. */
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
  lines([through([x - 2, y], [x + 2 + textWidth(name, size, 'bold'), y])], { stroke: faintColour, width: 2.5 });

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
