import type { BattleView } from '../../rules/view.ts';
import { describeCurrentActor } from '../current-actor.ts';
import type { FigureLabels, LabelledFigure } from '../figure-labels.ts';
import { formatGauge, formatMainGauge, wrapText } from '../fit-text.ts';
import { describeLife } from '../life-text.ts';
import { describePosition } from '../positions.ts';
import { areasText } from './areas.ts';
import { gridText } from './grid.ts';
import { lineBoardText } from './line.ts';
import { padText } from './rows.ts';
import { timelineText } from './timeline.ts';

const width = 80;

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

/** `> An Ann · ▰▰▰▱▱ 41/60 HP · aiming · D4 facing north`. */
const rosterText = ({ board }: BattleView, { id, tag, now, view }: LabelledFigure): readonly string[] => {
  const place = describePosition(board, view);
  const [first, ...others] = view.gauges;
  const fares = first === undefined || view.life !== 'up' ? [] : [formatMainGauge(first), ...others.map(formatGauge)];
  const facts = [id, ...fares, ...describeLife(view), ...view.marks, ...(place === undefined ? [] : [place])].join(
    ' · ',
  );
  return wrapText(facts, width - 5).map(
    (row, index) => `${index > 0 ? '    ' : `${now ? '>' : ' '}${padText(tag, 2)} `} ${row}`,
  );
};

/** What a terminal might obey, or what would shift the columns. */
const unprintable = /\p{Cc}|\p{Cf}|\p{Cs}|[\u2028\u2029]/gu;

const printable = (row: string): string => row.replace(unprintable, '');

/** What the picture shows, in one line. */
export const sceneTitle = (view: BattleView): string =>
  printable([view.phase, describeCurrentActor(view, (id) => id)].filter((part) => part !== '').join(' · '));

/** The whole picture in characters. */
export const sceneText = (view: BattleView, labels: FigureLabels): readonly string[] => {
  const sides = [...new Set(view.combatants.map(({ side }) => side))];
  const board = boardText(view, labels);
  return [
    sceneTitle(view),
    ...(board.length === 0 ? [] : ['', ...board]),
    ...(view.timeline === undefined ? [] : ['', ...timelineText(view.timeline, labels)]),
    '',
    ...sides.flatMap((side) => [
      ...(sides.length > 1 || side !== undefined ? [side ?? 'Without a side'] : []),
      ...labels.figures.filter((player) => player.view.side === side).flatMap((player) => rosterText(view, player)),
    ]),
  ].map(printable);
};
