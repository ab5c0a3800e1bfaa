import { hiddenName, listNames, secretNames } from '../../battle/decide/hidden-names.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { isGm } from '../../battle/views/viewer.ts';
import { cutLetters } from '../../core/letters.ts';
import {
  isSameName,
  listText,
  normalizeName,
  ok,
  phrase,
  type Result,
  refuse,
  refuseInput,
  runForEveryone,
  worded,
} from '../../core/message.ts';
import { isPlainObject } from '../../core/plain-object.ts';
import { type GroupMember, parseContent, type SavedFoe, type SavedGroup } from '../../library/library.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { ParamOffer } from '../../rules/verb.ts';
import { findRunningCampaign, listRoster } from '../campaigns/channel-campaign.ts';
import { type Asker, toOffers } from '../command-kit/command.ts';
import { findActiveBattle } from '../input/battle-names.ts';
import { didYouMean, matchName, splitNames } from '../input/match-name.ts';
import {
  findPreset,
  findRuleset,
  parseSheet,
  presetNames,
  presetOffers,
  refuseUnknownPreset,
  sheetWithChanges,
  withCurrentAbilities,
} from '../input/sheets.ts';
import { findPortrait } from '../pictures/save-picture.ts';
import { findEntrances } from '../records/cast.ts';
import type { CampaignServices, FoeServices, LibraryServices, Need } from '../services.ts';
import { type LibraryEntry, libraryEntries, loadContent, type ReadableLibrary } from './libraries.ts';

/** Maximum number of foes that one command adds. */
export const maxFoesAtOnce = 60;
/** Maximum length of a foe's name (characters), which leaves room for a number behind the name. */
export const maxFoeNameLength = 28;

/** Adds numbers to a name and skips names that are taken: Zombie 1 to Zombie 5. */
export const numberNames = (name: string, count: number, taken: readonly string[]): readonly string[] => {
  const keys = new Set(taken.map(normalizeName));
  if (count === 1 && !keys.has(normalizeName(name))) return [name];
  const names: string[] = [];
  for (let n = 1; names.length < count; n++) {
    const numbered = phrase.of('a name with a number')`${name} ${n}`;
    if (!keys.has(normalizeName(numbered))) names.push(numbered);
  }
  return names;
};

/** Creates a function that names new combatants: open ones by numbers of open ones, hidden ones by letters. */
export const createNamer = (battle: OpenBattle) => {
  const secret = new Set(secretNames(battle, battle.saved.table.gm));
  const all = [...listNames(battle)];
  const open = all.filter((name) => !secret.has(name));
  return (name: string, count: number, hidden = false, isOwnName = true): readonly string[] => {
    const isFree = isOwnName && count === 1 && !all.some((each) => isSameName(each, name));
    const named =
      hidden && !isFree
        ? Array.from({ length: count }, () => {
            const free = hiddenName(battle, name, all);
            all.push(free);
            return free;
          })
        : numberNames(name, count, hidden ? all : open);
    all.push(...named);
    if (!hidden) open.push(...named);
    return named;
  };
};

/** Foes of one kind, to be added to a battle. */
export interface FoeToAdd {
  readonly name: string;
  readonly count: number;
  readonly sheet: unknown;
  /** The roster character that the foe plays, and when it was last saved. Undefined for other foes. */
  readonly character?: { readonly id: string; readonly savedAt: number } | undefined;
  /** The hash of the portrait. */
  readonly portrait?: string | undefined;
}

/** A foe or group of foes that can be added by name: from the roster, a library or the presets. */
interface FoeSource {
  readonly names: readonly [string, ...string[]];
  readonly load: () => Promise<Result<readonly FoeToAdd[]>>;
}

/** Loads the sheet of a saved foe. Refuses a sheet that the rulebook no longer accepts. */
export const loadFoe = async (
  there: LibraryEntry,
  ruleset: Ruleset,
  services: Need<'library' | 'rulesets'>,
): Promise<Result<unknown>> => {
  const foe = await loadContent(there, 'foe', services);
  return foe.ok ? parseSheet(ruleset, foe.value.content.sheet) : foe;
};

