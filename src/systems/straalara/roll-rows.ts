import { signed } from '../../core/text.ts';
import { type Row, type Step, step } from '../../rules/lines.ts';
import { counted, dice } from './describe.ts';
import type { Blow, Part, Roll } from './events.ts';

const ruleOf: Readonly<Record<string, string>> = {
  stance: 'ST-STANCE-8',
  GM: 'ST-GM-1',
  wounds: 'ST-WOUND-4',
  'earlier defenses': 'ST-DEF-8',
  weapon: 'ST-POOL-4',
  'long range': 'ST-RUL-32',
  effects: 'ST-GEN-4',
  armor: 'ST-SOAK-2',
};

const partSteps = (parts: readonly Part[]): readonly Step[] =>
  parts.map(({ says, n }, index) =>
    step(ruleOf[says] ?? 'ST-POOL-1', index === 0 ? `${says} ${n}` : `${signed(n)} ${says}`),
  );

/** `dexterity 4 · +4 weaponry = 8 dice`. */
const poolRow = ({ parts, pool, dice: fallen }: Roll): Row => [
  ...partSteps(parts),
  step('ST-POOL-2', `= ${pool} ${dice(pool)}${fallen.length === Math.max(0, pool) ? '' : `, ${fallen.length} rolled`}`),
];

/** `difficulty 6 · +1 weapon = 7`, only where something changes it. */
const difficultyRow = ({ marks, difficulty }: Roll): readonly Row[] =>
  marks.length < 2 && marks[0]?.n === difficulty
    ? []
    : [
        [
          step('ST-POOL-3', `difficulty ${marks[0]?.n ?? 6}`),
          ...marks.slice(1).map(({ says, n }) => step(ruleOf[says] ?? 'ST-POOL-4', `${signed(n)} ${says}`)),
          step('ST-POOL-5', `= ${difficulty}`),
        ],
      ];

/** `d10 9 7 6 1 against 6: 3 hits · 1 one cancels = 2 successes`. */
const diceRow = (name: string, rule: string, roll: Roll): Row => {
  const { dice: fallen, difficulty, hits, ones, successes } = roll;
  if (fallen.length === 0) return [step('ST-POOL-10', `${name}: no dice, no successes`)];
  const cancelled = successes !== hits;
  return [
    step(rule, `${name} d10 ${fallen.join(' ')} against ${difficulty}: ${counted(hits, 'hit')}`),
    ...(ones > 0 && cancelled ? [step('ST-POOL-7', `−${counted(ones, 'one')}`)] : []),
    step('ST-POOL-8', `= ${counted(successes, 'success', 'successes')}`),
  ];
};

/** Every number of a pool, so that a pencil gets the same; a hidden roll tells only its successes, never its dice. */
export const rollRows = (name: string, rule: string, roll: Roll, told: boolean): readonly Row[] =>
  told
    ? [poolRow(roll), ...difficultyRow(roll), diceRow(name, rule, roll)]
    : [[step(rule, `${name}: ${counted(roll.successes, 'success', 'successes')}`)]];

/** Damage, soak and what is left, each as far as the reader is told the numbers of the one who rolled. */
export const blowRows = ({ damage, soak, healthLost }: Blow, striker: boolean, struck: boolean): readonly Row[] => [
  striker
    ? [
        step('ST-DMG-2', `damage ${damage.base}${damage.extra > 0 ? ` + ${damage.extra} net` : ''}`),
        step('ST-DMG-5', `d10 ${damage.dice.join(' ') || 'none'} against 6`),
        step('ST-DMG-5', `= ${counted(damage.successes, 'success', 'successes')}`),
      ]
    : [step('ST-DMG-5', `damage: ${counted(damage.successes, 'success', 'successes')}`)],
  ...(soak && struck ? rollRows('soak', 'ST-SOAK-3', soak, true) : []),
  ...(soak && struck
    ? [[step('ST-SOAK-4', `${damage.successes} − ${soak.successes} = ${counted(healthLost, 'level')} lost`)]]
    : []),
];
