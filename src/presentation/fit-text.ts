import type { Gauge } from '../rules/reader.ts';

/** A text cut to a number of characters, with `…`. */
export const cutText = (text: string, longest: number): string => {
  const letters = [...text];
  return letters.length <= longest
    ? text
    : `${letters
        .slice(0, Math.max(0, longest - 1))
        .join('')
        .trimEnd()}…`;
};

/** A share from 0 to 1 as blocks: full only when all is left, empty only when nothing is. */
export const formatShareBlocks = (share: number, blocks = 5): string => {
  const left = Math.max(0, Math.min(1, share));
  const full = left === 0 ? 0 : left === 1 ? blocks : Math.max(1, Math.min(blocks - 1, Math.round(left * blocks)));
  return '▰'.repeat(full) + '▱'.repeat(blocks - full);
};

/** The gauge that tells how someone fares: `▰▰▰▱▱ 41/60 HP`, or the word alone where no number is told. */
export const formatMainGauge = ({ label, text, share }: Gauge): string =>
  share === undefined ? text : `${formatShareBlocks(share)} ${text} ${label}`;

/** A gauge without a bar: `12/20 Essence`, `Essence low`. */
export const formatGauge = ({ label, text, share }: Gauge): string =>
  share === undefined ? `${label} ${text}` : `${text} ${label}`;

/** Words put together into lines of at most this many characters, for a terminal. A longer word stays whole. */
export const wrapText = (text: string, longest: number): readonly string[] => {
  const rows: string[] = [];
  for (const word of text.split(' ')) {
    const row = rows.at(-1);
    if (row !== undefined && [...row].length + 1 + [...word].length <= longest)
      rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(word);
  }
  return rows;
};
