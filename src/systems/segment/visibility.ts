import { formatSigned, listing, phrase, ref, say, sideTerm, type Text, term, worded } from '../../core/message.ts';
import { type SumRow, step } from '../../rules/event.ts';
import type { NumberTerms, Reader } from '../../rules/reader.ts';
import type { DegreeRoll, PercentRoll, State, SumPart } from './state.ts';

/** The label of a part of a sum, for the current reader. Weapons and spells are words, but the GM's reasons are not. */
export const formatLabel = ({ rule, label }: SumPart): string => {
  if (typeof label === 'string') return worded(term(label));
  return worded('name' in label && rule !== 'SEG-GEN-7' ? term(label.name) : label);
};

/** Formats a sum like `112 longsword · −10 wounds = 102`. */
export const sumRow = (rule: string, label: string, total: number, parts: readonly SumPart[]): SumRow => [
  ...parts.map((each, n) => {
    const says = phrase`${n === 0 ? each.value : formatSigned(each.value)} ${formatLabel(each)}`;
    return step(each.rule, n === 0 && label !== '' ? phrase`${term(label)} ${says}` : says);
  }),
  step(rule, phrase`= ${total}`),
];

const percentRow = (rule: string, { roll, target, success, parts }: PercentRoll): SumRow => [
  ...sumRow(rule, '', target, parts),
  step(rule, phrase`d100 ${roll}: ${term(success ? 'made' : 'failed')}`),
];

/** The log row of a percent roll. Empty if the reader may not see the sum. */
export const percentRowsFor = (reader: Reader, who: string, rule: string, roll: PercentRoll | undefined) =>
  roll && isSumVisible(reader, who, 'checks', roll.parts) ? [percentRow(rule, roll)] : [];

/** The log row of an attribute check. Empty if the reader may not see it or could infer hit points. */
export const degreeRowsFor = (reader: Reader, who: string, rule: string, label: Text, roll: DegreeRoll | undefined) => {
  if (roll === undefined || !isNumberVisible(reader, who, 'checks')) return [];
  const { attribute, modifier, degree } = roll;
  if (modifier !== 0 && !isNumberVisible(reader, who, 'hp')) return [];
  return [
    [
      step(rule, say`d100 ${roll.roll} for ${label}`),
      step('SEG-CHECK-1', phrase`${attribute} per multiple`),
      ...(modifier === 0 ? [] : [step('SEG-CHECK-1', phrase`${modifier} for wounds and modifiers`)]),
      step(rule, degree > 4 ? '→ 5x or worse' : phrase`→ ${degree}x`),
    ],
  ];
};

export const prefixSegment = (segment: number, text: Text): Text => say`Segment ${segment}: ${text}`;

/** The numbers of a combatant that the GM can show or hide, each with its kind. */
export const numberTerms = {
  hp: { description: 'Hit points, wounds and damage taken', kind: 'health' },
  energy: { description: 'Energy', kind: 'reserve' },
  sc: { description: 'Strike chance', kind: 'roll' },
  def: { description: 'Defense', kind: 'roll' },
  prot: { description: 'Protection', kind: 'roll' },
  initiative: { description: 'How the segment of an action is calculated', kind: 'roll' },
  checks: { description: 'Attribute checks and casting rolls', kind: 'roll' },
  sheet: { description: 'Everything else on the sheet: attributes, weapons, spells', kind: 'sheet' },
} as const satisfies NumberTerms;

type Term = keyof typeof numberTerms;

/** True if the reader sees the combatant, and may see this number of the combatant. */
export const isNumberVisible = (reader: Reader, id: string, term: Term): boolean =>
  reader.canSee(id) && reader.isNumberVisible(id, term);

/** True if the reader may see the parts of a sum, which could reveal hidden wounds. */
export const isSumVisible = (reader: Reader, id: string, term: Term, parts: readonly SumPart[]): boolean =>
  isNumberVisible(reader, id, term) &&
  (isNumberVisible(reader, id, 'hp') || parts.every(({ rule, value }) => rule !== 'SEG-WOUND-1' || value === 0));

/** The name of a side, or “another side” if the reader sees no combatant of that side. */
export const visibleSideName = (state: State, reader: Reader, team: string): Text =>
  reader.gm || state.combatants.some((each) => each.team === team && reader.canSee(each.id))
    ? sideTerm(team)
    : term('another side');

/** Lists the combatants that the reader sees. Undefined if the reader sees none of them. */
export const describeVisibleCombatants = (reader: Reader, ids: readonly string[]): Text | undefined => {
  const seen = ids.filter((id) => reader.canSee(id));
  return seen.length === 0 ? undefined : listing(seen.map(ref));
};