/** Loads the foes for one member of a group. Refuses with GROUP-MEMBER-GONE if the member's foe was deleted. */
export const loadMember = async (
  group: string,
  { name, count, of }: GroupMember,
  ruleset: Ruleset,
  { library, rulesets, pictures }: Need<'library' | 'rulesets' | 'pictures'>,
): Promise<Result<FoeToAdd>> => {
  const gone = refuse('group-member-gone', { group, name });
  if ('preset' in of) {
    const preset = ruleset.presets[of.preset];
    return preset === undefined ? gone : ok({ name, count, sheet: preset.sheet });
  }
  const [item] = await library.findMany([of.foe]);
  if (item === undefined || item.deletedAt !== undefined) return gone;
  const foe = parseContent('foe', item, rulesets);
  const sheet = foe.ok ? parseSheet(ruleset, foe.value.sheet) : foe;
  return sheet.ok ? ok({ name, count, sheet: sheet.value, portrait: await findPortrait(of.foe, { pictures }) }) : sheet;
};

/** Loads all foes of a saved group. */
const loadGroup = async (
  there: LibraryEntry,
  ruleset: Ruleset,
  services: Need<'library' | 'rulesets' | 'pictures'>,
): Promise<Result<readonly FoeToAdd[]>> => {
  const group = await loadContent(there, 'group', services);
  if (!group.ok) return group;
  const foes: FoeToAdd[] = [];
  for (const member of group.value.content.members) {
    const foe = await loadMember(there.head.name, member, ruleset, services);
    if (!foe.ok) return foe;
    foes.push(foe.value);
  }
  return ok(foes);
};

/** The sheets of the campaign's roster for the battle's rulebook. */
const rosterSources = async (
  { saved: { table }, ruleset }: OpenBattle,
  services: Need<'campaigns' | 'characters' | 'histories' | 'pictures'>,
): Promise<readonly FoeSource[]> => {
  const campaign = table.campaign === undefined ? undefined : await services.campaigns.byId(table.campaign);
  if (campaign === undefined) return [];
  const sheets = (await listRoster(campaign, services)).filter(({ system }) => system === ruleset.id);
  return sheets.map(({ id, name, kind, sheet, updatedAt }) => ({
    names: [name],
    load: async () =>
      (await services.histories.last([id])).get(id)?.dead
        ? refuse('character-dead', { name })
        : ok([
            {
              ...{ name, count: 1, sheet, portrait: await findPortrait(id, services) },
              character: kind === 'character' ? { id, savedAt: updatedAt } : undefined,
            },
          ]),
  }));
};

const librarySources = async (
  asker: Asker,
  { ruleset }: OpenBattle,
  services: LibraryServices & Need<'pictures'>,
): Promise<readonly FoeSource[]> => {
  const kept = await libraryEntries(asker, ['foe', 'group'], { system: ruleset.id }, services);
  return kept.map((there) => {
    const { id, name, kind } = there.head;
    return {
      names: [name],
      load: async () => {
        if (kind === 'group') return loadGroup(there, ruleset, services);
        const sheet = await loadFoe(there, ruleset, services);
        return sheet.ok
          ? ok([{ name, count: 1, sheet: sheet.value, portrait: await findPortrait(id, services) }])
          : sheet;
      },
    };
  });
};

/** The presets of the rulebook. Their combatants get names in the language of the battle. */
const presetSources = ({ ruleset: { presets }, saved }: OpenBattle): readonly FoeSource[] =>
  Object.entries(presets).map(([key, preset]) => ({
    names: presetNames(key, preset),
    load: async () => {
      const name = runForEveryone(() => worded(preset.name ?? preset.title), saved);
      return ok([{ name: cutLetters(name, maxFoeNameLength), count: 1, sheet: preset.sheet }]);
    },
  }));

/** The saved foes that the GM may add to the battle. Empty if the user is not the battle's GM. */
const savedSources = async (asker: Asker, battle: OpenBattle, services: FoeServices): Promise<readonly FoeSource[]> =>
  isGm(battle.saved.table, asker.user)
    ? [...(await rosterSources(battle, services)), ...(await librarySources(asker, battle, services))]
    : [];

const allSources = async (asker: Asker, battle: OpenBattle, services: FoeServices): Promise<readonly FoeSource[]> => [
  ...(await savedSources(asker, battle, services)),
  ...presetSources(battle),
];

/** The names of these foes without duplicates. */
const namesOf = (sources: readonly FoeSource[]): readonly string[] =>
  [...new Map(sources.toReversed().map(({ names: [name] }) => [normalizeName(name), name])).values()].toReversed();

