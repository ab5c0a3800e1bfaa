import { err, ok } from '../../../core/result.ts';
import { subtree, subtrees, type Tree } from '../../../core/tree.ts';
import type { Importer } from '../../../rules/imports.ts';
import { type Definitions, type Palette, paletteIn } from './palette.ts';
import { poolIn, tokenSheet } from './token.ts';
import { isBlank, linesIn, nameIn, numberIn, wordsIn } from './values.ts';

const noNumbers =
  'it has none of the numbers a fight needs: no HP, abilities or class levels under the names of Sword World';

const definitionsIn = (params: readonly Tree[]): Definitions => {
  const known = new Map<string, string>();
  for (const param of params) {
    const name = wordsIn(param.label);
    if (name !== '' && !known.has(name)) known.set(name, wordsIn(param.value));
  }
  return known;
};

const besides = ['memo', 'externalUrl', 'iconUrl'];

/** A character of CCFOLIA's clipboard. */
export const ccfolia: Importer = {
  format: 'a character of CCFOLIA',
  recognises: ({ json }) => json !== undefined && json.kind === 'character' && 'data' in json,
  read: ({ json = {} }) => {
    const data = subtree(json, 'data');
    const status = subtrees(data.status).slice(0, 200);
    const noted = status.filter(({ label: called }) => wordsIn(called) === 'メモ');
    const definitions = definitionsIn([...subtrees(data.params).slice(0, 1000), ...noted]);
    const name = nameIn(data.name);
    const sheet = tokenSheet({
      name: name === '' ? undefined : name,
      pools: status.map(({ label: called, value, max }) => poolIn(wordsIn(called), value, max)),
      palette: paletteIn(linesIn(data.commands), definitions),
      initiative: numberIn(data.initiative),
      leftOut: besides.filter((key) => !isBlank(data[key])),
    });
    return sheet === undefined ? err(noNumbers) : ok(sheet);
  },
};

const isPalette = ({ rolls, definitions }: Palette): boolean =>
  definitions.size + rolls.length > 1 &&
  rolls.some(({ formula, words }) => /^2d6?[+-]/i.test(formula) && /^(?:命中|回避|生命抵抗|精神抵抗)/.test(words));

/** A chat palette pasted alone. */
export const chatPalette: Importer = {
  format: 'a chat palette of Sword World',
  recognises: ({ json, text: given }) => json === undefined && isPalette(paletteIn(given)),
  read: ({ text: given }) => {
    const sheet = tokenSheet({
      name: undefined,
      pools: [],
      palette: paletteIn(given),
      initiative: undefined,
      leftOut: [],
    });
    return sheet === undefined ? err(noNumbers) : ok(sheet);
  },
};
