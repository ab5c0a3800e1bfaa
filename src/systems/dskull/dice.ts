import { z } from 'zod';
import { ref, say, type Text } from '../../core/message.ts';
import type { Question } from '../../rules/asking.ts';
import { counting, noSuchChoice } from '../../rules/bounds.ts';
import { type Row, step } from '../../rules/lines.ts';
import type { SkullRoll } from './events.ts';
import { type Concern, directOpponent } from './opponents.ts';
import { seatOf } from './seats.ts';
import { type Face, faces, type Settings } from './settings.ts';
import type { Draft, Part, State } from './state.ts';

/** DS-DICE-3. */
const rank: Readonly<Record<Face, number>> = { HIT: 3, ADV: 2, BLK: 1, SKL: 0 };

/** DS-DICE-2. */
export const faceOf = ({ dice }: Settings, value: number): Face => dice.faces[value - 1] ?? 'BLK';

/** DS-DICE-7. */
export const poolSize = (base: number, by: number): number => base + Math.abs(by);

/** DS-DICE-11. The dice that go by themselves: the worst or the best faces, of equals the later die first. In rising order. */
export const goners = (rolled: readonly Face[], count: number, which: 'worst' | 'best'): readonly number[] =>
  rolled
    .map((face, index) => ({ index, rank: which === 'worst' ? rank[face] : -rank[face] }))
    .sort((a, b) => a.rank - b.rank || b.index - a.index)
    .slice(0, count)
    .map(({ index }) => index)
    .sort((a, b) => a - b);

export type DropFault = 'E_DROP_COUNT' | 'E_DROP_INDEX';

/** DS-DICE-12. What is wrong with naming these dice, by index from 0. */
export const dropFault = (named: readonly number[], count: number, pool: number): DropFault | undefined =>
  new Set(named).size !== count || named.length !== count
    ? 'E_DROP_COUNT'
    : named.some((index) => index < 0 || index >= pool)
      ? 'E_DROP_INDEX'
      : undefined;

/** How a kind of roll counts its kept faces. */
export type Counting = 'default' | 'melee' | 'armour' | 'morale';

const tally = (kept: readonly Face[], face: Face): number => kept.filter((each) => each === face).length;

/** DS-DICE-17, DS-DICE-18, DS-MELEE-4, DS-ARM-4, DS-TEST-6. */
export const countOf = (kept: readonly Face[], how: Counting, moraleAdv = true): number => {
  const plain = tally(kept, 'HIT') - tally(kept, 'SKL');
  if (how === 'melee' || (how === 'morale' && moraleAdv)) return plain + tally(kept, 'ADV');
  return how === 'armour' ? Math.max(0, plain) : plain;
};

export interface Rolling {
  /** What the dice are called: `attack`, `armour`, `injury`, `morale`, `tactics`. */
  readonly name: string;
  readonly roller: string;
  readonly base: number;
  readonly step: number;
  readonly concern: Concern;
  /** What the roll is, for the roller and for an opponent who chooses: each is told only the names of their own. */
  readonly says: { readonly roller: Text; readonly opponent: Text };
}

/** One set for each choice of faces, the later dice first. */
const kindsOfSets = (
  rolled: readonly Face[],
  count: number,
  step = counting('steps'),
  kinds: readonly Face[] = faces,
): readonly (readonly number[])[] => {
  step('ways to remove dice', 10 * rolled.length);
  const [kind, ...others] = kinds;
  if (kind === undefined) return count === 0 ? [[]] : [];
  const those = rolled.map((face, index) => (face === kind ? index : -1)).filter((index) => index >= 0);
  const found: (readonly number[])[] = [];
  for (let n = 0; n <= Math.min(count, those.length); n++)
    for (const rest of kindsOfSets(rolled, count - n, step, others))
      found.push([...those.slice(those.length - n), ...rest]);
  return found;
};

/** DS-DICE-12. An answer by the numbers of its dice, which players count from 1: `1+3`. */
export const dropId = (dropped: readonly number[]): string => dropped.map((index) => index + 1).join('+');
export const dropFrom = (id: string): readonly number[] => id.split('+').map((number) => Number(number) - 1);

