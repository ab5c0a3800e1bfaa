import { phrase } from '../../core/message.ts';
import type { AreasBoardView, BattleView, LineBoardView, TimelineView } from '../../rules/view.ts';
import { axisRange, tickInterval } from '../axis.ts';
import { describeCurrentActor } from '../current-actor.ts';
import type { FigureLabels, LabelledFigure } from '../figure-labels.ts';
import { cutText, formatGauge, formatMainGauge, wrapText } from '../fit-text.ts';
import { describeLife } from '../life-text.ts';
import { describePosition } from '../positions.ts';
import { slotRuns } from '../timeline-slots.ts';
import { gridText } from './grid.ts';
import { layOutRows, padText } from './rows.ts';

const width = 80;

const areasWidth = 78;

/** Areas side by side in characters. */
const areasText = ({ areas }: AreasBoardView, labels: FigureLabels): readonly string[] => {
  const column = Math.max(10, Math.floor(areasWidth / Math.max(1, areas.length)) - 2);
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

const lineWidth = 74;

/** The line in characters: tags stacked over their metre, brackets and things beneath. */
const lineBoardText = (view: LineBoardView, labels: FigureLabels): readonly string[] => {
  const { from, to } = axisRange(view);
  const column = (metres: number): number =>
    Math.round(((Math.max(from, Math.min(to, metres)) - from) / (to - from)) * lineWidth);
  const every = tickInterval(to - from);
  const first = Math.ceil(from / every) * every;
  const ticks = Array.from({ length: Math.floor((to - first) / every) + 1 }, (_, index) => first + index * every);
  const axis = Array.from({ length: lineWidth + 1 }, () => '-');
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

const timelineWidth = 80;

/** What happens when, a line for each slot; runs of empty slots are told as one. */
const timelineText = (view: TimelineView, labels: FigureLabels): readonly string[] => {
  const told = slotRuns(view);
  const label = Math.max(0, ...told.map((stretch) => stretch.label.length));
  return [
    view.label,
    ...told.map(({ label: name, now, entries }) => {
      const what = entries.map((entry) => `${entry.done ? '✓' : ''}${labels.of(entry.id).tag} ${entry.what}`.trim());
      return cutText(`${now ? '>' : ' '} ${name.padStart(label)}  ${what.join(' · ') || '·'}`, timelineWidth);
    }),
  ];
};

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
