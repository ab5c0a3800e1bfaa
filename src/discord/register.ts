import { ApplicationIntegrationType, type Client, InteractionContextType, Routes } from 'discord.js';
import { z } from 'zod';
import type { Command } from '../app/command-kit/command.ts';
import type { Services } from '../app/services.ts';
import type { Dictionary } from '../core/message.ts';
import type { Log, LogFields } from '../log/log.ts';
import type { GmPermission } from './limits.ts';
import { recoveryDelays, withRetries } from './retry.ts';
import { type MessageCommand, messageCommands, type SlashCommand, slashCommands, withGmPermission } from './slash.ts';

/** Translations by language, sorted so that two of them can be compared. */
const localizationsSchema = z
  .record(z.string(), z.string())
  .nullish()
  .transform((said) => Object.entries(said ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const choiceSchema = z.object({
  name: z.string(),
  name_localizations: localizationsSchema,
  value: z.union([z.string(), z.number()]),
});
const optionSchema = z.object({
  type: z.number(),
  name: z.string(),
  name_localizations: localizationsSchema,
  description: z.string(),
  description_localizations: localizationsSchema,
  required: z.boolean().default(false),
  autocomplete: z.boolean().default(false),
  choices: z.array(choiceSchema).default([]),
  min_value: z.number().optional(),
  max_value: z.number().optional(),
  max_length: z.number().optional(),
  get options() {
    return z.array(optionSchema).default([]);
  },
});
const commandSchema = z.object({
  type: z.number().default(1),
  name: z.string(),
  name_localizations: localizationsSchema,
  description: z.string().default(''),
  description_localizations: localizationsSchema,
  options: z.array(optionSchema).default([]),
  contexts: z
    .array(z.number())
    .nullish()
    .transform((contexts) => contexts ?? []),
  default_member_permissions: z
    .string()
    .nullish()
    .transform((permissions) => permissions ?? ''),
});
const listSchema = z.array(commandSchema);

/** A text that is equal for equal commands, whatever their order. */
const fingerprint = (commands: unknown): string =>
  JSON.stringify(listSchema.parse(commands).toSorted((a, b) => (a.name < b.name ? -1 : 1)));

interface Registering {
  readonly client: Client<true>;
  readonly commands: readonly Command[];
  readonly systems: readonly string[];
  readonly servers: Pick<Services['servers'], 'settings'>;
  /** The permission that members need to see the commands of game masters. Undefined: everyone sees them. */
  readonly gmPermission?: GmPermission | undefined;
  /** Dictionaries that translate the descriptions of commands. */
  readonly languages: readonly Dictionary[];
  /** Returns the ids of the rulebooks that a server's battles use. */
  readonly playedSystems: (guild: string) => Promise<readonly string[]>;
  readonly log: Log;
}

const register = async (
  { client, log }: Registering,
  route: ReturnType<typeof Routes.applicationCommands>,
  wanted: readonly (SlashCommand | MessageCommand)[],
  where: LogFields,
): Promise<void> => {
  const there = await withRetries(
    () => client.rest.get(route, { query: new URLSearchParams({ with_localizations: 'true' }) }),
    recoveryDelays,
  );
  if (fingerprint(there) === fingerprint(wanted)) {
    log.info({ ...where, commands: wanted.length }, 'Slash commands are as they were.');
    return;
  }
  await withRetries(() => client.rest.put(route, { body: wanted }), recoveryDelays);
  log.info({ ...where, commands: wanted.length }, 'Slash commands registered.');
};

/** Registers a server's commands if they changed: for the rulebooks it has chosen, else for those of its battles. */
export const registerServerCommands = async (about: Registering, guild: string): Promise<void> => {
  const { systems: chosen = [] } = (await about.servers.settings(guild)) ?? {};
  const systems = chosen.length > 0 ? chosen : await about.playedSystems(guild);
  const route = Routes.applicationGuildCommands(about.client.application.id, guild);
  const slash = withGmPermission(slashCommands(about.commands, systems, about.languages), about.gmPermission);
  const wanted = [...slash, ...messageCommands(about.commands)];
  await register(about, route, wanted, { guild });
};

/** Registers the commands for direct messages if these commands have changed. */
export const registerDirectMessageCommands = async (about: Registering): Promise<void> => {
  const wanted = slashCommands(about.commands, about.systems, about.languages).map((command) => ({
    ...command,
    contexts: [InteractionContextType.BotDM],
    integration_types: [ApplicationIntegrationType.GuildInstall],
  }));
  await register(about, Routes.applicationCommands(about.client.application.id), wanted, { direct: true });
};
