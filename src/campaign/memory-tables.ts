import { createMessageWriter } from '../battle/saved/memory-outbox.ts';
import { type OutboxStore, type PlacedMessage, serverKey } from '../battle/saved/outbox.ts';
import { normalizeName } from '../core/message.ts';
import { compareByName } from '../library/library.ts';
import type { MemoryLibrary } from '../library/memory-library.ts';
import type { AskedRoll, AskedRollStore } from './asked-rolls.ts';
import type { Campaign, CampaignStore } from './campaigns.ts';
import {
  type Character,
  type CharacterStore,
  type HistoryEvent,
  type HistoryStore,
  parseDeletedOwner,
} from './characters.ts';
import type { NoticeStore } from './notices.ts';
import { defaultPersonalSettings, type PeopleStore, type PersonalSettings } from './people.ts';
import type { PictureHead, PictureStore, Portrait, SavedPicture } from './pictures.ts';
import { type BatchStore, type BatchStores, writeBatchParts } from './save-batch.ts';
import type { PostedPanel, ServerSettings, ServerStore } from './servers.ts';
import type { SpokenMessage, SpokenMessageStore } from './spoken.ts';
import type { BattleTally, StatisticsStore } from './statistics.ts';

type Outbox = Pick<OutboxStore, 'write'>;

/** Creates a table in memory. It copies rows like a database, and sends messages after each write. */
const createTable = <Row>(keyOf: (row: Row) => readonly unknown[], outbox?: Outbox) => {
  const rows = new Map<string, Row>();
  const also = createMessageWriter(outbox);
  const list = (matches: (row: Row) => boolean): Row[] => structuredClone([...rows.values()].filter(matches));
  return {
    get: (...key: readonly unknown[]): Row | undefined => structuredClone(rows.get(JSON.stringify(key))),
    list,
    find: (matches: (row: Row) => boolean): Row | undefined => list(matches)[0],
    put: async (row: Row, said?: PlacedMessage): Promise<void> => {
      rows.set(JSON.stringify(keyOf(row)), structuredClone(row));
      await also(said);
    },
    remove: async (matches: (row: Row) => boolean, said?: PlacedMessage): Promise<void> => {
      for (const [key, row] of rows) if (matches(row)) rows.delete(key);
      await also(said);
    },
  };
};

const byTime = (a: { readonly at: number }, b: { readonly at: number }): number => a.at - b.at;

export const createMemoryAskedRolls = (outbox?: Outbox): AskedRollStore => {
  const serverOf = ({ guild, channel }: Pick<AskedRoll, 'guild' | 'channel'>): string => serverKey(guild, channel);
  const keyOf = (asked: AskedRoll) => [serverOf(asked), asked.id];
  const rolls = createTable(keyOf, outbox);
  return {
    save: async (asked, said) => {
      if ((rolls.get(...keyOf(asked))?.version ?? 0) !== asked.version - 1) return 'stale';
      await rolls.put(asked, said);
      return 'kept';
    },
    byId: async (id) => rolls.find((each) => each.id === id),
    listMentioning: async (user) =>
      rolls.list(({ by, of }) => by === user || of.some((part) => part.user === user)).toSorted(byTime),
    delete: ({ id, ...where }) => rolls.remove((each) => each.id === id && serverOf(each) === serverOf(where)),
    sweep: (where, before) => rolls.remove((each) => serverOf(each) === serverOf(where) && each.at < before),
  };
};

export const createMemoryCampaigns = (outbox?: Outbox): CampaignStore => {
  /** The key of a campaign, whose id is unique only within a server. */
  const keyOf = ({ guild, id }: Campaign) => [guild, id];
  const campaigns = createTable(keyOf, outbox);
  return {
    create: async (campaign, said) => {
      const { place, guild } = campaign;
      if (campaigns.find((each) => each.place === place && each.guild === guild && each.status !== 'ended'))
        return 'taken';
      await campaigns.put(campaign, said);
      return 'kept';
    },
    save: async (campaign, said) => {
      if (campaigns.get(...keyOf(campaign))?.version !== campaign.version - 1) return 'stale';
      await campaigns.put(campaign, said);
      return 'kept';
    },
    byId: async (id) => campaigns.find((each) => each.id === id),
    byPlace: async (place) => {
      const there = campaigns.list((each) => each.place === place);
      return there.find(({ status }) => status !== 'ended') ?? there.toSorted((a, b) => b.createdAt - a.createdAt)[0];
    },
    listMentioning: async (user) => campaigns.list((each) => JSON.stringify(each).includes(JSON.stringify(user))),
    list: async (guild, which = 'all', most) =>
      campaigns
        .list((each) => each.guild === guild && (which === 'all' || each.status !== 'ended'))
        .toSorted((a, b) => b.updatedAt - a.updatedAt)
        .slice(0, most),
  };
};

