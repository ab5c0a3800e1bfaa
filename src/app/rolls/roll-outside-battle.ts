import type { OutboxMessage } from '../../battle/saved/outbox.ts';
import type { RollMode } from '../../battle/saved/session.ts';
import { type FreeRoll, rollLabels, rollResultLines } from '../../battle/views/roll-lines.ts';
import { type Campaign, campaignLeaders } from '../../campaign/campaigns.ts';
import { ok, phrase, refuse } from '../../core/message.ts';
import { rollNotation } from '../../dice/notation.ts';
import { createOrderDice, generateSeed } from '../../dice/order-dice.ts';
import { isSecretRoll } from '../../dice/power-roll.ts';
import { type Card, card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import { findRunningCampaign } from '../campaigns/channel-campaign.ts';
import type { Asker } from '../command-kit/asker.ts';
import { createPrivateDelivery } from '../outbox/private-delivery.ts';
import { type CommandAnswer, createPost, createPrivateView } from '../replies/reply.ts';
import type { CampaignServices, Services } from '../services.ts';

/** Tells those who lead a campaign what is theirs to know, but for who asked. */
const tellLeaders = async (
  asker: Asker,
  campaign: Campaign,
  told: Card,
  services: Pick<Services, 'now' | 'outbox' | 'people'>,
): Promise<void> => {
  const { name, guild } = campaign;
  const titled = {
    ...told,
    title: phrase`${name}: ${told.title}`,
    links: [{ label: 'Go there', guild, channel: asker.channel }],
  };
  const others = campaignLeaders(campaign).filter((leader) => leader !== asker.user);
  const says: OutboxMessage[] = [];
  for (const leader of others)
    says.push(
      await createPrivateDelivery(leader, { cards: [titled] }, `roll ${asker.orderId} ${leader}`, 'gm', services),
    );
  if (says.length > 0) await services.outbox.send(asker, says);
};

/**
 * A roll where no battle goes on: it is neither logged nor proved. What its GM is to read goes to those who lead the campaign of the
 * channel; refuses a roll for the GM alone where there is none.
 */
export const rollOutsideBattle = async (
  asker: Asker,
  free: FreeRoll,
  wanted: RollMode | undefined,
  services: CampaignServices & Pick<Services, 'now' | 'outbox' | 'people'>,
): Promise<CommandAnswer> => {
  const { notation } = free;
  const rolls = wanted ?? (isSecretRoll(notation) ? 'self' : 'public');
  const forGm = rolls === 'blind' || rolls === 'private';
  const campaign = forGm ? await findRunningCampaign(asker, services) : undefined;
  if (rolls === 'blind' && campaign === undefined) return refuse('no-gm-here');
  const dice = createOrderDice({ seed: generateSeed(), salt: '', orderId: asker.orderId });
  const rolled = rollNotation(notation, dice);
  if (!rolled.ok) return refuse('bad-dice-notation', { notation, problem: rolled.error.message });
  const told = card(phrase`${asker.name} rolls`, {
    lines: rollResultLines(rolled.value, rollLabels(free, rolled.value)),
  });
  if (rolls === 'public') return ok(createPost({ cards: [told] }));
  if (campaign !== undefined) await tellLeaders(asker, campaign, told, services);
  const isBlind = rolls === 'blind' && campaign !== undefined && !campaignLeaders(campaign).includes(asker.user);
  return isBlind
    ? ok(
        createPost({
          cards: [
            card('', { lines: [line(phrase`${asker.name} rolls in secret; only the GM sees the result.`, 'quiet')] }),
          ],
        }),
      )
    : ok(createPrivateView({ cards: [told] }));
};
