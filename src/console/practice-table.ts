import type { Asker } from '../app/command-kit/command.ts';
import type { Dispatcher } from '../app/dispatcher.ts';
import type { CommandAnswer, Reply } from '../app/replies/reply.ts';
import { cutLetters } from '../core/letters.ts';
import { diskFullSentence, isFromFullDisk, normalizeName, ok, phrase, type Refusal, term } from '../core/message.ts';
import { type ParsedLine, parseLine } from './parse-line.ts';
import type { readTextFile } from './practice-files.ts';
import { controlText, formatReply, type TextStyle } from './reply-text.ts';
import { type Completions, completeLine } from './tab-completion.ts';

export type LineOutcome =
  | { readonly kind: 'said'; readonly text: string; readonly reply?: Reply }
  | { readonly kind: 'refused'; readonly text: string; readonly code: string }
  | { readonly kind: 'silence' }
  | { readonly kind: 'leave' };

export interface PracticeParts {
  readonly dispatcher: Dispatcher;
  readonly explainRefusal: (refusal: Refusal, channel: string) => Promise<string>;
  /** The id of the rulebook that the channel's battle uses. Undefined if the channel has no battle. */
  readonly findSystem: (channel: string) => Promise<string | undefined>;
  readonly style: TextStyle;
  readonly newId: () => string;
  /** The locale of all people at the table. */
  readonly locale?: string | undefined;
  /** Called for a line that failed unexpectedly. Default: the promise for the line rejects. */
  readonly onFailure: ((error: unknown) => void) | undefined;
  /** Reads a local file that an option names. Default: options take their text as it is. */
  readonly readTextFile?: typeof readTextFile | undefined;
  /** Returns the messages sent to other channels and users since the last call. */
  readonly takeOtherMessages: () => Promise<readonly string[]>;
}

const usage = 'Write “as ada” to speak as Ada, “as ada: /help” for one command, “in cellar” to change the channel.';

/** Waits for the best version of a reply, because a terminal cannot replace lines that it has shown. */
const waitForBestAnswer = async (reply: Reply): Promise<Reply> => {
  if (reply.kind !== 'private' || reply.refinements === undefined) return reply;
  const { refinements, ...rest } = reply;
  let best: Reply = rest;
  for await (const each of refinements) best = { ...rest, ...each };
  return best;
};

/** Replaces names of files in a command's input by the text of these files. */
const withFiles = ({ command, input: typed }: ParsedLine, readTextFile: PracticeParts['readTextFile']) => {
  const input: Record<string, unknown> = { ...typed };
  let fileNote: string | undefined;
  for (const { name, kind, maxLength, binary } of command.options) {
    const value = input[name];
    const read =
      kind === 'file' && typeof value === 'string'
        ? readTextFile?.(value, maxLength, binary ? 'latin1' : 'utf8')
        : undefined;
    if (read?.ok === false) return read;
    if (read === undefined) continue;
    input[name] = read.value.text;
    fileNote ??= read.value.note;
  }
  return ok({ input, fileNote });
};

/** Creates a practice table where several people share a terminal. `as ada` sets the user, `in cellar` the channel. */
export const createPracticeTable = ({
  dispatcher,
  explainRefusal,
  findSystem,
  style,
  newId,
  takeOtherMessages,
  locale,
  onFailure,
  readTextFile,
}: PracticeParts) => {
  let speaker = 'gm';
  let channel = 'table';
  const asker = (name = speaker): Asker => ({
    user: normalizeName(name),
    name,
    guild: undefined,
    channel,
    orderId: newId(),
    manages: true,
    locale,
  });

  const run = async (parsed: ParsedLine, name: string): Promise<CommandAnswer> => {
    const given = withFiles(parsed, readTextFile);
    if (!given.ok) return given;
    const { input, fileNote } = given.value;
    return dispatcher.run(parsed.command.path, { ...asker(name), fileNote }, input);
  };

  const ordered = async (line: string, name: string): Promise<LineOutcome> => {
    const parsed = parseLine(dispatcher.commands, line, await findSystem(channel));
    const answer = parsed.ok ? await run(parsed.value, name) : parsed;
    const aside = await takeOtherMessages();
    if (answer.ok) {
      const reply = await waitForBestAnswer(answer.value);
      return { kind: 'said', text: [formatReply(reply, style), ...aside].join('\n'), reply };
    }
    const { error } = answer;
    const similar = parsed.ok
      ? await dispatcher.suggest(parsed.value.command.path, asker(name), parsed.value.input, error)
      : [];
    const text = phrase`! ${await explainRefusal(error, channel)}`;
    return { kind: 'refused', text: [text, ...similar.flatMap(controlText)].join('\n'), code: error.code };
  };

  /** Runs a line. Reports an unexpected error instead of ending the program. */
  const kept = async (line: string, name: string): Promise<LineOutcome> => {
    try {
      return await ordered(line, name);
    } catch (error) {
      if (onFailure === undefined) throw error;
      onFailure(error);
      return {
        kind: 'refused',
        text: isFromFullDisk(error)
          ? phrase`! ${term(diskFullSentence)}`
          : phrase`! ${term('An internal error occurred; nothing was changed. Try something else.')}`,
        code: 'internal',
      };
    }
  };

  return {
    asker: () => asker(),
    /** Completes a line for the Tab key. Returns the choices, and the part of the line that a choice replaces. */
    complete: async (line: string): Promise<Completions> =>
      completeLine(dispatcher, asker(), line, await findSystem(channel)),
    handleLine: async (typed: string): Promise<LineOutcome> => {
      const line = typed.trim();
      if (line === '' || line.startsWith('#')) return { kind: 'silence' };
      if (/^\/?(quit|exit|bye)$/i.test(line)) return { kind: 'leave' };
      const [, who, once] = /^as\s+([^:/]+?)\s*(?::\s*(.+))?$/i.exec(line) ?? [];
      const name = cutLetters(who ?? '', 32);
      if (name !== '') {
        if (once !== undefined) return kept(once, name);
        speaker = name;
        return { kind: 'said', text: phrase`You speak as ${name}.` };
      }
      const [, where] = /^in\s+(\S+)$/i.exec(line) ?? [];
      const place = cutLetters(where ?? '', 64);
      if (place === '' && /^(as|in)\b/i.test(line))
        return { kind: 'refused', text: phrase`! ${term(usage)}`, code: 'bad-line' };
      if (place === '') return kept(line, speaker);
      channel = place;
      return { kind: 'said', text: phrase`You are in ${channel}.` };
    },
  };
};
export type PracticeTable = ReturnType<typeof createPracticeTable>;