/** Creates the histories in memory. Sheets are saved with the characters. */
export const createMemoryHistory = (characters: CharacterStore, outbox?: Outbox): HistoryStore => {
  const events = createTable(({ server, id }: HistoryEvent & { readonly server: string }) => [server, id], outbox);
  const of = (character: string): readonly HistoryEvent[] =>
    events.list((each) => each.character === character).map(({ server: _, ...happened }) => happened);
  const add: HistoryStore['add'] = async (happening, after, said) => {
    const character = await characters.byId(happening.character);
    const server = character?.guild ?? `user:${character?.owner}`;
    if (character === undefined || events.get(server, happening.id) !== undefined) return false;
    if (after !== undefined) {
      const { sheet, updatedAt } = after;
      await characters.save({ ...character, sheet, updatedAt, edition: happening.edition });
    }
    await events.put({ ...happening, server }, said);
    return true;
  };
  let before: Promise<unknown> = Promise.resolve();
  return {
    // One write at a time, so that no one changes the character between reading and writing.
    add: (...happening) => {
      const next = before.then(() => add(...happening));
      before = next.catch(() => undefined);
      return next;
    },
    list: async (character) => of(character),
    last: async (all) =>
      new Map(
        all.flatMap((character) => {
          const happening = of(character).at(-1);
          return happening === undefined ? [] : [[character, happening] as const];
        }),
      ),
    inCampaign: async (all, campaign) =>
      new Set(all.filter((character) => of(character).some((each) => each.campaign === campaign))),
    forget: (character) => events.remove((each) => each.character === character),
  };
};

export const createMemoryNotices = (outbox?: Outbox): NoticeStore => {
  const notices = createTable(({ battle, what }: Record<'battle' | 'what', string>) => [battle, what], outbox);
  return {
    note: async (battle, what, _at, said) => {
      if (notices.get(battle, what) !== undefined) return false;
      await notices.put({ battle, what }, said);
      return true;
    },
    clear: (battle, what) => notices.remove((each) => each.battle === battle && (what ?? each.what) === each.what),
  };
};

export const createMemoryCharacters = (outbox?: Outbox): CharacterStore => {
  const characters = createTable(
    ({ guild, owner, id }: Character) => [guild ?? `user:${parseDeletedOwner(owner) ?? owner}`, id],
    outbox,
  );
  const isSame = (one: Character, other: Character): boolean =>
    one.owner === other.owner &&
    one.guild === other.guild &&
    one.system === other.system &&
    normalizeName(one.name) === normalizeName(other.name);
  const listSorted = (matches: (character: Character) => boolean) => characters.list(matches).toSorted(compareByName);
  return {
    save: async (character, said) => {
      // Both at once, so that the character is never missing in between.
      await Promise.all([characters.remove((other) => isSame(character, other)), characters.put(character, said)]);
    },
    find: async (owner, guild, name, system) =>
      characters
        .list((each) => each.owner === owner && each.guild === guild && (system ?? each.system) === each.system)
        .filter((each) => normalizeName(each.name) === normalizeName(name))
        .toSorted((a, b) => b.updatedAt - a.updatedAt)[0],
    list: async (owner, guild) => listSorted((each) => each.owner === owner && each.guild === guild),
    listInAllServers: async (owner) => listSorted((each) => each.owner === owner),
    byId: async (id) => characters.find((each) => each.id === id && parseDeletedOwner(each.owner) === undefined),
    remove: (id, said) => characters.remove((each) => each.id === id, said),
  };
};

export const createMemoryServers = (outbox?: Outbox): ServerStore => {
  const servers = createTable(({ guild }: ServerSettings) => [guild], outbox);
  const panels = createTable(({ battle }: PostedPanel) => [battle]);
  return {
    settings: async (guild) => servers.get(guild),
    presentation: async (guild) => servers.get(guild) ?? {},
    saveSettings: servers.put,
    panel: async (battle) => panels.get(battle),
    placePanel: async (panel, instead) => {
      if (panels.get(panel.battle)?.message !== instead) return false;
      await panels.put(panel);
      return true;
    },
  };
};

