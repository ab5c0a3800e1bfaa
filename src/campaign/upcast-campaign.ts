import { type Ruleset, upcastSheet } from '../rules/ruleset.ts';
import type { Campaign, CampaignStore } from './campaigns.ts';
import type { Character, CharacterStore, HistoryEvent, HistoryStore } from './characters.ts';
import type { NamedRuleVariant, ServerSettings, ServerStore } from './servers.ts';

const findSystem = (rulesets: readonly Ruleset[], system: string): Ruleset | undefined =>
  rulesets.find(({ id }) => id === system);

const currentEdition = (ruleset: Ruleset | undefined, edition: number): number =>
  Math.max(edition, ruleset?.editions.present ?? edition);

/** Wraps a store so that sheets are converted to the current edition when read. */
export const upcastingCharacters = (rulesets: readonly Ruleset[], store: CharacterStore): CharacterStore => {
  const present = (character: Character): Character => {
    const { system, edition, sheet } = character;
    const ruleset = findSystem(rulesets, system);
    return edition === ruleset?.editions.present
      ? character
      : { ...character, sheet: upcastSheet(ruleset, edition, sheet), edition: currentEdition(ruleset, edition) };
  };
  const some = (character: Character | undefined): Character | undefined => character && present(character);
  return {
    ...store,
    find: async (...which) => some(await store.find(...which)),
    list: async (...which) => (await store.list(...which)).map(present),
    listInAllServers: async (owner) => (await store.listInAllServers(owner)).map(present),
    byId: async (id) => some(await store.byId(id)),
  };
};

/** Wraps a store so that the sheets in history events are converted to the current edition when read. */
export const upcastingHistories = (
  rulesets: readonly Ruleset[],
  characters: Pick<CharacterStore, 'byId'>,
  store: HistoryStore,
): HistoryStore => {
  const present = async (happening: HistoryEvent): Promise<HistoryEvent> => {
    const { before, edition } = happening;
    if (before === undefined || rulesets.every(({ editions }) => editions.present <= edition)) return happening;
    const character = await characters.byId(happening.character);
    const ruleset = character && findSystem(rulesets, character.system);
    return {
      ...happening,
      before: upcastSheet(ruleset, edition, before),
      edition: currentEdition(ruleset, edition),
    };
  };
  return {
    ...store,
    list: async (character) => Promise.all((await store.list(character)).map(present)),
    last: async (ids) => {
      const last = await store.last(ids);
      return new Map(await Promise.all([...last].map(async ([id, each]) => [id, await present(each)] as const)));
    },
  };
};

interface PinnedRules {
  readonly rules: Readonly<Record<string, unknown>>;
  readonly editions: Readonly<Record<string, number>>;
}

/** Adds today's defaults to house rules, so that later defaults do not change them. */
export const pinRuleSettings = (
  rulesets: readonly Ruleset[],
  systems: readonly string[],
  chosen: Readonly<Record<string, unknown>>,
): PinnedRules => {
  const pinned = systems.flatMap((system) => {
    const ruleset = findSystem(rulesets, system);
    const whole = ruleset?.completeSettings(chosen[system] ?? {});
    return ruleset === undefined || !whole?.ok ? [] : [{ ruleset, settings: whole.value }];
  });
  return {
    rules: { ...chosen, ...Object.fromEntries(pinned.map(({ ruleset, settings }) => [ruleset.id, settings])) },
    editions: Object.fromEntries(pinned.map(({ ruleset: { id, editions } }) => [id, editions.present])),
  };
};

/** Converts house rules to the current edition. Missing settings get the defaults of the saved edition. */
const upcastRules = (
  rulesets: readonly Ruleset[],
  { rules, editions }: PinnedRules,
  systems: readonly string[],
): PinnedRules => {
  const lifted = systems.flatMap((system) => {
    const ruleset = findSystem(rulesets, system);
    const edition = editions[system];
    if (ruleset === undefined || edition === undefined || edition >= ruleset.editions.present) return [];
    const settings = ruleset.editions.settings(edition, rules[system] ?? {});
    return [{ system, settings, edition: ruleset.editions.present }];
  });
  return {
    rules: { ...rules, ...Object.fromEntries(lifted.map(({ system, settings }) => [system, settings])) },
    editions: { ...editions, ...Object.fromEntries(lifted.map(({ system, edition }) => [system, edition])) },
  };
};

/** Wraps a store so that campaigns' house rules are converted to the current edition when read. */
export const upcastingCampaigns = (rulesets: readonly Ruleset[], store: CampaignStore): CampaignStore => {
  const present = (campaign: Campaign): Campaign => ({
    ...campaign,
    ...upcastRules(rulesets, campaign, campaign.systems),
  });
  const some = (campaign: Campaign | undefined): Campaign | undefined => campaign && present(campaign);
  return {
    ...store,
    byId: async (id) => some(await store.byId(id)),
    byPlace: async (place) => some(await store.byPlace(place)),
    listMentioning: async (user) => (await store.listMentioning(user)).map(present),
    list: async (...which) => (await store.list(...which)).map(present),
  };
};

const upcastRuleVariant = (rulesets: readonly Ruleset[], reading: NamedRuleVariant): NamedRuleVariant => {
  const { system, edition, settings } = reading;
  const ruleset = findSystem(rulesets, system);
  return ruleset === undefined || edition >= ruleset.editions.present
    ? reading
    : { ...reading, settings: ruleset.editions.settings(edition, settings), edition: ruleset.editions.present };
};

/** Wraps a store so that servers' house rules and rule variants are converted to the current edition when read. */
export const upcastingServers = (rulesets: readonly Ruleset[], store: ServerStore): ServerStore => ({
  ...store,
  settings: async (guild) => {
    const there = await store.settings(guild);
    if (there === undefined) return undefined;
    const { houseRules, editions, readings } = there;
    const present = upcastRules(rulesets, { rules: houseRules, editions }, Object.keys(editions));
    return {
      ...there,
      houseRules: present.rules,
      editions: present.editions,
      readings: readings.map((reading) => upcastRuleVariant(rulesets, reading)),
    } satisfies ServerSettings;
  },
});
