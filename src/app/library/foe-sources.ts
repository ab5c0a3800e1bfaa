import { isGm } from '../../battle/views/viewer.ts';
import { isSameName, ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import type { GroupMember, SavedFoe, SavedGroup } from '../../library/content.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { findRunningCampaign } from '../campaigns/channel-campaign.ts';
import type { Asker } from '../command-kit/asker.ts';
import { findActiveBattle } from '../input/active-battle.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import { findPreset, findRuleset, presetNames, sheetWithChanges } from '../input/sheets.ts';
import type { CampaignServices, Services } from '../services.ts';
import { createBattleSheetLookup } from './battle-sheets.ts';
import type { ReadableLibrary } from './libraries.ts';

/** The rulebook that is named, or that of the battle here, or the usual one of the campaign here. */
export const findNamedRuleset = async (
  asker: Asker,
  named: string | undefined,
  services: CampaignServices & Pick<Services, 'rulesets'>,
): Promise<Result<Ruleset, Refusal>> => {
  const { rulesets } = services;
  if (named !== undefined) return findRuleset(rulesets, named);
  const battle = await findActiveBattle(asker, services);
  if (battle !== undefined) return ok(battle.ruleset);
  const usual = (await findRunningCampaign(asker, services))?.systems[0];
  return usual === undefined
    ? refuse('no-system', { systems: rulesets.map(({ id }) => id).join(', ') })
    : findRuleset(rulesets, usual);
};

/** A sheet that is to be kept as a foe, with what it would be called. */
export interface FoeToSave {
  readonly ruleset: Ruleset;
  readonly name: string;
  readonly sheet: unknown;
}

/** `Zombie 3` is one of several Zombies. */
export const stripNumber = (name: string): string => name.replace(/\s+\d{1,3}$/, '');

/** A combatant of the battle here, unwounded. Undefined if the asker is not its GM, or none has that name. */
const fromBattle = async (
  asker: Asker,
  who: string,
  services: Pick<Services, 'battles'>,
): Promise<Result<FoeToSave, Refusal> | undefined> => {
  const battle = await services.battles.open(asker.channel);
  if (!battle.ok || !isGm(battle.value.saved.table, asker.user)) return undefined;
  const { game, ruleset } = battle.value;
  const found = game.roster().find(({ id, actor }) => isSameName(id, who) || isSameName(actor, who));
  if (found === undefined) return undefined;
  const sheets = await createBattleSheetLookup(battle.value, services);
  const sheet = sheets.ok ? sheets.value(found.actor, 'whole') : sheets;
  return sheet.ok ? ok({ ruleset, name: stripNumber(found.actor), sheet: sheet.value }) : sheet;
};

const fromPreset = (ruleset: Ruleset, wanted: string): Result<FoeToSave, Refusal> => {
  const preset = findPreset(ruleset, wanted);
  if (!preset.ok) return preset;
  const { title, name = title, sheet } = preset.value;
  return ok({ ruleset, name, sheet });
};

interface FoeSourceInput {
  /** A combatant of the battle here, or a preset. */
  readonly content?: string | undefined;
  readonly system?: string | undefined;
  readonly changes?: string | undefined;
}

/** What is to be saved as a foe: for the GM of the battle here a combatant of it, else a preset; with changes. */
export const findFoeToSave = async (
  asker: Asker,
  { content, system, changes }: FoeSourceInput,
  services: CampaignServices & Pick<Services, 'rulesets'>,
): Promise<Result<FoeToSave, Refusal>> => {
  if (content === undefined)
    return refuse('bad-input', { option: 'content', problem: 'name a preset, or a combatant of your battle' });
  const combatant = system === undefined ? await fromBattle(asker, content, services) : undefined;
  const ruleset = combatant === undefined ? await findNamedRuleset(asker, system, services) : undefined;
  const source = combatant ?? (ruleset?.ok ? fromPreset(ruleset.value, content) : ruleset);
  if (source === undefined || !source.ok) return source ?? refuse('no-such-combatant', { who: content });
  const sheet = sheetWithChanges(source.value.ruleset, source.value.sheet, changes);
  return sheet.ok ? ok({ ...source.value, sheet: sheet.value }) : sheet;
};

/** A foe as it is kept. */
export const toSavedFoe = (sheet: unknown, note: string | undefined): SavedFoe => ({ sheet, ...(note && { note }) });

/** `Zombie 3`, `3 Zombie`, `Zombie x3`, `Zombie`: how many of whom. */
const parseCount = (part: string): { readonly name: string; readonly count: number } => {
  const [, before, after] = /^(\d{1,2})\s*[x×]?\s+(.+)$/i.exec(part) ?? [];
  if (before !== undefined && after !== undefined) return { name: after, count: Number(before) };
  const [, name, behind] = /^(.+?)\s+[x×]?\s*(\d{1,2})$/i.exec(part) ?? [];
  return name === undefined ? { name: part, count: 1 } : { name, count: Number(behind) };
};

/** The members that a text names: foes on the same shelf, else ready-made sheets. */
export const parseGroupMembers = async (
  shelf: ReadableLibrary,
  ruleset: Ruleset,
  written: string,
  services: Pick<Services, 'library'>,
): Promise<Result<SavedGroup['members'], Refusal>> => {
  const foes = (await services.library.list(shelf, 'foe')).filter(({ system }) => system === ruleset.id);
  const sources = [
    ...foes.map(({ id, name }) => ({ names: [name], name, of: { foe: id } })),
    ...Object.entries(ruleset.presets).map(([key, preset]) => ({
      ...{ names: presetNames(key, preset), name: preset.name ?? preset.title, of: { preset: key } },
    })),
  ];
  const members: GroupMember[] = [];
  for (const part of written
    .split(/[,;\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')) {
    const { name, count } = parseCount(part);
    const meant = matchName(name, sources, ({ names }) => names);
    if (meant.found === undefined)
      return refuse('no-such-member', {
        name,
        shelf: shelf.label,
        hint: didYouMean(meant.suggestions, 'Copy a foe there with /library copy.'),
      });
    if (count < 1 || count > 20)
      return refuse('bad-input', { option: 'content', problem: 'write a number from 1 to 20 for each foe' });
    members.push({ name: meant.found.name, count, of: meant.found.of });
  }
  if (members.length === 0 || members.length > 20)
    return refuse('bad-input', { option: 'content', problem: 'name 1 to 20 foes with commas, like Zombie 3, Ogre' });
  return ok(members);
};

/** `Zombie ×3, Ogre`. */
export const formatMembers = (members: readonly Pick<GroupMember, 'name' | 'count'>[]): string =>
  members.map(({ name, count }) => (count === 1 ? name : `${name} ×${count}`)).join(', ');
