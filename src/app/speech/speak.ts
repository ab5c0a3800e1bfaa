import { formatDuration } from '../../battle/saved/clock-settings.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { controlledCombatants, isGm, viewerOf } from '../../battle/views/viewer.ts';
import { isLeader } from '../../campaign/campaigns.ts';
import type { Character } from '../../campaign/characters.ts';
import { type SpokenMessage, spokenMessageLifetime } from '../../campaign/spoken.ts';
import { createLookAlikeCheck } from '../../core/look-alike.ts';
import { listed, normalizeText, ok, phrase, type Result, refuse, runForEveryone } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import { findRunningCampaign, listRoster } from '../campaigns/channel-campaign.ts';
import type { Asker } from '../command-kit/command.ts';
import { findActiveBattle } from '../input/battle-names.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import { type CommandAnswer, createPost, createPrivateView, type Reply } from '../replies/reply.ts';
import type { CampaignServices, Need } from '../services.ts';

const saidAs = (name: string): Reply =>
  createPrivateView({ cards: [card('', { lines: [line(phrase`Said as ${name}.`, 'quiet')] })] });

/** The slow mode of the channel: how long the user must wait between two messages (seconds). */
const pauseOf = async ({ channel, unslowed }: Asker, { channels }: Need<'channels'>): Promise<number> => {
  if (unslowed) return 0;
  const place = await channels.find(channel);
  return typeof place === 'object' ? (place.slowMode ?? 0) : 0;
};

/** Records the speaker before the message is sent, so that the speaker of every message is known. */
const recordSpeaker = async (
  asker: Asker & { readonly guild: string },
  character: string,
  services: Need<'channels' | 'now' | 'spoken'>,
): Promise<Result<'begun' | 'again'>> => {
  const { guild, channel, user, orderId: id } = asker;
  const at = services.now();
  const pause = (await pauseOf(asker, services)) * 1000;
  const kept = await services.spoken.begin(
    { guild, id, channel, user, character, at },
    pause > 0 ? at - pause : undefined,
  );
  return typeof kept === 'number' ? refuse('slow-mode', { seconds: Math.ceil((kept + pause - at) / 1000) }) : ok(kept);
};

/** Speaks as a character: through a webhook with the character's name and portrait, else in a bot message. */
export const speakAs = async (
  asker: Asker,
  { words, as }: { readonly words: string; readonly as?: string | undefined },
  services: CampaignServices & Need<'characters' | 'now' | 'pictures' | 'servers' | 'spoken'>,
): Promise<CommandAnswer> => {
  const voice = await findVoice(asker, as, services);
  if (!voice.ok) return voice;
  const { name, portrait: hash } = voice.value;
  const named = await requireSpeakableName(asker, name, services);
  if (!named.ok) return named;
  const { guild, channel, user, orderId: id } = asker;
  const speaks = guild === undefined ? ok('begun' as const) : await recordSpeaker({ ...asker, guild }, name, services);
  if (!speaks.ok) return speaks;
  // A repeated order was posted the first time.
  if (speaks.value === 'again') return ok(saidAs(name));
  const image = hash === undefined ? undefined : (await services.pictures.images([hash])).get(hash);
  const portrait = hash === undefined || image === undefined ? undefined : { hash, bytes: image.bytes };
  const shows =
    guild !== undefined && (named.value === 'unsure' || (await services.servers.presentation(guild)).authors);
  const spoken = { name, words, portrait, ...(shows && { author: user }) };
  const said = (await services.channels.speakAs?.(channel, spoken)) ?? 'plain';
  if (typeof said === 'object') {
    if (guild !== undefined) await services.spoken.posted({ guild, id }, said.said);
    return ok(saidAs(name));
  }
  const missing = phrase`If you give me the permission Manage Webhooks in this channel, ${name} can speak with their own name and portrait.`;
  const aside = said === 'lacks' ? [card('', { lines: [line(missing, 'quiet')] })] : [];
  return ok(
    runForEveryone(() => {
      const lines = [line(words), ...(shows ? [line(phrase`Spoken by ${asker.name}.`, 'quiet')] : [])];
      return createPost({ cards: [{ ...card(name, { lines }), ...(image && { face: image.bytes }) }], aside });
    }),
  );
};

/** A message whose speaker a moderator wants to know. */
export interface AskedMessage {
  readonly message: string;
  /** The id of the order that the message answers. Undefined if it answers no order. */
  readonly order?: string | undefined;
  /** The displayed name and the time of the message (milliseconds since 1970), if our webhook sent it. */
  readonly as?: string | undefined;
  readonly at?: number | undefined;
}

/** Maximum time between the command to speak and the message (milliseconds). */
const around = 60_000;

