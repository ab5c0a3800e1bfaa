import { counted, phrase, worded } from '../core/message.ts';
import type { BattleView } from '../rules/view.ts';
import { padText } from './ascii/scene-text.ts';
import {
  box,
  boxes,
  drawableText,
  drawMore,
  drawText,
  faintColour,
  fitText,
  inkColour,
  lines,
  type PicturePanel,
  paperColour,
  pointsOf,
  stackPanels,
} from './drawing/draw.ts';
import { drawSideMark } from './drawing/figure.ts';
import { figureLabels, type LabelledFigure, nameOnlyLabel, type SideStyle } from './figure-labels.ts';
import type { Box, Scene, Shape } from './scene.ts';
import { cutColumns, cutText, formatShareBlocks, sideName } from './view-facts.ts';

/** The simulated odds of a battle, to be drawn as a picture. Shares are from 0 to 1. */
export interface OddsChart {
  /** The share of battles that each side wins, with its margin of error. */
  readonly wins: readonly {
    readonly side: string;
    readonly share: number;
    readonly low: number;
    readonly high: number;
  }[];
  /** How often each combatant is up at the end, and the combatant's average life then. */
  readonly standing: readonly {
    readonly id: string;
    readonly side: string;
    readonly stands: number;
    readonly left: number | undefined;
  }[];
  /** The number of rounds of each battle. */
  readonly rounds: readonly number[];
}

const margin = 16;
const inner = 728;
const nameWidth = 262;
const barX = nameWidth + 12;
const percentWidth = 84;
const barWidth = inner - barX - percentWidth;
const nameSize = 24;
const smallSize = 20;
const headSize = 22;
/** Maximum number of combatants in the picture. */
const maxCombatants = 11;
const maxColumns = 14;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const heading = (text: string): PicturePanel => ({
  width: inner,
  height: 40,
  shapes: [
    drawText([0, 20], fitText(worded(text), inner, headSize, 'bold'), {
      size: headSize,
      bold: true,
      fill: faintColour,
    }),
  ],
});

const rowHeight = 42;
/** Total height of the combatants' rows (pixels). */
const standingHeight = 330;
const minRowHeight = 30;

/** Draws a row with a name, a bar and a percentage. */
const row = (
  { y, height }: Pick<Box, 'y' | 'height'>,
  label: string,
  style: SideStyle,
  share: number,
  more: readonly Shape[],
): readonly Shape[] => {
  const middle = y + height / 2;
  const size = Math.min(nameSize, Math.round(height * 0.64));
  const track = { x: barX, y: y + height * 0.19, height: height * 0.62 };
  return [
    drawSideMark(style, [14, middle], Math.min(11, height * 0.3)),
    drawText([34, middle], fitText(label, nameWidth - 34, size), { size }),
    box({ ...track, width: barWidth }, { fill: 'quiet' }, 5),
    ...(share > 0
      ? [box({ ...track, width: Math.max(3, barWidth * share) }, { fill: style.fill, stroke: 'frame', width: 1 }, 5)]
      : []),
    ...more,
    drawText([inner, middle], percent(share), { size, bold: true, anchor: 'end' }),
  ];
};

const winsPanel = ({ wins }: OddsChart, styleOf: (side: string) => SideStyle): PicturePanel => ({
  width: inner,
  height: wins.length * rowHeight,
  shapes: wins.flatMap(({ side, share, low, high }, at) => {
    const y = at * rowHeight;
    const middle = y + rowHeight / 2;
    const [from, to] = [barX + barWidth * low, barX + barWidth * high];
    const bounds = [
      pointsOf([from, middle], [to, middle]),
      ...[from, to].map((x) => [[x, middle - 8] as const, [x, middle + 8] as const]),
    ] as const;
    return row({ y, height: rowHeight }, drawableText(sideName(side)), styleOf(side), share, [
      lines(bounds, { stroke: paperColour, width: 6 }),
      lines(bounds, { stroke: inkColour, width: 2.5 }),
    ]);
  }),
});

