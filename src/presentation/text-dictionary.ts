/** A picture as what it has in common with the one before it: how many lines of its beginning and end it keeps, new ones between. */
type Change = readonly [before: number, after: number, between: readonly number[]];

/** Many texts that are much alike, each line kept once. */
export interface TextDictionary {
  readonly lines: readonly string[];
  readonly pages: readonly Change[];
  /** Which page stands for each text that was given; the same text is one page. */
  readonly at: readonly number[];
}

const shared = (a: readonly number[], b: readonly number[], most: number, from: 'start' | 'end'): number => {
  let count = 0;
  while (
    count < most &&
    (from === 'start' ? a[count] === b[count] : a[a.length - 1 - count] === b[b.length - 1 - count])
  )
    count += 1;
  return count;
};

/** Writes texts down by their lines. */
export const createTextDictionary = (texts: readonly string[], separator: string): TextDictionary => {
  const lines = new Map<string, number>();
  const numbered = (line: string): number => {
    const known = lines.get(line) ?? lines.size;
    lines.set(line, known);
    return known;
  };
  const found = new Map<string, number>();
  const pages: Change[] = [];
  let last: readonly number[] = [];
  const at = texts.map((text) => {
    const known = found.get(text);
    if (known !== undefined) return known;
    const page = text.split(separator).map(numbered);
    const before = shared(last, page, Math.min(last.length, page.length), 'start');
    const after = shared(last, page, Math.min(last.length, page.length) - before, 'end');
    pages.push([before, after, page.slice(before, page.length - after)]);
    found.set(text, pages.length - 1);
    last = page;
    return pages.length - 1;
  });
  return { lines: [...lines.keys()], pages, at };
};

/** The texts again, as the page reads them. */
export const expandTexts = ({ lines, pages, at }: TextDictionary, separator: string): readonly string[] => {
  let last: readonly number[] = [];
  const texts = pages.map(([before, after, between]) => {
    last = [...last.slice(0, before), ...between, ...last.slice(last.length - after)];
    return last.map((line) => lines[line] ?? '').join(separator);
  });
  return at.map((page) => texts[page] ?? '');
};
