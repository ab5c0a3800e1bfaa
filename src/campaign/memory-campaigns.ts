import { createMessageWriter } from '../battle/saved/memory-outbox.ts';
import type { OutboxStore } from '../battle/saved/outbox.ts';
import type { Campaign, CampaignStore } from './campaigns.ts';
import type { HistoryEvent, HistoryStore } from './character-history.ts';
import type { Character, CharacterStore } from './characters.ts';
import type { NoticeStore } from './notices.ts';

/** Campaigns in memory. Holds copies, as a database would. */
export const createMemoryCampaigns = (outbox?: Pick<OutboxStore, 'write'>): CampaignStore => {
  const also = createMessageWriter(outbox);
  const campaigns = new Map<string, Campaign>();
  const at = (place: string): Campaign | undefined => {
    const there = [...campaigns.values()].filter((each) => each.place === place);
    return there.find(({ status }) => status !== 'ended') ?? there.toSorted((a, b) => b.createdAt - a.createdAt)[0];
  };
  /** Ids, and places, are unique within a server. */
  const keyOf = ({ guild, id }: Campaign): string => JSON.stringify([guild ?? '', id]);
  return {
    create: async (campaign, said) => {
      for (const { place, guild, status } of campaigns.values())
        if (place === campaign.place && guild === campaign.guild && status !== 'ended') return 'taken';
      campaigns.set(keyOf(campaign), structuredClone(campaign));
      await also(said);
      return 'kept';
    },
    save: async (campaign, said) => {
      if (campaigns.get(keyOf(campaign))?.version !== campaign.version - 1) return 'stale';
      campaigns.set(keyOf(campaign), structuredClone(campaign));
      await also(said);
      return 'kept';
    },
    byId: async (id) => structuredClone([...campaigns.values()].find((each) => each.id === id)),
    byPlace: async (place) => structuredClone(at(place)),
    listMentioning: async (user) =>
      structuredClone([...campaigns.values()].filter((each) => JSON.stringify(each).includes(JSON.stringify(user)))),
    list: async (guild, which = 'all', most) =>
      structuredClone(
        [...campaigns.values()]
          .filter((each) => each.guild === guild && (which === 'all' || each.status !== 'ended'))
          .toSorted((a, b) => b.updatedAt - a.updatedAt)
          .slice(0, most),
      ),
  };
};

/** What happened to characters, in memory; their sheets are where they are kept. */
export const createMemoryHistory = (characters: CharacterStore, outbox?: Pick<OutboxStore, 'write'>): HistoryStore => {
  const also = createMessageWriter(outbox);
  const written = new Map<string, HistoryEvent>();
  /** Ids are unique within the server of the character. */
  const keyOf = ({ guild, owner }: Character, id: string): string => JSON.stringify([guild ?? `user:${owner}`, id]);
  const of = (character: string): readonly HistoryEvent[] =>
    [...written.values()].filter((each) => each.character === character);
  const add: HistoryStore['add'] = async (happening, after, said) => {
    const character = await characters.byId(happening.character);
    if (character === undefined || written.has(keyOf(character, happening.id))) return false;
    written.set(keyOf(character, happening.id), structuredClone(happening));
    if (after !== undefined) {
      const { sheet, updatedAt } = after;
      await characters.save({ ...character, sheet, updatedAt, edition: happening.edition });
    }
    await also(said);
    return true;
  };
  let before: Promise<unknown> = Promise.resolve();
  return {
    // One after the other, as a database has it: between reading a character and writing it nobody else does.
    add: (...happening) => {
      const next = before.then(() => add(...happening));
      before = next.catch(() => undefined);
      return next;
    },
    list: async (character) => structuredClone(of(character)),
    last: async (all) => {
      const last = new Map<string, HistoryEvent>();
      for (const character of all) {
        const happening = of(character).at(-1);
        if (happening !== undefined) last.set(character, structuredClone(happening));
      }
      return last;
    },
    inCampaign: async (all, campaign) =>
      new Set(all.filter((character) => of(character).some((each) => each.campaign === campaign))),
    forget: async (character) => {
      for (const [key, each] of written) if (each.character === character) written.delete(key);
    },
  };
};

/** What was noticed, in memory. */
export const createMemoryNotices = (outbox?: Pick<OutboxStore, 'write'>): NoticeStore => {
  const noted = new Map<string, Set<string>>();
  const also = createMessageWriter(outbox);
  return {
    note: async (battle, what, _at, said) => {
      const known = noted.get(battle) ?? new Set();
      if (known.has(what)) return false;
      noted.set(battle, known.add(what));
      await also(said);
      return true;
    },
    clear: async (battle, what) => {
      if (what === undefined) noted.delete(battle);
      else noted.get(battle)?.delete(what);
    },
  };
};
