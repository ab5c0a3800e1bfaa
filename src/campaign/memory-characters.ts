import { createMessageWriter } from '../battle/saved/memory-outbox.ts';
import type { OutboxStore } from '../battle/saved/outbox.ts';
import { normalizeName } from '../core/text.ts';
import { compareByName } from './character-order.ts';
import { type Character, type CharacterStore, parseDeletedOwner } from './characters.ts';
import type { PostedPanel, ServerSettings, ServerStore } from './servers.ts';

/** Characters in memory: for tests, and for the headless referee. Holds copies, as a database would. */
export const createMemoryCharacters = (outbox?: Pick<OutboxStore, 'write'>): CharacterStore => {
  const also = createMessageWriter(outbox);
  const characters = new Map<string, Character>();
  /** Ids are unique within a server. */
  const idOf = ({ guild, owner, id }: Character): string =>
    JSON.stringify([guild ?? `user:${parseDeletedOwner(owner) ?? owner}`, id]);
  const keyOf = ({ owner, guild, system, name }: Character): string =>
    JSON.stringify([owner, guild ?? '', system, normalizeName(name)]);
  const of = (owner: string, guild: string | undefined): readonly Character[] =>
    [...characters.values()].filter((each) => each.owner === owner && each.guild === guild);
  return {
    save: async (character, said) => {
      const { sharedBy: _, ...kept } = character;
      const before = [...characters.values()].find((other) => keyOf(other) === keyOf(character))?.sharedBy;
      for (const [key, other] of characters) if (keyOf(other) === keyOf(character)) characters.delete(key);
      characters.set(idOf(character), structuredClone({ ...kept, ...(before !== undefined && { sharedBy: before }) }));
      await also(said);
    },
    find: async (owner, guild, name, system) =>
      structuredClone(
        of(owner, guild)
          .filter((each) => normalizeName(each.name) === normalizeName(name) && (system ?? each.system) === each.system)
          .toSorted((a, b) => b.updatedAt - a.updatedAt)[0],
      ),
    list: async (owner, guild) => structuredClone(of(owner, guild).toSorted(compareByName)),
    listInAllServers: async (owner) =>
      structuredClone([...characters.values()].filter((each) => each.owner === owner).toSorted(compareByName)),
    byId: async (id) =>
      structuredClone(
        [...characters.values()].find((each) => each.id === id && parseDeletedOwner(each.owner) === undefined),
      ),
    share: async ({ id, owner }, by, said) => {
      for (const [key, each] of characters) {
        const { sharedBy: _, ...kept } = each;
        if (each.id === id && each.owner === owner)
          characters.set(key, { ...kept, ...(by !== undefined && { sharedBy: by }) });
      }
      await also(said);
    },
    listShared: async (guild) =>
      structuredClone(
        [...characters.values()]
          .filter((each) => each.guild === guild && each.sharedBy !== undefined)
          .toSorted(compareByName),
      ),
    remove: async (id, said) => {
      for (const [key, each] of characters) if (each.id === id) characters.delete(key);
      await also(said);
    },
  };
};

/** Servers' choices and panels in memory. */
export const createMemoryServers = (outbox?: Pick<OutboxStore, 'write'>): ServerStore => {
  const also = createMessageWriter(outbox);
  const servers = new Map<string, ServerSettings>();
  const panels = new Map<string, PostedPanel>();
  return {
    settings: async (guild) => structuredClone(servers.get(guild)),
    presentation: async (guild) => servers.get(guild) ?? {},
    saveSettings: async (settings, said) => {
      servers.set(settings.guild, structuredClone(settings));
      await also(said);
    },
    panel: async (battle) => structuredClone(panels.get(battle)),
    placePanel: async (panel, instead) => {
      if (panels.get(panel.battle)?.message !== instead) return false;
      panels.set(panel.battle, structuredClone(panel));
      return true;
    },
  };
};
