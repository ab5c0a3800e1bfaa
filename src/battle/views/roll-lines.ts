import { counted, formatSigned, phrase, worded } from '../../core/message.ts';
import { createScriptedDice } from '../../dice/dice.ts';
import { type RolledDie, type RolledTerm, type RollResult, rollNotation } from '../../dice/notation.ts';
import type { PowerRollResult, PowerTableRoll } from '../../dice/power-roll.ts';
import { type Line, line, type SumRow, step } from '../../rules/event.ts';
import type { EntryRequest, LogEntry } from '../saved/store.ts';

const dieText = ({ value, status, exploded }: RolledDie): string => {
  const shown = `${exploded ? '!' : ''}${value}`;
  return status === 'kept' ? shown : status === 'dropped' ? `(${shown})` : `[${shown}]`;
};

const diceText = ({ text, dice, value }: Pick<RolledTerm, 'text' | 'dice' | 'value'>): string =>
  phrase`${text}: ${`${dice.map(dieText).join(' ')}${dice.length > 1 ? ` = ${value}` : ''}`}`;

const signs: Readonly<Record<string, string>> = { '-': '−', '*': '×', '/': '÷' };

const formatOperators = (before: string): string =>
  before.replace('+-', '-').replace(/[-+*/]/g, (sign) => `${signs[sign] ?? sign} `);

const termText = ({ text, label, before, after, dice, value }: RolledTerm): string =>
  `${formatOperators(before)}${label === undefined ? '' : `${label} `}${dice.length === 0 ? text : diceText({ text, dice, value })}${after}`;

const passText = (
  { dice, power, total, value }: PowerTableRoll,
  n: number,
  { command, passes }: PowerRollResult,
): string => {
  const natural = dice.reduce((sum, each) => sum + each, 0);
  const read = dice.length === 2 && natural === total ? dice.join('+') : phrase`${dice.join('+')} as ${total}`;
  const fell = `${read} → ${value ?? (n === 0 && passes.length === 1 ? worded('failure') : 0)}`;
  return power === command.power ? fell : phrase`row ${power}: ${fell}`;
};

const scalingTexts = {
  H: (sum: number, scaled: number) => phrase`= ${sum}, half ${scaled}`,
  OH: (sum: number, scaled: number) => phrase`= ${sum}, times 1.5 ${scaled}`,
  DB: (sum: number, scaled: number) => phrase`= ${sum}, double ${scaled}`,
};

/** The sum from the dice of a power roll to its total. SW-POWER-1, SW-POWER-6, SW-CRIT-1, SW-DMG-2, SW-DMG-3. */
const powerRow = (rolled: PowerRollResult): SumRow => {
  const { command, passes, powerTotal, sum, scaled, total } = rolled;
  const { power, c, bonus, bonusPerCritical, scaling } = command;
  const fell = passes
    .map((pass, n) => passText(pass, n, rolled))
    .reduce((before, next) => phrase`${before}, critical ${next}`);
  const rolls = c < 13 ? phrase`power ${power}, C ${c}: ${fell}` : phrase`power ${power}: ${fell}`;
  if (total === undefined) return [step('SW-POWER-6', phrase`${rolls}, automatic failure`)];
  const criticals = passes.length - 1;
  return [
    step('SW-POWER-1', rolls),
    ...(criticals > 0 ? [step('SW-CRIT-1', phrase`= ${powerTotal}`)] : []),
    ...(bonus === 0 ? [] : [step('SW-DMG-3', phrase`${formatSigned(bonus)} extra`)]),
    ...(bonusPerCritical * criticals === 0
      ? []
      : [step('SW-CRIT-1', phrase`${formatSigned(bonusPerCritical * criticals)} for criticals`)]),
    step('SW-DMG-2', scaling === undefined ? phrase`= ${sum}` : scalingTexts[scaling.kind](sum, scaled)),
    ...(scaling === undefined || scaling.after === 0
      ? []
      : [
          step('SW-DMG-3', phrase`${formatSigned(scaling.after)} added afterwards`),
          step('SW-DMG-2', phrase`= ${total}`),
        ]),
  ];
};

/** A roll outside the rules, with its purpose and the table to look up. */
export interface FreeRoll {
  readonly notation: string;
  readonly comment?: string | undefined;
  /** The combatant whose check the GM requested. Undefined for all other rolls. */
  readonly checkOf?: string | undefined;
  readonly table?: { readonly name: string; readonly row: (total: number) => string } | undefined;
}

/** The purpose of a roll, and the row of its table. */
type RollLabels = Pick<Extract<EntryRequest, { kind: 'roll' }>, 'comment' | 'row'>;

/** The purpose of a roll, and the row that its total selects. */
export const rollLabels = ({ comment, table }: FreeRoll, rolled: readonly RollResult[]): RollLabels => {
  const [only] = rolled;
  return {
    ...(comment !== undefined && { comment }),
    ...(table !== undefined &&
      only?.total !== undefined && { row: { table: table.name, text: table.row(only.total) } }),
  };
};

/** The result of a roll: a total, a number of successes, or a check with its outcome. */
export const rollResultText = (rolled: RollResult): string => {
  const { total = worded('automatic failure') } = rolled;
  if (rolled.kind === 'power') return `${total}`;
  const { outcome, terms } = rolled;
  const successes = counted(rolled.total, 'success', 'successes');
  if (outcome === undefined)
    return terms.some(({ isCount }) => isCount) ? phrase`${successes}, each die counted` : `${total}`;
  const { result, by } = outcome;
  if (result === 'success') return phrase`${total}, success by ${by}`;
  if (result === 'failure') return phrase`${total}, failure by ${by}`;
  if (result === 'super success') return phrase`${total}, super success by ${by}`;
  return result === 'automatic success' ? phrase`${total}, automatic success` : phrase`${total}, automatic failure`;
};

const naturalNotes = {
  success: 'in Sword World 6+6 always succeeds',
  failure: 'in Sword World 1+1 always fails',
} as const;

const rollResultLine = (rolled: RollResult, { comment, row }: RollLabels): Line => {
  const { notation, remark } = rolled;
  const what = [comment, row?.table, remark].filter((each) => each !== undefined);
  const result = phrase`${notation} → ${rollResultText(rolled)}`;
  const text = what.reduceRight(
    (shown, each) => phrase`${each}: ${shown}`,
    row === undefined ? result : phrase`${result}: ${row.text}`,
  );
  if (rolled.kind === 'power') return line(text, 'plain', [powerRow(rolled)]);
  const { outcome, terms } = rolled;
  const mood = outcome === undefined ? 'plain' : outcome.result.endsWith('success') ? 'good' : 'bad';
  const note = outcome?.natural === undefined ? [] : [step('', naturalNotes[outcome.natural])];
  return line(text, mood, [[...terms.map((term) => step('', termText(term))), ...note]]);
};

/** The lines of a rolled notation: the total, then the dice, with marks for dropped, rerolled and exploded ones. */
export const rollResultLines = (rolled: readonly RollResult[], words: RollLabels = {}): readonly Line[] =>
  rolled.map((each) => rollResultLine(each, words));

/** The lines of a logged roll, from its dice. */
export const loggedRollLines = (
  request: Extract<EntryRequest, { kind: 'roll' }>,
  { dice }: LogEntry,
): readonly Line[] => {
  const rolled = rollNotation(request.notation, createScriptedDice(dice));
  return rolled.ok ? rollResultLines(rolled.value, request) : [];
};
