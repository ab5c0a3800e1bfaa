import type { OpenBattle } from '../../battle/saved/open-battle.ts';
import { isGm } from '../../battle/views/permissions.ts';
import { foeOf, type GroupMember, groupOf } from '../../campaign/shelf-things.ts';
import { phrase } from '../../core/language.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { isSameName, nameKey } from '../../core/text.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Offer } from '../../rules/verb.ts';
import { rosterOf } from '../campaigns/campaign-roster.ts';
import type { Asker } from '../commands/asker.ts';
import { offersOf } from '../commands/autocomplete.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import { parseSheet, presetNames, presetOffers } from '../input/sheets.ts';
import { faceOf } from '../pictures/faces.ts';
import type { Services } from '../services.ts';
import { type LibraryEntry, libraryEntries, loadItem } from './libraries.ts';

/** So many combatants come at once. */
export const maxFoesAtOnce = 60;
/** So long a name leaves room for a number. */
export const maxFoeNameLength = 28;

/** `Zombie` five times: Zombie 1 … Zombie 5, counting on where there are some already. */
export const numberNames = (name: string, count: number, taken: readonly string[]): readonly string[] => {
  const keys = new Set(taken.map(nameKey));
  if (count === 1 && !keys.has(nameKey(name))) return [name];
  const names: string[] = [];
  for (let n = 1; names.length < count; n++) if (!keys.has(nameKey(`${name} ${n}`))) names.push(`${name} ${n}`);
  return names;
};

/** One kind of foe that is to come into a battle, and how many of it. */
export interface FoeToBring {
  readonly name: string;
  readonly count: number;
  readonly sheet: unknown;
  /** The character it is, where it is one of a campaign’s roster. */
  readonly character?: { readonly id: string; readonly savedAt: number } | undefined;
  /** The hash of the picture that is its face. */
  readonly face?: string | undefined;
}

/** Something that can be brought by its name. */
interface Source {
  readonly names: readonly [string, ...string[]];
  /** What it is good at, of a ready-made sheet. */
  readonly says?: string | undefined;
  readonly bring: () => Promise<Result<readonly FoeToBring[], Refusal>>;
}

/** The sheet of a foe that is kept; refuses one that its rulebook does not take any more. */
export const savedFoe = async (
  there: LibraryEntry,
  ruleset: Ruleset,
  services: Pick<Services, 'shelf' | 'rulesets'>,
): Promise<Result<unknown, Refusal>> => {
  const item = await loadItem(there, services);
  const foe = item.ok ? foeOf(item.value, services.rulesets) : item;
  return foe.ok ? parseSheet(ruleset, foe.value.sheet) : foe;
};

/** The foes of a group’s member: refuses one that is no more. */
export const memberFoe = async (
  group: string,
  { name, count, of }: GroupMember,
  ruleset: Ruleset,
  { shelf, rulesets, pictures }: Pick<Services, 'shelf' | 'rulesets' | 'pictures'>,
): Promise<Result<FoeToBring, Refusal>> => {
  if ('preset' in of) {
    const preset = ruleset.presets[of.preset];
    return preset === undefined
      ? refuse('group-member-gone', { group, name })
      : ok({ name, count, sheet: preset.sheet });
  }
  const [item] = await shelf.of([of.foe]);
  if (item === undefined || item.deletedAt !== undefined) return refuse('group-member-gone', { group, name });
  const foe = foeOf(item, rulesets);
  const sheet = foe.ok ? parseSheet(ruleset, foe.value.sheet) : foe;
  return sheet.ok ? ok({ name, count, sheet: sheet.value, face: await faceOf(of.foe, { pictures }) }) : sheet;
};

/** Everybody of a group that is kept. */
export const savedGroup = async (
  there: LibraryEntry,
  ruleset: Ruleset,
  services: Pick<Services, 'shelf' | 'rulesets' | 'pictures'>,
): Promise<Result<readonly FoeToBring[], Refusal>> => {
  const item = await loadItem(there, services);
  const group = item.ok ? groupOf(item.value, services.rulesets) : item;
  if (!group.ok) return group;
  const foes: FoeToBring[] = [];
  for (const member of group.value.members) {
    const foe = await memberFoe(there.head.name, member, ruleset, services);
    if (!foe.ok) return foe;
    foes.push(foe.value);
  }
  return ok(foes);
};

