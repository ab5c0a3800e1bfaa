import type { LabelledFigure } from '../figure-labels.ts';
import { lifeWords } from '../life-words.ts';
import type { Shape } from '../scene.ts';
import { box, faint, ink, lines, paper, words } from './draw.ts';
import { figure, shareBar } from './figure.ts';
import { badges } from './marks.ts';
import { fitted, textWidth } from './measure.ts';

export const chipHeight = 62;
const nameSize = 24;
const smallSize = 19;
const inset = 62;

const barWidth = 84;

/** How a combatant fares and what is with it, in words. */
const below = ({ view }: LabelledFigure): string => {
  const [gauge] = view.gauges;
  const fares = gauge === undefined || view.life !== 'up' ? [] : [gauge.text];
  return [...fares, ...lifeWords(view), ...view.marks].join(' · ');
};

const barRoom = ({ view }: LabelledFigure): number =>
  view.life !== 'up' || view.gauges[0]?.share === undefined ? 0 : barWidth + 8;

/** How wide a chip would like to be. */
export const chipWidth = (player: LabelledFigure, most: number): number =>
  Math.min(
    most,
    inset +
      14 +
      Math.max(60, textWidth(player.label, nameSize, 'bold'), barRoom(player) + textWidth(below(player), smallSize)),
  );

/** A combatant on a plate: figure, name, state. For boards without squares, and for lists. */
export const chip = (player: LabelledFigure, x: number, y: number, width: number, note = ''): readonly Shape[] => {
  const { view, now, label } = player;
  const up = view.life === 'up';
  const noteWidth = note === '' ? 0 : textWidth(note, smallSize) + 12;
  const name = fitted(label, width - inset - 10 - noteWidth, nameSize, 'bold');
  const rest = below(player);
  const room = barRoom(player);
  const share = view.gauges[0]?.share;
  const nameY = rest === '' ? y + chipHeight / 2 : y + 20;
  return [
    box(
      { x, y, width, height: chipHeight },
      { fill: now ? '#fff3a0' : up ? paper : '#eeeeee', stroke: ink, width: now ? 4 : 1.5 },
      12,
    ),
    ...figure({ ...player, view: { ...view, gauges: [] } }, [x + 32, y + chipHeight / 2], 21),
    ...badges(
      view,
      [
        [x + 53, y + 12],
        [x + 53, y + chipHeight - 12],
      ],
      9,
    ),
    words([x + inset + 4, nameY], name, { size: nameSize, bold: true, fill: up ? ink : faint }),
    ...(up
      ? []
      : [
          lines(
            [
              [
                [x + inset + 2, nameY],
                [x + inset + 6 + textWidth(name, nameSize, 'bold'), nameY],
              ],
            ],
            { stroke: faint, width: 2.5 },
          ),
        ]),
    ...(note === '' ? [] : [words([x + width - 10, nameY], note, { size: smallSize, anchor: 'end', fill: faint })]),
    ...(room > 0 && share !== undefined ? shareBar([x + inset + 4, y + 38], barWidth, 14, share) : []),
    words([x + inset + 4 + room, y + 45], fitted(rest, width - inset - room - 12, smallSize), {
      size: smallSize,
      fill: up ? ink : faint,
    }),
  ];
};
