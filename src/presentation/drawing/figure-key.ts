import { splitNumberedName } from '../../core/message.ts';
import type { LabelledFigure } from '../figure-labels.ts';
import type { Shape } from '../scene.ts';
import { drawMore, drawText, faintColour, inkColour, lines, type PicturePanel, through } from './draw.ts';
import { drawFigure } from './figure.ts';
import { fitText, textWidth } from './measure.ts';

/** A line of the key: somebody, and where it is if that is not seen on the picture. */
export interface KeyEntry {
  readonly player: LabelledFigure;
  readonly where: string | undefined;
  /** Said instead of its name: for several who are told in one. */
  readonly text?: string;
}

/** `Zombie 1 to 12` in place of many lines, where the tags bear the numbers. */
export const groupKeyEntries = (entries: readonly KeyEntry[]): readonly KeyEntry[] => {
  const groupOf = (entry: KeyEntry): string | KeyEntry => {
    const { label, now, view, style } = entry.player;
    const name = splitNumberedName(label);
    return name === undefined || now || entry.where !== undefined || view.life !== 'up'
      ? entry
      : `${style.fill} ${name.stem}`;
  };
  return [...Map.groupBy(entries, groupOf).values()].flatMap((group) => {
    const [first] = group;
    const names = group.flatMap(({ player }) => splitNumberedName(player.label) ?? []);
    if (first === undefined || group.length < 4) return group;
    const numbers = names.map(({ number }) => number);
    return [{ ...first, text: `${names[0]?.stem} ${Math.min(...numbers)} to ${Math.max(...numbers)}` }];
  });
};

export const keyRowHeight = 40;
const nameSize = 22;
const noteSize = 20;
const radius = 17;
const inset = 2 * radius + 10;

const entryShapes = ({ player, where, text }: KeyEntry, x: number, y: number, width: number): readonly Shape[] => {
  const { view } = player;
  const label = text ?? player.label;
  const up = view.life === 'up';
  const told = view.gauges[0];
  const note = where ?? (up && told !== undefined && text === undefined ? told.text : '');
  const noteWidth = textWidth(note, noteSize) + 10;
  const withNote =
    note !== '' && (where !== undefined || textWidth(label, nameSize, 'bold') <= width - inset - noteWidth);
  const name = fitText(label, width - inset - (withNote ? noteWidth : 0), nameSize, 'bold');
  const nameEnd = x + inset + textWidth(name, nameSize, 'bold');
  const middle = y + keyRowHeight / 2;
  return [
    ...drawFigure(
      { ...player, view: { ...view, gauges: [] } },
      [x + radius + 2, middle],
      radius * (view.life === 'down' ? 1.2 : 1),
    ),
    drawText([x + inset, middle], name, { size: nameSize, bold: true, fill: up ? inkColour : faintColour }),
    ...(up
      ? []
      : [lines([through([x + inset - 2, middle], [nameEnd + 2, middle])], { stroke: faintColour, width: 2 })]),
    ...(withNote
      ? [
          drawText([nameEnd + 8, middle], fitText(note, x + width - nameEnd - 8, noteSize), {
            size: noteSize,
            fill: faintColour,
          }),
        ]
      : []),
  ];
};

/** Who is who on a board whose figures bear tags alone: in so many columns, and not more rows than these; the last says how many are left out. */
export const keyPanel = (
  entries: readonly KeyEntry[],
  width: number,
  columns: number,
  mostRows: number,
): PicturePanel => {
  const places = columns * mostRows;
  const shown = entries.length > places ? entries.slice(0, places - 1) : entries;
  const rows = Math.ceil(Math.min(entries.length, places) / columns);
  const column = width / columns;
  const at = (index: number) => [Math.floor(index / rows) * column, (index % rows) * keyRowHeight] as const;
  const [moreX, moreY] = at(places - 1);
  return {
    width,
    height: rows * keyRowHeight,
    shapes: [
      ...shown.flatMap((entry, index) => entryShapes(entry, ...at(index), column - 12)),
      ...drawMore([moreX + inset, moreY + keyRowHeight / 2], entries.length - shown.length, {
        size: noteSize,
        fill: faintColour,
      }),
    ],
  };
};
