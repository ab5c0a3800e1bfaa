import { type CombatantView, type CompassDirection, compassDirections, type MarkSign } from '../../rules/view.ts';
import type { LabelledFigure, SideStyle } from '../figure-labels.ts';
import type { Colour } from '../palette.ts';
import type { Point, Shape, ShapeLook } from '../scene.ts';
import {
  box,
  circle,
  diagonalCrossArms,
  drawText,
  inkColour,
  lines,
  paperColour,
  pointsOf,
  polygon,
  textWidth,
} from './draw.ts';

const around = ([x, y]: Point, radius: number, turn: number): Point => [
  x + radius * Math.sin(turn),
  y - radius * Math.cos(turn),
];

/** The angle of a direction, clockwise from north (radians). */
const turnOf = (facing: CompassDirection): number => (compassDirections.indexOf(facing) * Math.PI) / 4;

const corners = (at: Point, radius: number, count: number, first: number): readonly Point[] =>
  Array.from({ length: count }, (_, index) => around(at, radius, first + (index * 2 * Math.PI) / count));

const body = ({ form }: SideStyle, at: Point, radius: number, look: ShapeLook): Shape => {
  switch (form) {
    case 'disc':
      return circle(at, radius, look);
    case 'square':
      return polygon(corners(at, radius * 1.27, 4, Math.PI / 4), look);
    case 'diamond':
      return polygon(corners(at, radius * 1.26, 4, 0), look);
    case 'hexagon':
      return polygon(corners(at, radius * 1.12, 6, Math.PI / 2), look);
  }
};

/** Draws a side's mark: a small form in its colour. */
export const drawSideMark = (style: SideStyle, at: Point, radius: number): Shape =>
  body(style, at, radius, { fill: style.fill, stroke: 'frame', width: 1.5 });

/** The distance from the middle of a form to its edge in a direction (radii). `eighths`: the direction from north. */
const extent = (form: SideStyle['form'], eighths: number): number => {
  const straight = eighths % 2 === 0;
  switch (form) {
    case 'disc':
      return 1;
    case 'square':
      return straight ? 0.9 : 1.27;
    case 'diamond':
      return straight ? 1.26 : 0.89;
    case 'hexagon':
      return eighths % 4 === 2 ? 1.12 : eighths % 4 === 0 ? 0.97 : 1.01;
  }
};

/** The distance from the middle of a figure to the tip of its facing mark (radii). */
export const facingMarkReach = (form: SideStyle['form'], facing: CompassDirection): number =>
  extent(form, compassDirections.indexOf(facing)) + (compassDirections.indexOf(facing) % 2 === 0 ? 0.48 : 0.56);

/** Draws where a figure faces. Empty if it has no facing or is down. */
export const drawFacingMark = (
  { style, view }: LabelledFigure,
  at: Point,
  radius: number,
  facing: CompassDirection | undefined,
): readonly Shape[] => {
  if (facing === undefined || view.life !== 'up') return [];
  const turn = turnOf(facing);
  const reach = facingMarkReach(style.form, facing);
  // Enlarge the mark of small figures to keep it visible.
  const grown = radius < 20 ? 1.3 : 1;
  const tip = around(at, radius * (reach + (grown - 1) * 0.4), turn);
  const base = around(at, radius * (extent(style.form, compassDirections.indexOf(facing)) - 0.14), turn);
  const wing = radius * 0.55 * grown;
  return [
    polygon([tip, around(base, wing, turn + Math.PI / 2), around(base, wing, turn - Math.PI / 2)], {
      fill: inkColour,
      stroke: paperColour,
      width: Math.max(1.5, radius * 0.08),
    }),
  ];
};

const level = (share: number): Colour => (share > 0.5 ? 'good' : share > 0.25 ? 'fair' : 'poor');

