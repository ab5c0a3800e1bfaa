import { err, ok, type Result } from './result.ts';

/** An element of XML with what stands in it. */
export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Its own text, that of its children left out. */
  readonly words: string;
}

interface Growing {
  readonly tag: string;
  readonly attributes: Record<string, string>;
  readonly children: Growing[];
  words: string;
}

const deepest = 32;
const most = 5000;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Only the five entities, and characters by their number. */
const unescaped = (words: string): string =>
  words.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (_whole, hex, decimal, name) =>
    hex !== undefined
      ? character(Number.parseInt(hex, 16))
      : decimal !== undefined
        ? character(Number(decimal))
        : (entities[String(name).toLowerCase()] ?? ''),
  );

const piece =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w.:-]{1,100})\s*>|<([\w.:-]{1,100})((?:\s+[\w.:-]{1,100}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const attribute = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const attributesIn = (written: string): Record<string, string> =>
  Object.fromEntries(
    [...written.matchAll(attribute)].map(([, name = '', double, single]) => [name, unescaped(double ?? single ?? '')]),
  );

/** One element of XML with all it holds. Refuses declarations of types and entities, what is not well formed, and what is too deep or too much. */
export const readXml = (source: string): Result<Element, string> => {
  const root: Growing = { tag: '', attributes: {}, children: [], words: '' };
  const open: Growing[] = [root];
  let count = 0;
  piece.lastIndex = 0;
  while (piece.lastIndex < source.length) {
    const found = piece.exec(source);
    const top = open.at(-1);
    if (found === null || top === undefined) return err('it is not well-formed XML, or declares a type');
    const [, cdata, closed, begun, attributes = '', ends, words] = found;
    if (words !== undefined) top.words += unescaped(words);
    if (cdata !== undefined) top.words += cdata;
    if (closed !== undefined && open.pop()?.tag !== closed) return err(`the element ${closed} is closed but not open`);
    if (begun === undefined) continue;
    if (++count > most || open.length > deepest) return err('it holds too much, or is nested too deep');
    const child: Growing = { tag: begun, attributes: attributesIn(attributes), children: [], words: '' };
    top.children.push(child);
    if (ends === '') open.push(child);
  }
  const [only] = root.children;
  return only === undefined || root.children.length > 1 || open.length > 1
    ? err('its elements are not all closed, or there are several')
    : ok(only);
};
