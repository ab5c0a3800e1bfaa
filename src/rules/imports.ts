import type { PlainObject } from '../core/plain-object.ts';
import type { Result } from '../core/result.ts';

/** A file or a pasted text that somebody brings, and what it says as JSON where it is an object of that. */
export interface ImportInput {
  readonly text: string;
  readonly json: PlainObject | undefined;
}

/** A sheet made of what another tool wrote. */
export interface ImportedSheet {
  readonly name: string | undefined;
  /** Before the rulebook's defaults. */
  readonly sheet: unknown;
  /** What stands there because it was reckoned or assumed, each in words. */
  readonly derived: readonly string[];
  /** What the source holds and the sheet does not, each in words. */
  readonly leftOut: readonly string[];
}

/** A reader of one format for one rulebook: recognised by what is in it, never by its file's name. */
export interface Importer {
  /** What such a text is called in a sentence: `a sheet of ytsheet2`. */
  readonly format: string;
  readonly recognises: (written: ImportInput) => boolean;
  /** The sheet; or, in words, why there can be none. */
  readonly read: (written: ImportInput) => Result<ImportedSheet, string>;
}
