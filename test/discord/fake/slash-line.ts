import { optionsIn, type PlainOption } from './command-rules.ts';
import type { StoredCommand } from './world.ts';

/** A file to attach: `file:notes` names it in the line. */
export interface Attached {
  readonly name: string;
  readonly content: string | Uint8Array;
}

export interface SlashLine {
  readonly command: StoredCommand;
  readonly part: string | undefined;
  readonly options: readonly { readonly option: PlainOption; readonly typed: string }[];
}

/** Reads `/battle create system:skure name:The old bridge` as Discord's client would, by the registered commands. */
export const readSlashLine = (line: string, commands: readonly StoredCommand[]): SlashLine => {
  const [, name = '', rest = ''] = /^\/(\S+)\s*(.*)$/s.exec(line.trim()) ?? [];
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`There is no command /${name} here.`);
  const [word = ''] = rest.split(' ', 1);
  const part = optionsIn(command, undefined) === undefined ? word : undefined;
  const options = optionsIn(command, part);
  if (options === undefined) throw new Error(`There is no command /${name} ${word} here.`);
  const text = part === undefined ? rest : rest.slice(part.length).trim();
  const starts = options
    .flatMap((option) => {
      const at = new RegExp(`(?:^|\\s)${option.name}:`).exec(text);
      return at ? [{ option, from: at.index, to: at.index + at[0].length }] : [];
    })
    .toSorted((a, b) => a.from - b.from);
  if (text !== '' && starts[0]?.from !== 0) throw new Error(`${line}: "${text}" is not for any option of the command.`);
  return {
    command,
    part,
    options: starts.map(({ option, to }, index) => ({ option, typed: text.slice(to, starts[index + 1]?.from).trim() })),
  };
};

/** The value that the client would send for the typed text, or the reason why it would send none. */
export const clientValue = (
  { name, type, choices, min_value, max_value, max_length }: PlainOption,
  typed: string,
): string | number | boolean => {
  if (type === 5) {
    if (typed !== 'true' && typed !== 'false') throw new Error(`${name}: true or false, not ${typed}`);
    return typed === 'true';
  }
  const choice = choices?.find((each) => each.name === typed || each.value === typed);
  if (choices !== undefined && choice === undefined) throw new Error(`${name}: ${typed} is none of its choices`);
  if (choice !== undefined) return choice.value;
  if (type === 4) {
    const value = Number(typed);
    if (!Number.isInteger(value) || value < (min_value ?? value) || value > (max_value ?? value))
      throw new Error(`${name}: ${typed} is not a whole number it takes`);
    return value;
  }
  if (typed.length > (max_length ?? 6000)) throw new Error(`${name}: longer than ${max_length}`);
  return typed;
};
