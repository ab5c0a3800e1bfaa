import { childObject, childObjects, type PlainObject } from '../../../core/plain-object.ts';
import { err, ok } from '../../../core/result.ts';
import type { Importer } from '../../../rules/imports.ts';
import { type ChatPalette, type PaletteDefinitions, parseChatPalette } from './palette.ts';
import { parsePool, sheetFromToken } from './token.ts';
import { isBlank, parseLines, parseName, parseNumber, parseText } from './values.ts';

const noNumbers = 'it has no HP, abilities or class levels under their Sword World names, which a battle needs';

const definitionsIn = (params: readonly PlainObject[]): PaletteDefinitions => {
  const known = new Map<string, string>();
  for (const param of params) {
    const name = parseText(param.label);
    if (name !== '' && !known.has(name)) known.set(name, parseText(param.value));
  }
  return known;
};

const besides = ['memo', 'externalUrl', 'iconUrl'];

/** A character of CCFOLIA's clipboard. */
export const ccfolia: Importer = {
  format: 'a character of CCFOLIA',
  recognises: ({ json }) => json !== undefined && json.kind === 'character' && 'data' in json,
  read: ({ json = {} }) => {
    const data = childObject(json, 'data');
    const status = childObjects(data.status).slice(0, 200);
    const noted = status.filter(({ label: called }) => parseText(called) === 'メモ');
    const definitions = definitionsIn([...childObjects(data.params).slice(0, 1000), ...noted]);
    const name = parseName(data.name);
    const sheet = sheetFromToken({
      name: name === '' ? undefined : name,
      pools: status.map(({ label: called, value, max }) => parsePool(parseText(called), value, max)),
      palette: parseChatPalette(parseLines(data.commands), definitions),
      initiative: parseNumber(data.initiative),
      leftOut: besides.filter((key) => !isBlank(data[key])),
    });
    return sheet === undefined ? err(noNumbers) : ok(sheet);
  },
};

const isPalette = ({ rolls, definitions }: ChatPalette): boolean =>
  definitions.size + rolls.length > 1 &&
  rolls.some(({ formula, words }) => /^2d6?[+-]/i.test(formula) && /^(?:命中|回避|生命抵抗|精神抵抗)/.test(words));

/** A chat palette pasted alone. */
export const chatPaletteImporter: Importer = {
  format: 'a chat palette of Sword World',
  recognises: ({ json, text: given }) => json === undefined && isPalette(parseChatPalette(given)),
  read: ({ text: given }) => {
    const sheet = sheetFromToken({
      name: undefined,
      pools: [],
      palette: parseChatPalette(given),
      initiative: undefined,
      leftOut: [],
    });
    return sheet === undefined ? err(noNumbers) : ok(sheet);
  },
};