/** Draws a share (0 to 1) as a bar. */
export const drawShareBar = (at: Point, width: number, height: number, share: number): readonly Shape[] => {
  const [x, y] = at;
  const left = Math.max(0, Math.min(1, share));
  return [
    box(
      { x, y, width, height },
      { fill: 'onDark', stroke: 'onLight', width: Math.max(1.5, height * 0.16) },
      height * 0.25,
    ),
    ...(left > 0
      ? [
          box(
            { x: x + 1, y: y + 1, width: (width - 2) * left, height: height - 2 },
            { fill: level(left) },
            height * 0.15,
          ),
        ]
      : []),
  ];
};

const drawTag = (player: LabelledFigure, at: Point, radius: number, fill: Colour, withBar: boolean): Shape => {
  const room = radius * (player.style.form === 'diamond' ? 1.5 : 1.66);
  const size = Math.min(
    radius * (withBar ? 1.05 : 1.15),
    (room / Math.max(1, textWidth(player.tag, 100, 'bold'))) * 100,
  );
  return drawText([at[0], at[1] - (withBar ? radius * 0.14 : 0)], player.tag, {
    size,
    fill,
    anchor: 'middle',
    bold: true,
  });
};

const drawCross = (at: Point, reach: number, look: ShapeLook): Shape => lines(diagonalCrossArms(at, reach), look);

/** Draws a ring around a hidden combatant. Empty for others. */
const drawHiddenRing = ({ style, view }: LabelledFigure, at: Point, radius: number): readonly Shape[] =>
  view.hidden
    ? [
        body(style, at, radius * 1.1, { stroke: 'board', width: radius * 0.26 }),
        body(style, at, radius * 1.1, {
          stroke: inkColour,
          width: radius * 0.13,
          dash: [radius * 0.34, radius * 0.24],
        }),
      ]
    : [];

/** Draws the figure of a combatant who is down (in pale colours) or out (as a small cross). */
const drawDowned = (player: LabelledFigure, at: Point, radius: number): readonly Shape[] => {
  const { style, view } = player;
  if (view.life === 'out')
    return [
      drawCross(at, radius * 0.4, { stroke: 'board', width: radius * 0.38 }),
      drawCross(at, radius * 0.4, { stroke: inkColour, width: radius * 0.24 }),
      drawCross(at, radius * 0.38, { stroke: style.fill, width: radius * 0.11 }),
    ];
  const low = radius * 0.78;
  return [
    body(style, at, low, { fill: 'fallen', opacity: 0.55 }),
    body(style, at, low, {
      stroke: style.fill,
      width: Math.max(2.5, radius * 0.13),
      dash: [radius * 0.3, radius * 0.16],
    }),
    ...drawHiddenRing(player, at, low),
    ...drawPortraitOrTag(player, at, low, inkColour, false),
    lines([[around(at, low * 1.1, -Math.PI * 0.75), around(at, low * 1.1, Math.PI / 4)]], {
      stroke: inkColour,
      width: Math.max(1.5, radius * 0.08),
      opacity: 0.7,
    }),
  ];
};

/** Draws a small tag over a portrait, because combatants can have the same portrait. */
const drawPortraitTag = (player: LabelledFigure, [x, y]: Point, radius: number): readonly Shape[] => {
  if (player.tag === '') return [];
  const size = Math.max(13, radius * 0.62);
  return [
    drawText([x - radius * 0.62, y - radius * 0.66], player.tag, {
      ...{ size, anchor: 'middle', bold: true, fill: 'onDark', halo: 'onLight' },
    }),
  ];
};

/** Share of a figure that its portrait covers, by form. The rest shows the side's colour. */
const portraitShare: Readonly<Record<SideStyle['form'], number>> = {
  disc: 0.82,
  square: 0.8,
  diamond: 0.8,
  hexagon: 0.84,
};

