import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import type { FailureKind } from '../app/outbox/transport.ts';
import { diskFullSentence, isFromFullDisk } from '../core/message.ts';

/** Error codes of Discord that occur in normal use. */
export const discordCodes = {
  unknownChannel: 10003,
  unknownGuild: 10004,
  unknownMember: 10007,
  unknownMessage: 10008,
  unknownUser: 10013,
  unknownWebhook: 10015,
  unknownInteraction: 10062,
  tooManyWebhooks: 30007,
  editsExhausted: 30046,
  acknowledged: 40060,
  tooManyThreads: 160006,
  threadLocked: 160005,
  tagRequired: 40067,
  missingAccess: 50001,
  missingPermissions: 50013,
  cannotDm: 50007,
  noSharedServer: 50278,
  invalidToken: 50027,
  archived: 50083,
} as const;

export const discordErrorCodeOf = (error: unknown): number | undefined =>
  error instanceof DiscordAPIError && typeof error.code === 'number' ? error.code : undefined;

/** True if the error is one of Discord's errors with these names. */
export const isDiscordError = (error: unknown, ...names: readonly (keyof typeof discordCodes)[]): boolean =>
  names.some((name) => discordErrorCodeOf(error) === discordCodes[name]);

/** Matches codes by which Node and its HTTP client report broken connections. */
const brokenConnection = /^(ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_)/;

/** True if a failure of Discord or of the connection to Discord is temporary. */
export const isTransient = (error: unknown): boolean => {
  if (error instanceof DiscordAPIError) return false;
  if (error instanceof HTTPError) return error.status >= 500;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error.name === 'AbortError' || brokenConnection.test(code) || isTransient(error.cause);
};

/** Classifies a failure. Refusals by Discord are permanent. Rate limits and lost logins are temporary. */
export const failureKind = (error: unknown): FailureKind => {
  if (isTransient(error) || isDatabaseUnreachable(error) || error instanceof RateLimitError) return 'passes';
  if (!(error instanceof DiscordAPIError)) return 'unknown';
  return error.status === 401 || error.status === 429 ? 'passes' : 'stays';
};

/** True if the database cannot be reached or cannot be written. */
export const isDatabaseUnreachable = (error: unknown): boolean =>
  isFromFullDisk(error) ||
  (error instanceof Error && (error.name === 'StoreUnavailable' || isDatabaseUnreachable(error.cause)));

/** True if it is unknown whether the database carried out the work. */
const isInDoubt = (error: unknown): boolean =>
  error instanceof Error && ('isInDoubt' in error || isInDoubt(error.cause));

/** A short id of a failure, which both the user and the log get: the end of the interaction's id. */
export const failureId = (interaction: string): string =>
  /^\d+$/.test(interaction) ? BigInt(interaction).toString(36).slice(-6).toUpperCase() : '0';

/** The sentence that a user reads after a failure. */
export const failureSentence = (error: unknown, interaction: string): string => {
  if (isFromFullDisk(error)) return diskFullSentence;
  if (isInDoubt(error))
    return 'The database went away while this was being saved. Look in a minute whether it was done; if not, try again.';
  return isDatabaseUnreachable(error)
    ? 'The database cannot be reached. Nothing was changed; try again in a moment.'
    : `Something went wrong on the bot's side; try again, and if it stays so, tell its keeper the number ${failureId(interaction)}.`;
};
