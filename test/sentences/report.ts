import { po } from 'gettext-parser';
import { contextKey } from '../../src/core/message.ts';
import { stateOf } from '../../src/languages/po.ts';
import type { SaidLines } from './said.ts';
import { withSmallLetter } from './table.ts';

const percent = (part: number, whole: number): string => `${whole === 0 ? 100 : Math.floor((100 * part) / whole)} %`;

/** Describes how complete a language is: the entries of each file, and the lines of each transcript. */
export const reportLanguage = (
  files: ReadonlyMap<string, string>,
  transcripts: readonly SaidLines[],
): readonly string[] => {
  const entriesOf = (text: string) =>
    Object.values(po.parse(text).translations)
      .flatMap((each) => Object.values(each))
      .filter(({ msgid }) => msgid !== '');
  const translations = [...files.values()].flatMap(entriesOf).filter((entry) => stateOf(entry) === 'translated');
  const done = new Set(translations.map(({ msgid, msgctxt }) => contextKey(msgid, msgctxt)));
  const isDone = (key: string): boolean => {
    const [text = '', of] = key.split('\u0004').toReversed();
    return done.has(key) || done.has(contextKey(withSmallLetter(text), of));
  };
  const report: string[] = ['file: translated of all, fuzzy, empty, wrong placeholders'];
  for (const [name, text] of files) {
    const entries = entriesOf(text);
    const states = Map.groupBy(entries, (entry) => {
      const state = stateOf(entry);
      return state === 'empty' && isDone(contextKey(entry.msgid, entry.msgctxt)) ? 'translated' : state;
    });
    const countOf = (state: ReturnType<typeof stateOf>): number => states.get(state)?.length ?? 0;
    const translated = countOf('translated');
    report.push(
      `${name}: ${translated} of ${entries.length} (${percent(translated, entries.length)}), ${countOf('fuzzy')} fuzzy, ${countOf('empty')} empty, ${countOf('wrongHoles')} wrong`,
      ...(states.get('wrongHoles') ?? []).map(({ msgid }) => `  wrong placeholders: ${msgid}`),
    );
  }
  report.push('', 'transcript: lines that are complete');
  for (const { transcript, lines } of transcripts) {
    const complete = lines.filter((keys) => keys.every(isDone)).length;
    report.push(`${transcript}: ${complete} of ${lines.length} (${percent(complete, lines.length)})`);
  }
  return report;
};
