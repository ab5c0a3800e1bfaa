import { expect, test } from 'vitest';
import { decodeText } from '../../src/core/decode-text.ts';

const table = '名前,防護点\nファイター,3';
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
/** The table in Shift_JIS. */
const shiftJis = Buffer.from('96bc914f2c96688cec935f0a837483408343835e815b2c33', 'hex');

test.each([
  ['UTF-8', Buffer.from(table), undefined],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${table}`), undefined],
  ['UTF-16 with a mark', utf16(`\uFEFF${table}`), 'The file was read as UTF-16.'],
  ['big-endian UTF-16 with a mark', utf16(`\uFEFF${table}`).swap16(), 'The file was read as UTF-16.'],
  ['Shift_JIS', shiftJis, 'The file was read as Shift_JIS.'],
])('%s is decoded, and another encoding than UTF-8 is named', (_says, bytes, note) => {
  expect(decodeText(bytes)).toEqual({ text: table, note });
});

test('UTF-16 without a mark is recognized by its empty bytes', () => {
  expect(decodeText(utf16('name,hp'))).toEqual({ text: 'name,hp', note: 'The file was read as UTF-16.' });
  expect(decodeText(utf16('name,hp').swap16())?.text).toBe('name,hp');
});

test.each([
  ['Latin-1', Buffer.from('Andréa,3\nZoë,4', 'latin1')],
  ['typographic quotes of Windows', Buffer.from('name\nGrim\x92s dog\nfo\xeatez', 'latin1')],
  ['EUC-JP', Buffer.from('ccbec1b02cb8c6b8ee0aa5d5a5a1a5a4a5bfa1bc', 'hex')],
  ['a cut character', Buffer.from(table).subarray(0, 5)],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
  ['half a UTF-16 character', Buffer.from([0xff, 0xfe, 0x80])],
])('%s is refused, so that no letter is replaced silently', (_says, bytes) => {
  expect(decodeText(bytes)).toBeUndefined();
});