/** Names of roster sheets, saved foes and groups of foes that the GM may add. */
export const savedFoeNames = async (
  asker: Asker,
  battle: OpenBattle,
  services: FoeServices,
): Promise<readonly string[]> => namesOf(await savedSources(asker, battle, services));

/** Names of all foes that can be added: saved foes first, then presets. */
export const foeNames = async (asker: Asker, battle: OpenBattle, services: FoeServices): Promise<readonly string[]> =>
  namesOf(await allSources(asker, battle, services));

/** Suggests all foes that can be added to the channel's battle. */
export const foeOffers = async (
  asker: Asker,
  battle: OpenBattle,
  services: FoeServices,
): Promise<readonly ParamOffer[]> => {
  const kept = await savedFoeNames(asker, battle, services);
  const ready = presetOffers([battle.ruleset]).filter(({ value }) => !kept.some((each) => isSameName(each, value)));
  return [...toOffers(kept), ...ready];
};

/** Finds foes by name (`matchName`): first on the roster, then in libraries, then among presets. */
export const findFoes = async (
  asker: Asker,
  battle: OpenBattle,
  wanted: string,
  services: FoeServices,
): Promise<Result<readonly FoeToAdd[]>> => {
  const meant = matchName(wanted, await allSources(asker, battle, services), ({ names }) => names);
  if (meant.found === undefined) return refuseUnknownPreset(battle.ruleset, wanted, meant.suggestions);
  const foes = await meant.found.load();
  return foes.ok ? ok(foes.value.map((foe) => withCurrentAbilities(battle.ruleset, foe))) : foes;
};

/** Finds the rulebook that the user names. Default: the rulebook of the channel's battle, else of its campaign. */
export const findNamedRuleset = async (
  asker: Asker,
  named: string | undefined,
  services: CampaignServices & Need<'rulesets'>,
): Promise<Result<Ruleset>> => {
  if (named !== undefined) return findRuleset(services.rulesets, named);
  const battle = await findActiveBattle(asker, services);
  if (battle !== undefined) return ok(battle.ruleset);
  return findRuleset(services.rulesets, (await findRunningCampaign(asker, services))?.systems[0]);
};

/** A sheet to save as a foe, with its name. */
export interface FoeToSave {
  readonly ruleset: Ruleset;
  readonly name: string;
  readonly sheet: unknown;
}

/** Removes the number of `Zombie 3`. */
export const stripNumber = (name: string): string => name.replace(/\s+\d{1,3}$/, '');

/** Finds the sheet of a combatant in the channel's battle, without wounds. Undefined if unknown or not the GM's. */
const fromBattle = async (
  asker: Asker,
  who: string,
  services: Need<'battles'>,
): Promise<Result<FoeToSave> | undefined> => {
  const battle = await services.battles.open(asker.channel);
  if (!battle.ok || !isGm(battle.value.saved.table, asker.user)) return undefined;
  const { game, ruleset } = battle.value;
  const found = game.roster().find(({ id, actor }) => isSameName(id, who) || isSameName(actor, who));
  if (found === undefined) return undefined;
  const sheets = await createBattleSheetLookup(battle.value, services);
  const sheet = sheets.ok ? sheets.value(found.actor, 'whole') : sheets;
  return sheet.ok ? ok({ ruleset, name: stripNumber(found.actor), sheet: sheet.value }) : sheet;
};

const fromPreset = (ruleset: Ruleset, wanted: string): Result<FoeToSave> => {
  const preset = findPreset(ruleset, wanted);
  return preset.ok ? ok({ ruleset, name: preset.value.name ?? preset.value.title, sheet: preset.value.sheet }) : preset;
};

interface FoeSourceInput {
  /** The name of a combatant in the channel's battle, or of a preset, whose sheet to save. */
  readonly content?: string | undefined;
  readonly system?: string | undefined;
  readonly changes?: string | undefined;
}

