import type { Campaign } from '../../campaign/campaigns.ts';
import { ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import type { Line } from '../../rules/event.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Asker } from '../command-kit/asker.ts';
import {
  assignSheetNames,
  createSheetsRequest,
  describeImportedSheets,
  readSheets,
  toImportText,
} from '../imports/read-file.ts';
import { findPreset, findRuleset, sheetWithChanges } from '../input/sheets.ts';
import type { Services } from '../services.ts';

/** The longest name of a sheet on the roster: room for a number is left. */
const maxNameLength = 28;

/** Sheets that a GM gives for the roster, and what is to be said of where they come from. */
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

/** A ready-made sheet under a name. */
const sheetFromPreset = (usual: Ruleset, { name, preset }: RosterInput): Result<SheetsForRoster, Refusal> => {
  if (name === undefined) return refuse('bad-name');
  if (preset === undefined) return refuse('no-sheet');
  const found = findPreset(usual, preset);
  return found.ok ? ok({ ruleset: usual, sheets: [{ name, sheet: found.value.sheet }], origin: [] }) : found;
};

/** What stands in a text or file: where the campaign plays several rulebooks and none is named, it says itself of which it is. */
const sheetsFromText = async (
  asker: Asker,
  usual: Ruleset,
  input: RosterInput,
  campaign: Campaign,
  services: Pick<Services, 'rulesets' | 'readFile'>,
): Promise<Result<SheetsForRoster, Refusal>> => {
  const played = services.rulesets.filter(({ id }) => campaign.systems.includes(id));
  const wanted = createSheetsRequest(toImportText(input), input.system === undefined ? played : [usual], usual);
  const taken = await readSheets(asker, wanted, services);
  if (!taken.ok) return taken;
  const named = assignSheetNames(taken.value, input.name, maxNameLength);
  return named.ok
    ? ok({ ruleset: taken.value.ruleset, sheets: named.value, origin: describeImportedSheets(taken.value) })
    : named;
};

/** Sheets for the roster: a ready-made one, or those of a text or file; with what is different, each checked. */
export const readRosterInput = async (
  asker: Asker,
  campaign: Campaign,
  input: RosterInput,
  services: Pick<Services, 'rulesets' | 'readFile'>,
): Promise<Result<SheetsForRoster, Refusal>> => {
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
