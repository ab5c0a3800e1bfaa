import { err, ok, phrase } from '../../../core/message.ts';
import type { Importer } from '../../../rules/spreadsheet.ts';
import { importRatings, isAttribute, translateAbility } from './ratings.ts';

const mostRows = 200;
const longestRow = 200;

interface Row {
  readonly line: number;
  readonly name: string;
  readonly cell: string;
}

/** `strength,3` or the like on every line; nothing where a line is anything else. */
const rowsIn = (given: string): readonly Row[] | undefined => {
  const rows: Row[] = [];
  for (const [index, each] of given.split(/\r?\n/).entries()) {
    if (each.trim() === '') continue;
    if (each.length > longestRow) return undefined;
    const [, name, cell] =
      /^\s*"?([\p{L}][\p{L}\s'-]{0,60}?)"?\s*[,;\t:=]\s*"?([^,;\t"]{0,20})"?\s*$/u.exec(each) ?? [];
    if (name === undefined || cell === undefined || rows.length >= mostRows) return undefined;
    rows.push({ line: index + 1, name: name.trim().toLowerCase(), cell: cell.trim() });
  }
  return rows;
};

const isNumber = ({ cell }: Row): boolean => /^\d{1,2}$/.test(cell);

/** Two columns of a spreadsheet: an attribute or ability, and its rating. */
export const ratingListImporter: Importer = {
  format: 'a list of attributes and abilities',
  recognises: ({ json, text: given }) => {
    const rows = json === undefined ? rowsIn(given) : undefined;
    return rows !== undefined && rows.filter((row) => isAttribute(row.name) && isNumber(row)).length > 1;
  },
  read: ({ text: given }) => {
    const [head, ...others] = rowsIn(given) ?? [];
    const rows = head === undefined ? [] : isNumber(head) ? [head, ...others] : others;
    const wrong = rows.find((row) => !isNumber(row) || Number(row.cell) > 10);
    if (wrong !== undefined)
      return err(phrase`line ${wrong.line}: ${wrong.name} “${wrong.cell}” is not a rating from 0 to 10`);
    const rated = (attribute: boolean) =>
      rows.filter(({ name }) => isAttribute(name) === attribute).map(({ name, cell }) => [name, Number(cell)] as const);
    const { sheet, derived } = importRatings(
      new Map(rated(true)),
      new Map(rated(false).map(([name, dots]) => [translateAbility(name), dots])),
    );
    return ok({ name: undefined, sheet, derived, leftOut: ['weapons and armor: not in the list'] });
  },
};