const standingPanel = ({ standing }: OddsChart, figures: readonly LabelledFigure[]): PicturePanel => {
  const shown = standing.slice(0, maxCombatants);
  const more = standing.length - shown.length;
  const each = Math.max(minRowHeight, Math.min(rowHeight, standingHeight / Math.max(1, shown.length)));
  const height = shown.length * each;
  return {
    width: inner,
    height: height + (more > 0 ? 32 : 0),
    shapes: [
      ...shown.flatMap(({ stands, left }, at) => {
        const figure = figures[at];
        if (figure === undefined) return [];
        const y = at * each;
        const life =
          left === undefined || stands === 0
            ? []
            : [
                box(
                  { x: barX, y: y + each * 0.58, width: Math.max(3, barWidth * left), height: each * 0.2 },
                  { fill: 'onDark', stroke: 'onLight', width: 1.5 },
                  3,
                ),
              ];
        return row({ y, height: each }, figure.label, figure.style, stands, life);
      }),
      ...drawMore([inner / 2, height + 16], more, { size: smallSize, anchor: 'middle' }),
    ],
  };
};

/** Groups numbers of rounds into columns with ranges and counts. */
export const groupRoundsIntoColumns = (
  rounds: readonly number[],
): readonly { readonly from: number; readonly to: number; readonly count: number }[] => {
  if (rounds.length === 0) return [];
  const sorted = rounds.toSorted((a, b) => a - b);
  const first = sorted[0] ?? 0;
  const last = sorted.at(-1) ?? first;
  const wide = Math.ceil((last - first + 1) / maxColumns);
  return Array.from({ length: Math.ceil((last - first + 1) / wide) }, (_, at) => {
    const from = first + at * wide;
    const to = Math.min(last, from + wide - 1);
    return { from, to, count: rounds.filter((each) => each >= from && each <= to).length };
  });
};

const columnText = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from === to ? String(from) : `${from}–${to}`;

const chartHeight = 112;

const roundsPanel = ({ rounds }: OddsChart): PicturePanel => {
  const columns = groupRoundsIntoColumns(rounds);
  const most = Math.max(1, ...columns.map(({ count }) => count));
  const wide = Math.min(110, inner / Math.max(1, columns.length));
  const left = (inner - wide * columns.length) / 2;
  const bars: readonly Box[] = columns.map(({ count }, at) => {
    const height = (count / most) * chartHeight;
    return { x: left + at * wide + 4, y: 26 + chartHeight - height, width: wide - 8, height };
  });
  const wordSize = wide < 50 ? 17 : smallSize;
  return {
    width: inner,
    height: 26 + chartHeight + 34,
    shapes: [
      boxes(
        bars.filter(({ height }) => height > 0),
        { fill: 'ring', stroke: 'frame', width: 1 },
      ),
      lines([pointsOf([left, 26 + chartHeight], [left + wide * columns.length, 26 + chartHeight])], {
        stroke: inkColour,
        width: 1.5,
      }),
      ...columns.flatMap((column, at) => {
        const x = left + (at + 0.5) * wide;
        const share = column.count / Math.max(1, rounds.length);
        const y = bars[at]?.y ?? 0;
        return [
          drawText([x, 26 + chartHeight + 18], columnText(column), { size: wordSize, anchor: 'middle' }),
          ...(share >= 0.01
            ? [
                drawText([x, y - 12], String(Math.round(share * 100)), {
                  size: wordSize,
                  anchor: 'middle',
                  fill: faintColour,
                }),
              ]
            : []),
        ];
      }),
    ],
  };
};

const nameLetters = 20;

