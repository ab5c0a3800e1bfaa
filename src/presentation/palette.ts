import type { Theme } from '../core/theme.ts';

/** The colours of pictures by use, for the light and dark theme. A single value is for both. */
const colours = {
  ground: ['#f3ecdd', '#1e2025'],
  paper: ['#fdfaf2', '#2c2f36'],
  board: ['#fbf5e6', '#2f333b'],
  check: ['#f4ecd8', '#2a2d34'],
  rule: ['#ddd0b5', '#434853'],
  frame: ['#4a3f30', '#8d8779'],
  ink: ['#211d18', '#f3eee3'],
  faint: ['#6a5f4f', '#b3aca0'],
  fallen: ['#d9d3c6', '#4a4d55'],
  quiet: ['#ebe3d2', '#26292f'],
  now: ['#ffe9a3', '#5c4a17'],
  ring: ['#f2b824', '#ffc93c'],
  stone: ['#b3aa9b', '#706d69'],
  mortar: ['#8b8173', '#514f4c'],
  stoneEdge: ['#4e463b', '#b9b2a4'],
  pit: ['#4b4f63', '#0f1014'],
  pitEdge: ['#2d3042', '#5a5f75'],
  wood: ['#9a6a35', '#b98445'],
  woodEdge: ['#57380f', '#6d4a1e'],
  hedge: ['#3f8a54', '#4f9f66'],
  hedgeEdge: ['#1f5531', '#1c5231'],
  thing: ['#f5dfae', '#4a3d22'],
  thingEdge: ['#8a5a14', '#d9ab5b'],
  good: ['#2e8b57'],
  fair: ['#e6a11f'],
  poor: ['#c8402e'],
  attack: ['#b3201d', '#ff6a5e'],
  move: ['#3b4ba3', '#9db0ff'],
  sight: ['#16704a', '#5fd39a'],
  noSight: ['#8a2a6b', '#ee8ccb'],
  zone1: ['#cfe3f4', '#26405a'],
  zone1Edge: ['#1f5f9c', '#7db9ec'],
  zone2: ['#f8e2b0', '#4a3c18'],
  zone2Edge: ['#8d6100', '#e9bb55'],
  zone3: ['#cfead9', '#1f4534'],
  zone3Edge: ['#176a45', '#6fcf9f'],
  zone4: ['#f2d5e4', '#4b2b3d'],
  zone4Edge: ['#96396f', '#ec96c2'],
  zone5: ['#e0daf3', '#35305a'],
  zone5Edge: ['#4d40a0', '#aaa0f0'],
  area1: ['#e3edf5', '#27313b'],
  area2: ['#f6efdd', '#363124'],
  area3: ['#f7e5dc', '#3a2a25'],
  blue: ['#2a62ad'],
  orange: ['#e79f24'],
  green: ['#2f8a5b'],
  pink: ['#d983b2'],
  sky: ['#6fb9e4'],
  red: ['#c43a2d'],
  purple: ['#75489c'],
  yellow: ['#f2d544'],
  brown: ['#7d5130'],
  black: ['#2b2927'],
  white: ['#f6f3ec'],
  grey: ['#97938b'],
  onDark: ['#ffffff'],
  onLight: ['#1b1814'],
} as const satisfies Readonly<Record<string, readonly [day: string, night?: string]>>;

/** A colour by its use, or as `#rrggbb`. */
export type Colour = keyof typeof colours | `#${string}`;

const isNamed = (colour: Colour): colour is keyof typeof colours => Object.hasOwn(colours, colour);

/** A named colour as a CSS variable, for a style sheet that contains `paletteVariables`. */
export const colourVariable = (colour: Colour): string => (isNamed(colour) ? `var(--b-${colour})` : colour);

/** The CSS variables of all named colours in a theme. */
export const paletteVariables = (theme: Theme): string =>
  Object.entries(colours)
    .map(([name, [day, night = day]]) => `--b-${name}:${theme === 'dark' ? night : day}`)
    .join(';');

/** The `#rrggbb` of a colour in a theme. */
export const hexOf = (colour: Colour, theme: Theme): string => {
  if (!isNamed(colour)) return colour;
  const [day, night = day] = colours[colour];
  return theme === 'dark' ? night : day;
};
