import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawableText, fitText, textWidth } from '../../src/presentation/drawing/draw.ts';
import { fontsFor } from '../../src/presentation/drawing/font-coverage.ts';
import { assignFigureTags, figureLabels } from '../../src/presentation/figure-labels.ts';
import { fontFamilyFor } from '../../src/presentation/svg.ts';
import { runs } from '../budget.ts';
import { duel } from './views.ts';

const font = (file: string): string => fileURLToPath(new URL(`../../assets/fonts/${file}`, import.meta.url));

describe('figure tags', () => {
  test.each([
    [['Ann'], ['An']],
    [['Bob the Bold'], ['BT']],
    [
      ['Zombie 1', 'Zombie 9', 'Zombie 10'],
      ['Z1', 'Z9', '10'],
    ],
    [
      ['Ann', 'Anna', 'Anno'],
      ['An', 'Aa', 'Ao'],
    ],
    [
      ['X', 'X '],
      ['X', 'X1'],
    ],
    [
      ['山田', 'Ann', '太郎', '山本'],
      ['山', 'An', '太', '山本'],
    ],
    [
      ['ヴォルフ', '1', '🔥', '🔥🐺', 'ゴブリン 2'],
      ['ヴ', '1', '🔥', '🐺', 'ゴ2'],
    ],
    [
      ['กขค', '1', 'ขคก'],
      ['2', '1', '3'],
    ],
    [
      ['Łukasz', 'Żak'],
      ['Łu', 'Ża'],
    ],
  ])('%j become %j', (names, tags) => {
    expect([...assignFigureTags(names).values()]).toEqual(tags);
  });

  test('figure tags are short and unique', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.oneof(fc.string(), fc.constantFrom('a', 'aa', 'aaa', 'a 1', 'b 1', 'c 1', '1', '01')), {
          maxLength: 40,
        }),
        (names) => {
          const tags = [...assignFigureTags(names).values()];
          expect(new Set(tags).size).toBe(names.length);
          for (const tag of tags) expect([...tag].length).toBeLessThanOrEqual(2);
        },
      ),
      runs(100),
    );
  });
});

describe('figure styles', () => {
  test('figure styles are the same within a side, and unique for each combatant without a side', () => {
    const [ann, bob, grim] = duel.combatants.map(({ id }) => figureLabels(duel).of(id).style);
    expect(ann).toEqual(bob);
    expect(grim?.form).not.toBe(ann?.form);
    expect(grim?.fill).not.toBe(ann?.fill);
    const alone = figureLabels({ ...duel, combatants: duel.combatants.map((each) => ({ ...each, side: undefined })) });
    expect(new Set(alone.figures.map(({ style: livery }) => JSON.stringify(livery))).size).toBe(duel.combatants.length);
  });
});

test('a side named after a color has it, and no other side does', () => {
  const fillsOf = (...sides: readonly string[]) =>
    figureLabels({
      ...duel,
      combatants: sides.flatMap((side, at) => {
        const [one] = duel.combatants;
        return one === undefined ? [] : [{ ...one, id: `c${at}`, actor: `c${at}`, side }];
      }),
    }).sides.map(({ style: { fill } }) => fill);
  expect(fillsOf('red', 'blue')).toEqual(['red', 'blue']);
  expect(fillsOf('Blue', 'Red')).toEqual(['blue', 'red']);
  expect(fillsOf('wardens', 'blue', 'undead')).toEqual(['orange', 'blue', 'green']);
  expect(fillsOf('wardens', 'undead')).toEqual(['blue', 'orange']);
  expect(fillsOf('Company', 'The Reds', 'Red Hand', 'Gold')).toEqual(['blue', 'red', 'orange', 'yellow']);
});

