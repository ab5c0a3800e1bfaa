import { type Campaign, isLeader } from '../../campaign/campaigns.ts';
import type { HistoryEvent } from '../../campaign/character-history.ts';
import type { Character } from '../../campaign/characters.ts';
import { formatRosterOwner, type RosterKind } from '../../campaign/roster-kinds.ts';
import type { SaveBatch } from '../../campaign/save-batch.ts';
import { normalizeName, ok, phrase, type Refusal, type Result } from '../../core/message.ts';
import { type Line, line } from '../../rules/event.ts';
import { listRoster, type RosterSheet } from '../campaigns/campaign-roster.ts';
import { requireRoomForCharacters } from '../characters/deleted-characters.ts';
import { prepareCharacter } from '../characters/save-character.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { Services } from '../services.ts';
import type { LibraryFileItem } from './library-format.ts';

/** The campaigns in this server that somebody leads and that go on. */
export const listLedCampaigns = async (
  { user, guild }: Asker,
  { campaigns }: Pick<Services, 'campaigns'>,
): Promise<readonly Campaign[]> => (await campaigns.list(guild, 'unfinished')).filter((each) => isLeader(each, user));

interface Roster {
  readonly campaign: Campaign;
  readonly sheets: readonly RosterSheet[];
}

interface SavedSheets {
  readonly characters: readonly Character[];
  /** Of every campaign they lead, empty ones among them. */
  readonly rosters: readonly Roster[];
}

/** Everything somebody keeps in this server: their characters and warbands, and the rosters of campaigns they lead. */
export const listSavedSheets = async (
  asker: Asker,
  services: Pick<Services, 'characters' | 'campaigns'>,
): Promise<SavedSheets> => {
  const rosters: Roster[] = [];
  for (const campaign of await listLedCampaigns(asker, services))
    rosters.push({ campaign, sheets: await listRoster(campaign, services) });
  return { characters: await services.characters.list(asker.user, asker.guild), rosters };
};

/** A sheet for the roster of a campaign, over one of its name and kind that stands there. */
const toRosterSheet = (
  { campaign, sheets }: Roster,
  { ruleset, name, sheet }: LibraryFileItem,
  as: RosterKind,
  id: string,
  now: number,
): Character => {
  const there = sheets.find(
    (each) => each.kind === as && each.system === ruleset.id && normalizeName(each.name) === normalizeName(name),
  );
  return {
    id: there?.id ?? id,
    owner: formatRosterOwner(campaign, as),
    guild: campaign.guild,
    system: ruleset.id,
    name,
    sheet,
    edition: ruleset.editions.present,
    updatedAt: now,
  };
};

interface RestoredSheets {
  readonly characters: SaveBatch['characters'];
  /** Whose face is which of the file’s pictures: by the id of the character. */
  readonly portraits: ReadonlyMap<string, string>;
  readonly lines: readonly Line[];
}

/** `Kept: Ann (skure); Bo (skure).`, where there are any. */
export const labelledList = (head: string, names: readonly string[]): readonly Line[] =>
  names.length === 0
    ? []
    : [
        line(
          phrase`${head}: ${names.slice(0, 40).join('; ')}${names.length > 40 ? phrase`; and ${names.length - 40} more` : ''}.`,
        ),
      ];

/** Earlier versions of a character that is new here, as its history tells them. */
const historyFromVersions = (
  { versions, ruleset }: LibraryFileItem,
  { id }: Character,
  { orderId }: Asker,
  nth: number,
): readonly HistoryEvent[] =>
  versions
    .filter(({ edition }) => edition <= ruleset.editions.present)
    .toReversed()
    .map(({ at, edition, changes, sheet }, n) => ({
      ...{ id: `version ${orderId} ${nth} ${n + 1}`, character: id, kind: 'edited', at, changes, dead: false },
      ...{ before: sheet, edition },
    }));

/** Kept things as they are to be written again, and what is to be said of them; what has no campaign here to go to is left out. */
export const restoreFromFile = async (
  asker: Asker,
  things: readonly LibraryFileItem[],
  services: Pick<Services, 'characters' | 'campaigns' | 'histories' | 'now'>,
  newId: () => string,
): Promise<Result<RestoredSheets, Refusal>> => {
  const { characters: own, rosters } = await listSavedSheets(asker, services);
  const characters: SaveBatch['characters'][number][] = [];
  const faces = new Map<string, string>();
  const fresh: string[] = [];
  const changed: string[] = [];
  const same: string[] = [];
  const enrolled: string[] = [];
  const homeless: string[] = [];
  for (const [at, each] of things.entries()) {
    const { roster, name, ruleset } = each;
    if (roster === undefined) {
      const { character, isNew, isChanged, edited } = await prepareCharacter(
        asker,
        { ...each, id: newId() },
        own,
        services,
        at + 1,
      );
      const historyEvents = isNew
        ? historyFromVersions(each, character, asker, at + 1)
        : edited === undefined
          ? []
          : [edited];
      characters.push({ character, historyEvents });
      if (each.face !== undefined) faces.set(character.id, each.face);
      (isNew ? fresh : isChanged ? changed : same).push(phrase`${name} (${ruleset.id})`);
      continue;
    }
    const place = rosters.find(({ campaign }) => normalizeName(campaign.name) === normalizeName(roster.campaign));
    if (place === undefined) homeless.push(phrase`${name} of ${roster.campaign}`);
    else {
      const character = toRosterSheet(place, each, roster.as, newId(), services.now());
      characters.push({ character, historyEvents: [] });
      if (each.face !== undefined) faces.set(character.id, each.face);
      enrolled.push(phrase`${name}, ${roster.as} of ${place.campaign.name}`);
    }
  }
  const room = requireRoomForCharacters(own, fresh.length);
  if (!room.ok) return room;
  return ok({
    ...{ characters, portraits: faces },
    lines: [
      ...labelledList('Saved', fresh),
      ...labelledList('Changed', changed),
      ...labelledList('Unchanged', same),
      ...labelledList('On the roster', enrolled),
      ...labelledList('Skipped, because you lead no campaign with that name here', homeless),
    ],
  });
};
