import { phrase } from '../../../core/language.ts';
import { maskedRef, say, type Text } from '../../../core/message.ts';
import { formatSigned } from '../../../core/text.ts';
import { type SumRow, type SumStep, step } from '../../../rules/lines.ts';
import { hiddenPartLabel } from '../../../rules/redacted-sum.ts';
import type { SkullRoll } from './roll.ts';

/** The rule and the words of each part of a step. */
const parts: Readonly<Record<string, readonly [rule: string, words: string]>> = {
  skill: ['DS-ATK-10', 'skill'],
  parry: ['DS-ATK-10', 'parry'],
  shield: ['DS-ATK-9', 'shield'],
  cover: ['DS-COVER-1', 'cover'],
  range: ['DS-RNG-2', 'range'],
  engagement: ['DS-ENG-9', 'engaged'],
  small: ['DS-TRAIT-13', 'small'],
  scenario: ['DS-ATK-11', 'scenario'],
  surprised: ['DS-ATK-12', 'surprised'],
  flanked: ['DS-ATK-12', 'flanked'],
  injury: ['DS-INJ-1', 'injury roll'],
  traits: ['DS-TRAIT-10', 'traits'],
  strength: ['DS-TRAIT-4', 'ADV spent'],
  weakness: ['DS-MELEE-7', 'armour weakness'],
  heavy: ['DS-INJ-3', 'heavy damage'],
  effects: ['DS-TRIG-2', 'effects'],
  help: ['DS-TEST-3', 'help'],
  bonus: ['DS-TEST-7', 'situation'],
  [hiddenPartLabel]: ['', hiddenPartLabel],
};

export const buildSumSteps = (
  steps: Readonly<Record<string, number>>,
  rules: Readonly<Record<string, string>> = {},
): readonly SumStep[] =>
  Object.entries(steps).map(([name, value]) => {
    const [rule, words] = parts[name] ?? ['DS-DICE-6', name];
    return step(rules[name] ?? rule, phrase`${formatSigned(value)} ${words}`);
  });

const poolText = ({ base, step: by }: SkullRoll): string => `${base}d${by === 0 ? '' : formatSigned(by)}`;

/** The faces that fell, each with the number on the die it stands for: `HIT (6), BLK (2)`. */
const diceText = ({ values, faces }: SkullRoll): string =>
  values.map((value, index) => phrase`${faces[index] ?? ''} (${value})`).join(', ');

const removal = ({ dropped, faces, by, chooser }: SkullRoll): SumRow<Text> => {
  if (dropped.length === 0) return [];
  const which = dropped.map((index) => phrase`${faces[index] ?? ''} (die ${index + 1})`).join(', ');
  const rule = chooser === 'roller' ? 'DS-DICE-8' : chooser === 'opponent' ? 'DS-DICE-9' : 'DS-DICE-15';
  return [step(rule, by === undefined ? phrase`removed ${which}` : say`${maskedRef(by)} removes ${which}`)];
};

/** What a roll is made of, what fell, what went and what it counts: all a pencil needs. */
export const rollRow = (
  name: string,
  roll: SkullRoll,
  made: readonly SumStep[],
  counts: readonly SumStep[],
): SumRow<Text> => [
  step('DS-DICE-5', phrase`${name} ${poolText(roll)}`),
  ...made,
  step('DS-DICE-7', diceText(roll)),
  ...removal(roll),
  ...(roll.dropped.length === 0 ? [] : [step('DS-DICE-10', phrase`kept ${roll.kept.join(', ')}`)]),
  ...counts,
];
