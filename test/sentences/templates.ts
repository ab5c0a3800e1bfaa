import { ApplicationCommandOptionType } from 'discord.js';
import type { GetTextTranslation } from 'gettext-parser';
import { buildCommands } from '../../commands/index.ts';
import { contextKey } from '../../src/core/message.ts';
import { discordLimits } from '../../src/discord/limits.ts';
import { slashCommands, slashName } from '../../src/discord/slash.ts';
import { rulesets } from '../../src/systems/index.ts';
import type { Said } from './said.ts';
import type { Sentence } from './scan.ts';
import { keyOf, sentenceTable, withSmallLetter } from './table.ts';

/** The entries of one template file, in their order. */
export type Template = readonly GetTextTranslation[];

const commandsFile = 'commands';

/** The file for a sentence that occurs in these places. What several rulebooks say is common. */
const fileFor = (places: readonly Sentence[]): string => {
  const files = places.map(({ file }) => {
    const [, system, page] = /^src\/systems\/([a-z-]+)\/(.*)/.exec(file) ?? [];
    return system === undefined ? 'common' : page?.endsWith('.md') ? `${system}-rules` : system;
  });
  const [first = 'common', ...others] = new Set(files);
  return others.length === 0 ? first : 'common';
};

const maxExample = 160;

const entryOf = (
  sentence: Sentence,
  said: Said | undefined,
  notes: readonly string[],
  flags: readonly string[],
): GetTextTranslation => {
  const { template, of, one, holes, file, line } = sentence;
  const comments = [
    ...notes,
    ...holes.map((hole, index) => `{${index + 1}} ${hole}`),
    ...(said && said.example !== template ? [`as in: ${said.example.slice(0, maxExample)}`] : []),
    ...(said ? [`said ${said.count} times in the battles of test/transcripts`] : []),
  ];
  const allFlags = [
    ...(/\{\d+\}/.test(template) ? ['python-brace-format'] : []),
    ...flags,
    ...(said ? [`priority:${100 + Math.min(said.count, 100)}`] : []),
  ];
  return {
    msgid: one ?? template,
    ...(of !== undefined && { msgctxt: of }),
    ...(one !== undefined && { msgid_plural: template }),
    msgstr: one === undefined ? [''] : ['', ''],
    comments: {
      extracted: comments.join('\n').replaceAll('\r', ''),
      reference: line === 0 ? file : `${file}:${line}`,
      ...(allFlags.length > 0 && { flag: allFlags.join(', ') }),
    },
  };
};

/** A part of a slash command as Discord gets it. */
interface SlashPart {
  readonly name: string;
  readonly type?: number | undefined;
  readonly options?: readonly SlashPart[] | undefined;
  readonly choices?: readonly { readonly name: string }[] | undefined;
}

const commands = buildCommands(rulesets);
const systems = rulesets.map(({ id }) => id);
const slashParts: readonly SlashPart[] = [systems, ...systems.map((id) => [id])].flatMap((shown) =>
  slashCommands(commands, shown),
);

const maxName = 32;
const maxPlaces = 3;

/** The names of commands by their whole path, of options and of choices. The contexts say which. */
const commandNames = (): Template => {
  const places = new Map<string, Set<string>>();
  const add = (of: string, name: string, place: string): void => {
    const key = contextKey(name, of);
    places.set(key, (places.get(key) ?? new Set()).add(place));
  };
  const addOptions = (path: string, options: readonly SlashPart[]): void => {
    for (const { name, choices = [] } of options) {
      add('option', name, path);
      for (const choice of choices) add('choice', choice.name, `${path} ${name}`);
    }
  };
  for (const { name, options = [] } of slashParts) {
    add('command', name, `/${name}`);
    for (const { type, name: second, options: inner = [] } of options)
      if (type === ApplicationCommandOptionType.Subcommand) {
        add('command', `${name} ${second}`, `/${name} ${second}`);
        addOptions(`/${name} ${second}`, inner);
      }
    addOptions(
      `/${name}`,
      options.filter(({ type }) => type !== ApplicationCommandOptionType.Subcommand),
    );
  }
  const order = ['command', 'option', 'choice'];
  return [...places]
    .map(([key, found]): GetTextTranslation => {
      const [of = '', name = ''] = key.split('\u0004');
      const where = `${[...found].slice(0, maxPlaces).join(', ')}${found.size > maxPlaces ? ', …' : ''}`;
      const isChoice = of === 'choice';
      return {
        ...{ msgctxt: of, msgid: name, msgstr: [''] },
        comments: {
          extracted: isChoice
            ? `a choice of ${where}`
            : `${of === 'command' ? `translate only the last word of ${where}` : `an option of ${where}`}; at most ${maxName} small letters, digits, - and _`,
          flag: `max-length:${isChoice ? discordLimits.choiceText : maxName}`,
        },
      };
    })
    .toSorted((a, b) => order.indexOf(a.msgctxt ?? '') - order.indexOf(b.msgctxt ?? ''));
};

/** The descriptions of commands and options, and where Discord shows them. */
const descriptions: ReadonlyMap<string, string> = new Map(
  commands
    .filter(({ hidden }) => !hidden)
    .flatMap(({ path, summary, options }) => [
      ...options.map(({ name, description }) => [description, `the option ${slashName(name)} of /${path.join(' ')}`]),
      [summary, `/${path.join(' ')}`],
    ])
    .map(([text = '', where = '']) => [text.trim(), `describes ${where}`]),
);

/** All templates by file name, for these sentences. */
export const templatesOf = (
  all: readonly Sentence[],
  said: ReadonlyMap<string, Said>,
): ReadonlyMap<string, Template> => {
  const places = Map.groupBy(all, keyOf);
  const twinOf = ({ template, of, one }: Sentence): string | undefined => {
    const small = withSmallLetter(template);
    return one === undefined && small !== template && places.has(contextKey(small, of)) ? small : undefined;
  };
  const found = new Map<string, GetTextTranslation[]>([[commandsFile, [...commandNames()]]]);
  for (const sentence of sentenceTable(all)) {
    const { template, of, one } = sentence;
    const describes = of === undefined && one === undefined ? descriptions.get(template) : undefined;
    const file = describes === undefined ? fileFor(places.get(keyOf(sentence)) ?? [sentence]) : commandsFile;
    const flags = describes === undefined ? [] : [`max-length:${discordLimits.commandSummary}`];
    const twin = twinOf(sentence);
    const notes = [describes, twin && `if empty, “${twin}” is used with a capital letter`].filter(
      (note) => note !== undefined,
    );
    const entry = entryOf(sentence, said.get(keyOf(sentence)), notes, flags);
    const entries = found.get(file) ?? [];
    found.set(file, entries);
    entries.push(entry);
  }
  return found;
};
