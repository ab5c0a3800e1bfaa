import type { BattleView } from '../../rules/view.ts';
import { actingNow } from '../current-actor.ts';
import type { FigureLabels } from '../figure-labels.ts';
import { ink, lines, type Panel, words } from './draw.ts';
import { drawable, fitted, textWidth } from './measure.ts';

/** Where the battle is and whose move it is. */
export const headerPanel = (view: BattleView, labels: FigureLabels, width: number): Panel => {
  const nameOf = (id: string) => labels.figures.find((player) => player.id === id)?.label ?? drawable(id);
  const right = fitted(actingNow(view, nameOf), width * 0.62, 26, 'bold');
  const left = fitted(view.phase, width - textWidth(right, 26, 'bold') - 30, 26);
  return {
    width,
    height: 44,
    shapes: [
      words([0, 18], left, { size: 26 }),
      words([width, 18], right, { size: 26, bold: true, anchor: 'end' }),
      lines(
        [
          [
            [0, 40],
            [width, 40],
          ],
        ],
        { stroke: ink, width: 1.5 },
      ),
    ],
  };
};
