import { po } from 'gettext-parser';
import { contextKey } from '../../src/core/message.ts';
import { stateOf } from '../../src/languages/po.ts';
import type { SaidLines } from './said.ts';

const percent = (part: number, whole: number): string => `${whole === 0 ? 100 : Math.floor((100 * part) / whole)} %`;

/** Describes how complete a language is: the entries of each file, and the lines of each transcript. */
export const reportLanguage = (
  files: ReadonlyMap<string, string>,
  transcripts: readonly SaidLines[],
): readonly string[] => {
  const done = new Set<string>();
  const report: string[] = ['file: translated of all, fuzzy, empty, wrong placeholders'];
  for (const [name, text] of files) {
    const entries = Object.values(po.parse(text).translations)
      .flatMap((each) => Object.values(each))
      .filter(({ msgid }) => msgid !== '');
    const states = Map.groupBy(entries, stateOf);
    const countOf = (state: ReturnType<typeof stateOf>): number => states.get(state)?.length ?? 0;
    for (const { msgid, msgctxt } of states.get('translated') ?? []) done.add(contextKey(msgid, msgctxt));
    const translated = countOf('translated');
    report.push(
      `${name}: ${translated} of ${entries.length} (${percent(translated, entries.length)}), ${countOf('fuzzy')} fuzzy, ${countOf('empty')} empty, ${countOf('wrongHoles')} wrong`,
      ...(states.get('wrongHoles') ?? []).map(({ msgid }) => `  wrong placeholders: ${msgid}`),
    );
  }
  report.push('', 'transcript: lines that are complete');
  for (const { transcript, lines } of transcripts) {
    const complete = lines.filter((keys) => keys.every((key) => done.has(key))).length;
    report.push(`${transcript}: ${complete} of ${lines.length} (${percent(complete, lines.length)})`);
  }
  return report;
};
