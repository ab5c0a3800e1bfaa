import { counted, phrase } from '../../../core/language.ts';
import type { Text } from '../../../core/message.ts';
import { type LineTone, type SumRow, step } from '../../../rules/lines.ts';
import { buildSumSteps, rollRow } from '../dice/roll-rows.ts';
import type { Harm } from './harm.ts';

/** What came of damage, in words. */
export const describeHarm = (harm: Harm | undefined, armoured = true): string => {
  if (harm === undefined) return 'a miss';
  const { damage, armour, result } = harm;
  if (result !== 'none') return result;
  return armoured && armour !== undefined && armour.negated >= damage ? 'armour stops all damage' : 'unharmed';
};

export const toneOfHarm = (harm: Harm | undefined): LineTone =>
  harm === undefined || harm.result === 'none'
    ? 'plain'
    : harm.result === 'killed' || harm.result === 'incapacitated'
      ? 'bad'
      : 'good';

export const formatHits = (hits: number): string => counted(hits, 'hit');

/**
 * DS-ATK-7, steps 8 to 12: armour and injury. `open`: may the reader know what the steps are made of? `armoured`: and the
 * armour roll? Without it the injury is told, but not the damage that it is reckoned from.
 */
export const harmRows = (harm: Harm | undefined, open: boolean, armoured: boolean): readonly SumRow<Text>[] => {
  if (harm === undefined) return [];
  const { armour, injury, damage, final, result } = harm;
  const through = damage - (armour?.negated ?? 0);
  return [
    ...(armour && armoured
      ? [
          rollRow('armour', armour, open ? buildSumSteps(armour.steps, { cover: 'DS-AOE-9' }) : [], [
            step('DS-ARM-4', phrase`${damage} damage − ${armour.negated} = ${Math.max(0, through)}`),
          ]),
        ]
      : []),
    ...(injury
      ? [
          rollRow('injury', injury, open ? buildSumSteps(harm.steps) : [], [
            ...(armoured
              ? [
                  step(
                    'DS-INJ-5',
                    phrase`${final + injury.count} damage ${injury.count < 0 ? '+' : '−'} ${Math.abs(injury.count)} = ${final}`,
                  ),
                ]
              : []),
            step('DS-INJ-6', result),
          ]),
        ]
      : []),
  ];
};
