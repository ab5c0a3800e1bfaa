import {
  type AutocompleteInteraction,
  type BaseInteraction,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  type ContextMenuCommandInteraction,
  GuildFeature,
  GuildMember,
  type Interaction,
  type MessageComponentInteraction,
  type ModalMessageModalSubmitInteraction,
  PermissionFlagsBits,
} from 'discord.js';
import { type Asker, type Command, type CommandInput, encodeControlInput } from '../app/command-kit/command.ts';
import type { Dispatcher } from '../app/dispatcher.ts';
import { err, normalizeText, ok, type Result } from '../core/message.ts';
import { setOwn } from '../core/plain-object.ts';
import type { CommandOption } from '../rules/command-options.ts';
import { attachmentText } from './attachment.ts';
import { type AbridgedText, isAbridged, parseCustomId, parseSelectValue } from './custom-id.ts';
import { readTypedText } from './form.ts';
import { slashName } from './slash.ts';

/** A command with its input, and how the user gave it. */
export interface ParsedCommand {
  readonly path: readonly string[];
  readonly input: CommandInput;
  /** What the user must know about an attached file, such as its encoding. */
  readonly fileNote?: string | undefined;
}

/** Permissions of users to whom slow mode does not apply. */
const beyondSlowMode = [
  PermissionFlagsBits.ManageMessages,
  PermissionFlagsBits.ManageChannels,
  PermissionFlagsBits.BypassSlowmode,
];

/** Converts the user and channel of an interaction to an `Asker`. */
export const toAsker = (interaction: BaseInteraction): Asker => {
  const { member, user, memberPermissions: may } = interaction;
  const shown = member instanceof GuildMember ? member.displayName : (member?.nick ?? user.displayName);
  return {
    user: user.id,
    name: normalizeText(shown) || normalizeText(user.username) || user.id,
    guild: interaction.guildId ?? undefined,
    channel: interaction.channelId ?? user.id,
    orderId: interaction.id,
    locale: interaction.locale,
    ...(interaction.guild?.features.includes(GuildFeature.Community) && {
      communityLocale: interaction.guildLocale ?? undefined,
    }),
    manages: may?.has(PermissionFlagsBits.ManageGuild) ?? false,
    ...(may?.has(PermissionFlagsBits.ManageMessages) && { moderates: true }),
    ...(may?.any(beyondSlowMode) && { unslowed: true }),
  };
};

type Slash = ChatInputCommandInteraction | AutocompleteInteraction;

const optionsOf = ({ options }: Slash): readonly CommandInteractionOption[] =>
  options.getSubcommand(false) === null ? options.data : (options.data[0]?.options ?? []);

/** Finds a command by the words of its path, spelled as Discord requires. The path is as typed if there is none. */
export const findCommand = (
  { commands }: Dispatcher,
  { commandName, options }: Slash,
): { readonly command: Command | undefined; readonly path: readonly string[] } => {
  const part = options.getSubcommand(false);
  const words = part === null ? [commandName] : [commandName, part];
  const command = commands.find(({ path }) => path.map(slashName).join(' ') === words.join(' '));
  return { command, path: command?.path ?? words };
};

const findOption = (command: Command | undefined, name: string): CommandOption | undefined =>
  command?.options.find((option) => slashName(option.name) === name);

/** Parses an autocomplete interaction: the command, and the options that the user has typed so far. */
export const parseAutocomplete = (dispatcher: Dispatcher, interaction: AutocompleteInteraction) => {
  const { command, path } = findCommand(dispatcher, interaction);
  const { name, value: typed } = interaction.options.getFocused(true);
  const soFar = optionsOf(interaction).filter((given) => given.name !== name && given.value !== undefined);
  return {
    path,
    option: findOption(command, name),
    typed: String(typed),
    soFar: Object.fromEntries(soFar.map((given) => [findOption(command, given.name)?.name ?? given.name, given.value])),
  };
};

export const hasFiles = (interaction: ChatInputCommandInteraction): boolean =>
  optionsOf(interaction).some(({ attachment }) => attachment !== undefined);

/** Reads the value of an option. If it is a file, downloads the file, up to the option's maximum size. */
const readOptionValue = async (
  given: CommandInteractionOption,
  option: CommandOption | undefined,
  hosts: readonly string[],
): Promise<Result<{ readonly text: unknown; readonly note?: string | undefined }, string>> =>
  given.attachment
    ? attachmentText(given.attachment, hosts, { most: option?.maxLength, binary: option?.binary ?? false })
    : ok({ text: given.value });

