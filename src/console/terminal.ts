import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Reply } from '../app/replies/reply.ts';
import type { PracticeTable } from './practice-table.ts';

export interface TerminalParts {
  readonly table: PracticeTable;
  /** Path of the file that stores typed lines between runs. Undefined to store none. */
  readonly history: string | undefined;
  readonly onReply: (reply: Reply) => void;
}

const historyLength = 500;

const readHistory = (file: string | undefined): string[] =>
  file !== undefined && existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .slice(-historyLength)
        .toReversed()
    : [];

/** Runs the practice table until the input ends or a user quits. True if the user typed anything. */
export const runTerminal = async ({ table, history, onReply }: TerminalParts): Promise<boolean> => {
  const interactive = process.stdin.isTTY === true;
  const lines = createInterface({
    input: process.stdin,
    ...(interactive && { output: process.stdout }),
    terminal: interactive,
    history: readHistory(history),
    historySize: historyLength,
    completer: async (line: string): Promise<[string[], string]> => {
      const [offers, part] = await table.complete(line);
      return [[...offers], part];
    },
  });
  const prompt = (): void => {
    lines.setPrompt(`${table.asker().name}> `);
    if (interactive) lines.prompt();
  };
  prompt();
  let isUsed = false;
  for await (const line of lines) {
    isUsed = true;
    if (history !== undefined && interactive && line.trim() !== '') appendFileSync(history, `${line}\n`);
    const heard = await table.handleLine(line);
    if (heard.kind === 'leave') break;
    if (heard.kind === 'said' || heard.kind === 'refused') console.log(heard.text);
    if (heard.kind === 'said' && heard.reply !== undefined) onReply(heard.reply);
    prompt();
  }
  lines.close();
  return isUsed;
};
