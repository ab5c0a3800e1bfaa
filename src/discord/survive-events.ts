import {
  type Client,
  GatewayDispatchEvents,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  Routes,
  SimpleShardingStrategy,
  type WebSocketOptions,
} from 'discord.js';
import { z } from 'zod';
import type { Services } from '../app/services.ts';
import { runInLanguage } from '../core/message.ts';
import type { Log } from '../log/log.ts';
import { sentenceMessage } from './discord-message.ts';
import { failureSentence, isDiscordError } from './failure.ts';
import { answerDelays, withRetries } from './retry.ts';

/** Creates a wrapper for event handlers. The wrapped handler logs all errors instead of throwing them. */
export const eventGuard =
  (log: Log) =>
  <Args extends readonly unknown[]>(event: string, handle: (...args: Args) => unknown) =>
  (...args: Args): void => {
    const failed = (error: unknown): void =>
      log.error({ err: error, kind: event }, 'An event failed. The bot carries on.');
    try {
      const handled = handle(...args);
      if (handled instanceof Promise) handled.catch(failed);
    } catch (error) {
      failed(error);
    }
  };

/** The fields of an interaction's raw data that are needed to answer it. */
const answerable = z.object({
  id: z.string().regex(/^\d+$/),
  token: z.string().min(1),
  type: z.int(),
  locale: z.string().optional().catch(undefined),
});

const packetSchema = z.object({ t: z.string(), d: z.unknown() });

const unknownControl = 'The bot does not know this command, button or menu. Type / to see the bot’s commands.';

interface Parts {
  readonly client: Client;
  readonly languages: Pick<Services['languages'], 'find'>;
  readonly log: Log;
}

/** Creates functions that answer interactions from raw data, if discord.js could not handle them. */
export const createFallbackAnswers = ({ client, languages: { find }, log }: Parts) => {
  const say = async (interaction: unknown, sentence: (id: string) => string): Promise<void> => {
    const { data: known } = answerable.safeParse(interaction);
    if (known === undefined || known.type === InteractionType.Ping) return;
    const { id, token, type, locale } = known;
    try {
      const { embeds } = runInLanguage(find(locale), () => sentenceMessage(sentence(id)));
      const body =
        type === InteractionType.ApplicationCommandAutocomplete
          ? { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices: [] } }
          : {
              type: InteractionResponseType.ChannelMessageWithSource,
              data: { embeds, flags: MessageFlags.Ephemeral },
            };
      await withRetries(
        () => client.rest.post(Routes.interactionCallback(id, token), { auth: false, body }),
        answerDelays,
      );
    } catch (error) {
      const isOver = isDiscordError(error, 'acknowledged', 'unknownInteraction');
      log[isOver ? 'debug' : 'warn']({ err: error, interaction: id }, 'An apology could not be sent.');
    }
  };
  return {
    /** Answers a failed interaction with an apology, unless it already has an answer. Never rejects. */
    failed: (interaction: unknown, error: unknown) => say(interaction, (id) => failureSentence(error, id)),
    /** Answers an interaction of a kind that the bot does not know. Never rejects. */
    unknown: (interaction: unknown) => say(interaction, () => unknownControl),
  };
};
export type FallbackAnswers = ReturnType<typeof createFallbackAnswers>;

/**
 * Ends connections to the gateway that are not open yet, without an error. The library would leave them open but stop
 * listening for their errors. A later error would then crash the process.
 */
class PatientStrategy extends SimpleShardingStrategy {
  override destroy(...how: Parameters<SimpleShardingStrategy['destroy']>): Promise<void> {
    // biome-ignore lint/complexity/useLiteralKeys: the property is private.
    for (const shard of this['shards'].values()) {
      // biome-ignore lint/complexity/useLiteralKeys: the property is private.
      const connection = shard['connection'];
      if (connection === null || connection.readyState !== connection.CONNECTING) continue;
      connection.addEventListener('error', () => undefined);
      connection.onclose = null;
      connection.terminate();
    }
    return super.destroy(...how);
  }
}

/** Catches errors of gateway packets. Answers interactions that caused an error, or that `isTaken` does not accept. */
export const survivePackets = (
  { client, log }: Pick<Parts, 'client' | 'log'>,
  isTaken: (interaction: string) => boolean,
  sorry: FallbackAnswers,
): void => {
  const { ws } = client;
  const buildStrategy: NonNullable<WebSocketOptions['buildStrategy']> = (manager) => {
    const emit = manager.emit.bind(manager);
    manager.emit = (...event: Parameters<typeof emit>) => {
      try {
        return emit(...event);
      } catch (error) {
        log.error({ err: error, kind: String(event[0]) }, 'An event of the gateway failed. The bot carries on.');
        return true;
      }
    };
    return new PatientStrategy(manager);
  };
  client.options.ws = { ...client.options.ws, buildStrategy };
  // biome-ignore lint/complexity/useLiteralKeys: the method is private.
  const handle = ws['handlePacket'].bind(ws);
  const handlePacket: typeof handle = (packet, shard) => {
    const { t: kind = '', d: data } = packetSchema.safeParse(packet).data ?? {};
    const isLost = (): boolean =>
      kind === GatewayDispatchEvents.InteractionCreate && !isTaken(answerable.safeParse(data).data?.id ?? '');
    try {
      const isHandled = handle(packet, shard);
      if (isHandled && isLost()) {
        log.warn({ kind }, 'An interaction of an unknown kind was not taken.');
        void sorry.unknown(data);
      }
      return isHandled;
    } catch (error) {
      log.error({ err: error, kind }, 'A packet of the gateway failed. The bot carries on.');
      if (isLost()) void sorry.failed(data, error);
      return true;
    }
  };
  // Packets from before the client was ready are handled later, also with this wrapper.
  Object.assign(ws, { handlePacket });
};