/** Finds the sheet to save: a combatant's in the GM's battle, an own character's, or a preset's. */
export const findFoeToSave = async (
  asker: Asker,
  { content, system, changes }: FoeSourceInput,
  services: CampaignServices & Need<'characters' | 'rulesets'>,
): Promise<Result<FoeToSave>> => {
  if (content === undefined) return refuseInput('content', 'name a preset, or a combatant of your battle');
  const combatant = system === undefined ? await fromBattle(asker, content, services) : undefined;
  const ruleset = combatant === undefined ? await findNamedRuleset(asker, system, services) : undefined;
  const own = ruleset?.ok && (await services.characters.find(asker.user, asker.guild, content, ruleset.value.id));
  const preset = ruleset?.ok ? fromPreset(ruleset.value, content) : ruleset;
  const source = combatant ?? (ruleset?.ok && own ? ok({ ...own, ruleset: ruleset.value }) : preset);
  if (source === undefined || !source.ok) return source ?? refuse('no-such-combatant', { who: content });
  const sheet = sheetWithChanges(source.value.ruleset, source.value.sheet, changes);
  return sheet.ok ? ok({ ...source.value, sheet: sheet.value }) : sheet;
};

export const toSavedFoe = (sheet: unknown, note: string | undefined): SavedFoe => ({ sheet, ...(note && { note }) });

/** Parses a foe's name with the number of foes: `Zombie 3`, `3 Zombie`, `Zombie x3` or `Zombie`. */
export const parseCount = (part: string): { readonly name: string; readonly count: number } => {
  const [, before, after] = /^(\d{1,2})\s*[x×]?\s+(.+)$/i.exec(part) ?? [];
  if (before !== undefined && after !== undefined) return { name: after, count: Number(before) };
  const [, name, behind] = /^(.+?)\s+[x×]?\s*(\d{1,2})$/i.exec(part) ?? [];
  return name === undefined ? { name: part, count: 1 } : { name, count: Number(behind) };
};

/** Parses the members of a group of foes. Each is a saved foe of the same library, else a preset. */
export const parseGroupMembers = async (
  shelf: ReadableLibrary,
  ruleset: Ruleset,
  written: string,
  services: Need<'library'>,
): Promise<Result<SavedGroup['members']>> => {
  const foes = (await services.library.list(shelf, 'foe')).filter(({ system }) => system === ruleset.id);
  const sources = [
    ...foes.map(({ id, name }) => ({ names: [name], name, of: { foe: id } })),
    ...Object.entries(ruleset.presets).map(([key, preset]) => ({
      ...{ names: presetNames(key, preset), name: preset.name ?? preset.title, of: { preset: key } },
    })),
  ];
  const members: GroupMember[] = [];
  for (const part of splitNames(
    written,
    sources.flatMap(({ names }) => names),
  )) {
    const { name, count } = parseCount(part);
    const meant = matchName(name, sources, ({ names }) => names);
    if (meant.found === undefined)
      return refuse('no-such-member', {
        name,
        shelf: worded(shelf.label),
        hint: didYouMean(meant.suggestions, 'Copy a foe there with /library copy.'),
      });
    if (count < 1 || count > 20) return refuseInput('content', 'write a number from 1 to 20 for each foe');
    members.push({ name: meant.found.name, count, of: meant.found.of });
  }
  if (members.length === 0 || members.length > 20)
    return refuseInput('content', 'name 1 to 20 foes with commas, like Zombie 3, Ogre');
  return ok(members);
};

/** Formats the members of a group: `Zombie ×3, Ogre`. */
export const formatMembers = (members: readonly Pick<GroupMember, 'name' | 'count'>[]): string =>
  listText(members.map(({ name, count }) => (count === 1 ? name : `${name} ×${count}`)));

/** Creates a lookup that finds a combatant's sheet by the name that orders use. */
export const createBattleSheetLookup = async (
  battle: OpenBattle,
  { battles }: Need<'battles'>,
): Promise<Result<(actor: string, state: 'whole' | 'as-it-is') => Result<unknown>>> => {
  const log = await battles.log(battle.saved.channel);
  if (!log.ok) return log;
  const came = findEntrances(log.value, battle);
  const { game, ruleset } = battle;
  return ok((actor, state) => {
    const before = came.get(actor);
    if (!isPlainObject(before)) return refuse('no-sheet-in-battle', { who: actor });
    const checked = parseSheet(ruleset, before);
    if (!checked.ok) return checked;
    const now = game.carry(actor, checked.value)?.sheet ?? checked.value;
    const taken = state === 'whole' ? ruleset.restore(now) : ok(now);
    return taken.ok ? parseSheet(ruleset, taken.value) : taken;
  });
};
