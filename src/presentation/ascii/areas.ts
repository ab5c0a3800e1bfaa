import { phrase } from '../../core/language.ts';
import type { AreasBoardView } from '../../rules/view.ts';
import type { FigureLabels } from '../figure-labels.ts';
import { cutText } from '../fit-text.ts';
import { padText } from './rows.ts';

const width = 78;

/** Areas side by side in characters. */
export const areasText = ({ areas }: AreasBoardView, labels: FigureLabels): readonly string[] => {
  const column = Math.max(10, Math.floor(width / Math.max(1, areas.length)) - 2);
  const longest = Math.max(1, ...areas.map(({ ids }) => ids.length));
  const entry = (id: string | undefined): string => {
    if (id === undefined) return '';
    const { tag, now, view } = labels.of(id);
    return `${now ? '>' : ' '}${padText(tag, 2)} ${id}${view.life === 'up' ? '' : phrase` (${view.life})`}`;
  };
  const row = (cells: readonly string[]) =>
    `|${cells.map((cell) => padText(cutText(cell, column), column)).join('|')}|`;
  return [
    row(areas.map(({ name }) => ` ${name}`)),
    row(areas.map(() => '-'.repeat(column))),
    ...Array.from({ length: longest }, (_, index) => row(areas.map(({ ids }) => entry(ids[index])))),
  ];
};