/** Draws a figure's portrait, or its tag if there is none. */
const drawPortraitOrTag = (
  player: LabelledFigure,
  at: Point,
  radius: number,
  fill: Colour,
  withBar: boolean,
): readonly Shape[] => {
  const { style, view } = player;
  const instead = player.tag === '' ? [] : [drawTag(player, at, radius, fill, withBar)];
  if (view.face === undefined) return instead;
  return [
    {
      ...{ kind: 'portrait', of: view.face, at, radius: radius * portraitShare[style.form], instead },
      opacity: view.hidden ? hiddenOpacity : view.life === 'up' ? 1 : 0.5,
      over: drawPortraitTag(player, at, radius),
    },
  ];
};

/** Opacity with which hidden combatants are drawn. */
const hiddenOpacity = 0.62;

/** Draws a figure with its side's form and colour, tag and bar. */
export const drawFigure = (player: LabelledFigure, at: Point, radius: number): readonly Shape[] => {
  const { style, view } = player;
  const edge = Math.max(1.5, radius * 0.09);
  if (view.life !== 'up') return drawDowned(player, at, radius);
  const share = view.gauges[0]?.share;
  return [
    ...(view.hidden
      ? [
          body(style, at, radius, { fill: paperColour }),
          body(style, at, radius, { fill: style.fill, opacity: hiddenOpacity }),
        ]
      : [
          body(style, at, radius, { fill: style.fill, stroke: 'onLight', width: edge }),
          body(style, at, radius - edge * 1.2, { stroke: 'onDark', width: edge * 0.7, opacity: 0.45 }),
        ]),
    ...drawHiddenRing(player, at, radius),
    ...drawPortraitOrTag(player, at, radius, style.ink, share !== undefined),
    ...(share === undefined
      ? []
      : drawShareBar([at[0] - radius * 0.66, at[1] + radius * 0.48], radius * 1.32, Math.max(7, radius * 0.32), share)),
  ];
};

/** Draws the ring around the figure that acts. */
export const drawTurnRing = (at: Point, radius: number): readonly Shape[] => [
  circle(at, radius * 1.27, { fill: 'ring', stroke: 'onLight', width: radius * 0.09 }),
];

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
/** Creates a filled shape from points relative to its size. */
const solid =
  (...points: readonly Point[]): Symbol =>
  (middle, reach) => [polygon(at(middle, reach, ...points), filled)];

const shield = solid([-0.8, -0.8], [0.8, -0.8], [0.8, 0.1], [0, 1], [-0.8, 0.1]);
const star = solid(
  ...Array.from({ length: 10 }, (_, index): Point => {
    const far = index % 2 === 0 ? 1 : 0.42;
    return [far * Math.sin((index * Math.PI) / 5), -far * Math.cos((index * Math.PI) / 5)];
  }),
);

const flame = solid(
  ...pointsOf([0.1, -1], [0.35, -0.35], [0.6, -0.55], [0.8, 0.2]),
  ...pointsOf([0.45, 0.9], [-0.45, 0.9], [-0.8, 0.2], [-0.3, -0.2]),
);

const drop = solid([0, -1], [0.45, -0.2], [0.65, 0.35], [0.35, 0.85], [-0.35, 0.85], [-0.65, 0.35], [-0.45, -0.2]);

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
const bolt = solid([0.3, -1], [-0.6, 0.2], [-0.05, 0.2], [-0.3, 1], [0.6, -0.25], [0.05, -0.25]);
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

/** Draws a combatant's mark as a badge with its sign or first letter. */
const badge = (mark: string, sign: MarkSign | undefined, middle: Point, radius: number): readonly Shape[] => {
  const letter = [...mark.trim()][0]?.toUpperCase() ?? '?';
  return [
    circle(middle, radius, { fill: paperColour, stroke: inkColour, width: Math.max(1.3, radius * 0.16) }),
    ...(sign === undefined
      ? [drawText(middle, letter, { size: radius * 1.35, anchor: 'middle', bold: true })]
      : symbols[sign](middle, radius * 0.62)),
  ];
};

/** Draws badges for marks. If there are too many, the last badge counts the rest. */
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
