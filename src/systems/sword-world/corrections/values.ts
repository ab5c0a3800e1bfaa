import { createValueParser, parseNumber } from '../../../rules/value-parsers.ts';

/** Where every text reads, all that was read. */
const every = <Value>(values: readonly (Value | undefined)[]): Value[] | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
};

/** `4`, or `+3/10` for a monster's modifier and fixed value. */
export const checkValueParser = createValueParser(
  'write a number, or a modifier and a fixed value like +3/10',
  (text) => {
    const [mod, fixed, ...more] = text.split('/').map((part) => parseNumber(part.trim()));
    if (mod === undefined || more.length > 0) return undefined;
    if (!text.includes('/')) return mod;
    return fixed === undefined ? undefined : { mod, fixed };
  },
);

/** `Fighter 3, Ranger 1`; `dex 2, agi 3`. */
export const numberListParser = createValueParser('write it like Fighter 3, Ranger 1', (text) =>
  every(
    text.split(',').map((each) => {
      const [, name, figure = ''] = /^(.+?)\s+(\S+)$/.exec(each.trim()) ?? [];
      const value = parseNumber(figure);
      return name === undefined || value === undefined ? undefined : ([name, value] as const);
    }),
  ),
);

/** `s1 at 10: Wolf, Goblin; s2 at 20: Mira, Archer`. */
export const skirmishParser = createValueParser('write it like s1 at 10: Wolf, Goblin; or write none', (text) =>
  every(
    text
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '' && part !== 'none')
      .map((part) => {
        const [, id, at = '', names = ''] = /^(\S+) at (\S+?)\s*:\s*(.+)$/.exec(part) ?? [];
        const center = parseNumber(at);
        return id === undefined || center === undefined
          ? undefined
          : { id, center, participants: names.split(',').map((name) => name.trim()) };
      }),
  ),
);
