import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ChannelType,
  Locale,
  type LocalizationMap,
  PermissionFlagsBits,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import type { Command } from '../app/command-kit/command.ts';
import { type Dictionary, translateText } from '../core/message.ts';
import type { CommandOption } from '../rules/command-options.ts';
import { cutPlainText, discordLimits } from './limits.ts';

export type SlashCommand = RESTPostAPIChatInputApplicationCommandsJSONBody;

/** A command in the menu of a message. */
export type MessageCommand = RESTPostAPIContextMenuApplicationCommandsJSONBody;

/** `atRange` as Discord wants it: `at-range`. */
export const slashName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).slice(0, 32);

/** Texts that are longer are written, not chosen. */
const maxChoiceLength = 100;

/** Is there a list to choose from while one types? */
const autocompletes = ({ kind, widget, maxLength, choices, varies }: CommandOption): boolean =>
  kind === 'choice'
    ? varies === true || choices.length > discordLimits.choices
    : widget !== undefined || (maxLength ?? discordLimits.textOption) <= maxChoiceLength;

/** Where battles can be: not under a voice channel, not in a category. */
const battleChannelTypes = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.GuildForum,
] as const;

/** The languages of Discord that read a dictionary: the one it names, or, where it names no region, all of its language. */
const localesOf = ({ language }: Dictionary): readonly Locale[] =>
  Object.values(Locale).filter((locale) => locale === language || locale.startsWith(`${language}-`));

/** The description, and beside it what each dictionary makes of it; the dictionary of a region counts before that of its language. */
const describeIn = (
  text: string,
  longest: number,
  languages: readonly Dictionary[],
): { readonly description: string; readonly description_localizations?: LocalizationMap } => {
  const said: LocalizationMap = {};
  for (const dictionary of languages.toSorted((a, b) => a.language.length - b.language.length)) {
    const words = translateText(dictionary, text);
    if (words !== text && words !== '')
      for (const locale of localesOf(dictionary)) said[locale] = cutPlainText(words, longest);
  }
  return {
    description: cutPlainText(text, longest),
    ...(Object.keys(said).length > 0 && { description_localizations: said }),
  };
};

const optionOf = (
  option: CommandOption,
  longest: number,
  languages: readonly Dictionary[],
): APIApplicationCommandBasicOption => {
  const { kind, description, required, choices, min, max } = option;
  const common = {
    name: slashName(option.name),
    ...describeIn(description.trim() || option.name, longest, languages),
    required,
  };
  switch (kind) {
    case 'flag':
      return { ...common, type: ApplicationCommandOptionType.Boolean };
    case 'file':
      return { ...common, type: ApplicationCommandOptionType.Attachment };
    case 'whole':
      return {
        ...common,
        type: ApplicationCommandOptionType.Integer,
        ...(min !== undefined && { min_value: min }),
        ...(max !== undefined && { max_value: max }),
      };
    case 'choice':
      return autocompletes(option)
        ? { ...common, type: ApplicationCommandOptionType.String, autocomplete: true }
        : {
            ...common,
            type: ApplicationCommandOptionType.String,
            choices: choices.map((value) => ({ name: cutPlainText(value, discordLimits.choiceText), value })),
          };
    case 'text':
      if (option.widget === 'person') return { ...common, type: ApplicationCommandOptionType.User };
      if (option.widget === 'channel')
        return { ...common, type: ApplicationCommandOptionType.Channel, channel_types: [...battleChannelTypes] };
      return {
        ...common,
        type: ApplicationCommandOptionType.String,
        ...(autocompletes(option) && { autocomplete: true }),
        ...(option.maxLength !== undefined && { max_length: Math.min(option.maxLength, discordLimits.textOption) }),
      };
  }
};

const groupSummary = (name: string, commands: readonly Command[]): string =>
  `${name}: ${commands.map(({ path }) => path[1]).join(', ')}`;

