import type { Campaign } from '../../campaign/campaigns.ts';
import { ok, type Result, refuse } from '../../core/message.ts';
import type { Line } from '../../rules/event.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Asker } from '../command-kit/command.ts';
import {
  assignSheetNames,
  createSheetsRequest,
  describeImportedSheets,
  readSheets,
  toImportText,
} from '../imports/read-file.ts';
import { findPreset, findRuleset, sheetWithChanges } from '../input/sheets.ts';
import type { Need } from '../services.ts';

/** Maximum length of a name (characters), which leaves room for a number behind the name. */
const maxNameLength = 28;

/** Sheets to add to the roster, and lines that say where the sheets come from. */
export interface SheetsForRoster {
  readonly ruleset: Ruleset;
  readonly sheets: readonly { readonly name: string; readonly sheet: unknown }[];
  readonly origin: readonly Line[];
}

interface RosterInput {
  readonly name?: string | undefined;
  readonly system?: string | undefined;
  readonly preset?: string | undefined;
  readonly changes?: string | undefined;
  readonly json?: string | undefined;
  readonly file?: string | undefined;
}

/** Builds a roster sheet from the named preset. Refuses unknown presets. */
const sheetFromPreset = (usual: Ruleset, { name, preset }: RosterInput): Result<SheetsForRoster> => {
  if (name === undefined) return refuse('bad-name');
  if (preset === undefined) return refuse('no-sheet');
  const found = findPreset(usual, preset);
  return found.ok ? ok({ ruleset: usual, sheets: [{ name, sheet: found.value.sheet }], origin: [] }) : found;
};

/** Reads sheets from a text or file. If no rulebook is named, chooses the campaign's rulebook that fits the text. */
const sheetsFromText = async (
  asker: Asker,
  usual: Ruleset,
  input: RosterInput,
  campaign: Campaign,
  services: Need<'rulesets' | 'readFile'>,
): Promise<Result<SheetsForRoster>> => {
  const played = services.rulesets.filter(({ id }) => campaign.systems.includes(id));
  const wanted = createSheetsRequest(toImportText(input), input.system === undefined ? played : [usual], usual);
  const taken = await readSheets(asker, wanted, services);
  if (!taken.ok) return taken;
  const named = assignSheetNames(taken.value, input.name, maxNameLength);
  return named.ok
    ? ok({ ruleset: taken.value.ruleset, sheets: named.value, origin: describeImportedSheets(taken.value) })
    : named;
};

/** Reads sheets for the roster from a preset, text or file, and applies the typed changes. */
export const readRosterInput = async (
  asker: Asker,
  campaign: Campaign,
  input: RosterInput,
  services: Need<'rulesets' | 'readFile'>,
): Promise<Result<SheetsForRoster>> => {
  const usual = findRuleset(services.rulesets, input.system ?? campaign.systems[0]);
  if (!usual.ok) return usual;
  const isText = input.json !== undefined || input.file !== undefined;
  const given = isText
    ? await sheetsFromText(asker, usual.value, input, campaign, services)
    : sheetFromPreset(usual.value, input);
  if (!given.ok) return given;
  const sheets: SheetsForRoster['sheets'][number][] = [];
  for (const { name, sheet } of given.value.sheets) {
    const checked = sheetWithChanges(given.value.ruleset, sheet, input.changes);
    if (!checked.ok) return checked;
    sheets.push({ name, sheet: checked.value });
  }
  return ok({ ...given.value, sheets });
};
