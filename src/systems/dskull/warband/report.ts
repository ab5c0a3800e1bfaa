import { phrase } from '../../../core/language.ts';
import { fillPlaceholders, plain } from '../../../core/message.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { allNames } from '../../../rules/for-reader.ts';
import { inputError } from '../../../rules/input-errors.ts';
import { type Settings, settingsSchema } from '../settings.ts';
import { sheetSchema, type Warband } from '../sheet.ts';
import { type Problem, problems, type Report, validated } from './validation.ts';

/** `Skit: the trait fast cannot be bought`. */
export const problemText = ({ code, warrior, what }: Problem): string =>
  `${warrior === undefined ? '' : phrase`${warrior}: `}${plain(fillPlaceholders(problems[code], { what: what ?? '' }), allNames)}`;

/** A warband as the validator sees it: all errors at once, costs itemised, and each problem in words. */
interface WarbandReport extends Report {
  readonly name: string;
  /** Errors first. */
  readonly says: readonly string[];
}

/** What somebody wrote down as a warband, or what is wrong with it, in a few words. */
export const writtenWarband = (given: unknown): Result<Warband, string> => {
  const parsed = sheetSchema.safeParse(given, { error: inputError });
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
  const warband = writtenWarband(given);
  return warband.ok ? warband : err(phrase`That is not a warband: ${warband.error}.`);
};

/** DS-CMD-1, DS-WB-20. Checks a warband given as JSON text or value; what is no warband at all comes back as one sentence. */
export const warbandReport = (json: unknown, settings: Settings = settingsSchema.parse({})): WarbandReport | string => {
  const warband = warbandFrom(json);
  if (!warband.ok) return warband.error;
  const report = validated(warband.value, settings);
  return { ...report, name: warband.value.name, says: [...report.errors, ...report.warnings].map(problemText) };
};