const toCommandGroup = (
  name: string,
  commands: readonly Command[],
  longest: number,
  languages: readonly Dictionary[],
): SlashCommand => {
  const [first] = commands;
  const alone = commands.length === 1 && first?.path.length === 1 ? first : undefined;
  if (alone === undefined && commands.some(({ path }) => path.length === 1))
    throw new Error(`/${name} cannot be both a command and a group.`);
  return {
    type: ApplicationCommandType.ChatInput,
    name: slashName(name),
    ...describeIn(
      alone ? alone.summary.trim() || name : groupSummary(name, commands),
      discordLimits.commandSummary,
      languages,
    ),
    options: alone
      ? alone.options.map((option) => optionOf(option, longest, languages))
      : commands.map((command) => ({
          type: ApplicationCommandOptionType.Subcommand,
          name: slashName(command.path[1] ?? ''),
          ...describeIn(command.summary.trim() || name, longest, languages),
          options: command.options.map((option) => optionOf(option, longest, languages)),
        })),
  };
};

/** What Discord counts against a command's 8,000 characters: every name, description and value in it, a description by its longest language. */
export const commandSize = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + commandSize(each), 0);
  if (typeof value !== 'object' || value === null) return 0;
  const longestOf = (key: string, text: string): number => {
    const { [`${key}_localizations`]: others = {} } = value as Readonly<Record<string, unknown>>;
    return Math.max(text.length, ...Object.values(others ?? {}).map((each) => String(each).length));
  };
  return Object.entries(value).reduce(
    (sum, [key, each]) =>
      sum +
      (typeof each === 'string' && ['name', 'description', 'value'].includes(key)
        ? longestOf(key, each)
        : commandSize(each)),
    0,
  );
};

/** A large group says less of each part rather than being refused whole. */
const summaryLengths = [discordLimits.commandSummary, 70, 50, 35, 20] as const;

const fittingCommand = (name: string, commands: readonly Command[], languages: readonly Dictionary[]): SlashCommand => {
  for (const longest of summaryLengths) {
    const made = toCommandGroup(name, commands, longest, languages);
    if (commandSize(made) <= discordLimits.commandTotal) return made;
  }
  throw new Error(`/${name} is too large for Discord, however short its parts are described.`);
};

/** So many names are used of the hundred that Discord takes; what is between them is for the next rulebook, and for commands to come. */
const maxNames = 80;

/** How many names these commands take. */
const namesOf = (commands: readonly Command[]): number => new Set(commands.map(({ path: [name] }) => name)).size;

const slashCommandsOf = (
  commands: readonly Command[],
  systems: readonly string[],
  languages: readonly Dictionary[],
): readonly SlashCommand[] => {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const [name] = command.path;
    groups.set(name, [...(groups.get(name) ?? []), { ...command, ...command.forSystems?.(systems) }]);
  }
  return [...groups].map(([name, members]) => fittingCommand(name, members, languages));
};

const selectCommands = (commands: readonly Command[], systems: readonly string[]): readonly Command[] =>
  commands.filter((each) => !each.hidden && each.systems?.some((id) => systems.includes(id)) !== false);

/** The slash commands of a server that plays these systems, described in these languages too: where they would be too many, without those that are seldom typed. */
export const slashCommands = (
  commands: readonly Command[],
  systems: readonly string[],
  languages: readonly Dictionary[] = [],
): readonly SlashCommand[] => {
  const all = selectCommands(commands, systems);
  return slashCommandsOf(
    namesOf(all) <= maxNames ? all : all.filter(({ isRare }) => isRare !== true),
    systems,
    languages,
  );
};

/** What stands in the menu of every message in a server: Discord shows it to those who may manage messages, unless the server chooses otherwise. */
export const messageCommands = (commands: readonly Command[]): readonly MessageCommand[] =>
  commands.flatMap(({ onMessage: name }) =>
    name === undefined
      ? []
      : [
          {
            type: ApplicationCommandType.Message,
            name,
            default_member_permissions: String(PermissionFlagsBits.ManageMessages),
          },
        ],
  );

/** Those of direct messages: the common ones, and the verbs that several systems share; `/order` gives the rest. */
export const directMessageCommands = (
  commands: readonly Command[],
  systems: readonly string[],
  languages: readonly Dictionary[] = [],
): readonly SlashCommand[] =>
  slashCommandsOf(
    selectCommands(commands, systems).filter(
      ({ path, systems: of }) => path.length > 1 || of === undefined || of.length > 1,
    ),
    systems,
    languages,
  );
