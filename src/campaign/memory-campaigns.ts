import type { Campaign, CampaignStore } from './campaigns.ts';
import type { CharacterStore } from './characters.ts';
import type { Happening, HistoryStore } from './history.ts';
import type { NoticeStore } from './notices.ts';

/** Campaigns in memory. Holds copies, as a database would. */
export const memoryCampaigns = (): CampaignStore => {
  const campaigns = new Map<string, Campaign>();
  const at = (place: string): Campaign | undefined => {
    const there = [...campaigns.values()].filter((each) => each.place === place);
    return there.find(({ status }) => status !== 'ended') ?? there.toSorted((a, b) => b.createdAt - a.createdAt)[0];
  };
  return {
    create: async (campaign) => {
      const there = at(campaign.place);
      if (there !== undefined && there.status !== 'ended') return 'taken';
      campaigns.set(campaign.id, structuredClone(campaign));
      return 'kept';
    },
    save: async (campaign) => {
      if (campaigns.get(campaign.id)?.version !== campaign.version - 1) return 'stale';
      campaigns.set(campaign.id, structuredClone(campaign));
      return 'kept';
    },
    byId: async (id) => structuredClone(campaigns.get(id)),
    at: async (place) => structuredClone(at(place)),
    naming: async (user) =>
      structuredClone([...campaigns.values()].filter((each) => JSON.stringify(each).includes(JSON.stringify(user)))),
    list: async (guild) =>
      structuredClone(
        [...campaigns.values()].filter((each) => each.guild === guild).toSorted((a, b) => b.updatedAt - a.updatedAt),
      ),
  };
};

/** What happened to characters, in memory; their sheets are where they are kept. */
export const memoryHistory = (characters: CharacterStore): HistoryStore => {
  const written = new Map<string, Happening>();
  const of = (character: string): readonly Happening[] =>
    [...written.values()].filter((each) => each.character === character);
  return {
    add: async (happening, after) => {
      if (written.has(happening.id)) return false;
      written.set(happening.id, structuredClone(happening));
      const character = after === undefined ? undefined : await characters.byId(happening.character);
      if (character !== undefined) await characters.save({ ...character, ...after });
      return true;
    },
    of: async (character) => structuredClone(of(character)),
    last: async (all) => {
      const last = new Map<string, Happening>();
      for (const character of all) {
        const happening = of(character).at(-1);
        if (happening !== undefined) last.set(character, structuredClone(happening));
      }
      return last;
    },
    forget: async (character) => {
      for (const { id } of of(character)) written.delete(id);
    },
  };
};

/** What was noticed, in memory. */
export const memoryNotices = (): NoticeStore => {
  const noted = new Map<string, Set<string>>();
  return {
    note: async (battle, what) => {
      const known = noted.get(battle) ?? new Set();
      if (known.has(what)) return false;
      noted.set(battle, known.add(what));
      return true;
    },
    well: async (battle, what) => {
      if (what === undefined) noted.delete(battle);
      else noted.get(battle)?.delete(what);
    },
  };
};
