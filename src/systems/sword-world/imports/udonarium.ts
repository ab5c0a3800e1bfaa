import { phrase } from '../../../core/language.ts';
import { err, ok } from '../../../core/result.ts';
import { parseXml, type XmlElement } from '../../../core/xml.ts';
import type { Importer } from '../../../rules/imports.ts';
import { parseChatPalette } from './palette.ts';
import { parsePool, sheetFromToken, type TokenPool } from './token.ts';
import { parseName, parseText } from './values.ts';

const nameOf = ({ attributes }: XmlElement): string => attributes.name ?? '';

const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((each) => nameOf(each) === name);

/** A character of Udonarium, as it saves one in XML. */
export const udonarium: Importer = {
  format: 'a character of Udonarium',
  recognises: ({ json, text: given }) => json === undefined && /^(?:<\?xml[^>]{0,200}>\s*)?<character[\s>]/.test(given),
  read: ({ text: given }) => {
    const read = parseXml(given);
    if (!read.ok) return read;
    const root = child(read.value, 'character');
    const palette = read.value.children.find(({ tag }) => tag === 'chat-palette');
    const groups = child(root, 'detail')?.children ?? [];
    const pools: TokenPool[] = [];
    const definitions = new Map<string, string>();
    const leftOut: string[] = [];
    for (const group of groups)
      for (const entry of group.children) {
        const { type, currentValue } = entry.attributes;
        const name = nameOf(entry);
        if (type === 'note') leftOut.push(phrase`${nameOf(group)}/${name}: free text`);
        else if (type === 'numberResource') {
          pools.push(parsePool(name, currentValue, entry.text));
          definitions.set(name, currentValue ?? '');
        } else {
          pools.push(parsePool(name, entry.text, undefined));
          if (!definitions.has(name)) definitions.set(name, parseText(entry.text));
        }
      }
    const name = parseName(child(child(root, 'common'), 'name')?.text);
    const sheet = sheetFromToken({
      name: name === '' ? undefined : name,
      pools,
      palette: parseChatPalette(palette?.text ?? '', definitions),
      initiative: undefined,
      leftOut,
    });
    return sheet === undefined
      ? err('it has no HP, abilities or class levels under their Sword World names')
      : ok(sheet);
  },
};
