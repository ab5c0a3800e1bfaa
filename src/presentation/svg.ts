import type { Look, Point, Scene, Shape } from './scene.ts';

/** What XML 1.0 cannot hold at all, not even escaped. */
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escapeXml = (text: string): string =>
  text.replace(impossible, '').replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

const n = (value: number): string => String(Math.round(value * 10) / 10);
const at = ([x, y]: Point): string => `${n(x)} ${n(y)}`;

const looks = ({ fill, stroke, width, dash, opacity, crisp }: Look): string =>
  [
    `fill="${fill ?? 'none'}"`,
    ...(stroke === undefined ? [] : [`stroke="${stroke}"`, `stroke-width="${n(width ?? 1)}"`]),
    ...(dash === undefined ? [] : [`stroke-dasharray="${dash.map(n).join(' ')}"`]),
    ...(opacity === undefined ? [] : [`opacity="${opacity}"`]),
    ...(crisp === true ? ['shape-rendering="crispEdges"'] : []),
  ].join(' ');

const drawn = (shape: Shape): string => {
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height, round, look } = shape;
      const corners = round > 0 ? ` rx="${n(round)}"` : '';
      return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${corners} ${looks(look)}/>`;
    }
    case 'circle':
      return `<circle cx="${n(shape.at[0])}" cy="${n(shape.at[1])}" r="${n(shape.radius)}" ${looks(shape.look)}/>`;
    case 'polygon':
      return `<polygon points="${shape.points.map(at).join(' ')}" stroke-linejoin="round" ${looks(shape.look)}/>`;
    case 'lines': {
      const d = shape.lines.map((points) => `M${points.map(at).join('L')}`).join('');
      const ends = shape.look.dash === undefined ? ' stroke-linecap="round"' : '';
      return `<path d="${d}" stroke-linejoin="round"${ends} ${looks(shape.look)}/>`;
    }
    case 'text': {
      const { text, size, fill, anchor, bold, halo } = shape;
      const weight = bold ? ' font-weight="bold"' : '';
      const border =
        halo === undefined
          ? ''
          : ` stroke="${halo}" stroke-width="${n(size / 4)}" stroke-linejoin="round" paint-order="stroke"`;
      return `<text x="${n(shape.at[0])}" y="${n(shape.at[1])}" font-size="${n(size)}" text-anchor="${anchor}" fill="${fill}"${weight}${border}>${escapeXml(text)}</text>`;
    }
  }
};

/** The family of the font in `assets/fonts`. */
export const fontFamily = 'DejaVu Sans Condensed';

/** A scene as one SVG document: no script, no style sheet, nothing from outside. */
export const sceneSvg = ({ width, height, shapes, title }: Scene): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}" font-family="${fontFamily}">`,
    `<title>${escapeXml(title)}</title>`,
    ...shapes.map(drawn),
    '</svg>',
    '',
  ].join('\n');
