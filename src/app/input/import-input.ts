import { type JsonLimits, maxJsonLength, readJson } from '../../core/json.ts';
import { ok, type Result, refuse } from '../../core/message.ts';
import { isPlainObject } from '../../core/plain-object.ts';
import type { ImportInput } from '../../rules/spreadsheet.ts';
import { maxSheetLength } from './sheets.ts';

/** Limits for the JSON text of a sheet: length, depth and number of commas. */
export const sheetJsonLimits = { longest: maxJsonLength, deepest: 32, commas: 100_000 } as const;

/** Reads a file or pasted text and parses JSON. Refuses empty texts, links, broken JSON and large files. */
export const readImportInput = (
  given: string,
  longest: number = maxSheetLength,
  limits: JsonLimits = sheetJsonLimits,
): Result<ImportInput> => {
  const text = given.replace(/^\uFEFF/, '').trim();
  if (text === '') return refuse('nothing-to-import');
  if (text.length > longest) return refuse('too-big', { most: longest });
  if (/^<?(?:https?|ftp):\/\/\S+$/i.test(text)) return refuse('link-not-opened');
  if (!/^[{[]/.test(text)) return ok({ text, json: undefined });
  const json = readJson(text, limits);
  if (!json.ok) return json;
  return isPlainObject(json.value) ? ok({ text, json: json.value }) : refuse('list-not-read');
};
