import { formatDuration } from '../../battle/saved/clock-settings.ts';
import { isGm } from '../../battle/views/viewer.ts';
import { isLeader } from '../../campaign/campaigns.ts';
import { type SpokenMessage, spokenMessageLifetime } from '../../campaign/spoken.ts';
import { createLookAlikeCheck } from '../../core/look-alike.ts';
import { ok, phrase, refuse } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import { findRunningCampaign } from '../campaigns/channel-campaign.ts';
import type { Asker } from '../command-kit/asker.ts';
import { findActiveBattle } from '../input/active-battle.ts';
import { type CommandAnswer, createPrivateView } from '../replies/reply.ts';
import type { CampaignServices, Services } from '../services.ts';

/** A message of which somebody asks who said it. */
export interface AskedMessage {
  readonly message: string;
  /** The order that it answers, if it answers one. */
  readonly order?: string | undefined;
  /** The name above it, if it came through a webhook of ours, and when, in milliseconds since 1970. */
  readonly as?: string | undefined;
  readonly at?: number | undefined;
}

/** An order is kept this long before its message came or after it at most, in milliseconds, whatever the clocks show. */
const around = 60_000;

const mayAsk = async (asker: Asker, services: CampaignServices): Promise<boolean> => {
  if (asker.moderates || asker.manages) return true;
  const battle = await findActiveBattle(asker, services);
  if (battle !== undefined && isGm(battle.saved.table, asker.user)) return true;
  const campaign = await findRunningCampaign(asker, services);
  return campaign !== undefined && isLeader(campaign, asker.user);
};

/** Who spoke a message. If its sending was never confirmed, it is found by its channel, name and time. */
const spokenBy = async (
  { guild, channel }: { readonly guild: string; readonly channel: string },
  { message, order, as, at }: AskedMessage,
  { spoken, now }: Pick<Services, 'spoken' | 'now'>,
): Promise<SpokenMessage | undefined> => {
  const [from, to] = as === undefined || at === undefined ? [0, -1] : [at - around, at + around];
  const found = await spoken.find({ guild, channel, message, order, from, to });
  const recent = found.filter((each) => each.at >= now() - spokenMessageLifetime);
  const isLike = createLookAlikeCheck(as ?? '');
  return (
    recent.find((each) => each.message === message || each.id === order) ??
    recent
      .filter(({ character }) => isLike(character))
      .toSorted((a, b) => Math.abs(a.at - (at ?? 0)) - Math.abs(b.at - (at ?? 0)))[0]
  );
};

/** Tells a moderator alone who spoke a message as a character. */
export const revealSpeaker = async (
  asker: Asker,
  asked: AskedMessage,
  services: CampaignServices & Pick<Services, 'spoken' | 'now'>,
): Promise<CommandAnswer> => {
  const { guild, channel } = asker;
  if (guild === undefined) return refuse('server-only');
  if (!(await mayAsk(asker, services))) return refuse('not-moderating');
  const said = await spokenBy({ guild, channel }, asked, services);
  if (said === undefined) return refuse('not-spoken');
  const { user, character, at } = said;
  const words = phrase`${formatDuration(Math.max(0, services.now() - at) / 1000)} ago`;
  const when = { name: 'When', text: words, deadlines: [{ says: '', at: { moment: at, words } }] };
  const lines = [line(phrase`The member above spoke as ${character}.`)];
  return ok(createPrivateView({ cards: [card('Who said this', { lines, fields: [when] })], ping: [user] }));
};
