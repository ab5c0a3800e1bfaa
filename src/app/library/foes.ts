import type { OpenBattle } from '../../battle/saved/store.ts';
import { isGm } from '../../battle/views/viewer.ts';
import { isSameName, normalizeName, ok, phrase, type Refusal, type Result, refuse } from '../../core/message.ts';
import { type GroupMember, parseContent } from '../../library/content.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { ParamOffer } from '../../rules/verb.ts';
import { listRoster } from '../campaigns/campaign-roster.ts';
import type { Asker } from '../command-kit/asker.ts';
import { toOffers } from '../command-kit/command.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import { parseSheet, presetNames, presetOffers } from '../input/sheets.ts';
import { findPortrait } from '../pictures/portraits.ts';
import type { FoeServices, LibraryServices, Services } from '../services.ts';
import { type LibraryEntry, libraryEntries, loadItem } from './libraries.ts';

/** So many combatants come at once. */
export const maxFoesAtOnce = 60;
/** So long a name leaves room for a number. */
export const maxFoeNameLength = 28;

/** `Zombie` five times: Zombie 1 … Zombie 5, counting on where there are some already. */
export const numberNames = (name: string, count: number, taken: readonly string[]): readonly string[] => {
  const keys = new Set(taken.map(normalizeName));
  if (count === 1 && !keys.has(normalizeName(name))) return [name];
  const names: string[] = [];
  for (let n = 1; names.length < count; n++) if (!keys.has(normalizeName(`${name} ${n}`))) names.push(`${name} ${n}`);
  return names;
};

/** One kind of foe that is to come into a battle, and how many of it. */
export interface FoeToAdd {
  readonly name: string;
  readonly count: number;
  readonly sheet: unknown;
  /** The character it is, where it is one of a campaign’s roster. */
  readonly character?: { readonly id: string; readonly savedAt: number } | undefined;
  /** The hash of the picture that is its face. */
  readonly portrait?: string | undefined;
}

/** Something that can be brought by its name. */
interface FoeSource {
  readonly names: readonly [string, ...string[]];
  /** What it is good at, of a ready-made sheet. */
  readonly description?: string | undefined;
  readonly load: () => Promise<Result<readonly FoeToAdd[], Refusal>>;
}

/** The sheet of a foe that is kept; refuses one that its rulebook does not take any more. */
export const loadFoe = async (
  there: LibraryEntry,
  ruleset: Ruleset,
  services: Pick<Services, 'library' | 'rulesets'>,
): Promise<Result<unknown, Refusal>> => {
  const item = await loadItem(there, services);
  const foe = item.ok ? parseContent('foe', item.value, services.rulesets) : item;
  return foe.ok ? parseSheet(ruleset, foe.value.sheet) : foe;
};

/** The foes of a group’s member: refuses one that is no more. */
export const loadMember = async (
  group: string,
  { name, count, of }: GroupMember,
  ruleset: Ruleset,
  { library, rulesets, pictures }: Pick<Services, 'library' | 'rulesets' | 'pictures'>,
): Promise<Result<FoeToAdd, Refusal>> => {
  if ('preset' in of) {
    const preset = ruleset.presets[of.preset];
    return preset === undefined
      ? refuse('group-member-gone', { group, name })
      : ok({ name, count, sheet: preset.sheet });
  }
  const [item] = await library.findMany([of.foe]);
  if (item === undefined || item.deletedAt !== undefined) return refuse('group-member-gone', { group, name });
  const foe = parseContent('foe', item, rulesets);
  const sheet = foe.ok ? parseSheet(ruleset, foe.value.sheet) : foe;
  return sheet.ok ? ok({ name, count, sheet: sheet.value, portrait: await findPortrait(of.foe, { pictures }) }) : sheet;
};

/** Everybody of a group that is kept. */
export const loadGroup = async (
  there: LibraryEntry,
  ruleset: Ruleset,
  services: Pick<Services, 'library' | 'rulesets' | 'pictures'>,
): Promise<Result<readonly FoeToAdd[], Refusal>> => {
  const item = await loadItem(there, services);
  const group = item.ok ? parseContent('group', item.value, services.rulesets) : item;
  if (!group.ok) return group;
  const foes: FoeToAdd[] = [];
  for (const member of group.value.members) {
    const foe = await loadMember(there.head.name, member, ruleset, services);
    if (!foe.ok) return foe;
    foes.push(foe.value);
  }
  return ok(foes);
};

