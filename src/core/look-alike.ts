import { normalizeText } from './message.ts';

/** Signs that look like each letter. A lower-case letter represents both cases. */
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

/** Letters in squares and circles that Unicode does not decompose: each begins a row from A to Z. */
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

/** Accents, and what plain text does not show, are gone. */
const bare = (name: string): string => normalizeText(name).normalize('NFKD').replace(/\p{M}/gu, '');

/** Letters and digits alone, each as the letter it can be taken for. */
const lettersIn = (text: string): string =>
  Array.from(text, letterOf)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** A letter that two others can be taken for counts as those two. */
const skeleton = (text: string): string => lettersIn(text).replaceAll('m', 'rn').replaceAll('w', 'vv');

const isSimple = /^[A-Za-z0-9 ._-]*$/;

/** What a name can be taken for: two names look alike if they have one of these in common. */
const skeletons = (name: string): readonly string[] => {
  if (isSimple.test(name)) return [skeleton(name)];
  const text = bare(name);
  // `!gor` is Igor, and `Igor!` is too; some capitals look like another letter than their small ones.
  const readings = [text, text.replace(/[^\p{L}\p{N}]/gu, '')];
  const cases = readings.flatMap((each) => [each, each.toLowerCase(), each.toUpperCase()]);
  return [...new Set(cases.map(skeleton))];
};

/** The shape of a name without letters and digits. */
const signsOnly = (name: string): string => normalizeText(name).normalize('NFKC');

/** A check if other names look like this one. It ignores case, blanks, accents and look-alike signs. */
export const createLookAlikeCheck = (name: string): ((other: string) => boolean) => {
  const own = new Set(skeletons(name).filter((each) => each !== ''));
  if (own.size === 0) return (other) => signsOnly(other) === signsOnly(name);
  return (other) => skeletons(other).some((each) => own.has(each));
};

/** Two letters that can be taken for one. */
const joined = new Map([
  ['rn', 'm'],
  ['vv', 'w'],
]);

/** How similar plain names may spell each letter of a name, for a search by prefix. */
export const likelySpellings = (name: string): readonly (readonly string[])[] => {
  const signs = Array.from(signsOnly(name), (sign) => [sign.toLowerCase(), lettersIn(bare(sign))] as const).filter(
    ([, letters]) => letters !== '',
  );
  const asOne = joined.get(`${signs[0]?.[1]}${signs[1]?.[1]}`);
  return signs.map(([sign, letters], at) => [
    ...new Set([letters, letters.replaceAll('l', 'i'), sign, ...(at === 0 && asOne !== undefined ? [asOne] : [])]),
  ]);
};
