import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { isTree } from '../../core/tree.ts';
import type { Written } from '../../rules/imports.ts';
import { readJson } from '../input/json-input.ts';

/** The longest sheet of another tool that is read, in characters. */
export const longestSheet = 1_048_576;
const deepest = 32;

/** What somebody attached or pasted, its JSON read; refuses nothing at all, a link, JSON that is none, and what is too long. */
export const writtenIn = (given: string, longest: number = longestSheet): Result<Written, Refusal> => {
  const text = given.replace(/^\uFEFF/, '').trim();
  if (text === '') return refuse('nothing-to-import');
  if (text.length > longest) return refuse('too-big', { most: longest });
  if (/^<?(?:https?|ftp):\/\/\S+$/i.test(text)) return refuse('link-not-opened');
  if (!/^[{[]/.test(text)) return ok({ text, json: undefined });
  const json = readJson(text, { longest, deepest });
  if (!json.ok) return json;
  return isTree(json.value) ? ok({ text, json: json.value }) : refuse('list-not-read');
};
