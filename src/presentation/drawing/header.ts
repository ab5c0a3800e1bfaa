import type { BattleView } from '../../rules/view.ts';
import { describeCurrentActor } from '../current-actor.ts';
import type { FigureLabels } from '../figure-labels.ts';
import { drawText, inkColour, lines, type PicturePanel, through } from './draw.ts';
import { drawableText, fitText, textWidth } from './measure.ts';

/** Where the battle is and whose move it is. */
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
      lines([through([0, 40], [width, 40])], { stroke: inkColour, width: 1.5 }),
    ],
  };
};
