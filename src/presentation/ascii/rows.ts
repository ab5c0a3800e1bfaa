interface PlacedText {
  /** Where it begins, counted from 0. */
  readonly column: number;
  readonly text: string;
}

/** Texts at their columns, each in the first row that has room for it and a blank before the next. */
export const layOutRows = (items: readonly PlacedText[]): readonly string[] => {
  const rows: string[] = [];
  for (const { column, text } of items) {
    const from = Math.max(0, column);
    const fits = (row: string) => [...row].length + (row === '' ? 0 : 1) <= from;
    const index = rows.findIndex(fits);
    const row = index < 0 ? '' : (rows[index] ?? '');
    rows[index < 0 ? rows.length : index] = row + ' '.repeat(from - [...row].length) + text;
  }
  return rows;
};

/** A text filled up with blanks, or cut, to exactly this many characters. */
export const padText = (text: string, length: number): string => {
  const letters = [...text];
  return letters.slice(0, length).join('') + ' '.repeat(Math.max(0, length - letters.length));
};

/** Items with wide gaps between them, in lines of at most this many characters; a longer item stays whole. */
export const wrapItems = (items: readonly string[], longest: number): readonly string[] => {
  const rows: string[] = [];
  for (const item of items) {
    const row = rows.at(-1);
    if (row !== undefined && [...row].length + 3 + [...item].length <= longest)
      rows[rows.length - 1] = `${row}   ${item}`;
    else rows.push(item);
  }
  return rows;
};
