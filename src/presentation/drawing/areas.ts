import type { AreasBoardView } from '../../rules/view.ts';
import type { FigureLabels } from '../figure-labels.ts';
import { type ChipSize, chipHeights, drawChip } from './chip.ts';
import { box, drawMore, drawText, faintColour, type PicturePanel, paperColour } from './draw.ts';
import { fitText } from './measure.ts';

const width = 728;
const gap = 10;
const maxChips: Readonly<Record<ChipSize, number>> = { full: 7, compact: 9 };
const tints = ['area1', 'area2', 'area3'] as const;

/** Areas side by side, whoever is in one on a plate in its column. */
export const areasPanel = ({ areas }: AreasBoardView, labels: FigureLabels): PicturePanel => {
  const column = (width - gap * (areas.length - 1)) / Math.max(1, areas.length);
  const fullest = Math.max(0, ...areas.map(({ ids }) => ids.length));
  const size: ChipSize = fullest > maxChips.full ? 'compact' : 'full';
  const chipHeight = chipHeights[size];
  const longest = Math.max(2, Math.min(fullest, maxChips[size] + 1));
  const height = 50 + longest * (chipHeight + gap) + 2;
  return {
    width,
    height,
    shapes: areas.flatMap(({ name, ids }, index) => {
      const x = index * (column + gap);
      const shown = ids.length > maxChips[size] + 1 ? ids.slice(0, maxChips[size]) : ids;
      const more = ids.length - shown.length;
      return [
        box(
          { x: x + 1, y: 1, width: column - 2, height: height - 2 },
          { fill: tints[index % tints.length] ?? paperColour, stroke: 'frame', width: 2 },
          10,
        ),
        drawText([x + column / 2, 26], fitText(name, column - 20, 25, 'bold'), {
          size: 25,
          bold: true,
          anchor: 'middle',
        }),
        ...shown.flatMap((id, row) =>
          drawChip(labels.of(id), x + gap, 50 + row * (chipHeight + gap), column - 2 * gap, size),
        ),
        ...(ids.length === 0
          ? [drawText([x + column / 2, 80], 'nobody', { size: 22, anchor: 'middle', fill: faintColour })]
          : []),
        ...drawMore([x + column / 2, height - 36], more, { size: 22, anchor: 'middle' }),
      ];
    }),
  };
};
