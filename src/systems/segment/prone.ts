import { type SumRow, step } from '../../rules/lines.ts';
import type { Combatant, State, SumPart } from './state.ts';

/** SEG-RUL-93: what lying does to the strike chance of one attack, by setting. */
export const proneParts = (
  { settings: { prone } }: State,
  attacker: Combatant,
  target: Combatant,
  ranged: boolean,
): readonly SumPart[] => {
  if (prone === 'off' || (ranged && prone === 'melee')) return [];
  return [
    { rule: 'SEG-RUL-93', label: 'attacker prone', value: attacker.prone && !ranged ? -10 : 0 },
    { rule: 'SEG-RUL-93', label: 'target prone', value: target.prone ? (ranged ? -10 : 10) : 0 },
  ];
};

/** SEG-RUL-93: the same in words, for whoever goes down; nothing where lying does nothing. */
export const proneRows = ({ settings: { prone } }: State): readonly SumRow[] =>
  prone === 'off'
    ? []
    : [
        [
          step('SEG-RUL-93', 'melee attacks on it +10'),
          step('SEG-RUL-93', 'its own melee attacks −10'),
          ...(prone === 'all' ? [step('SEG-RUL-93', 'ranged attacks on it −10')] : []),
        ],
      ];
