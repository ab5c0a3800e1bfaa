import type { TurnOrderView } from '../../rules/view.ts';
import type { FigureLabels, LabelledFigure } from '../figure-labels.ts';
import { chipHeights, drawChip } from './chip.ts';
import { drawMore, type PicturePanel } from './draw.ts';

const width = 728;
const gap = 10;
const maxChips = 24;

/** Whoever is in the order, in order, with its note; then everyone else. */
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

/** The combatants of a battle that has no board, in the order they act, down two columns. */
export const rosterPanel = (order: readonly TurnOrderView[], labels: FigureLabels): PicturePanel => {
  const all = inOrder(order, labels);
  const shown = all.slice(0, maxChips);
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
