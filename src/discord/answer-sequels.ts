import { MessageFlags } from 'discord.js';
import type { Asker } from '../app/command-kit/command.ts';
import type { OutboxRelay } from '../app/outbox/outbox-relay.ts';
import type { Reply } from '../app/replies/reply.ts';
import type { Log } from '../log/log.ts';
import { createMessage, sendOptions } from './discord-message.ts';
import type { Panels } from './panel-messages.ts';
import { queueKey } from './parse-interaction.ts';
import { showRefinedAnswers } from './refined-answers.ts';
import type { AnswerableInteraction } from './respond.ts';
import { recoveryDelays, withRetries } from './retry.ts';
import { runForServer } from './server-context.ts';

/** Messages parked for users until the next interaction of each user. */
export interface StoredMessages extends Pick<OutboxRelay, 'hasEphemeral' | 'takeEphemeral'> {
  /** Loads a parked message as a reply. Undefined if the message has become obsolete. */
  readonly loadEphemeral: (item: PendingEphemeral['item']) => Promise<Reply | undefined>;
}
type PendingEphemeral = Awaited<ReturnType<OutboxRelay['takeEphemeral']>>[number];

interface Parts {
  readonly panels: Panels;
  readonly outbox: StoredMessages;
  readonly log: Log;
}

/** Creates what follows an answer: updating panels, sending parked messages, improving the answer. Never fails. */
export const createAnswerSequels = ({ panels, outbox, log }: Parts) => {
  /** Answers that are still being improved. */
  const improving = new Set<Promise<void>>();
  const leaving = new AbortController();

  const becomePanel = async (interaction: AnswerableInteraction, battle: string): Promise<void> => {
    try {
      const { id, channelId } = await withRetries(() => interaction.fetchReply(), recoveryDelays);
      await panels.adopt(battle, channelId, id);
    } catch (error) {
      // The panel is then posted as a new message.
      log.debug({ err: error, battle }, 'An answer did not become a panel.');
    }
  };

  /** Sends the messages parked for a user below the next answer to that user. */
  const whisper = async (interaction: AnswerableInteraction, asker: Asker): Promise<void> => {
    if (!outbox.hasEphemeral(asker, asker.user)) return;
    for (const { item, shown, unshown } of await outbox.takeEphemeral(asker, asker.user))
      try {
        const told = await outbox.loadEphemeral(item);
        if (told !== undefined)
          await interaction.followUp({ ...sendOptions(await createMessage(told)), flags: MessageFlags.Ephemeral });
        shown();
      } catch (error) {
        log.warn({ err: error, interaction: interaction.id }, 'What was kept for somebody could not be shown yet.');
        unshown();
      }
  };

  /** Replaces a private answer by better versions, if the interaction may edit the message that contains the answer. */
  const improve = (interaction: AnswerableInteraction, reply: Reply): void => {
    if (reply.kind !== 'private' || reply.refinements === undefined) return;
    if (!interaction.isCommand() && !(reply.replaces && interaction.message.flags.has(MessageFlags.Ephemeral))) return;
    const { refinements } = reply;
    const shown = runForServer(queueKey(interaction), () =>
      showRefinedAnswers(
        interaction,
        { ...reply, refinements },
        { signal: leaving.signal, clock: () => performance.now(), log },
      ),
    ).finally(() => improving.delete(shown));
    improving.add(shown);
  };

  return {
    becomePanel,
    whisper,
    improve,
    /** Stops improving answers. */
    close: async (): Promise<void> => {
      leaving.abort();
      await Promise.all(improving);
    },
  };
};
