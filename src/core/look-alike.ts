import { invisibleCharacters, normalizeText } from './message.ts';

/** Characters that look like each letter. A lower-case key is for both cases. */
const signsLike: Readonly<Record<string, string>> = {
  a: '4@аАαΑɑᴀ',
  b: '8ьЬвВβΒʙ',
  c: 'сСϲϹᴄ',
  d: 'đĐԁԀᴅ',
  e: '3€еЕεΕєЄᴇ',
  g: '69ɡɢԍԌ',
  h: 'ħĦһҺнНΗʜ',
  j: 'јЈϳᴊ',
  k: 'кКκΚᴋ',
  l: 'iI1!|łŁіІιΙӏӀɪʟı',
  m: 'мМΜᴍ',
  n: 'пПηΝɴ',
  o: '0øØоОοΟᴏ',
  p: 'рРρΡᴘ',
  q: 'ԛԚ',
  r: 'гГʀᴦ',
  s: '5$ѕЅꜱ',
  t: '7+тТτΤᴛ',
  u: 'υμᴜ',
  v: 'νѵѴᴠ',
  w: 'ωԝԜᴡ',
  x: 'хХχΧ',
  y: 'уУүҮγΥʏ',
  z: '2ΖᴢƶƵ',
};
const letterLike = new Map(
  Object.entries(signsLike).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter] as const)),
);

/** First code points of rows of boxed and circled letters, A to Z, which Unicode does not decompose. */
const letterRows = [0x1f150, 0x1f170, 0x1f1e6] as const;
const rowLetter = (sign: string): string | undefined => {
  const code = sign.codePointAt(0) ?? 0;
  const row = letterRows.find((from) => code >= from && code < from + 26);
  return row === undefined ? undefined : String.fromCodePoint(0x61 + code - row);
};

const letterOf = (sign: string): string => {
  const letter = letterLike.get(sign) ?? rowLetter(sign) ?? sign.toLowerCase();
  return letterLike.get(letter) ?? letter;
};

/** The name without accents and invisible characters. */
const bare = (name: string): string => normalizeText(name).normalize('NFKD').replace(/\p{M}/gu, '');

/** The letters and digits of a text, each replaced by the plain letter that it looks like. */
const lettersIn = (text: string): string =>
  Array.from(text, letterOf)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The text as plain letters, with m as rn and w as vv. Two texts with equal results look alike. */
const toLookAlikeForm = (text: string): string => lettersIn(text).replaceAll('m', 'rn').replaceAll('w', 'vv');

const isSimple = /^[A-Za-z0-9 ._-]*$/;

/** The plain forms of a name, one for each way to read it. Two names look alike if they share a form. */
const listLookAlikeForms = (name: string): readonly string[] => {
  if (isSimple.test(name)) return [toLookAlikeForm(name)];
  const text = bare(name);
  // `!gor` looks like Igor, and `Igor!` does too. Some capitals look like another letter than their small form.
  const readings = [text, text.replace(/[^\p{L}\p{N}]/gu, '')];
  const cases = readings.flatMap((each) => [each, each.toLowerCase(), each.toUpperCase()]);
  return [...new Set(cases.map(toLookAlikeForm))];
};

/** A normalized name, to compare names that have no letters or digits. */
const signsOnly = (name: string): string => normalizeText(name).replace(invisibleCharacters, '').normalize('NFKC');

/** Creates a check for names that look like this one. Ignores case, blanks, accents and look-alike characters. */
export const createLookAlikeCheck = (name: string): ((other: string) => boolean) => {
  const own = new Set(listLookAlikeForms(name).filter((each) => each !== ''));
  if (own.size === 0) return (other) => signsOnly(other) === signsOnly(name);
  return (other) => listLookAlikeForms(other).some((each) => own.has(each));
};

/** Letter pairs that look like one letter. */
const joined = new Map([
  ['rn', 'm'],
  ['vv', 'w'],
]);

/** For each letter of a name, the spellings that a similar plain name may use. For a database search by prefix. */
export const likelySpellings = (name: string): readonly (readonly string[])[] => {
  const signs = Array.from(signsOnly(name), (sign) => [sign.toLowerCase(), lettersIn(bare(sign))] as const).filter(
    ([, letters]) => letters !== '',
  );
  const asOne = joined.get(`${signs[0]?.[1]}${signs[1]?.[1]}`);
  return signs.map(([sign, letters], at) => [
    ...new Set([letters, letters.replaceAll('l', 'i'), sign, ...(at === 0 && asOne !== undefined ? [asOne] : [])]),
  ]);
};
