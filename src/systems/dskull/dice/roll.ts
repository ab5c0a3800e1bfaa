import { z } from 'zod';
import { counted, phrase, worded } from '../../../core/language.ts';
import { ref, say, type Text } from '../../../core/message.ts';
import { type SumRow, step } from '../../../rules/lines.ts';
import { lazyQuestion } from '../../../rules/question.ts';
import { type DieFace, dieFaces, type Settings } from '../settings.ts';
import type { Draft, PartialRuling } from '../state.ts';
import { findOpponent, type RollSubject } from './opponent.ts';
import { askDiceToDrop, chooseRemovedDice, dropChoices, dropPolicyOf, formatDropId, keptFaces } from './removal.ts';

const face = z.enum(dieFaces);

/** One roll of skull dice as it fell and as it counts. */
export const rollSchema = z.strictObject({
  base: z.int(),
  step: z.int(),
  /** The d6 as they fell. */
  values: z.array(z.int()),
  faces: z.array(face),
  chooser: z.enum(['none', 'roller', 'opponent', 'auto']),
  /** The seat that removed dice, if a player did. */
  by: z.string().optional(),
  dropped: z.array(z.int()),
  kept: z.array(face),
});
export type SkullRoll = z.output<typeof rollSchema>;

/** DS-DICE-2. */
const faceOf = ({ dice }: Settings, value: number): DieFace => dice.faces[value - 1] ?? 'BLK';

/** DS-DICE-7. */
export const poolSize = (base: number, by: number): number => base + Math.abs(by);

/** How a kind of roll counts its kept faces. */
export type CountingRule = 'default' | 'melee' | 'armour' | 'morale';

const howMany = (kept: readonly DieFace[], face: DieFace): number => kept.filter((each) => each === face).length;

/** DS-DICE-17, DS-DICE-18, DS-MELEE-4, DS-ARM-4, DS-TEST-6. */
export const countFaces = (kept: readonly DieFace[], how: CountingRule, moraleAdv = true): number => {
  const plain = howMany(kept, 'HIT') - howMany(kept, 'SKL');
  if (how === 'melee' || (how === 'morale' && moraleAdv)) return plain + howMany(kept, 'ADV');
  return how === 'armour' ? Math.max(0, plain) : plain;
};

interface RollRequest {
  /** What the dice are called: `attack`, `armour`, `injury`, `morale`, `tactics`. */
  readonly name: string;
  readonly roller: string;
  readonly base: number;
  readonly step: number;
  readonly concern: RollSubject;
  /** What the roll is, for the roller and for an opponent who chooses: each is told only the names of their own. */
  readonly says: () => { readonly roller: Text; readonly opponent: Text };
}

const tableRow = ({ base, step: by }: RollRequest, values: readonly number[], rolled: readonly DieFace[]): SumRow => [
  step('DS-DICE-7', phrase`${base}d${by > 0 ? `+${by}` : by < 0 ? `−${-by}` : ''}`),
  ...values.map((value, index) => step('DS-DICE-2', phrase`die ${index + 1}: ${rolled[index]} (${value})`)),
];

/**
 * DS-DICE-5, DS-DICE-6, DS-DICE-8, DS-DICE-9, DS-DICE-16, DS-GEN-8, RULING-4. Rolls a pool and settles which dice are removed,
 * asking whoever chooses.
 */
export function* rollDice(draft: Draft, rolling: RollRequest): PartialRuling<SkullRoll> {
  const state = draft.now();
  const { base, step: by, roller } = rolling;
  const values: number[] = [];
  for (let n = poolSize(base, by); n > 0; n--) values.push(draft.dice.roll(6, rolling.name));
  const rolled = values.map((value) => faceOf(state.settings, value));
  const count = Math.abs(by);
  const fallen = { base, step: by, values, faces: rolled };
  if (count === 0) return { ...fallen, chooser: 'none', dropped: [], kept: rolled };
  const chooser = by > 0 ? roller : findOpponent(state, roller, rolling.concern);
  const auto = chooseRemovedDice(rolled, count, by > 0 ? 'worst' : 'best');
  if (chooser === undefined) return { ...fallen, chooser: 'auto', dropped: [...auto], kept: keptFaces(rolled, auto) };
  const best = formatDropId(auto);
  const question = lazyQuestion(
    {
      to: chooser,
      kind: 'drop-dice',
      auto: best,
      unless: dropPolicyOf(state, chooser),
      facts: { roller, faces: rolled },
    },
    () => {
      const { roller: own, opponent } = rolling.says();
      return {
        says: say`${by > 0 ? own : opponent}: ${ref(chooser)} removes ${count === 1 ? worded('one die') : counted(count, 'die', 'dice')}.`,
        choices: dropChoices(rolled, count, best),
        rows: [tableRow(rolling, values, rolled)],
      };
    },
  );
  const dropped = yield* askDiceToDrop(rolled, count, auto, question);
  return {
    ...fallen,
    chooser: by > 0 ? 'roller' : 'opponent',
    by: chooser,
    dropped: [...dropped].sort((a, b) => a - b),
    kept: keptFaces(rolled, dropped),
  };
}

/** Only what changes a sum. */
export const withoutZeros = (parts: Readonly<Record<string, number>>): Record<string, number> => {
  const changing: Record<string, number> = {};
  for (const name in parts) if (parts[name] !== 0) changing[name] = parts[name] ?? 0;
  return changing;
};

export const sumParts = (parts: Readonly<Record<string, number>>): number => {
  let total = 0;
  for (const name in parts) total += parts[name] ?? 0;
  return total;
};
