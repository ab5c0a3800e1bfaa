import { err, ok, type Result } from './message.ts';

/** An XML element with its attributes, children and text. */
export interface XmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The element's own text, without the text of its children. */
  readonly text: string;
}

interface ElementBuilder {
  readonly tag: string;
  readonly attributes: Record<string, string>;
  readonly children: ElementBuilder[];
  text: string;
}

const maxDepth = 32;
const maxElements = 5000;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Replaces the five named entities, and characters by number. */
const unescapeXml = (words: string): string =>
  words.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (_whole, hex, decimal, name) =>
    hex !== undefined
      ? character(Number.parseInt(hex, 16))
      : decimal !== undefined
        ? character(Number(decimal))
        : (entities[String(name).toLowerCase()] ?? ''),
  );

const tokenPattern =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w.:-]{1,100})\s*>|<([\w.:-]{1,100})((?:\s+[\w.:-]{1,100}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const attributePattern = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const parseAttributes = (written: string): Record<string, string> =>
  Object.fromEntries(
    [...written.matchAll(attributePattern)].map(([, name = '', double, single]) => [
      name,
      unescapeXml(double ?? single ?? ''),
    ]),
  );

/** Parses XML. Refuses document types, entity declarations, malformed XML, and too deep or too large documents. */
export const parseXml = (source: string): Result<XmlElement, string> => {
  const root: ElementBuilder = { tag: '', attributes: {}, children: [], text: '' };
  const open: ElementBuilder[] = [root];
  let count = 0;
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < source.length) {
    const found = tokenPattern.exec(source);
    const top = open.at(-1);
    if (found === null || top === undefined) return err('the XML is not well-formed, or it declares a document type');
    const [, cdata, closed, begun, attributes = '', ends, words] = found;
    if (words !== undefined) top.text += unescapeXml(words);
    if (cdata !== undefined) top.text += cdata;
    if (closed !== undefined && open.pop()?.tag !== closed) return err(`the element ${closed} is closed but not open`);
    if (begun === undefined) continue;
    if (++count > maxElements || open.length > maxDepth) return err('the XML is too large or nested too deeply');
    const child: ElementBuilder = { tag: begun, attributes: parseAttributes(attributes), children: [], text: '' };
    top.children.push(child);
    if (ends === '') open.push(child);
  }
  const [only] = root.children;
  return only === undefined || root.children.length > 1 || open.length > 1
    ? err('some XML elements are not closed, or there is more than one top element')
    : ok(only);
};
