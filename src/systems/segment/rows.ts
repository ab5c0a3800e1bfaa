import { phrase } from '../../core/language.ts';
import { say, type Text } from '../../core/message.ts';
import { formatNumber, formatSigned } from '../../core/text.ts';
import { type SumRow, step } from '../../rules/lines.ts';
import type { DegreeRoll, PercentRoll, SumPart } from './state.ts';

/** d100 against a degree: `PER 26: 2x (13 each)`. */
export const degreeRow = (
  rule: string,
  label: Text,
  { roll, attribute, modifier, degree }: DegreeRoll,
): SumRow<Text> => [
  step(rule, say`d100 ${roll} for ${label}`),
  step(
    'SEG-CHECK-1',
    phrase`${attribute} per multiple${modifier === 0 ? '' : phrase`, ${modifier} for wounds and modifiers`}`,
  ),
  step(rule, degree > 4 ? '→ 5x or worse' : phrase`→ ${degree}x`),
];

/** A sum of parts on one row: `112 longsword · −10 wounds = 102`. */
export const sumRow = (rule: string, label: string, total: number, parts: readonly SumPart[]): SumRow => [
  ...parts.map((each, n) =>
    step(each.rule, phrase`${n === 0 ? phrase`${label} ${each.value}` : formatSigned(each.value)} ${each.label}`),
  ),
  step(rule, phrase`= ${total}`),
];

export const percentRow = (rule: string, { roll, target, success, parts }: PercentRoll): SumRow => [
  ...sumRow(rule, '', target, parts).map((each) => ({ ...each, says: each.says.trim() })),
  step(rule, phrase`d100 ${roll}: ${success ? 'made' : 'failed'}`),
];

/** What happens on a segment. */
export const prefixSegment = (segment: number, text: Text): Text => say`Segment ${formatNumber(segment)}: ${text}`;