export const createMemoryPeople = (outbox?: Outbox): PeopleStore => {
  const people = createTable(({ user }: PersonalSettings) => [user], outbox);
  const namedBy = (user: string): readonly PersonalSettings[] => people.list(({ deputy }) => deputy?.user === user);
  return {
    findMany: async (users) =>
      new Map(users.map((user) => [user, people.get(user) ?? defaultPersonalSettings(user)] as const)),
    save: people.put,
    saveLocale: (user, locale) => people.put({ ...(people.get(user) ?? defaultPersonalSettings(user)), locale }),
    listRepresentedBy: async (user) => namedBy(user).map((person) => person.user),
    remove: async (user) => {
      await people.remove((each) => each.user === user);
      for (const { deputy: _, ...person } of namedBy(user)) await people.put(person);
    },
  };
};

export const createMemoryPictures = (): PictureStore => {
  const keyOf = ({ guild, owner, hash }: Pick<PictureHead, 'guild' | 'owner' | 'hash'>) => [guild, owner, hash];
  const pictures = createTable<SavedPicture>(keyOf);
  const portraits = createTable(({ holder }: Portrait) => [holder]);
  const ownedBy = (owner: string): readonly SavedPicture[] => pictures.list((each) => each.owner === owner);
  return {
    save: pictures.put,
    images: async (hashes) =>
      new Map(
        pictures
          .list(({ hash }) => hashes.includes(hash))
          .map(({ hash, bytes, width, height }) => [hash, { bytes, width, height }]),
      ),
    listByOwner: async (owner) => ownedBy(owner),
    listHeads: async (owner) => ownedBy(owner).map(({ guild, hash, touchedAt }) => ({ guild, owner, hash, touchedAt })),
    count: async (guild) => pictures.list((each) => each.guild === guild).length,
    delete: async (heads) => {
      const gone = new Set(heads.map((head) => JSON.stringify(keyOf(head))));
      await pictures.remove((each) => gone.has(JSON.stringify(keyOf(each))));
    },
    setPortrait: portraits.put,
    removePortrait: (holder) => portraits.remove((each) => each.holder === holder),
    portraits: async (holders) =>
      new Map(portraits.list(({ holder }) => holders.includes(holder)).map((each) => [each.holder, each] as const)),
    portraitsByOwner: async (owner) => portraits.list((each) => each.owner === owner),
    forget: async (owner) => {
      await pictures.remove((each) => each.owner === owner);
      await portraits.remove((each) => each.owner === owner);
    },
  };
};

export const createMemorySpokenMessages = (): SpokenMessageStore => {
  const messages = createTable(({ guild, id }: SpokenMessage) => [guild, id]);
  return {
    begin: async (spoken, since) => {
      const { guild, channel, user, id } = spoken;
      if (messages.get(guild, id) !== undefined) return 'again';
      const last = messages
        .list((each) => each.guild === guild && each.channel === channel && each.user === user)
        .reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
      if (since !== undefined && last > since) return last;
      await messages.put(spoken);
      return 'begun';
    },
    posted: async ({ guild, id }, message) => {
      const there = messages.get(guild, id);
      if (there !== undefined) await messages.put({ ...there, message });
    },
    find: async ({ guild, channel, message, order, from, to }) =>
      messages
        .list(
          (each) =>
            each.guild === guild &&
            (each.message === message ||
              each.id === order ||
              (each.channel === channel && each.at >= from && each.at <= to)),
        )
        .toSorted(byTime),
    by: async (user) => messages.list((each) => each.user === user).toSorted(byTime),
    sweep: (before) => messages.remove(({ at }) => at < before),
  };
};

export const createMemoryStatistics = (outbox?: Outbox): StatisticsStore => {
  const tallies = createTable(({ battle }: BattleTally) => [battle]);
  const hidden = createTable(({ user }: { readonly user: string }) => [user], outbox);
  return {
    find: async (battles) => battles.flatMap((id) => tallies.get(id) ?? []),
    save: async (tallied) => tallies.put(tallied),
    forget: (battles) => tallies.remove(({ battle }) => battles.includes(battle)),
    listPrivate: async (users) => new Set(users.filter((user) => hidden.get(user) !== undefined)),
    setPrivate: (user, on, said) =>
      on ? hidden.put({ user }, said) : hidden.remove((each) => each.user === user, said),
  };
};

interface Parts extends BatchStores {
  readonly library: MemoryLibrary;
}

/** Creates the batch store in memory. Library items are written first, because only they can be refused. */
export const createMemoryBatchStore = ({ library, ...parts }: Parts, outbox?: Outbox): BatchStore => {
  const also = createMessageWriter(outbox);
  return {
    write: async (batch, said) => {
      if (!library.saveTogether(batch.items)) return 'stale';
      await writeBatchParts(parts, batch);
      await also(said);
      return 'kept';
    },
  };
};
