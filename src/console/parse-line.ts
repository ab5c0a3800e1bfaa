import type { Command, CommandInput } from '../app/command-kit/command.ts';
import { refuseUnknownCommand } from '../app/input/unknown-command.ts';
import { cutLetters } from '../core/letters.ts';
import { ok, phrase, type Result, refuse, refuseInput, term } from '../core/message.ts';
import type { CommandOption } from '../rules/command-options.ts';

export interface ParsedLine {
  readonly command: Command;
  readonly input: CommandInput;
}

/** Maximum length of a command line (characters). */
const maxLineLength = 8000;

/** Finds the command that a line begins with. Verbs need no path. `system` decides between rulebooks with that verb. */
export const findCommand = (
  commands: readonly Command[],
  line: string,
  system: string | undefined,
): { readonly command: Command; readonly rest: string } | undefined => {
  const words = line.trimStart().replace(/^\//, '').trimEnd();
  const startOf = (path: readonly string[]) => new RegExp(`^${path.join('\\s+')}(?=\\s|$)`, 'i').exec(words)?.[0];
  const [best] = commands
    .flatMap((command) => {
      const { path, verb, systems = [], hidden } = command;
      const whole = hidden === true ? undefined : startOf(path);
      if (whole !== undefined) return [{ command, start: whole, rank: 1 + path.length }];
      const start = verb && (startOf([verb]) ?? startOf([`(?:${systems.join('|')})`, verb]));
      return start ? [{ command, start, rank: system !== undefined && systems.includes(system) ? 1 : 0 }] : [];
    })
    .toSorted((a, b) => b.rank - a.rank);
  return best && { command: best.command, rest: words.slice(best.start.length).trim() };
};

/** Refuses an unknown command. If commands begin with the word, lists these commands. */
const noCommand = (commands: readonly Command[], word: string): Result<never> => {
  const first = word.replace(/^\//, '').toLowerCase();
  const parts = commands.flatMap(({ path: [head, ...rest], hidden }) =>
    hidden !== true && head?.toLowerCase() === first ? [rest.join(' ')] : [],
  );
  return parts.length > 0
    ? refuse('command-goes-on', { command: `/${first}`, parts: parts.join(', ') })
    : refuseUnknownCommand(word, commands);
};

/** The options of a command for one rulebook. Without `system`: for all rulebooks. */
export const optionsOfCommand = (
  { options, forSystems }: Command,
  system: string | undefined,
): readonly CommandOption[] => (system === undefined ? undefined : forSystems?.([system])?.options) ?? options;

const shown = (text: string): string => cutLetters(text, 40);

const parseValue = ({ name, kind, choices }: CommandOption, text: string): Result<unknown> => {
  const bare = text.trim().replace(/^"(.*)"$/s, '$1');
  const bad = (problem: string) => refuseInput(name, problem);
  if (/^"[^"]*$/.test(bare)) return bad('the quotation mark is not closed');
  switch (kind) {
    case 'whole':
      return /^[+-]?\d{1,15}$/.test(bare)
        ? ok(Number(bare) + 0)
        : bad(phrase`${shown(bare) || term('nothing')} is not a whole number`);
    case 'flag':
      if (/^(yes|true|on)$/i.test(bare)) return ok(true);
      return /^(no|false|off)$/i.test(bare) ? ok(false) : bad('write yes or no');
    case 'choice': {
      const found = choices.find((choice) => choice.toLowerCase() === bare.toLowerCase());
      return found === undefined
        ? bad(phrase`${shown(bare) || term('nothing')} is not one of ${choices.join(', ')}`)
        : ok(found);
    }
    case 'text':
    case 'file':
      return ok(bare);
  }
};

interface Piece {
  readonly option: CommandOption;
  readonly text: string;
}

const unknownOption = ({ path }: Command, options: readonly CommandOption[], name: string): Result<never> =>
  refuse('unknown-option', {
    command: `/${path.join(' ')}`,
    option: shown(name),
    options: options.length === 0 ? 'none' : options.map((option) => option.name).join(', '),
  });

/** Finds a misspelled option name, like `sied:red`. Undefined if there is none, or if the option takes selections. */
const misspelledOption = ({ widget, kind, maxLength: most = 0 }: CommandOption, text: string): string | undefined =>
  widget === 'list' || kind === 'file' || most > 100 ? undefined : /(?:^|\s)([a-z][\w-]*):\S/i.exec(text)?.[1];

const describeDuplicates = (marks: readonly RegExpExecArray[]): string =>
  marks.map(([, name = '']) => name.toLowerCase()).find((name, at, names) => names.indexOf(name) < at) ?? '';

/** Splits a text at blanks. A text in quotation marks counts as one word. */
export const splitWords = (text: string): readonly string[] => text.match(/"[^"]*"|\S+/g) ?? [];

/** Assigns text without option names to required options in order: `Ghazra A8`. The first may get several words. */
const assignByOrder = (free: readonly CommandOption[], leading: string): readonly Piece[] => {
  const words = splitWords(leading);
  const needed = free.filter(({ required }) => required);
  const later = needed.slice(1, words.length);
  const [first] = needed;
  if (first !== undefined && later.length > 0) {
    const named = words.slice(0, -later.length).join(' ');
    const pieces = [first, ...later].map((option, at) => ({
      option,
      text: at === 0 ? named : (words[words.length - later.length + at - 1] ?? ''),
    }));
    if (pieces.every(({ option, text }) => parseValue(option, text).ok)) return pieces;
  }
  const unnamed = free.find((option) => parseValue(option, leading).ok) ?? free[0];
  return unnamed === undefined ? [] : [{ option: unnamed, text: leading }];
};

/** Splits `target:Zombie 3 mode:melee` into options. Text before the first option name is assigned by order. */
const splitIntoPieces = (
  command: Command,
  options: readonly CommandOption[],
  rest: string,
): Result<readonly Piece[]> => {
  const called = (name: string) => options.find((option) => option.name.toLowerCase() === name.toLowerCase());
  const marks = [...rest.matchAll(/(?:^|\s)([a-z][\w-]*):/gi)].filter(([, name = '']) => called(name) !== undefined);
  const leading = rest.slice(0, marks[0]?.index ?? rest.length).trim();
  const named = new Set(marks.map(([, name = '']) => called(name)));
  const free = options.filter((option) => !named.has(option));
  const pieces: Piece[] = leading === '' ? [] : [...assignByOrder(free, leading)];
  if (leading !== '' && pieces.length === 0) return unknownOption(command, options, leading);
  if (named.size < marks.length) return refuseInput(shown(describeDuplicates(marks)), 'give this option only once');
  for (const [at, { 0: mark, 1: name = '', index }] of marks.entries()) {
    const option = called(name);
    const text = rest.slice(index + mark.length, marks[at + 1]?.index ?? rest.length);
    if (option !== undefined) pieces.push({ option, text });
  }
  const slip = pieces.map(({ option, text }) => misspelledOption(option, text)).find((name) => name !== undefined);
  return slip === undefined ? ok(pieces) : unknownOption(command, options, slip);
};

/** Refuses a command without a required option. Undefined if no option is missing or the rulebook lacks the command. */
const refuseMissing = (
  command: Command,
  input: CommandInput,
  system: string | undefined,
): Result<never> | undefined => {
  const { path, options, forSystems } = command;
  const declared =
    forSystems === undefined ? options : system === undefined ? undefined : forSystems([system])?.options;
  const missing = declared?.find(({ name, required }) => required && input[name] === undefined);
  const taken = declared?.map(({ name }) => name).join(', ');
  return (
    missing &&
    refuseInput(missing.name, phrase`missing: ${term(missing.description)}. Usage: /${path.join(' ')} ${taken}`)
  );
};

/** Parses a line such as `/attack target:Zombie 3 mode:melee`. Names of required options may be omitted. */
export const parseLine = (commands: readonly Command[], line: string, system?: string): Result<ParsedLine> => {
  if (line.length > maxLineLength) return refuse('too-big', { most: maxLineLength });
  const found = findCommand(commands, line, system);
  if (found === undefined) return noCommand(commands, shown(line.trim().split(/\s+/)[0] ?? ''));
  const { command, rest } = found;
  const pieces = splitIntoPieces(command, optionsOfCommand(command, system), rest);
  if (!pieces.ok) return pieces;
  const input: Record<string, unknown> = {};
  for (const { option, text } of pieces.value) {
    const value = parseValue(option, text);
    if (!value.ok) return value;
    input[option.name] = value.value;
  }
  const missing = refuseMissing(command, input, system);
  return missing === undefined ? ok({ command, input }) : missing;
};
