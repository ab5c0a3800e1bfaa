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
import { contextKey, type Dictionary, translateText } from '../core/message.ts';
import type { CommandOption } from '../rules/command-options.ts';
import { cutPlainText, discordLimits, type GmPermission } from './limits.ts';

export type SlashCommand = RESTPostAPIChatInputApplicationCommandsJSONBody;

/** A command in the menu of a message. */
export type MessageCommand = RESTPostAPIContextMenuApplicationCommandsJSONBody;

/** Converts an option's name to Discord's form: `atRange` becomes `at-range`. */
export const slashName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).slice(0, 32);

const maxChoiceLength = 100;

/** True if Discord should ask the bot for choices while the user types the option. */
const autocompletes = ({ kind, widget, maxLength, choices, varies }: CommandOption): boolean =>
  kind === 'choice'
    ? varies === true || choices.length > discordLimits.choices
    : widget !== undefined || (maxLength ?? discordLimits.textOption) <= maxChoiceLength;

/** Channel types that can hold battles. */
const battleChannelTypes = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.GuildForum,
] as const;

/** Discord's locales for a dictionary: the dictionary's own region, or all regions of its language. */
const localesOf = ({ language }: Dictionary): readonly Locale[] =>
  Object.values(Locale).filter((locale) => locale === language || locale.startsWith(`${language}-`));

/** A description with its translations. A region's dictionary has precedence over its language's dictionary. */
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

/** The kinds of names in slash commands, which are their contexts in dictionaries. */
type NameKind = 'command' | 'option' | 'choice';

const translatedKinds: Readonly<Record<NonNullable<Dictionary['names']>, readonly NameKind[]>> = {
  none: ['choice'],
  options: ['choice', 'option'],
  all: ['choice', 'option', 'command'],
};

/** Matches names that Discord accepts for commands and options, if they have no capitals. */
const slashNamePattern = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

const isAccepted = (name: string, kind: NameKind): boolean =>
  kind === 'choice'
    ? name !== '' && name.length <= discordLimits.choiceText
    : slashNamePattern.test(name) && name === name.toLowerCase();

/** A name with the translations that Discord accepts. `path`: the name's key in dictionaries. */
const nameIn = (
  name: string,
  kind: NameKind,
  languages: readonly Dictionary[],
  path = name,
): { readonly name: string; readonly name_localizations?: LocalizationMap } => {
  const named: LocalizationMap = {};
  for (const dictionary of languages.toSorted((a, b) => a.language.length - b.language.length)) {
    const { [contextKey(path, kind)]: words = name } = dictionary.sentences;
    const isTranslated = typeof words === 'string' && words !== name && isAccepted(words, kind);
    if (isTranslated && translatedKinds[dictionary.names ?? 'none'].includes(kind))
      for (const locale of localesOf(dictionary)) named[locale] = words;
  }
  return { name, ...(Object.keys(named).length > 0 && { name_localizations: named }) };
};

interface NamedPart {
  readonly name: string;
  readonly name_localizations?: object | null | undefined;
}

/** Leaves out translated names that an earlier part has already, or that are another part's English name. */
const withoutTwins = <Part extends NamedPart>(parts: readonly Part[]): Part[] => {
  const taken = new Set(parts.map(({ name }) => name));
  return parts.map((part) => {
    if (!part.name_localizations) return part;
    const own = Object.entries(part.name_localizations).filter(([locale, name]) => {
      const isFree = ![`${name}`, `${locale}\n${name}`].some((each) => taken.has(each));
      taken.add(`${locale}\n${name}`);
      return isFree;
    });
    return { ...part, name_localizations: Object.fromEntries(own) };
  });
};

/** The names under which users choose a roll mode. They say who sees the roll. */
const rollModeNames: Readonly<Record<string, string>> = {
  public: 'everyone',
  private: 'GM and roller',
  blind: 'GM only',
  self: 'only me',
  'my-foes': 'everyone, but only GMs for foes',
};

const choiceName = (value: string, choices: readonly string[]): string =>
  cutPlainText((choices.includes('blind') ? rollModeNames[value] : undefined) ?? value, discordLimits.choiceText);

const optionOf = (
  option: CommandOption,
  longest: number,
  languages: readonly Dictionary[],
): APIApplicationCommandBasicOption => {
  const { kind, description, required, choices, min, max } = option;
  const common = {
    ...nameIn(slashName(option.name), 'option', languages),
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
            choices: withoutTwins(
              choices.map((value) => ({ ...nameIn(choiceName(value, choices), 'choice', languages), value })),
            ),
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
  const optionsOf = ({ options }: Command) =>
    withoutTwins(options.map((option) => optionOf(option, longest, languages)));
  return {
    type: ApplicationCommandType.ChatInput,
    ...nameIn(slashName(name), 'command', languages),
    ...describeIn(
      alone ? alone.summary.trim() || name : groupSummary(name, commands),
      discordLimits.commandSummary,
      languages,
    ),
    options: alone
      ? optionsOf(alone)
      : withoutTwins(
          commands.map((command) => ({
            type: ApplicationCommandOptionType.Subcommand,
            ...nameIn(slashName(command.path[1] ?? ''), 'command', languages, command.path.map(slashName).join(' ')),
            ...describeIn(command.summary.trim() || name, longest, languages),
            options: optionsOf(command),
          })),
        ),
  };
};

/** The size of a command (characters). Discord's maximum is 8,000. */
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

/** Maximum lengths of descriptions to try (characters), until a large group of commands fits into Discord's limit. */
const summaryLengths = [discordLimits.commandSummary, 90, 80, 70, 60, 50, 45, 40, 35, 30, 20] as const;

const fittingCommand = (name: string, commands: readonly Command[], languages: readonly Dictionary[]): SlashCommand => {
  for (const spoken of languages.length > 0 ? [languages, []] : [[]])
    for (const longest of summaryLengths) {
      const made = toCommandGroup(name, commands, longest, spoken);
      if (commandSize(made) <= discordLimits.commandTotal) return made;
    }
  throw new Error(`/${name} is too large for Discord, however short its parts are described.`);
};

/** Builds the slash commands that a server with these rulebooks gets, with translations. */
export const slashCommands = (
  commands: readonly Command[],
  systems: readonly string[],
  languages: readonly Dictionary[] = [],
): readonly SlashCommand[] => {
  const shown = commands
    .filter((each) => !each.hidden && each.systems?.some((id) => systems.includes(id)) !== false)
    .map((each) => ({ ...each, ...each.forSystems?.(systems) }));
  return withoutTwins(
    [...Map.groupBy(shown, ({ path: [name] }) => name)].map(([name, members]) =>
      fittingCommand(name, members, languages),
    ),
  );
};

/** Builds the commands in the menus of messages and members. */
export const messageCommands = (commands: readonly Command[]): readonly MessageCommand[] =>
  commands.flatMap(({ onMessage, onMember, forModerators }) => {
    const name = onMessage ?? onMember;
    const type = onMessage === undefined ? ApplicationCommandType.User : ApplicationCommandType.Message;
    const who = forModerators && { default_member_permissions: String(PermissionFlagsBits.ManageMessages) };
    return name === undefined ? [] : [{ type, name, ...who }];
  });

/** Shows `/gm` and `/npc` only to members with a permission. Undefined: to everyone. */
export const withGmPermission = (
  commands: readonly SlashCommand[],
  permission: GmPermission | undefined,
): readonly SlashCommand[] => {
  const who = permission && { default_member_permissions: String(PermissionFlagsBits[permission]) };
  return commands.map((each) => (each.name === 'gm' || each.name === 'npc' ? { ...each, ...who } : each));
};
