import type { APIEmbed } from 'discord.js';
import type { Control, Reply } from '../../src/app/replies/reply.ts';
import { toEmbeds } from '../../src/discord/embed.ts';
import { fitText, textWidth } from '../../src/presentation/drawing/draw.ts';
import type { Scene } from '../../src/presentation/scene.ts';
import { sceneSvg } from '../../src/presentation/svg.ts';
import type { Moment } from './moments.ts';

const width = 760;
const left = 84;
const size = 21;
const lineHeight = 28;

interface Piece {
  readonly svg: string;
  readonly height: number;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const words = (x: number, y: number, text: string, fill: string, bold = false, fontSize = size): string =>
  `<text x="${x}" y="${y}" font-size="${fontSize}" fill="${fill}"${bold ? ' font-weight="bold"' : ''}>${escaped(text)}</text>`;
const box = (x: number, y: number, wide: number, high: number, fill: string, round: number): string =>
  `<rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="${round}" fill="${fill}"/>`;

/** Words in lines of this width. */
const wrapped = (text: string, room: number): readonly string[] => {
  const rows: string[] = [];
  for (const word of text.split(' ')) {
    const row = rows.at(-1);
    if (row !== undefined && textWidth(`${row} ${word}`, size) <= room) rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(word);
  }
  return rows;
};

/** A Markdown paragraph as Discord renders it: emphasis is bold, small print is faint. */
const paragraph = (markdown: string, x: number, room: number): Piece => {
  let y = 0;
  const shapes = markdown.split('\n').flatMap((line) => {
    const quiet = line.startsWith('-# ');
    const bold = line.startsWith('**');
    const plain = line.replace(/^-# /, '').replaceAll('**', '').replaceAll('\\', '');
    return wrapped(plain, room).map((row) => {
      y += lineHeight;
      return words(x, y - 7, row, quiet ? '#949ba4' : '#dbdee1', bold);
    });
  });
  return { svg: shapes.join(''), height: y };
};

const stacked = (pieces: readonly Piece[], gap: number): Piece => {
  let y = 0;
  const shapes = pieces.map(({ svg, height }) => {
    const at = y;
    y += height + gap;
    return `<g transform="translate(0 ${at})">${svg}</g>`;
  });
  return { svg: shapes.join(''), height: Math.max(0, y - gap) };
};

const pictured = (scene: Scene, x: number, wide: number): Piece => {
  const height = (scene.height / scene.width) * wide;
  const svg = sceneSvg({ ...scene, theme: 'dark' }).replace(
    /<svg [^>]*?viewBox/,
    `<svg x="${x}" y="0" width="${wide}" height="${height}" viewBox`,
  );
  return { svg, height };
};

/** An embed as Discord renders it: colored bar, title, lines, fields, picture. */
const embedded = ({ color = 0, title, description, fields = [] }: APIEmbed, scene: Scene | undefined): Piece => {
  const inner = left + 22;
  const room = width - inner - 40;
  const parts = stacked(
    [
      ...(title === undefined
        ? []
        : [
            {
              svg: words(inner, 24, fitText(title.replaceAll('\\', ''), room, 23, 'bold'), '#ffffff', true, 23),
              height: 30,
            },
          ]),
      ...(description === undefined ? [] : [paragraph(description, inner, room)]),
      ...fields.map(({ name, value }) =>
        stacked([{ svg: words(inner, 20, name, '#ffffff', true), height: 24 }, paragraph(value, inner, room)], 0),
      ),
      ...(scene === undefined ? [] : [pictured(scene, inner, room)]),
    ],
    12,
  );
  const height = parts.height + 30;
  const bar = `#${color.toString(16).padStart(6, '0')}`;
  return {
    svg: `${box(left, 0, width - left - 16, height, bar, 6)}${box(left + 5, 0, width - left - 21, height, '#2b2d31', 5)}<g transform="translate(0 14)">${parts.svg}</g>`,
    height,
  };
};

const buttonColours = { primary: '#5865f2', secondary: '#4e5058', success: '#248046', danger: '#da373c' } as const;

const buttonRow = (controls: readonly Control[]): Piece => {
  let x = left;
  const shapes = controls.map((control) => {
    const label = control.kind === 'button' ? control.label : 'Choose …';
    const wide = textWidth(label, 20, 'bold') + 34;
    const at = x;
    x += wide + 9;
    const fill = control.kind === 'button' ? buttonColours[control.style] : buttonColours.secondary;
    return `${box(at, 0, wide, 44, fill, 8)}${words(at + 17, 29, label, '#ffffff', true, 20)}`;
  });
  return { svg: shapes.join(''), height: 44 };
};

const author = (says: string): Piece => ({
  height: 66,
  svg: [
    words(left, 20, says, '#949ba4', false, 18),
    '<circle cx="42" cy="52" r="27" fill="#7d5130"/>',
    '<text x="42" y="60" font-size="24" font-weight="bold" text-anchor="middle" fill="#ffe9a3">BM</text>',
    words(left, 56, 'Brotherhood Master', '#ffffff', true, 22),
    box(left + textWidth('Brotherhood Master', 22, 'bold') + 10, 38, 44, 23, '#5865f2', 5),
    words(left + textWidth('Brotherhood Master', 22, 'bold') + 17, 56, 'APP', '#ffffff', true, 16),
  ].join(''),
});

const shown = ({ cards, controls }: Pick<Reply, 'cards' | 'controls'>): readonly Piece[] => [
  ...toEmbeds(cards).map((embed, at) => embedded(embed, cards[at]?.picture?.scene)),
  ...controls.map(buttonRow),
];

/**
 * A moment of a battle in Discord's dark theme: the answer to an order, and the panel. Drawn from the bot's own
 * messages.
 */
export const discordPicture = ({ answer, status }: Moment, order: string): string => {
  const result =
    answer === undefined
      ? []
      : [author(order), ...shown({ cards: answer.cards, controls: [] }), { svg: '', height: 8 }];
  const page = stacked([...result, author('The battle’s panel'), ...shown(status)], 10);
  const height = Math.ceil(page.height + 36);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Fira Sans Condensed"><rect width="${width}" height="${height}" fill="#313338"/><g transform="translate(0 16)">${page.svg}</g></svg>`;
};