/** Parses a slash command and reads its attachments. Fails with a sentence if an attachment cannot be read. */
export const parseSlash = async (
  dispatcher: Dispatcher,
  interaction: ChatInputCommandInteraction,
  hosts: readonly string[],
): Promise<Result<ParsedCommand, string>> => {
  const { command, path } = findCommand(dispatcher, interaction);
  const input: Record<string, unknown> = {};
  let fileNote: string | undefined;
  for (const given of optionsOf(interaction)) {
    const option = findOption(command, given.name);
    const value = await readOptionValue(given, option, hosts);
    if (!value.ok) return value;
    setOwn(input, option?.name ?? given.name, value.value.text);
    fileNote ??= value.value.note;
  }
  return ok({ path, input, fileNote });
};

/** Parses a command from the menu of a message or member, with facts about the message or member. */
export const parseMenuCommand = (
  dispatcher: Dispatcher,
  interaction: ContextMenuCommandInteraction,
): Result<ParsedCommand, string> => {
  const { commandName, applicationId } = interaction;
  const command = dispatcher.commands.find(({ onMessage, onMember }) => (onMessage ?? onMember) === commandName);
  if (!interaction.isMessageContextMenuCommand())
    return ok({ path: command?.path ?? [commandName], input: { player: interaction.targetId } });
  const { targetMessage } = interaction;
  const { id, interactionMetadata, webhookId, createdTimestamp, author } = targetMessage;
  const isOurs = webhookId !== null && targetMessage.applicationId === applicationId;
  return ok({
    path: command?.path ?? [commandName],
    input: {
      message: id,
      ...(interactionMetadata && { order: interactionMetadata.id }),
      ...(isOurs && { as: author.username, at: createdTimestamp }),
    },
  });
};

const choiceGone = err('That option is no longer available. Use the newest panel, or type the command.');

/** Converts a text from a control to the type of the option that gets it. */
const coerceValue = (option: CommandOption | undefined, text: string): string | number | boolean => {
  if (option?.kind === 'whole') return Number(text);
  return option?.kind === 'flag' ? text === 'true' : text;
};

/** A press of a button, a choice in a list, or a submitted form. */
export type PressInteraction = MessageComponentInteraction | ModalMessageModalSubmitInteraction;

/** Parses a press or form. Finds abridged texts among the current choices, and fails if a choice no longer exists. */
export const parsePress = async (
  dispatcher: Dispatcher,
  interaction: PressInteraction,
  asker: Asker,
): Promise<Result<ParsedCommand, string>> => {
  const read = parseCustomId(interaction.customId);
  if (read === undefined) return choiceGone;
  const { press, option, asks, abridged } = read;
  const command = dispatcher.commands.find(({ path }) => path.join(' ') === press.path.join(' '));
  const input: Record<string, string | number | boolean> = { ...press.input };
  const found = async (name: string, { digest, beginning }: AbridgedText): Promise<string | undefined> => {
    for (const typed of new Set([beginning, ''])) {
      const offers = await dispatcher.complete(press.path, asker, name, typed, encodeControlInput({ ...press, input }));
      const offer = offers.find(({ value }) => isAbridged({ digest, beginning }, value));
      if (offer !== undefined) return offer.value;
    }
    return undefined;
  };
  const isForm = interaction.isModalSubmit();
  const [chosen] = !isForm && interaction.isStringSelectMenu() ? interaction.values.map(parseSelectValue) : [];
  const wanted: [string, string | AbridgedText][] = Object.entries(abridged);
  if (option !== undefined && chosen !== undefined) wanted.push([option, chosen]);
  for (const [name, value] of wanted) {
    const text = typeof value === 'string' ? value : await found(name, value);
    if (text === undefined) return choiceGone;
    const kind = command?.options.find((each) => each.name === name);
    setOwn(input, name, coerceValue(kind, text));
  }
  if (isForm && asks !== undefined) {
    const typed = readTypedText(interaction);
    if (typed === undefined) return choiceGone;
    setOwn(input, asks, typed);
  }
  return ok({ path: press.path, input: encodeControlInput({ ...press, input }) });
};

/** Whose queue an interaction waits in: the server's, or in direct messages the user's. */
export const queueKey = ({ guildId, user }: Pick<Interaction, 'guildId' | 'user'>): string => guildId ?? user.id;