const mayAsk = async (asker: Asker, services: CampaignServices): Promise<boolean> => {
  if (asker.moderates || asker.manages) return true;
  const battle = await findActiveBattle(asker, services);
  if (battle !== undefined && isGm(battle.saved.table, asker.user)) return true;
  const campaign = await findRunningCampaign(asker, services);
  return campaign !== undefined && isLeader(campaign, asker.user);
};

/** Finds who spoke a message: by message id or order id, else by channel, name and time. */
const spokenBy = async (
  { guild, channel }: { readonly guild: string; readonly channel: string },
  { message, order, as, at }: AskedMessage,
  { spoken, now }: Need<'spoken' | 'now'>,
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

/** Shows a moderator which user spoke a message as a character. */
export const revealSpeaker = async (
  asker: Asker,
  asked: AskedMessage,
  services: CampaignServices & Need<'spoken' | 'now'>,
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

/** A character or combatant that the user may speak as. */
export interface Voice {
  readonly name: string;
  /** The hash of the portrait. */
  readonly portrait: string | undefined;
  /** True if speaking would reveal that the combatant exists. */
  readonly isHidden: boolean;
}

/** The combatants that a user may speak as: the user's own. For GMs also combatants without a player. */
const voicesInBattle = (battle: OpenBattle, user: string): readonly Voice[] => {
  const { table } = battle.saved;
  const { unseen } = viewerOf(battle);
  const own = new Set(controlledCombatants(battle, user));
  const gm = isGm(table, user);
  return battle.game
    .roster()
    .filter(({ actor }) => own.has(actor) || (gm && table.control[actor] === undefined))
    .map(({ id, actor }) => ({
      name: id,
      portrait: table.faces?.[id] ?? table.faces?.[actor],
      isHidden: unseen.includes(id) || unseen.includes(actor),
    }));
};

const withPortraits = async (
  characters: readonly Character[],
  { pictures }: Need<'pictures'>,
): Promise<readonly Voice[]> => {
  const faces = await pictures.portraits(characters.map(({ id }) => id));
  return characters.map(({ id, name }) => ({ name, portrait: faces.get(id)?.hash, isHidden: false }));
};

/** The user's voices: combatants in the channel's battle, else own characters and, for campaign leaders, the roster. */
export const availableVoices = async (
  asker: Asker,
  services: CampaignServices & Need<'characters' | 'pictures'>,
): Promise<readonly Voice[]> => {
  const battle = await findActiveBattle(asker, services);
  const fighting = battle === undefined ? [] : voicesInBattle(battle, asker.user);
  if (fighting.length > 0) return fighting;
  const campaign = await findRunningCampaign(asker, services);
  const led = campaign !== undefined && isLeader(campaign, asker.user) ? await listRoster(campaign, services) : [];
  return withPortraits([...(await services.characters.list(asker.user, asker.guild)), ...led], services);
};

/** Finds a voice by name. Default: the user's only voice. Refuses hidden combatants. */
export const findVoice = async (
  asker: Asker,
  name: string | undefined,
  services: CampaignServices & Need<'characters' | 'pictures'>,
): Promise<Result<Voice>> => {
  const all = await availableVoices(asker, services);
  const [only] = all;
  if (only === undefined) return refuse('no-voice');
  const names = listed(all.map((each) => each.name));
  if (name === undefined && all.length > 1) return refuse('whose-voice', { names });
  const meant = name === undefined ? { found: only } : matchName(name, all, (each) => [each.name]);
  if (meant.found === undefined)
    return refuse('no-such-voice', { name: name ?? '', hint: didYouMean(meant.suggestions, '') || names });
  return meant.found.isHidden ? refuse('hidden-voice', { name: meant.found.name }) : ok(meant.found);
};

/** Names that readers could mistake for Discord itself or for a mention of everyone. */
const reserved = ['Discord', 'Clyde', 'System', 'System Message', 'everyone', 'here'];

/** True if readers could mistake a name for Discord: also `Discord Support`, but not `Discordia`. */
export const isReservedName = (name: string): boolean => {
  const isLike = createLookAlikeCheck(name);
  const [first = ''] = normalizeText(name).split(' ');
  return reserved.some(isLike) || createLookAlikeCheck(first)('Discord');
};

/** Refuses names of Discord or of members. `unsure` if Discord gives no answer; then the message shows the user. */
export const requireSpeakableName = async (
  { guild, user }: Asker,
  name: string,
  { channels }: Need<'channels'>,
): Promise<Result<'free' | 'unsure'>> => {
  if (guild === undefined) return ok('free');
  if (isReservedName(name)) return refuse('name-of-discord', { name });
  const bearers = await channels.namesakes?.(guild, name).catch(() => 'unsure' as const);
  if (bearers === 'unsure') return ok('unsure');
  return bearers === undefined || bearers.length === 0 || bearers.includes(user)
    ? ok('free')
    : refuse('name-of-member', { name });
};
