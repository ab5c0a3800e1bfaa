import { listText, worded } from '../../core/message.ts';
import { isPlainObject, type PlainObject } from '../../core/plain-object.ts';
import { type Card, card } from '../../presentation/card.ts';
import {
  type SheetBlock,
  type SheetChart,
  type SheetEntry,
  type SheetFact,
  sheetAltText,
  sheetScene,
} from '../../presentation/sheet-scene.ts';
import type { Line } from '../../rules/event.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { schemaAt, schemaVariants, sheetFieldTitle, sheetSchemaOf, valueAt } from '../input/sheet-fields.ts';
import { formatNamedValue, formatSheetValue, isBlank, sheetLines } from '../input/sheets.ts';

/** The parts of a rulebook that are needed to draw a sheet. */
type Book = Pick<Ruleset, 'title' | 'form'> & Partial<Pick<Ruleset, 'sheet'>>;

/** True if the picture omits the value, because it is blank, false, or an empty default. */
const isNothing = ({ sheet }: Book, path: readonly string[], whole: unknown, value: unknown): boolean => {
  if (value === false || isBlank(value)) return true;
  if (sheet === undefined || (value !== 0 && value !== 'none')) return false;
  return schemaVariants(schemaAt(sheetSchemaOf({ sheet }), whole, path)).some((way) => way.default === value);
};

const isPlain = (value: unknown): boolean => !isPlainObject(value) && !Array.isArray(value);

/** A sheet to draw with its rulebook. */
interface Drawing {
  readonly book: Book;
  readonly whole: unknown;
}

/** The values of an object that the picture shows, by key. */
const shownIn = ({ book, whole }: Drawing, path: readonly string[], tree: PlainObject) =>
  Object.entries(tree).filter(([key, each]) => !isNothing(book, [...path, key], whole, each));

/** Minimum number of values that share one row. */
const minRowValues = 2;

/** True for an object, whose values are shown under their own names. */
const isTable = (value: unknown): value is PlainObject =>
  isPlainObject(value) && Object.values(value).every(isPlain) && Object.keys(value).length > minRowValues;

const factOf = ({ book }: Drawing, path: readonly string[], value: unknown): SheetFact => ({
  name: worded(sheetFieldTitle(book, path.join('.'))),
  text: formatSheetValue(book, path.join('.'), value),
});

const entryOf = (drawing: Drawing, path: readonly string[], value: unknown): SheetEntry => {
  const { book } = drawing;
  if (!isPlainObject(value)) return { name: formatSheetValue(book, path.join('.'), value), more: [] };
  const { name, id, item, ...rest } = value;
  const called = name ?? id ?? item;
  const more = shownIn(drawing, path, rest).map(([key, each]) =>
    formatNamedValue(book, [...path, key].join('.'), each),
  );
  return called === undefined ? { name: listText(more), more: [] } : { name: worded(String(called)), more };
};

/** The blocks of one page of the form, in order: plain values, tables, lists. */
const blocksOf = (drawing: Drawing, fields: readonly string[]): readonly SheetBlock[] => {
  const { book, whole } = drawing;
  const there = fields
    .map((key) => [key, valueAt(whole, [key])] as const)
    .filter(([key, value]) => !isNothing(book, [key], whole, value));
  const facts: SheetFact[] = [];
  const tables: SheetBlock[] = [];
  const lists: SheetBlock[] = [];
  for (const [key, value] of there) {
    const title = worded(sheetFieldTitle(book, key));
    if (Array.isArray(value)) {
      const entries = value.map((each: unknown, at) => entryOf(drawing, [key, String(at)], each));
      lists.push({ kind: 'list', title, entries });
    } else if (isTable(value)) {
      const rows = shownIn(drawing, [key], value).map(([name, each]) => factOf(drawing, [key, name], each));
      if (rows.length > 0) tables.push({ kind: 'facts', title, facts: rows });
    } else facts.push(factOf(drawing, [key], value));
  }
  const said = facts.filter(({ text }) => text !== '');
  return [
    ...(said.length === 0 ? [] : [{ kind: 'facts' as const, title: undefined, facts: said }]),
    ...tables,
    ...lists,
  ];
};

/** A sheet to draw, with name and portrait. */
export interface SheetToDraw {
  readonly name: string;
  readonly sheet: unknown;
  /** The hash of the portrait. */
  readonly portrait?: string | undefined;
}

/** Builds the picture of a sheet from the pages of its form, without blank fields. */
export const sheetChart = (book: Book, { name, sheet, portrait }: SheetToDraw): SheetChart => {
  const all = isPlainObject(sheet) ? sheet : {};
  const pages = book.form?.pages ?? [];
  const rest = Object.keys(all).filter((key) => !pages.some(({ fields }) => fields.includes(key)));
  const groups = [...pages, { title: 'Everything else', fields: rest }].map(({ title, fields }) => ({
    title: worded(title),
    blocks: blocksOf({ book, whole: sheet }, fields),
  }));
  return {
    name,
    rulebook: worded(book.title),
    face: portrait,
    groups: groups.filter(({ blocks }) => blocks.length > 0),
  };
};

/** A card that shows a sheet both as lines and as a picture. */
export const sheetCard = (book: Book, title: string, pictured: SheetToDraw, before: readonly Line[] = []): Card => {
  const chart = sheetChart(book, pictured);
  return card(title, {
    lines: [...before, ...sheetLines(book, pictured.sheet)],
    picture: { scene: sheetScene(chart), alt: sheetAltText(chart) },
  });
};
