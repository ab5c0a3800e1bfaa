import type { Campaign } from '../../campaign/campaigns.ts';
import type { Character } from '../../campaign/characters.ts';
import { listed, normalizeName, ok, phrase, type Refusal, type Result, refuse } from '../../core/message.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import type { Services } from '../services.ts';

/** A character that somebody brought into a battle of a campaign they play in. */
export interface CampaignCharacter {
  readonly character: Character;
  /** How its owner is called in the campaign. */
  readonly player: string;
}

type CharacterServices = Pick<Services, 'characters' | 'histories'>;

/** What those who are in a campaign now have brought into its battles; of one of them, where that is given. */
export const listCampaignCharacters = async (
  { id, guild, gm, gmName, members }: Campaign,
  { characters, histories }: CharacterServices,
  of?: string,
): Promise<readonly CampaignCharacter[]> => {
  const everybody = [
    [gm, gmName] as const,
    ...Object.entries(members).map(([user, { name }]) => [user, name] as const),
  ];
  const all: CampaignCharacter[] = [];
  for (const [user, player] of everybody)
    if (of === undefined || of === user)
      all.push(...(await characters.list(user, guild)).map((character) => ({ character, player })));
  const brought = await histories.inCampaign(
    all.map(({ character }) => character.id),
    id,
  );
  return all.filter(({ character }) => brought.has(character.id));
};

/** One of them by what its name can mean (`matchName`). */
export const findCampaignCharacter = async (
  campaign: Campaign,
  { name, player }: { readonly name: string; readonly player?: string | undefined },
  services: CharacterServices,
): Promise<Result<CampaignCharacter, Refusal>> => {
  const all = await listCampaignCharacters(campaign, services, player);
  const same = all.filter(({ character }) => normalizeName(character.name) === normalizeName(name));
  if (same.length > 1)
    return refuse('several-brought', { name, players: listed([...new Set(same.map((each) => each.player))]) });
  const meant = matchName(name, all, ({ character }) => [character.name]);
  if (meant.found !== undefined) return ok(meant.found);
  const there = phrase`Available: ${[...new Set(all.map(({ character }) => character.name))].join(', ')}.`;
  const hint = didYouMean(meant.suggestions, all.length === 0 ? '' : there);
  return refuse('no-brought-character', { name, campaign: campaign.name, hint });
};
