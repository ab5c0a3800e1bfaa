/** Parses ranges of characters in hexadecimal: `first-last` or a single one. */
const rangesOf = (list: string): readonly (readonly [number, number])[] =>
  list.split(' ').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });

/** Characters in both weights of Fira Sans Condensed: Latin letters and common signs. */
const latin = rangesOf(
  '20-7e a0-17f 218-21b 2012-2016 2018-201a 201c-201e 2020-2022 2026 2030 2039-203a 203f 2044 20ac 2122 2190-2193 2212 221a 221e 2248 2260 2264-2265',
);
/** Characters in both weights of DejaVu: Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic, Georgian, signs. */
const own = rangesOf(
  '20-7e a0-2e9 300-34f 370-377 384-38a 38e-3a1 3a3-525 531-556 561-587 5b0-5c3 5d0-5ea 5f0-5f4 621-63a 640-655 660-670 679-6bf 6f0-6f9 10a0-10c5 10d0-10fc 1e00-1efb 1f20-1f45 2010-2027 2030-205e 2074-208e 2190-22ff 25a0-269c 2713-2717',
);
/** Characters that Noto Sans adds in its Japanese, Korean and Chinese forms. */
const eastAsian = rangesOf(
  '3000-303f 3041-3096 3099-30ff 3105-312f 3131-318e 31f0-31ff 3220-332b 332d-33ff 4e00-9fef ac00-d7a3 f900-f959 f95b-f9f2 f9f4-fa0b fa0e-fa6d ff01-ff9f',
);
const hangul = rangesOf('3131-318e ac00-d7a3');
const kana = rangesOf('3041-30ff 31f0-31ff ff66-ff9f');
/** Ranges of Chinese characters. The Japanese form of the font lacks a third of them. */
const chinese = rangesOf('3105-312f 4e00-9fef');
/** Characters that Noto Emoji adds. */
const emoji = rangesOf(
  '231a-231b 2328 23cf 23e9-23f3 23f8-23fa 24c2 26a0-26a1 26a7 26aa-26ab 26b0-26b1 26bd-26be 26c4-26c5 26c8 26ce-26cf 26d1 26d3-26d4 26e9-26ea 26f0-26f5 26f7-26fa 26fd 2702 2705 2708-270d 270f 2712 271d 2721 2728 2733-2734 2744 2747 274c 274e 2753-2755 2757 2763-2764 2795-2797 27a1 27b0 27bf 2934-2935 2b05-2b07 2b1b-2b1c 2b50 2b55 1f004 1f0cf 1f170-1f171 1f17e-1f17f 1f18e 1f191-1f19a 1f1e6-1f1ff 1f201-1f202 1f21a 1f22f 1f232-1f23a 1f250-1f251 1f300-1f321 1f324-1f393 1f396-1f397 1f399-1f39b 1f39e-1f3f0 1f3f3-1f3f5 1f3f7-1f4fd 1f4ff-1f53d 1f549-1f54e 1f550-1f567 1f56f-1f570 1f573-1f57a 1f587 1f58a-1f58d 1f590 1f595-1f596 1f5a4-1f5a5 1f5a8 1f5b1-1f5b2 1f5bc 1f5c2-1f5c4 1f5d1-1f5d3 1f5dc-1f5de 1f5e1 1f5e3 1f5e8 1f5ef 1f5f3 1f5fa-1f64f 1f680-1f6c5 1f6cb-1f6d2 1f6d5-1f6d9 1f6dc-1f6e5 1f6e9 1f6eb-1f6ec 1f6f0 1f6f3-1f6fc 1f7e0-1f7eb 1f7f0 1f90c-1f93a 1f93c-1f945 1f947-1f9ff 1fa70-1fa7c 1fa80-1fac6 1fac8 1facc-1fadd 1fadf-1faeb 1faef-1fafa',
);

const isInRanges = (ranges: readonly (readonly [number, number])[], code: number): boolean =>
  ranges.some(([first, last]) => code >= first && code <= last);

/** The font for a character: DejaVu, Noto Sans or Noto Emoji. */
type FontKind = 'own' | 'east-asian' | 'emoji';

/** The font that has a character. Undefined if none has it. */
export const fontKindOf = (letter: string): FontKind | undefined => {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x7f || isInRanges(latin, code) || isInRanges(own, code)) return code < 0x20 ? undefined : 'own';
  if (isInRanges(eastAsian, code)) return 'east-asian';
  return isInRanges(emoji, code) ? 'emoji' : undefined;
};

/** True if Fira Sans Condensed has all characters of the text. */
export const isLatin = (text: string): boolean => {
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    if (code >= 0x7f && !isInRanges(latin, code)) return false;
  }
  return true;
};

/** Number of characters in each font file, because pictures load only the files they need. */
const charactersPerFile = 0x400;
const fileWith = (folder: string, code: number): string =>
  `${folder}/${(Math.floor(code / charactersPerFile) * charactersPerFile).toString(16)}.ttf`;

/** The font files that every picture needs. */
const basic = ['FiraSansCondensed-Medium.ttf', 'FiraSansCondensed-Bold.ttf'];
const beyond = ['DejaVuSansCondensed.ttf', 'DejaVuSansCondensed-Bold.ttf'];

/** The font files that a text needs. Ideographs are Japanese if the text has kana, else Chinese. */
export const fontsFor = (text: string): readonly string[] => {
  const codes = [...new Set(text)]
    .map((letter) => letter.codePointAt(0) ?? 0)
    .filter((code) => !isInRanges(latin, code) && code >= 0x20);
  const further = codes.filter((code) => code >= 0x2300 && !isInRanges(own, code));
  const japanese = further.some((code) => isInRanges(kana, code));
  const first: string[] = [];
  const second: string[] = [];
  for (const code of further)
    if (isInRanges(hangul, code)) first.push(fileWith('noto-sans-kr', code));
    else if (isInRanges(chinese, code)) {
      if (japanese) first.push(fileWith('noto-sans-jp', code));
      second.push(fileWith('noto-sans-sc', code));
    } else if (isInRanges(eastAsian, code)) first.push(fileWith('noto-sans-jp', code));
    else if (isInRanges(emoji, code)) second.push(fileWith('noto-emoji', code));
  return [...basic, ...(codes.length === 0 ? [] : beyond), ...new Set([...first, ...second])];
};
