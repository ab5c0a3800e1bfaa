import type { Campaign } from '../../campaign/campaigns.ts';
import type { Character } from '../../campaign/characters.ts';
import { formatRosterOwner, type RosterKind, rosterKinds } from '../../campaign/roster-kinds.ts';
import { normalizeName, normalizeText, ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { parseSheet } from '../input/sheets.ts';
import type { Services } from '../services.ts';

/** A sheet the GM keeps in the campaign. */
export interface RosterSheet extends Character {
  readonly kind: RosterKind;
}

/** Everything on a campaign's roster, characters first. */
export const listRoster = async (
  campaign: Campaign,
  { characters }: Pick<Services, 'characters'>,
): Promise<readonly RosterSheet[]> => {
  const sheets: RosterSheet[] = [];
  for (const kind of rosterKinds) {
    const kept = await characters.list(formatRosterOwner(campaign, kind), campaign.guild);
    sheets.push(...kept.map((each) => ({ ...each, kind })));
  }
  return sheets;
};

/** The sheet of that name; letter case does not count. */
export const findOnRoster = async (
  campaign: Campaign,
  name: string,
  system: string | undefined,
  services: Pick<Services, 'characters'>,
): Promise<RosterSheet | undefined> =>
  (await listRoster(campaign, services)).find(
    (each) => normalizeName(each.name) === normalizeName(name) && (system ?? each.system) === each.system,
  );

/** Keeps a sheet on the roster, over one of the same name and kind, whose id it takes; `save` writes it. */
export const saveToRoster = async (
  campaign: Campaign,
  ruleset: Ruleset,
  { id, name, kind, sheet }: Pick<RosterSheet, 'id' | 'name' | 'kind' | 'sheet'>,
  { characters, now }: Pick<Services, 'characters' | 'now'>,
  save: (sheet: Character) => Promise<void>,
): Promise<Result<RosterSheet, Refusal>> => {
  const shown = normalizeText(name);
  if (shown === '' || [...shown].length > 28) return refuse('bad-name');
  const checked = parseSheet(ruleset, sheet);
  if (!checked.ok) return checked;
  const owner = formatRosterOwner(campaign, kind);
  const there = await characters.find(owner, campaign.guild, shown, ruleset.id);
  const kept: Character = {
    id: there?.id ?? id,
    owner,
    guild: campaign.guild,
    system: ruleset.id,
    name: shown,
    sheet: checked.value,
    edition: ruleset.editions.present,
    updatedAt: now(),
  };
  await save(kept);
  return ok({ ...kept, kind });
};
