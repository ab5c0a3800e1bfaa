import { splitLetters } from '../core/letters.ts';
import { listText, phrase } from '../core/message.ts';
import {
  box,
  drawText,
  faintColour,
  fitText,
  inkColour,
  lines,
  moveShape,
  type PicturePanel,
  pointsOf,
  stackPanels,
  textWidth,
} from './drawing/draw.ts';
import type { Scene, Shape } from './scene.ts';

/** The texts of a sheet's picture. */
export interface SheetChart {
  readonly name: string;
  readonly rulebook: string;
  /** The hash of the portrait. Undefined if there is none. */
  readonly face: string | undefined;
  readonly groups: readonly SheetGroup[];
}

/** A part of a sheet with a title. */
interface SheetGroup {
  readonly title: string;
  readonly blocks: readonly SheetBlock[];
}

/** Named values or a list, with an optional title. */
export type SheetBlock =
  | { readonly kind: 'facts'; readonly title: string | undefined; readonly facts: readonly SheetFact[] }
  | { readonly kind: 'list'; readonly title: string; readonly entries: readonly SheetEntry[] };

export interface SheetFact {
  readonly name: string;
  readonly text: string;
}

/** An entry of a list: its name and details. */
export interface SheetEntry {
  readonly name: string;
  readonly more: readonly string[];
}

const margin = 16;
const inner = 728;
const gap = 24;
const nameSize = 36;
const bookSize = 23;
const headSize = 24;
const size = 22;
const lineHeight = 28;
/** Maximum height of the picture (pixels), as a phone shows at full width. Higher sheets show fewer details. */
const maxHeight = 780;
/** Maximum height for sheets that are too high even with few details (pixels). */
const maxReadableHeight = 1140;
const faceRadius = 50;

/** Cuts a text to a width, with `…`. */
const cutTo = (text: string, width: number): string => {
  if (textWidth(text, size) <= width) return text;
  let cut = text;
  while (cut !== '' && textWidth(`${cut}…`, size) > width) cut = splitLetters(cut).slice(0, -1).join('').trimEnd();
  return `${cut}…`;
};

/** Wraps a text to a width, in at most `most` lines. */
const wrapText = (text: string, width: number, most: number): readonly string[] => {
  const rows: string[] = [];
  let row = '';
  for (const word of text.split(' ')) {
    const longer = row === '' ? word : `${row} ${word}`;
    if (row === '' || textWidth(longer, size) <= width) row = longer;
    else {
      rows.push(row);
      row = word;
    }
  }
  if (row !== '') rows.push(row);
  if (rows.length <= most) return rows.map((each) => cutTo(each, width));
  const last = rows.slice(most - 1).join(' ');
  return [...rows.slice(0, most - 1), last].map((each) => cutTo(each, width));
};

const header = ({ name, rulebook, face }: SheetChart): PicturePanel => {
  const width = inner - (face === undefined ? 0 : 2 * faceRadius + gap);
  const height = face === undefined ? 78 : 2 * faceRadius + 4;
  const middle = height / 2;
  return {
    width: inner,
    height,
    shapes: [
      drawText([0, middle - 18], fitText(name, width, nameSize, 'bold'), { size: nameSize, bold: true }),
      drawText([0, middle + 20], fitText(rulebook, width, bookSize), { size: bookSize, fill: faintColour }),
      ...(face === undefined
        ? []
        : [
            {
              ...{ kind: 'portrait' as const, of: face, at: [inner - faceRadius, middle] as const, radius: faceRadius },
              ...{ opacity: 1, over: [], instead: [] },
            },
          ]),
    ],
  };
};

const heading = (title: string): PicturePanel => ({
  width: inner,
  height: 44,
  shapes: [
    drawText([0, 22], fitText(title, inner, headSize, 'bold'), { size: headSize, bold: true }),
    lines([pointsOf([0, 40], [inner, 40])], { stroke: 'frame', width: 2 }),
  ],
});

const factWidth = ({ name, text }: SheetFact): number => textWidth(name, size) + 16 + textWidth(text, size, 'bold');

/** Draws values in as many columns as fit. */
const factsPanel = (facts: readonly SheetFact[], most: number): PicturePanel => {
  const isShort = (each: SheetFact): boolean => factWidth(each) <= inner;
  const short = facts.filter(isShort);
  const columns =
    [4, 3, 2].find((count) => short.every((each) => factWidth(each) <= (inner - gap * (count - 1)) / count)) ?? 1;
  const wide = (inner - gap * (columns - 1)) / columns;
  const rows = Math.ceil(short.length / columns);
  const shapes: Shape[] = short.flatMap(({ name, text }, at) => {
    const x = Math.floor(at / rows) * (wide + gap);
    const y = ((at % rows) + 0.5) * lineHeight;
    return [
      drawText([x, y], name, { size, fill: faintColour }),
      drawText([x + wide, y], text, { size, bold: true, anchor: 'end' }),
    ];
  });
  let height = rows * lineHeight;
  for (const { name, text } of facts.filter((each) => !isShort(each))) {
    shapes.push(drawText([0, height + lineHeight / 2], fitText(name, inner, size), { size, fill: faintColour }));
    height += lineHeight;
    for (const row of wrapText(text, inner - gap, most)) {
      shapes.push(drawText([gap, height + lineHeight / 2], row, { size }));
      height += lineHeight;
    }
  }
  return { width: inner, height, shapes };
};