/** The sheets of the campaign’s roster that fit this battle: for those who lead it, nobody else learns of them. */
const rosterSources = async (
  asker: Asker,
  { saved, ruleset }: OpenBattle,
  services: Services,
): Promise<readonly Source[]> => {
  const { table } = saved;
  const campaign = table.campaign === undefined ? undefined : await services.campaigns.byId(table.campaign);
  if (campaign === undefined || !isGm(table, asker.user)) return [];
  const sheets = (await rosterOf(campaign, services)).filter(({ system }) => system === ruleset.id);
  return sheets.map(({ id, name, kind, sheet, updatedAt }) => ({
    names: [name],
    bring: async () =>
      (await services.histories.last([id])).get(id)?.dead
        ? refuse('character-dead', { name })
        : ok([
            {
              ...{ name, count: 1, sheet, face: await faceOf(id, services) },
              character: kind === 'character' ? { id, savedAt: updatedAt } : undefined,
            },
          ]),
  }));
};

const shelfSources = async (
  asker: Asker,
  { saved: { table }, ruleset }: OpenBattle,
  services: Services,
): Promise<readonly Source[]> => {
  if (!isGm(table, asker.user)) return [];
  const kept = await libraryEntries(asker, ['foe', 'group'], { system: ruleset.id }, services);
  return kept.map((there) => ({
    names: [there.head.name],
    bring: async () => {
      if (there.head.kind === 'group') return savedGroup(there, ruleset, services);
      const sheet = await savedFoe(there, ruleset, services);
      return sheet.ok
        ? ok([{ name: there.head.name, count: 1, sheet: sheet.value, face: await faceOf(there.head.id, services) }])
        : sheet;
    },
  }));
};

const presetSources = ({ presets }: Ruleset): readonly Source[] =>
  Object.entries(presets).map(([key, preset]) => ({
    names: presetNames(key, preset),
    says: preset.says,
    bring: async () =>
      ok([{ name: (preset.name ?? preset.title).slice(0, maxFoeNameLength), count: 1, sheet: preset.sheet }]),
  }));

const keptSources = async (asker: Asker, battle: OpenBattle, services: Services): Promise<readonly Source[]> => [
  ...(await rosterSources(asker, battle, services)),
  ...(await shelfSources(asker, battle, services)),
];

/** The names of these, each once. */
const namesOf = (sources: readonly Source[]): readonly string[] =>
  [...new Map(sources.toReversed().map(({ names: [name] }) => [nameKey(name), name])).values()].toReversed();

/** Whom its GM keeps for a battle: sheets of the campaign’s roster, foes and groups on shelves. */
export const savedFoeNames = async (asker: Asker, battle: OpenBattle, services: Services): Promise<readonly string[]> =>
  namesOf(await keptSources(asker, battle, services));

/** What can be brought into a battle by name: what its GM keeps first, then ready-made sheets. */
export const foeNames = async (asker: Asker, battle: OpenBattle, services: Services): Promise<readonly string[]> =>
  namesOf([...(await keptSources(asker, battle, services)), ...presetSources(battle.ruleset)]);

/** The same for a list to choose from: ready-made sheets with what they are good at. */
export const foeOffers = async (asker: Asker, battle: OpenBattle, services: Services): Promise<readonly Offer[]> => {
  const kept = await savedFoeNames(asker, battle, services);
  const ready = presetOffers([battle.ruleset]).filter(({ value }) => !kept.some((each) => isSameName(each, value)));
  return [...offersOf(kept), ...ready];
};

/** Whom a name means (`matchName`): somebody of the campaign’s roster, a foe or a group on a shelf, or a ready-made sheet. */
export const findFoes = async (
  asker: Asker,
  battle: OpenBattle,
  wanted: string,
  services: Services,
): Promise<Result<readonly FoeToBring[], Refusal>> => {
  const sources = [...(await keptSources(asker, battle, services)), ...presetSources(battle.ruleset)];
  const meant = matchName(wanted, sources, ({ names }) => names);
  if (meant.found !== undefined) return meant.found.bring();
  const titles = Object.values(battle.ruleset.presets).map(({ title }) => title);
  return refuse('no-such-preset', {
    preset: wanted,
    hint: didYouMean(meant.near, phrase`There are: ${titles.join('; ')}.`),
  });
};
