import { phrase } from '../../core/language.ts';
import type { LineBoardView } from '../../rules/view.ts';
import { axisRange, tickInterval } from '../axis.ts';
import type { FigureLabels } from '../figure-labels.ts';
import { layOutRows } from './rows.ts';

const width = 74;

/** The line in characters: tags stacked over their metre, brackets and things beneath. */
export const lineBoardText = (view: LineBoardView, labels: FigureLabels): readonly string[] => {
  const { from, to } = axisRange(view);
  const column = (metres: number): number =>
    Math.round(((Math.max(from, Math.min(to, metres)) - from) / (to - from)) * width);
  const every = tickInterval(to - from);
  const first = Math.ceil(from / every) * every;
  const ticks = Array.from({ length: Math.floor((to - first) / every) + 1 }, (_, index) => first + index * every);
  const axis = Array.from({ length: width + 1 }, () => '-');
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
