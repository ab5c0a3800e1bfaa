import type { CombatantView, MarkSign } from '../../rules/view.ts';
import type { Point, Shape, ShapeLook } from '../scene.ts';
import { box, circle, drawText, inkColour, lines, paperColour, polygon } from './draw.ts';

type Symbol = (at: Point, reach: number) => readonly Shape[];

const filled: ShapeLook = { fill: inkColour };
const spot = (reach: number): ShapeLook => ({ stroke: inkColour, width: reach * 0.26 });

const at = ([x, y]: Point, reach: number, ...points: readonly Point[]): readonly Point[] =>
  points.map(([dx, dy]) => [x + dx * reach, y + dy * reach]);

const crosshair: Symbol = (middle, reach) => [
  circle(middle, reach * 0.55, spot(reach)),
  lines(
    [
      at(middle, reach, [-1, 0], [-0.25, 0]),
      at(middle, reach, [0.25, 0], [1, 0]),
      at(middle, reach, [0, -1], [0, -0.25]),
      at(middle, reach, [0, 0.25], [0, 1]),
    ],
    spot(reach),
  ),
];
const shield: Symbol = (middle, reach) => [
  polygon(at(middle, reach, [-0.8, -0.8], [0.8, -0.8], [0.8, 0.1], [0, 1], [-0.8, 0.1]), filled),
];
const star: Symbol = (middle, reach) => [
  polygon(
    at(
      middle,
      reach,
      ...Array.from({ length: 10 }, (_, index): Point => {
        const far = index % 2 === 0 ? 1 : 0.42;
        return [far * Math.sin((index * Math.PI) / 5), -far * Math.cos((index * Math.PI) / 5)];
      }),
    ),
    filled,
  ),
];
const flame: Symbol = (middle, reach) => [
  polygon(
    at(
      middle,
      reach,
      [0.1, -1],
      [0.35, -0.35],
      [0.6, -0.55],
      [0.8, 0.2],
      [0.45, 0.9],
      [-0.45, 0.9],
      [-0.8, 0.2],
      [-0.3, -0.2],
    ),
    filled,
  ),
];
const drop: Symbol = (middle, reach) => [
  polygon(
    at(middle, reach, [0, -1], [0.45, -0.2], [0.65, 0.35], [0.35, 0.85], [-0.35, 0.85], [-0.65, 0.35], [-0.45, -0.2]),
    filled,
  ),
];
const arrowUp: Symbol = (middle, reach) => [
  lines(
    [at(middle, reach, [-0.8, 0.05], [0, -0.75], [0.8, 0.05]), at(middle, reach, [-0.8, 0.85], [0, 0.05], [0.8, 0.85])],
    spot(reach * 1.3),
  ),
];
const fallenFigure: Symbol = ([x, y], reach) => [
  circle([x - reach * 0.65, y + reach * 0.3], reach * 0.32, filled),
  box({ x: x - reach * 0.25, y: y + reach * 0.08, width: reach * 1.2, height: reach * 0.45 }, filled),
];
const bolt: Symbol = (middle, reach) => [
  polygon(at(middle, reach, [0.3, -1], [-0.6, 0.2], [-0.05, 0.2], [-0.3, 1], [0.6, -0.25], [0.05, -0.25]), filled),
];
const eye: Symbol = (middle, reach) => [
  polygon(
    at(middle, reach, [-1, 0], [-0.45, -0.5], [0.45, -0.5], [1, 0], [0.45, 0.5], [-0.45, 0.5]),
    spot(reach * 0.8),
  ),
  lines([at(middle, reach, [-0.8, 0.8], [0.8, -0.8])], spot(reach)),
];

const symbols: Readonly<Record<MarkSign, Symbol>> = {
  aim: crosshair,
  guard: shield,
  stun: star,
  fire: flame,
  blood: drop,
  height: arrowUp,
  lying: fallenFigure,
  bolt,
  unseen: eye,
};

/** A mark as a small badge: a sign, or its first letter. */
const badge = (mark: string, sign: MarkSign | undefined, middle: Point, radius: number): readonly Shape[] => {
  const letter = [...mark.trim()][0]?.toUpperCase() ?? '?';
  return [
    circle(middle, radius, { fill: paperColour, stroke: inkColour, width: Math.max(1.3, radius * 0.16) }),
    ...(sign === undefined
      ? [drawText(middle, letter, { size: radius * 1.35, anchor: 'middle', bold: true })]
      : symbols[sign](middle, radius * 0.62)),
  ];
};

/** Badges of a combatant's marks at the given places; where they are too few, the last says how many more there are. */
export const drawBadges = (
  { marks, signs = {} }: Pick<CombatantView, 'marks' | 'signs'>,
  places: readonly Point[],
  radius: number,
): readonly Shape[] =>
  places.flatMap((place, index) => {
    const mark = marks[index];
    if (mark === undefined) return [];
    const more = marks.length - index;
    return index === places.length - 1 && more > 1
      ? badge(`${Math.min(more, 9)}`, undefined, place, radius)
      : badge(mark, Object.hasOwn(signs, mark) ? signs[mark] : undefined, place, radius);
  });
