import { phrase } from '../../../core/language.ts';
import { err, ok } from '../../../core/result.ts';
import { type Element, readXml } from '../../../core/xml.ts';
import type { Importer } from '../../../rules/imports.ts';
import { paletteIn } from './palette.ts';
import { poolIn, type TokenPool, tokenSheet } from './token.ts';
import { nameIn, wordsIn } from './values.ts';

const nameOf = ({ attributes }: Element): string => attributes.name ?? '';

const child = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((each) => nameOf(each) === name);

/** A character of Udonarium, as it saves one in XML. */
export const udonarium: Importer = {
  format: 'a character of Udonarium',
  recognises: ({ json, text: given }) => json === undefined && /^(?:<\?xml[^>]{0,200}>\s*)?<character[\s>]/.test(given),
  read: ({ text: given }) => {
    const read = readXml(given);
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
          pools.push(poolIn(name, currentValue, entry.words));
          definitions.set(name, currentValue ?? '');
        } else {
          pools.push(poolIn(name, entry.words, undefined));
          if (!definitions.has(name)) definitions.set(name, wordsIn(entry.words));
        }
      }
    const name = nameIn(child(child(root, 'common'), 'name')?.words);
    const sheet = tokenSheet({
      name: name === '' ? undefined : name,
      pools,
      palette: paletteIn(palette?.words ?? '', definitions),
      initiative: undefined,
      leftOut,
    });
    return sheet === undefined
      ? err('it holds no HP, abilities or class levels under the names of Sword World')
      : ok(sheet);
  },
};
