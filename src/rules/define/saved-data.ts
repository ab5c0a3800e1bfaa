import { ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import type { CommonState, RulesetDefinition } from '../definition.ts';
import type { CarriedCombatant, EntrantInBattle, SheetCheck } from '../sheets.ts';
import { compiledParser, parseInput } from '../verb.ts';

/** Defines how states, settings and sheets of one rulebook are parsed, and how sheets change between battles. */
export const defineSavedData = <Sheet, Settings, State extends CommonState<Settings>, Code extends string>({
  identity: { title },
  saved: { state: stateSchema, settings: settingsSchema, sheet: sheetSchema, badSheetCode, badSettingsCode },
  sheets,
  campaign,
}: Pick<RulesetDefinition<Sheet, Settings, State, Code>, 'identity' | 'saved' | 'sheets' | 'campaign'>) => ({
  /** Parses a saved state. Throws if it is invalid. */
  readState: compiledParser(stateSchema),
  parseSettings: (given: unknown): Result<Settings> => {
    const parsed = parseInput(settingsSchema, given);
    return parsed.ok ? parsed : refuse(badSettingsCode ?? 'bad-input', parsed.error.facts);
  },
  parseEntrant: (given: unknown): Result<Sheet, Refusal<Code | 'bad-input'>> => {
    const parsed = parseInput(sheetSchema, given);
    return parsed.ok ? parsed : refuse(badSheetCode ?? 'bad-input', parsed.error.facts);
  },
  /** The checks that can be rolled for a sheet. Empty if the sheet is invalid. */
  sheetChecks: (sheet: unknown, there?: EntrantInBattle<State>): readonly SheetCheck[] => {
    const parsed = sheetSchema.safeParse(sheet);
    return parsed.success ? (sheets?.sheetChecks?.(parsed.data, there) ?? []) : [];
  },
  restore: (sheet: unknown): Result<unknown> => {
    const parsed = parseInput(sheetSchema, sheet);
    return parsed.ok && campaign !== undefined ? ok(campaign.restore(parsed.value)) : parsed;
  },
  promote: (sheet: unknown, into: unknown): Result<unknown> => {
    if (campaign?.promote === undefined) return refuse('no-promotions', { system: title });
    const parsed = parseInput(sheetSchema, sheet);
    const other = into === undefined ? undefined : parseInput(sheetSchema, into);
    if (!parsed.ok) return parsed;
    return other?.ok === false ? other : campaign.promote(parsed.value, other?.value);
  },
  carry: (state: State, id: string, sheet: unknown): CarriedCombatant | undefined => {
    const read = sheetSchema.safeParse(sheet);
    return read.success ? campaign?.carry(state, id, read.data) : undefined;
  },
});
export type SavedData<Sheet, Settings, State extends CommonState<Settings>, Code extends string> = ReturnType<
  typeof defineSavedData<Sheet, Settings, State, Code>
>;
