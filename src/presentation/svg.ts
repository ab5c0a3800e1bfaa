import { isLatin } from './drawing/font-coverage.ts';
import { type Colour, hexOf } from './palette.ts';
import type { ImagePart, Point, Scene, Shape, ShapeLook } from './scene.ts';

/** Matches characters that XML 1.0 cannot contain. */
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export const escapeXml = (text: string): string =>
  text.replace(impossible, '').replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

const n = (value: number): string => String(Math.round(value * 10) / 10);
const at = ([x, y]: Point): string => `${n(x)} ${n(y)}`;

/** The font family in `assets/fonts` for Latin letters. */
export const fontFamily = 'Fira Sans Condensed';
const furtherFamily = 'DejaVu Sans Condensed';

/** The font family of a text. Mixed texts use one family. */
export const fontFamilyFor = (text: string): string => (isLatin(text) ? fontFamily : furtherFamily);

type Hex = (colour: Colour) => string;

/** A part of a picture under a veil, with its position. */
interface ImageBox extends ImageRequest {
  readonly x: number;
  readonly y: number;
}

/** Writes pictures as SVG elements. */
export interface PictureElements {
  /** A round picture around the origin. */
  readonly portrait: (hash: string, radius: number) => string;
  readonly image: (box: ImageBox) => string;
}

/** A part of a scene that can be pressed. */
export type PressableShape = Extract<Shape, { kind: 'hotspot' | 'squares' }>;

/** How a page writes a scene whose parts can be pressed. */
export interface SvgSurface {
  readonly colour: Hex;
  readonly pressable: (shape: PressableShape) => string;
}

/** Host of portrait addresses, which the renderer replaces by pictures. */
const portraitHost = 'https://portrait.invalid';
const portraitAddress = (hash: string, pixels: number): string => `${portraitHost}/${hash}/${pixels}`;

/** Parses the address of a portrait. Undefined for other addresses. */
export const parsePortraitAddress = (address: string): { readonly hash: string; readonly pixels: number } => {
  const [hash = '', pixels] = address.slice(portraitHost.length + 1).split('/');
  return { hash, pixels: Number(pixels) };
};

/** A part of a picture under a veil, with its size (pixels). */
export interface ImageRequest {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly part: ImagePart | undefined;
  /** The colour of the veil as `#rrggbb`. */
  readonly veil: string;
  readonly veiled: number;
}
const imageHost = 'https://image.invalid';
const share = (value: number): string => String(Math.round(value * 10_000) / 10_000);
export const imageAddress = ({ hash, width, height, part, veil, veiled }: ImageRequest): string => {
  const where = part === undefined ? 'middle' : [part.left, part.top, part.across, part.down].map(share).join(',');
  return `${imageHost}/${hash}/${width}x${height}/${where}/${veil.slice(1)}/${veiled}`;
};

/** Parses the address of an image. Undefined for other addresses. */
export const parseImageAddress = (address: string): ImageRequest | undefined => {
  if (!address.startsWith(`${imageHost}/`)) return undefined;
  const [hash = '', size = '', where = '', veil = '', veiled] = address.slice(imageHost.length + 1).split('/');
  const [width = 1, height = 1] = size.split('x').map(Number);
  const [left = 0, top = 0, across = 1, down = 1] = where.split(',').map(Number);
  const part = where === 'middle' ? undefined : { left, top, across, down };
  return { hash, width, height, part, veil: `#${veil}`, veiled: Number(veiled) };
};

/** Writes pictures as SVG elements with addresses, at whole pixels to avoid smoothing. */
const elementsByAddress: PictureElements = {
  portrait: (hash, radius) => {
    const pixels = Math.max(1, Math.round(radius * 2));
    return `<image x="${-Math.floor(pixels / 2)}" y="${-Math.floor(pixels / 2)}" width="${pixels}" height="${pixels}" image-rendering="optimizeSpeed" href="${portraitAddress(hash, pixels)}"/>`;
  },
  image: ({ x, y, ...wanted }) =>
    `<image x="${x}" y="${y}" width="${wanted.width}" height="${wanted.height}" image-rendering="optimizeSpeed" href="${imageAddress(wanted)}"/>`,
};

/** The theme and pictures for writing shapes as SVG. */
interface SvgContext {
  readonly hex: Hex;
  readonly has: (hash: string) => boolean;
  readonly elements: PictureElements;
  readonly pressable: SvgSurface['pressable'];
}

