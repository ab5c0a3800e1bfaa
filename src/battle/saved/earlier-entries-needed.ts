import { phrase } from '../../core/language.ts';
/** What is looked for may lie before the entries that were given: whoever gives them gives those from this one on, or more. */
export class EarlierEntriesNeeded extends Error {
  readonly from: number;
  constructor(from: number) {
    super(phrase`Entry ${from} of the log is needed.`);
    this.from = Math.max(1, from);
  }
}