const subtitle = (title: string, y: number): Shape =>
  drawText([0, y + lineHeight / 2], fitText(title, inner, size, 'bold'), { size, bold: true, fill: faintColour });

/** Maximum numbers of rows and entries that the picture of a sheet shows. */
interface Measure {
  readonly rows: number;
  readonly entries: number;
}

/** Draws a list. Names without details share lines. */
const listPanel = (
  title: string | undefined,
  entries: readonly SheetEntry[],
  { rows, entries: most }: Measure,
): PicturePanel => {
  const shapes: Shape[] = title === undefined ? [] : [subtitle(title, 0)];
  let height = title === undefined ? 0 : lineHeight;
  const put = (...row: readonly (readonly [x: number, text: string, bold?: boolean])[]): void => {
    for (const [x, text, bold = false] of row)
      shapes.push(drawText([x, height + lineHeight / 2], text, { size, bold, fill: bold ? inkColour : faintColour }));
    height += lineHeight;
  };
  const names = entries.filter(({ more }) => more.length === 0).map(({ name }) => name);
  for (const row of names.length === 0 ? [] : wrapText(listText(names), inner - gap, rows + 1)) put([gap, row, true]);
  const whole = entries.filter(({ more }) => more.length > 0);
  for (const { name, more } of whole.slice(0, most)) {
    const text = listText(more);
    const label = fitText(name, inner - gap, size, 'bold');
    const after = gap + textWidth(label, size, 'bold') + 12;
    if (rows === 0 || after + textWidth(text, size) <= inner) {
      put([gap, label, true], [after, cutTo(text, inner - after)]);
      continue;
    }
    put([gap, label, true]);
    for (const row of wrapText(text, inner - 2 * gap, rows)) put([2 * gap, row]);
  }
  if (whole.length > most) put([gap, phrase`and ${whole.length - most} more`]);
  return { width: inner, height, shapes };
};

const factsWithTitle = (title: string | undefined, facts: readonly SheetFact[], rows: number): PicturePanel => {
  const panel = factsPanel(facts, Math.max(1, rows));
  if (title === undefined) return panel;
  return {
    width: inner,
    height: panel.height + lineHeight,
    shapes: [subtitle(title, 0), ...panel.shapes.map((shape) => moveShape(shape, [0, lineHeight]))],
  };
};

const panelsOf = (chart: SheetChart, measure: Measure): readonly PicturePanel[] => [
  header(chart),
  ...chart.groups.flatMap(({ title, blocks }) => [
    heading(title),
    ...blocks.map((block, at) => {
      const under = at === 0 && block.title === title ? undefined : block.title;
      return block.kind === 'facts'
        ? factsWithTitle(under, block.facts, measure.rows)
        : listPanel(under, block.entries, measure);
    }),
  ]),
];

const between = 8;

const heightOf = (panels: readonly PicturePanel[]): number =>
  panels.reduce((sum, { height }) => sum + height + between, 2 * margin - between);

/** Limits of rows and entries to try, from most to fewest details. */
const measures: readonly Measure[] = [
  ...[4, 3, 2, 1, 0].map((rows) => ({ rows, entries: 30 })),
  ...[12, 8, 6, 5, 4].map((entries) => ({ rows: 0, entries })),
];

/** Draws a sheet with name, portrait, groups and lists. */
export const sheetScene = (chart: SheetChart): Scene => {
  const tries = measures.map((measure) => panelsOf(chart, measure));
  const within = (most: number) => tries.find((panels) => heightOf(panels) <= most);
  const found = within(maxHeight) ?? within(maxReadableHeight) ?? tries.at(-1) ?? [];
  const shapes = stackPanels(found, between).shapes.map((shape) => moveShape(shape, [margin, margin]));
  const [width, height] = [inner + 2 * margin, heightOf(found)];
  return {
    width,
    height,
    title: phrase`The sheet of ${chart.name}`,
    shapes: [box({ x: 0, y: 0, width, height }, { fill: 'ground' }), ...shapes],
    text: [],
  };
};

const maxAltLength = 1000;

export const sheetAltText = ({ name, rulebook, groups }: SheetChart): string => {
  const said = groups.map(({ title, blocks }) => {
    const parts = blocks.flatMap((block) =>
      block.kind === 'facts'
        ? block.facts.map((each) => phrase`${each.name} ${each.text}`)
        : [phrase`${block.title} ${listText(block.entries.map((each) => each.name))}`],
    );
    return phrase`${title}: ${parts.join('; ')}.`;
  });
  const whole = [phrase`The sheet of ${name} (${rulebook}).`, ...said].join(' ');
  return whole.length > maxAltLength ? `${whole.slice(0, maxAltLength - 1)}…` : whole;
};
