import { phrase } from './message.ts';

/** A decoded file. `note` names its encoding if that is not UTF-8. */
export interface DecodedText {
  readonly text: string;
  readonly note: string | undefined;
}

const decodeStrictly = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Guesses UTF-16 by its mark, or by the empty halves of plain letters. */
const findUtf16 = ([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if ((first === 0xff && second === 0xfe) || (second === 0 && fourth === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && third === 0) ? 'utf-16be' : undefined;
};

/** True if a text has Japanese words and no half-width letters, which other encodings turn into. */
const looksJapanese = (text: string): boolean =>
  /[\u3041-\u30fe]|[\u4e00-\u9fff]{2}/.test(text) && !/[\uff61-\uff9f\ue000-\uf8ff]/.test(text);

/** Decodes UTF-8, UTF-16 or Shift_JIS. Undefined for anything else, and for text with the character U+0000. */
export const decodeText = (bytes: Uint8Array): DecodedText | undefined => {
  const wide = findUtf16(bytes);
  const plain = decodeStrictly(bytes, wide ?? 'utf-8');
  const shiftJis = wide === undefined && plain === undefined ? decodeStrictly(bytes, 'shift_jis') : undefined;
  const text = plain ?? (shiftJis !== undefined && looksJapanese(shiftJis) ? shiftJis : undefined);
  if (text === undefined || text.includes('\0')) return undefined;
  const encoding = plain === undefined ? 'Shift_JIS' : 'UTF-16';
  const isUtf8 = plain !== undefined && wide === undefined;
  return { text, note: isUtf8 ? undefined : phrase`The file was read as ${encoding}.` };
};