const textOf = ({ wins, standing, rounds }: OddsChart, figures: readonly LabelledFigure[]): readonly string[] => {
  const bar = (name: string, share: number, shown: string): string =>
    `${padText(cutColumns(name, nameLetters), nameLetters)} ${formatShareBlocks(share, 10)} ${shown}`;
  const most = Math.max(1, ...groupRoundsIntoColumns(rounds).map(({ count }) => count));
  return [
    worded('Victory'),
    ...wins.map(({ side, share, low, high }) =>
      bar(
        sideName(side),
        share,
        phrase`${percent(share)} (${phrase.of('range')`${Math.round(low * 100)} to ${Math.round(high * 100)}`})`,
      ),
    ),
    worded('Who is standing at the end'),
    ...standing.map(({ id, stands, left }, at) =>
      bar(
        figures[at]?.id ?? id,
        stands,
        left === undefined || stands === 0
          ? percent(stands)
          : phrase`${percent(stands)}, with ${percent(left)} of life left`,
      ),
    ),
    ...(rounds.length === 0
      ? []
      : [
          worded('Rounds until the end, in % of the battles'),
          ...groupRoundsIntoColumns(rounds).map((column) =>
            `${padText(columnText(column), 6)} ${'▰'.repeat(Math.round((column.count / most) * 20))} ${Math.round((column.count / rounds.length) * 100)}`.trimEnd(),
          ),
        ]),
  ];
};

/** A battle view with the chart's combatants, which selects the usual tags and colours. */
const viewOf = ({ standing, wins }: OddsChart): BattleView => ({
  ...{ status: 'active', phase: '', round: 0, order: [], board: undefined, timeline: undefined, notes: [] },
  combatants: [
    ...standing.map(({ id, side }) => ({ ...nameOnlyLabel(id), side })),
    ...wins
      .filter(({ side }) => standing.every((each) => each.side !== side))
      .map(({ side }) => ({ ...nameOnlyLabel(side), side })),
  ],
  outcome: undefined,
});

/** Draws the odds of a battle: who wins, who is up at the end, and after how many rounds. */
export const oddsScene = (chart: OddsChart): Scene => {
  const { figures, sides } = figureLabels(viewOf(chart));
  const styleOf = (side: string): SideStyle =>
    sides.find(({ name }) => name === side)?.style ?? { fill: 'grey', ink: 'onLight', form: 'disc' };
  const hasLife = chart.standing.some(({ left }) => left !== undefined);
  const whole = stackPanels(
    [
      heading('Victory, with the margin of error'),
      winsPanel(chart, styleOf),
      heading(hasLife ? 'Who is standing at the end (white bar: life left)' : 'Who is standing at the end'),
      standingPanel(chart, figures),
      ...(chart.rounds.length === 0 ? [] : [heading('Rounds until the end, in % of the battles'), roundsPanel(chart)]),
    ],
    4,
  );
  const [width, height] = [inner + 2 * margin, whole.height + 2 * margin];
  return {
    width,
    height,
    title: worded('The odds of this battle'),
    shapes: [
      box({ x: 0, y: 0, width, height }, { fill: 'ground' }),
      { kind: 'group', key: 'odds', at: [margin, margin], shapes: whole.shapes },
    ],
    text: textOf(chart, figures),
  };
};

export const oddsAltText = ({ wins, standing, rounds }: OddsChart): string => {
  const sorted = rounds.toSorted((a, b) => a - b);
  const [few, many] = [sorted[0], sorted.at(-1)];
  return [
    ...wins.map(
      ({ side, share }) => phrase`Victory for ${cutText(sideName(side), 40)} in ${percent(share)} of the battles.`,
    ),
    ...standing
      .slice(0, maxCombatants)
      .map(({ id, stands, left }) =>
        left === undefined || stands === 0
          ? phrase`${cutText(id, 40)} is standing at the end in ${percent(stands)} of the battles.`
          : phrase`${cutText(id, 40)} is standing at the end in ${percent(stands)} of the battles, with ${percent(left)} of life left.`,
      ),
    ...(few === undefined || many === undefined ? [] : [phrase`The battles took ${few} to ${counted(many, 'round')}.`]),
  ].join(' ');
};