const inWords = (those: readonly Face[]): string => those.toSorted((a, b) => rank[b] - rank[a]).join(' · ');

/** `Remove SKL, keep HIT · ADV`. */
const labelOf = (rolled: readonly Face[], dropped: readonly number[]): string =>
  `Remove ${inWords(dropped.flatMap((index) => rolled[index] ?? []))}, keep ${inWords(keptOf(rolled, dropped))}`;

/** All ways to remove dice, one for each set of faces (which of two equal dice goes makes no difference), the best first. */
const choicesOf = (rolled: readonly Face[], count: number, best: string): Question['choices'] =>
  kindsOfSets(rolled, count)
    .map((dropped) => ({ id: dropId(dropped.toSorted((a, b) => a - b)), label: labelOf(rolled, dropped) }))
    .toSorted((a, b) => Number(b.id === best) - Number(a.id === best));

const policyOf = (state: State, seat: string): 'auto' | 'ask' =>
  seatOf(state, seat)?.policy ?? state.settings.dice.dropPolicy;

const tableRow = ({ base, step: by }: Rolling, values: readonly number[], rolled: readonly Face[]): Row => [
  step('DS-DICE-7', `${base}d${by > 0 ? `+${by}` : by < 0 ? `−${-by}` : ''}`),
  ...values.map((value, index) => step('DS-DICE-2', `die ${index + 1}: ${rolled[index]} (${value})`)),
];

const askedSchema = z.object({ faces: z.array(z.string()) });

/** The faces on the table while somebody is asked which dice go. */
export const facesAsked = ({ facts }: Question): readonly string[] => askedSchema.parse(facts).faces;

/** DS-DICE-5 to DS-DICE-16. Rolls a pool and settles which dice are removed, asking whoever chooses. */
export function* rollDice(draft: Draft, rolling: Rolling): Part<SkullRoll> {
  const state = draft.now();
  const { base, step: by, roller } = rolling;
  const values: number[] = [];
  for (let n = poolSize(base, by); n > 0; n--) values.push(draft.dice.roll(6, rolling.name));
  const rolled = values.map((value) => faceOf(state.settings, value));
  const count = Math.abs(by);
  const fallen = { base, step: by, values, faces: rolled };
  if (count === 0) return { ...fallen, chooser: 'none', dropped: [], kept: rolled };
  const chooser = by > 0 ? roller : directOpponent(state, roller, rolling.concern);
  const auto = goners(rolled, count, by > 0 ? 'worst' : 'best');
  if (chooser === undefined) return { ...fallen, chooser: 'auto', dropped: [...auto], kept: keptOf(rolled, auto) };
  const dropped = yield* asked(rolled, count, auto, {
    to: chooser,
    kind: 'drop-dice',
    says: say`${by > 0 ? rolling.says.roller : rolling.says.opponent}: ${ref(chooser)} removes ${count === 1 ? 'one die' : `${count} dice`}.`,
    // Worked out only where somebody reads them: most such questions answer themselves.
    get choices() {
      return choicesOf(rolled, count, dropId(auto));
    },
    auto: dropId(auto),
    unless: policyOf(state, chooser),
    rows: [tableRow(rolling, values, rolled)],
    facts: { roller, faces: rolled },
  });
  return {
    ...fallen,
    chooser: by > 0 ? 'roller' : 'opponent',
    by: chooser,
    dropped: [...dropped].sort((a, b) => a - b),
    kept: keptOf(rolled, dropped),
  };
}

/** DS-DICE-10. */
const keptOf = (rolled: readonly Face[], dropped: readonly number[]): Face[] =>
  rolled.filter((_, index) => !dropped.includes(index));

/** Any dice may be named, though the list shows only one of several equal choices. Dice that cannot go end the ruling. */
function* asked(
  rolled: readonly Face[],
  count: number,
  auto: readonly number[],
  question: Question,
): Part<readonly number[]> {
  if (question.unless === 'auto' && rolled.every((face) => face === rolled[0])) return auto;
  const answer = yield question;
  const named = dropFrom(answer);
  return dropFault(named, count, rolled.length) === undefined ? named : noSuchChoice(answer, question.choices);
}
