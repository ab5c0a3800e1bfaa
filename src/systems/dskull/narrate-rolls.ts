import { signed } from '../../core/text.ts';
import { type Row, type Step, step } from '../../rules/lines.ts';
import { somethingUnseen } from '../../rules/unseen-parts.ts';
import type { Harm, SkullRoll } from './events.ts';
import type { Eyes } from './eyes.ts';

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
  [somethingUnseen]: ['', somethingUnseen],
};

export const stepParts = (
  steps: Readonly<Record<string, number>>,
  rules: Readonly<Record<string, string>> = {},
): readonly Step[] =>
  Object.entries(steps).map(([name, value]) => {
    const [rule, words] = parts[name] ?? ['DS-DICE-6', name];
    return step(rules[name] ?? rule, `${signed(value)} ${words}`);
  });

const poolText = ({ base, step: by }: SkullRoll): string => `${base}d${by === 0 ? '' : signed(by)}`;

/** The faces that fell, each with the number on the die it stands for: `HIT (6), BLK (2)`. */
const diceText = ({ values, faces }: SkullRoll): string =>
  values.map((value, index) => `${faces[index] ?? ''} (${value})`).join(', ');

const removal = ({ dropped, faces, by, chooser }: SkullRoll, eyes: Eyes): readonly Step[] => {
  if (dropped.length === 0) return [];
  const which = dropped.map((index) => `${faces[index] ?? ''} (die ${index + 1})`).join(', ');
  const rule = chooser === 'roller' ? 'DS-DICE-8' : chooser === 'opponent' ? 'DS-DICE-9' : 'DS-DICE-15';
  return [step(rule, `${by === undefined ? 'removed' : `${eyes.name(by)} removes`} ${which}`)];
};

/** What a roll is made of, what fell, what went and what it counts: all a pencil needs. */
export const rollRow = (
  name: string,
  roll: SkullRoll,
  eyes: Eyes,
  made: readonly Step[],
  counts: readonly Step[],
): Row => [
  step('DS-DICE-5', `${name} ${poolText(roll)}`),
  ...made,
  step('DS-DICE-7', diceText(roll)),
  ...removal(roll, eyes),
  ...(roll.dropped.length === 0 ? [] : [step('DS-DICE-10', `kept ${roll.kept.join(', ')}`)]),
  ...counts,
];

/**
 * DS-ATK-7, steps 8 to 12: armour and injury. `open`: may the reader know what the steps are made of? `armoured`: and the
 * armour roll? Without it the injury is told, but not the damage that it is reckoned from.
 */
export const harmRows = (harm: Harm | undefined, eyes: Eyes, open: boolean, armoured: boolean): readonly Row[] => {
  if (harm === undefined) return [];
  const { armour, injury, damage, final, result } = harm;
  const through = damage - (armour?.negated ?? 0);
  return [
    ...(armour && armoured
      ? [
          rollRow('armour', armour, eyes, open ? stepParts(armour.steps, { cover: 'DS-AOE-9' }) : [], [
            step('DS-ARM-4', `${damage} damage − ${armour.negated} = ${Math.max(0, through)}`),
          ]),
        ]
      : []),
    ...(injury
      ? [
          rollRow('injury', injury, eyes, open ? stepParts(harm.steps) : [], [
            ...(armoured
              ? [
                  step(
                    'DS-INJ-5',
                    `${final + injury.count} damage ${injury.count < 0 ? '+' : '−'} ${Math.abs(injury.count)} = ${final}`,
                  ),
                ]
              : []),
            step('DS-INJ-6', result),
          ]),
        ]
      : []),
  ];
};
