import type { Asker, Command } from '../app/command-kit/command.ts';
import type { Dispatcher } from '../app/dispatcher.ts';
import { normalizeName } from '../core/message.ts';
import type { CommandOption } from '../rules/command-options.ts';
import { findCommand, optionsOfCommand, parseLine } from './parse-line.ts';

/** Possible completions, and the part of the line that a completion replaces. */
export type Completions = readonly [offers: readonly string[], part: string];

/** Matches the start of a line that names the user who gives the command: `as ada: `. */
const speakerPrefix = /^\s*as\s+([^:/]+?)\s*:\s*/i;

/** Completions that start with the typed text, as readline requires. */
const startingWith = (offers: readonly string[], typed: string): readonly string[] =>
  offers.filter((offer) => offer.toLowerCase().startsWith(typed.toLowerCase()));

const completeCommand = ({ commands }: Dispatcher, line: string): Completions => {
  const paths = commands.filter(({ hidden }) => hidden !== true).map(({ path }) => `${path.join(' ')} `);
  const words = line.replace(/^\//, '');
  return [[...new Set(startingWith(paths, words))].map((path) => `/${path}`), line.startsWith('/') ? line : `/${line}`];
};

/** Suggests names of options that the line does not use yet, for the line's last word. */
const completeOptionName = (options: readonly CommandOption[], line: string): Completions => {
  const given = new Set([...line.matchAll(/(?:^|\s)([\w-]+):/g)].map(([, name]) => name));
  const [, part = ''] = /(?:^|\s)([\w-]*)$/.exec(line) ?? [];
  const left = options.filter(({ name }) => !given.has(name)).map(({ name }) => `${name}:`);
  return [startingWith(left, part), part];
};

interface OptionBeingTyped {
  readonly command: Command;
  readonly option: CommandOption;
  /** The part of the line before the option's value, and the part of the value that is already typed. */
  readonly before: string;
  readonly typed: string;
}

const completeValue = async (
  dispatcher: Dispatcher,
  asker: Asker,
  { command, option, before, typed }: OptionBeingTyped,
  system: string | undefined,
): Promise<readonly string[]> => {
  if (option.kind === 'choice') return startingWith(option.choices, typed);
  if (option.kind === 'flag') return startingWith(['yes', 'no'], typed);
  const parsed = parseLine(dispatcher.commands, before, system);
  const soFar = parsed.ok ? parsed.value.input : {};
  const offers = await dispatcher.complete(command.path, asker, option.name, typed, soFar);
  return startingWith(
    offers.map(({ value }) => value),
    typed,
  );
};

/** Suggests values for options whose names are omitted: for the first option, then for each next required option. */
const completeByOrder = async (
  dispatcher: Dispatcher,
  asker: Asker,
  command: Command,
  { head, tail, system }: { readonly head: string; readonly tail: string; readonly system: string | undefined },
): Promise<Completions | undefined> => {
  const options = optionsOfCommand(command, system);
  const needed = options.filter(({ required }) => required);
  const [first = options[0], next] = needed;
  if (first === undefined) return undefined;
  const offersFor = async (option: CommandOption, typed: string, before: string): Promise<Completions | undefined> => {
    const offers = await completeValue(dispatcher, asker, { command, option, before, typed }, system);
    return offers.length === 0 ? undefined : [offers, typed];
  };
  const whole = await offersFor(first, tail, head);
  if (whole !== undefined || next === undefined) return whole;
  const [, said = '', part = ''] = /^(.+?)\s+(\S*)$/.exec(tail) ?? [];
  return said === '' ? undefined : offersFor(next, part, `${head} ${first.name}:${said}`);
};

/** Completes a line: first commands, then choices and option names, then choices of the option in the last word. */
export const completeLine = async (
  dispatcher: Dispatcher,
  asker: Asker,
  typed: string,
  system: string | undefined,
): Promise<Completions> => {
  const line = typed.replace(speakerPrefix, '');
  const found = findCommand(dispatcher.commands, line, system);
  if (found === undefined || (found.rest === '' && !line.endsWith(' '))) return completeCommand(dispatcher, line);
  const { command } = found;
  const options = optionsOfCommand(command, system);
  const [mark = '', name, value = ''] = /(?:^|\s)([\w-]+):([^:]*)$/.exec(line) ?? [];
  const option = options.find((each) => each.name === name);
  const who = speakerPrefix.exec(typed)?.[1];
  const speaker = who === undefined ? asker : { ...asker, user: normalizeName(who), name: who };
  const isNamed = options.some((each) => new RegExp(`(?:^|\\s)${each.name}:`, 'i').test(line));
  if (option === undefined) {
    const names = completeOptionName(options, line);
    if (isNamed) return names;
    const start = found.rest === '' ? line.length : line.lastIndexOf(found.rest);
    const within = { head: line.slice(0, start), tail: line.slice(start), system };
    const values = await completeByOrder(dispatcher, speaker, command, within);
    if (values === undefined) return names;
    // All completions must replace the same part of the line.
    return values[1] === names[1] ? [[...values[0], ...names[0]], names[1]] : values;
  }
  const before = line.slice(0, line.length - mark.length);
  const values = await completeValue(dispatcher, speaker, { command, option, before, typed: value }, system);
  return values.length === 0 && value.includes(' ') ? completeOptionName(options, line) : [values, value];
};
