import type { OutboxMessage, PlacedMessage } from '../../battle/saved/outbox.ts';
import { type Campaign, isLeader } from '../../campaign/campaigns.ts';
import { ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import type { Asker } from '../command-kit/asker.ts';
import { toUnsentAnswer, writeWithAnswer } from '../outbox/durable-answer.ts';
import type { Reply } from '../replies/reply.ts';
import type { CampaignServices, Services } from '../services.ts';

/** The campaign of a channel: of the battle that is fought in it, its own, or that of the channel or forum it is in. */
export const findCampaign = async (
  { channel }: { readonly channel: string },
  { campaigns, battles, channels }: CampaignServices,
): Promise<Campaign | undefined> => {
  const battle = await battles.open(channel);
  const { table, status } = battle.ok ? battle.value.saved : { table: undefined, status: undefined };
  const fought = table?.campaign === undefined ? undefined : await campaigns.byId(table.campaign);
  if (status !== 'ended' && fought !== undefined) return fought;
  const own = await campaigns.byPlace(channel);
  if (own !== undefined) return own;
  const place = await channels.find(channel);
  const around =
    typeof place === 'object' && place.parent !== undefined ? await campaigns.byPlace(place.parent) : undefined;
  return around ?? fought;
};

/** The same, of a campaign that goes on. */
export const findRunningCampaign = async (
  where: { readonly channel: string },
  services: CampaignServices,
): Promise<Campaign | undefined> => {
  const campaign = await findCampaign(where, services);
  return campaign?.status === 'ended' ? undefined : campaign;
};

/** The campaign of a channel, or the refusal that there is none. */
export const requireCampaign = async (
  where: { readonly channel: string },
  services: CampaignServices,
): Promise<Result<Campaign, Refusal>> => {
  const campaign = await findCampaign(where, services);
  return campaign === undefined ? refuse('no-campaign-here') : ok(campaign);
};

const maxAttempts = 20;

/** A change of a campaign, and what is said of it. */
interface CampaignChange {
  readonly campaign: Campaign;
  readonly reply: Reply;
}

/**
 * Changes the campaign of a channel, with what is answered and `more` to be said; a change that got in first is read, and this one
 * decided again.
 */
export const changeCampaign = async (
  asker: Asker,
  services: CampaignServices & Pick<Services, 'now' | 'outbox'>,
  change: (campaign: Campaign) => Result<Campaign, Refusal>,
  says: (changed: Campaign) => Reply,
  more: (changed: Campaign) => readonly OutboxMessage[] = () => [],
): Promise<Result<CampaignChange, Refusal>> => {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const there = await requireCampaign(asker, services);
    if (!there.ok) return there;
    if (there.value.status === 'ended') return refuse('campaign-ended', { campaign: there.value.name });
    const changed = change(there.value);
    if (!changed.ok) return changed;
    const next = { ...changed.value, version: there.value.version + 1, updatedAt: services.now() };
    const told = says(next);
    const isWritten = (saved: 'kept' | 'stale'): boolean => saved === 'kept';
    const write = (said: PlacedMessage | undefined) => services.campaigns.save(next, said);
    const saved = await writeWithAnswer(services, asker, toUnsentAnswer(told), write, {
      isWritten,
      moreMessages: more(next),
    });
    if (isWritten(saved)) return ok({ campaign: next, reply: told });
  }
  return refuse('busy');
};

/** Only those who lead a campaign may do this. */
export const requireLeader = (campaign: Campaign, user: string): Result<Campaign, Refusal> =>
  isLeader(campaign, user) ? ok(campaign) : refuse('campaign-gm-only', { gm: campaign.gmName });