/** The sheets of the campaign’s roster that fit this battle: for those who lead it, nobody else learns of them. */
const rosterSources = async (
  asker: Asker,
  { saved, ruleset }: OpenBattle,
  services: Pick<Services, 'campaigns' | 'characters' | 'histories' | 'pictures'>,
): Promise<readonly FoeSource[]> => {
  const { table } = saved;
  const campaign = table.campaign === undefined ? undefined : await services.campaigns.byId(table.campaign);
  if (campaign === undefined || !isGm(table, asker.user)) return [];
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
  { saved: { table }, ruleset }: OpenBattle,
  services: LibraryServices & Pick<Services, 'pictures'>,
): Promise<readonly FoeSource[]> => {
  if (!isGm(table, asker.user)) return [];
  const kept = await libraryEntries(asker, ['foe', 'group'], { system: ruleset.id }, services);
  return kept.map((there) => ({
    names: [there.head.name],
    load: async () => {
      if (there.head.kind === 'group') return loadGroup(there, ruleset, services);
      const sheet = await loadFoe(there, ruleset, services);
      return sheet.ok
        ? ok([
            {
              name: there.head.name,
              count: 1,
              sheet: sheet.value,
              portrait: await findPortrait(there.head.id, services),
            },
          ])
        : sheet;
    },
  }));
};

const presetSources = ({ presets }: Ruleset): readonly FoeSource[] =>
  Object.entries(presets).map(([key, preset]) => ({
    names: presetNames(key, preset),
    description: preset.description,
    load: async () =>
      ok([{ name: (preset.name ?? preset.title).slice(0, maxFoeNameLength), count: 1, sheet: preset.sheet }]),
  }));

const savedSources = async (asker: Asker, battle: OpenBattle, services: FoeServices): Promise<readonly FoeSource[]> => [
  ...(await rosterSources(asker, battle, services)),
  ...(await librarySources(asker, battle, services)),
];

/** The names of these, each once. */
const namesOf = (sources: readonly FoeSource[]): readonly string[] =>
  [...new Map(sources.toReversed().map(({ names: [name] }) => [normalizeName(name), name])).values()].toReversed();

/** Whom its GM keeps for a battle: sheets of the campaign’s roster, foes and groups on shelves. */
export const savedFoeNames = async (
  asker: Asker,
  battle: OpenBattle,
  services: FoeServices,
): Promise<readonly string[]> => namesOf(await savedSources(asker, battle, services));

/** What can be brought into a battle by name: what its GM keeps first, then ready-made sheets. */
export const foeNames = async (asker: Asker, battle: OpenBattle, services: FoeServices): Promise<readonly string[]> =>
  namesOf([...(await savedSources(asker, battle, services)), ...presetSources(battle.ruleset)]);

/** The same for a list to choose from: ready-made sheets with what they are good at. */
export const foeOffers = async (
  asker: Asker,
  battle: OpenBattle,
  services: FoeServices,
): Promise<readonly ParamOffer[]> => {
  const kept = await savedFoeNames(asker, battle, services);
  const ready = presetOffers([battle.ruleset]).filter(({ value }) => !kept.some((each) => isSameName(each, value)));
  return [...toOffers(kept), ...ready];
};

/** Whom a name means (`matchName`): somebody of the campaign’s roster, a foe or a group on a shelf, or a ready-made sheet. */
export const findFoes = async (
  asker: Asker,
  battle: OpenBattle,
  wanted: string,
  services: FoeServices,
): Promise<Result<readonly FoeToAdd[], Refusal>> => {
  const sources = [...(await savedSources(asker, battle, services)), ...presetSources(battle.ruleset)];
  const meant = matchName(wanted, sources, ({ names }) => names);
  if (meant.found !== undefined) return meant.found.load();
  const titles = Object.values(battle.ruleset.presets).map(({ title }) => title);
  return refuse('no-such-preset', {
    preset: wanted,
    hint: didYouMean(meant.suggestions, phrase`Available: ${titles.join('; ')}.`),
  });
};
