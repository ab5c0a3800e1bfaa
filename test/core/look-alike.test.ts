import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLookAlikeCheck, likelySpellings } from '../../src/core/look-alike.ts';
import { runs } from '../budget.ts';

/** Look-alikes of letters: other scripts, digits, wide, bold, small and boxed letters. */
const disguises: Readonly<Record<string, readonly string[]>> = {
  a: ['A', 'а', 'А', 'α', 'Α', '4', 'ａ', '𝐚', '𝒜', 'á', 'Ⓐ', '🅰', 'ᴀ'],
  b: ['B', 'В', 'Β', '8', 'ｂ', '𝗯', '🇧'],
  c: ['C', 'с', 'С', 'ç', 'ⅽ', '𝖈'],
  d: ['D', 'ԁ', 'ⅾ', '𝕕'],
  e: ['E', 'е', 'Е', 'Ε', '3', 'é', 'ë', '𝓮', '€'],
  g: ['G', 'ɡ', '9', 'ｇ', 'ğ'],
  h: ['H', 'һ', 'Н', 'Η', 'ｈ'],
  i: ['I', 'l', 'L', '1', '|', 'і', 'І', 'Ι', 'ӏ', 'ı', 'í', 'ｉ', 'ⅰ', '𝟏', 'ɪ'],
  k: ['K', 'к', 'Κ', 'ｋ'],
  l: ['L', 'ł', 'I', 'i', '1', '|', 'Ӏ', 'ⅼ', 'ℓ', '𝗹'],
  m: ['M', 'м', 'М', 'Μ', 'ⅿ', 'rn', 'ｍ'],
  n: ['N', 'Ν', 'ñ', 'ｎ', 'ⁿ'],
  o: ['O', '0', 'о', 'О', 'ο', 'Ο', 'ö', 'ø', '𝟎', '◌o'],
  p: ['P', 'р', 'Р', 'Ρ'],
  r: ['R', 'г', 'ｒ', 'ʀ'],
  s: ['S', '5', '$', 'ѕ', 'Ѕ', 'š', 'ſ'],
  t: ['T', '7', 'т', 'Т', 'Τ', '†t'],
  u: ['U', 'υ', 'ü', 'ｕ', 'µ'],
  v: ['V', 'ν', 'ѵ', 'ⅴ'],
  w: ['W', 'ԝ', 'vv', 'VV', 'ω'],
  x: ['X', 'х', 'Х', 'Χ', 'ⅹ'],
  y: ['Y', 'у', 'У', 'Υ', 'ý'],
  z: ['Z', '2', 'Ζ', 'ž'],
};
/** Characters between letters that are invisible or meaningless. */
const between = [
  '',
  '',
  '',
  ' ',
  '\u200b',
  '\u200d',
  '\u2060',
  '\u00ad',
  '\ufe0f',
  '\u202e',
  '.',
  '-',
  '_',
  '·',
  '★',
  "'",
];

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const plainName = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 14 }).map((all) => all.join(''));
const disguised = (name: string) =>
  fc
    .tuple(
      ...Array.from(name, (letter) =>
        fc.tuple(fc.constantFrom(letter, ...(disguises[letter] ?? [])), fc.constantFrom(...between)),
      ),
    )
    .map((parts) => parts.flat().join(''));

test('a name resembles each disguise of it, and disguises resemble each other', () => {
  fc.assert(
    fc.property(
      plainName.chain((name) => fc.tuple(fc.constant(name), disguised(name), disguised(name))),
      ([name, one, other]) =>
        createLookAlikeCheck(name)(one) && createLookAlikeCheck(one)(name) && createLookAlikeCheck(one)(other),
    ),
    runs(300),
  );
});

test('a name in any script resembles itself in other letter case and with blanks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (name) => {
      const like = createLookAlikeCheck(name);
      return like(name) && like(` ${name}\u200b`);
    }),
    runs(300),
  );
  for (const name of ['Νίκος', 'Анна', 'Jörg', 'さくら', '李雷', 'Łukasz', '★'])
    for (const other of [name.toUpperCase(), name.toLowerCase(), ` ${name} `])
      expect([name, createLookAlikeCheck(name)(other)]).toEqual([name, true]);
});

test('different names do not resemble each other', () => {
  const names = 'Ann|Anna|Bob|Rob|Grim|Grima|Gia|Mia|Old Ben|Ben|Zombie 2|Zombie 3|★|☆|李雷|李雪|韩梅梅'.split('|');
  const alike = names.flatMap((name) => names.filter((other) => other !== name && createLookAlikeCheck(name)(other)));
  expect(alike).toEqual([]);
});

test('a likely spelling of a disguise finds the plain name', () => {
  fc.assert(
    fc.property(
      plainName.chain((name) => fc.tuple(fc.constant(name), disguised(name))),
      ([name, one]) => likelySpellings(one)[0]?.some((letter) => name.startsWith(letter)),
    ),
    runs(300),
  );
  expect(likelySpellings('Аnn')).toEqual([['a', 'а'], ['n'], ['n']]);
  expect(likelySpellings('g|a!')).toEqual([['g'], ['l', 'i', '|'], ['a'], ['l', 'i', '!']]);
  expect(likelySpellings('R N a')).toEqual([['r', 'm'], ['n'], ['a']]);
});
