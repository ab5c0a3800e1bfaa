import { err, fillPlaceholders, ok, phrase, type Result, renderText } from '../../../core/message.ts';
import { nameLookupShowingAll } from '../../../rules/for-reader.ts';
import { describeInputError } from '../../../rules/verb.ts';
import { type Settings, settingsSchema } from '../settings.ts';
import { sheetSchema, type Warband } from '../sheet.ts';
import { problems, type ValidationReport, validateWarband, type WarbandProblem } from './validation.ts';

/** `Skit: the trait fast cannot be bought`. */
export const describeProblem = ({ code, warrior, what }: WarbandProblem): string =>
  `${warrior === undefined ? '' : phrase`${warrior}: `}${renderText(fillPlaceholders(problems[code], { what: what ?? '' }), nameLookupShowingAll)}`;

/** A warband as the validator sees it: all errors at once, costs itemised, and each problem in words. */
interface WarbandReport extends ValidationReport {
  readonly name: string;
  /** Errors first. */
  readonly says: readonly string[];
}

/** What somebody wrote down as a warband, or what is wrong with it, in a few words. */
export const parseWarband = (given: unknown): Result<Warband, string> => {
  const parsed = sheetSchema.safeParse(given, { error: describeInputError });
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return err(phrase`${issue?.path.join('.') || 'warband'}: ${issue?.message ?? 'not understood'}`);
};

/** The same, of JSON text or of what JSON gave; as one sentence. */
const warbandFrom = (json: unknown): Result<Warband, string> => {
  let given = json;
  if (typeof json === 'string') {
    try {
      given = JSON.parse(json);
    } catch {
      return err('That is not JSON.');
    }
  }
  const warband = parseWarband(given);
  return warband.ok ? warband : err(phrase`That is not a warband: ${warband.error}.`);
};

/** DS-CMD-1, DS-WB-20. Checks a warband given as JSON text or value; what is no warband at all comes back as one sentence. */
export const warbandReport = (json: unknown, settings: Settings = settingsSchema.parse({})): WarbandReport | string => {
  const warband = warbandFrom(json);
  if (!warband.ok) return warband.error;
  const report = validateWarband(warband.value, settings);
  return { ...report, name: warband.value.name, says: [...report.errors, ...report.warnings].map(describeProblem) };
};