describe('the fonts', () => {
  /** The characters of a TrueType file, from its tables of segments (formats 4 and 12). */
  const charactersOf = (file: string): ReadonlySet<number> => {
    const bytes = readFileSync(file);
    const tables = Array.from({ length: bytes.readUInt16BE(4) }, (_, index) => 12 + index * 16);
    const cmapEntry = tables.find((at) => bytes.toString('latin1', at, at + 4) === 'cmap') ?? 0;
    const cmap = bytes.readUInt32BE(cmapEntry + 8);
    const found = new Set<number>();
    for (let index = 0; index < bytes.readUInt16BE(cmap + 2); index += 1) {
      const table = cmap + bytes.readUInt32BE(cmap + 4 + index * 8 + 4);
      if (bytes.readUInt16BE(table) === 12)
        for (let group = 0; group < bytes.readUInt32BE(table + 12); group += 1) {
          const at = table + 16 + group * 12;
          for (let code = bytes.readUInt32BE(at); code <= bytes.readUInt32BE(at + 4); code += 1) found.add(code);
        }
      if (bytes.readUInt16BE(table) !== 4) continue;
      const segments = bytes.readUInt16BE(table + 6) / 2;
      for (let segment = 0; segment < segments; segment += 1) {
        const last = bytes.readUInt16BE(table + 14 + segment * 2);
        const first = bytes.readUInt16BE(table + 16 + (segments + segment) * 2);
        for (let code = first; code <= last; code += 1) found.add(code);
      }
    }
    return found;
  };

  test('the fonts contain each character that is called drawable', () => {
    const read = new Map<string, ReadonlySet<number>>();
    const setOf = (file: string) => {
      const set = read.get(file) ?? charactersOf(font(file));
      read.set(file, set);
      return set;
    };
    const missing = Array.from({ length: 0x20000 }, (_, code) => code).filter((code) => {
      const letter = code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code);
      if (letter.trim() === '' || drawableText(letter) === '') return false;
      const has = (file: string) => setOf(file).has(code);
      const files = fontsFor(letter);
      const further = files.filter((file) => file.includes('/'));
      if (further.length > 0) return !further.some(has);
      return !files.slice(-2).every(has);
    });
    expect(missing).toEqual([]);
    expect(read.size).toBeGreaterThan(40);
  });

  test.each(['山', 'ヴ', 'ゞ', 'ー', '한', '龙', '々', '。', '！', '🔥', '🐺', '🫠', '⚔', '✂'])(
    'the fonts draw %s',
    (sign) => {
      expect(drawableText(`a${sign}\ufe0f`)).toBe(`a${sign}`);
    },
  );

  test('the fonts are loaded only as needed, and ideographs beside kana use the Japanese font', () => {
    const latin = ['FiraSansCondensed-Medium.ttf', 'FiraSansCondensed-Bold.ttf'];
    const beyond = [...latin, 'DejaVuSansCondensed.ttf', 'DejaVuSansCondensed-Bold.ttf'];
    expect(fontsFor('Łukasz d’Or: 12 → −3 × 2\n')).toEqual(latin);
    expect(fontsFor('Добрыня, שלום, مرحبا ★')).toEqual(beyond);
    expect(fontsFor('한')).toEqual([...beyond, 'noto-sans-kr/d400.ttf']);
    expect(fontsFor('山')).toEqual([...beyond, 'noto-sans-sc/5c00.ttf']);
    expect(fontsFor('山の')[4]).toBe('noto-sans-jp/5c00.ttf');
    expect(fontsFor('🔥🔥')).toEqual([...beyond, 'noto-emoji/1f400.ttf']);
  });

  test('the fonts draw any mixture of drawable characters in full', () => {
    const signs = 'Aż山ヴ한龙🔥⚔שم'.split(/(?:)/u);
    const widthOf = (text: string): number => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="90" font-family="${fontFamilyFor(text)}"><text x="5" y="50" font-size="20" font-weight="bold">${text}</text></svg>`;
      const files = fontsFor(svg).map(font);
      return new Resvg(svg, { font: { loadSystemFonts: false, fontFiles: files } }).getBBox()?.width ?? 0;
    };
    for (const one of signs)
      for (const other of signs) expect(widthOf(one + other), one + other).toBeGreaterThan(widthOf(one) + 2);
  });

  test.each([
    'Wilhelmina',
    'Grimgar the Unbroken',
    'iiillljj',
    'MWMWMW',
    'Łukasz Żółw',
    'Добрыня',
    'Ἀχιλλεύς',
    'שלום עולם',
    'Zombie 12',
    'ヴォルフ',
    '山田太郎',
    '홍길동',
    '🔥🐺',
  ])('the fonts draw %s no wider than calculated, in both weights', (text) => {
    for (const weight of ['regular', 'bold'] as const) {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="90" font-family="${fontFamilyFor(text)}"><text x="5" y="50" font-size="40" font-weight="${weight === 'bold' ? 'bold' : 'normal'}">${text}</text></svg>`;
      const real =
        new Resvg(svg, {
          font: { loadSystemFonts: false, fontFiles: fontsFor(svg).map(font) },
        }).getBBox()?.width ?? 0;
      expect(real).toBeGreaterThan(30);
      expect(textWidth(text, 40, weight)).toBeGreaterThan(real * 0.98);
      expect(textWidth(text, 40, weight)).toBeLessThan(real * 1.6);
    }
  });

  test('a name that is cut keeps its final number', () => {
    expect(fitText('Shaman of the Fen 12', 110, 22, 'bold')).toMatch(/^Sha.*… 12$/);
    expect(fitText('Wilhelmina', 60, 22, 'bold')).toMatch(/^Wi.*…$/);
  });

  test('a text cut to a width fits it or is empty', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 200 }), (text, width) => {
        const shown = fitText(text, width, 22);
        expect(shown === '' || textWidth(shown, 22) <= width).toBe(true);
      }),
      runs(100),
    );
  });
});