const lookAttributes = ({ fill, stroke, width, dash, opacity, crisp }: ShapeLook, hex: Hex): string => {
  const filled = `fill="${fill === undefined ? 'none' : hex(fill)}"`;
  const border = stroke === undefined ? '' : ` stroke="${hex(stroke)}" stroke-width="${n(width ?? 1)}"`;
  const dashes = dash === undefined ? '' : ` stroke-dasharray="${dash.map(n).join(' ')}"`;
  const clear = opacity === undefined ? '' : ` opacity="${opacity}"`;
  return `${filled}${border}${dashes}${clear}${crisp === true ? ' shape-rendering="crispEdges"' : ''}`;
};

const written = ({ text, size, fill, anchor, bold, halo, at: [x, y] }: Extract<Shape, { kind: 'text' }>, hex: Hex) => {
  const family = isLatin(text) ? '' : ` font-family="${fontFamilyFor(text)}"`;
  const weight = bold ? ' font-weight="bold"' : '';
  const border =
    halo === undefined
      ? ''
      : ` stroke="${hex(halo)}" stroke-width="${n(size / 5)}" stroke-linejoin="round" paint-order="stroke"`;
  return `<text x="${n(x)}" y="${n(y)}" font-size="${n(size)}" text-anchor="${anchor}" fill="${hex(fill)}"${family}${weight}${border}>${escapeXml(text)}</text>`;
};

const drawn = (shape: Shape, writing: SvgContext): string => {
  const { hex } = writing;
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height, round, look } = shape;
      const corners = round > 0 ? ` rx="${n(round)}"` : '';
      return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${corners} ${lookAttributes(look, hex)}/>`;
    }
    case 'boxes': {
      const each = shape.boxes.map(
        ({ x, y, width, height }) => `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z`,
      );
      return `<path d="${each.join('')}" ${lookAttributes(shape.look, hex)}/>`;
    }
    case 'group': {
      const inner = shape.shapes.map((each) => drawn(each, writing)).join('');
      return `<g data-key="${escapeXml(shape.key)}" transform="translate(${at(shape.at)})">${inner}</g>`;
    }
    case 'portrait': {
      const all = (shapes: readonly Shape[]) => shapes.map((each) => drawn(each, writing)).join('');
      if (!writing.has(shape.of)) return all(shape.instead);
      const [x, y] = shape.at;
      const opacity = shape.opacity === 1 ? '' : ` opacity="${shape.opacity}"`;
      return `<g transform="translate(${Math.round(x)} ${Math.round(y)})"${opacity}>${writing.elements.portrait(shape.of, shape.radius)}</g>${all(shape.over)}`;
    }
    case 'image': {
      if (!writing.has(shape.of)) return '';
      const { of, part, veil, veiled } = shape;
      const [x = 0, y = 0, width = 1, height = 1] = [shape.x, shape.y, shape.width, shape.height].map(Math.round);
      return writing.elements.image({ hash: of, x, y, width, height, part, veil: hex(veil), veiled });
    }
    case 'hotspot':
    case 'squares':
      return writing.pressable(shape);
    case 'circle':
      return `<circle cx="${n(shape.at[0])}" cy="${n(shape.at[1])}" r="${n(shape.radius)}" ${lookAttributes(shape.look, hex)}/>`;
    case 'polygon':
      return `<polygon points="${shape.points.map(at).join(' ')}" stroke-linejoin="round" ${lookAttributes(shape.look, hex)}/>`;
    case 'lines': {
      const d = shape.lines.map((points) => `M${points.map(at).join('L')}`).join('');
      const ends = shape.look.dash === undefined ? ' stroke-linecap="round"' : '';
      return `<path d="${d}" stroke-linejoin="round"${ends} ${lookAttributes(shape.look, hex)}/>`;
    }
    case 'text':
      return written(shape, hex);
  }
};

const noPictures: ReadonlyMap<string, Uint8Array> = new Map();

/** The hashes of the pictures that shapes show. */
export const portraitHashes = (shapes: readonly Shape[]): readonly string[] =>
  shapes.flatMap((shape) =>
    shape.kind === 'portrait' || shape.kind === 'image'
      ? [shape.of]
      : shape.kind === 'group'
        ? portraitHashes(shape.shapes)
        : [],
  );

/** Writes a scene as SVG without scripts, style sheets or links. */
export const sceneSvg = (
  { width, height, shapes, title, theme = 'light', pictures = noPictures }: Scene,
  elements: PictureElements = elementsByAddress,
  { colour, pressable }: SvgSurface = { colour: (named) => hexOf(named, theme), pressable: () => '' },
): string => {
  const writing: SvgContext = { hex: colour, has: (hash) => pictures.has(hash), elements, pressable };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}" font-family="${fontFamily}">`,
    `<title>${escapeXml(title)}</title>`,
    ...shapes.map((shape) => drawn(shape, writing)),
    '</svg>',
    '',
  ].join('\n');
};
