import type { OutboxMessage, PlacedMessage } from '../../battle/saved/outbox.ts';
import { type Campaign, isLeader } from '../../campaign/campaigns.ts';
import { type Character, formatRosterOwner, type RosterSheet, rosterKinds } from '../../campaign/characters.ts';
import { isSameName, listed, ok, phrase, type Result, refuse } from '../../core/message.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Asker } from '../command-kit/command.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import { writeWithAnswer } from '../outbox/durable-answer.ts';
import type { CommandAnswer, Reply } from '../replies/reply.ts';
import type { CampaignServices, Need } from '../services.ts';

/** Finds the campaign of the channel's battle, else of the channel, else of the channel's parent. */
const findCampaignHere = async (
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

type Where = Pick<Asker, 'channel' | 'guild'>;

/** Finds the campaign of a channel, else the server's only unfinished campaign. */
export const findCampaign = async (where: Where, services: CampaignServices): Promise<Campaign | undefined> => {
  const here = await findCampaignHere(where, services);
  if (here !== undefined || where.guild === undefined) return here;
  const [only, ...others] = await services.campaigns.list(where.guild, 'unfinished', 2);
  return others.length === 0 ? only : undefined;
};

/** Finds the campaign of a channel. Undefined if the campaign has ended. */
export const findRunningCampaign = async (
  where: { readonly channel: string },
  services: CampaignServices,
): Promise<Campaign | undefined> => {
  const campaign = await findCampaignHere(where, services);
  return campaign?.status === 'ended' ? undefined : campaign;
};

/** Finds the campaign of a channel or server (`findCampaign`). Refuses with NO-CAMPAIGN-HERE if there is none. */
export const requireCampaign = async (where: Where, services: CampaignServices): Promise<Result<Campaign>> => {
  const campaign = await findCampaign(where, services);
  return campaign === undefined ? refuse('no-campaign-here') : ok(campaign);
};

const maxAttempts = 20;

/** Changes the channel's campaign and saves it with the answer. Tries again if another user changed it first. */
export const changeCampaign = async (
  asker: Asker,
  services: CampaignServices & Need<'now' | 'outbox'>,
  change: (campaign: Campaign) => Result<Campaign>,
  says: (changed: Campaign) => Reply,
  more: (changed: Campaign) => readonly OutboxMessage[] = () => [],
): Promise<CommandAnswer> => {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const there = await requireCampaign(asker, services);
    if (!there.ok) return there;
    if (there.value.status === 'ended') return refuse('campaign-ended', { campaign: there.value.name });
    const changed = change(there.value);
    if (!changed.ok) return changed;
    const next = { ...changed.value, version: there.value.version + 1, updatedAt: services.now() };
    const told = says(next);
    const write = (said?: PlacedMessage) => services.campaigns.save(next, said);
    const written = await writeWithAnswer(services, asker, told, write, { moreMessages: more(next) });
    if (written === 'kept') return ok(told);
  }
  return refuse('busy');
};

/** Refuses users who do not lead the campaign with CAMPAIGN-GM-ONLY. */
export const requireLeader = (campaign: Campaign, user: string): Result<Campaign> =>
  isLeader(campaign, user) ? ok(campaign) : refuse('campaign-gm-only', { gm: campaign.gmName });

/** Lists the roster of a campaign, characters first. */
export const listRoster = async (
  campaign: Campaign,
  { characters }: Need<'characters'>,
): Promise<readonly RosterSheet[]> => {
  const sheets: RosterSheet[] = [];
  for (const kind of rosterKinds) {
    const kept = await characters.list(formatRosterOwner(campaign, kind), campaign.guild);
    sheets.push(...kept.map((each) => ({ ...each, kind })));
  }
  return sheets;
};

/** Finds a roster sheet by its full name, ignoring letter case. */
export const findOnRoster = async (
  campaign: Campaign,
  name: string,
  system: string | undefined,
  services: Need<'characters'>,
): Promise<RosterSheet | undefined> =>
  (await listRoster(campaign, services)).find(
    (each) => isSameName(each.name, name) && (system ?? each.system) === each.system,
  );

/** Builds a roster sheet to save. Saving it replaces a sheet of the same name and kind. */
export const prepareRosterSheet = async (
  campaign: Campaign,
  ruleset: Ruleset,
  { id, name, kind, sheet }: Pick<RosterSheet, 'id' | 'name' | 'kind' | 'sheet'>,
  { characters, now }: Need<'characters' | 'now'>,
): Promise<Character> => {
  const owner = formatRosterOwner(campaign, kind);
  const there = await characters.find(owner, campaign.guild, name, ruleset.id);
  return {
    ...{ id: there?.id ?? id, owner, guild: campaign.guild, system: ruleset.id, name },
    ...{ sheet, edition: ruleset.editions.present, updatedAt: now() },
  };
};

/** A member's character that took part in a battle of the campaign. */
export interface CampaignCharacter {
  readonly character: Character;
  /** The name of the character's owner in the campaign. */
  readonly player: string;
}

type CharacterServices = Need<'characters' | 'histories'>;

/** Lists characters that members have brought into the campaign's battles. Default: characters of all members. */
export const listCampaignCharacters = async (
  { id, guild, gm, gmName, members }: Campaign,
  { characters, histories }: CharacterServices,
  of?: string,
): Promise<readonly CampaignCharacter[]> => {
  const all: CampaignCharacter[] = [];
  for (const [user, { name: player }] of [[gm, { name: gmName }] as const, ...Object.entries(members)])
    if ((of ?? user) === user)
      all.push(...(await characters.list(user, guild)).map((character) => ({ character, player })));
  const brought = await histories.inCampaign(
    all.map(({ character }) => character.id),
    id,
  );
  return all.filter(({ character }) => brought.has(character.id));
};

/** Finds a member's character by name (`matchName`). */
export const findCampaignCharacter = async (
  campaign: Campaign,
  { name, player }: { readonly name: string; readonly player?: string | undefined },
  services: CharacterServices,
): Promise<Result<CampaignCharacter>> => {
  const all = await listCampaignCharacters(campaign, services, player);
  const same = all.filter(({ character }) => isSameName(character.name, name));
  if (same.length > 1)
    return refuse('several-brought', { name, players: listed([...new Set(same.map((each) => each.player))]) });
  const meant = matchName(name, all, ({ character }) => [character.name]);
  if (meant.found !== undefined) return ok(meant.found);
  const there = phrase`Available: ${[...new Set(all.map(({ character }) => character.name))].join(', ')}.`;
  const hint = didYouMean(meant.suggestions, all.length === 0 ? '' : there);
  return refuse('no-brought-character', { name, campaign: campaign.name, hint });
};
