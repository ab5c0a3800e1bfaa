import type { Reply } from '../app/replies/reply.ts';
import type { PracticeTable } from './practice-table.ts';

export interface ScriptResult {
  /** Results that the script does not expect, each with the number of its line. */
  readonly unexpected: readonly { readonly line: number; readonly text: string }[];
}

/** Runs commands and reports unexpected results. `!` expects any refusal, `! not-your-turn /attack …` this code. */
export const playScript = async (
  script: string,
  table: PracticeTable,
  print: (text: string) => void,
  onReply: (reply: Reply) => void = () => {},
): Promise<ScriptResult> => {
  const unexpected: { line: number; text: string }[] = [];
  for (const [at, raw] of script.split('\n').entries()) {
    const [, expected, code, command = raw] = /^(!)\s*([A-Za-z_-]+(?=\s+(?:as\s|\/)))?\s*(.*)$/.exec(raw.trim()) ?? [];
    const line = expected === undefined ? raw : command;
    if (line.trim() === '') continue;
    print(line.startsWith('#') ? line : `> ${raw.trim()}`);
    const heard = await table.handleLine(line);
    if (heard.kind === 'leave') break;
    if (heard.kind === 'silence') continue;
    print(heard.text);
    if (heard.kind === 'said' && heard.reply !== undefined) onReply(heard.reply);
    const refused = heard.kind === 'refused';
    if (refused !== (expected !== undefined)) unexpected.push({ line: at + 1, text: heard.text });
    else if (refused && code !== undefined && code !== heard.code)
      unexpected.push({ line: at + 1, text: `${heard.code} instead of ${code}` });
  }
  return { unexpected };
};
