import type { BattleSummary } from '../../battle/saved/store.ts';
import type { BattleTally, SliceTotals, TallySlice } from '../../campaign/statistics.ts';
import { amount, counted, currentDictionary, phrase, term, worded } from '../../core/message.ts';
import { countRolls, highLowTest, meanTest, uniformityTest } from '../../dice/fairness-tests.ts';
import { type Line, line, step } from '../../rules/event.ts';
import type { Need } from '../services.ts';

/** Counts battles for one reader. Saves the counts of ended battles, because all readers get the same. */
export const tallyBattles = async (
  fought: readonly Pick<BattleSummary, 'id' | 'status' | 'version'>[],
  user: string | undefined,
  { battles, statistics, records }: Need<'battles' | 'records' | 'statistics'>,
): Promise<readonly BattleTally[]> => {
  const over = fought.filter(({ status }) => status === 'ended').map(({ id }) => id);
  const kept = new Map((await statistics.find(over)).map((each) => [each.battle, each]));
  const all: BattleTally[] = [];
  for (const { id, version } of fought) {
    const there = kept.get(id);
    if (there?.version === version) {
      all.push(there);
      continue;
    }
    const battle = await battles.openById(id);
    if (!battle.ok) continue;
    const { status } = battle.value.saved;
    const tallied = await records('count', battle.value, { user });
    if (!tallied.ok) continue;
    if (status === 'ended') await statistics.save(tallied.value);
    all.push(tallied.value);
  }
  return all;
};

/** Lists battles for statistics. In direct messages only the user's own, because these messages are private. */
export const listBattles = async (
  user: string,
  guild: string | undefined,
  { battles }: Need<'battles'>,
): Promise<readonly BattleSummary[]> =>
  guild === undefined
    ? (await battles.listBySeat(user)).filter((each) => each.guild === undefined)
    : battles.list(guild);

const round = (value: number) => amount(Math.round(value * 10) / 10);

const grouped = (value: number): string => value.toLocaleString(`${currentDictionary()?.language ?? 'en'}-u-nu-latn`);

/** Describes how rare an event of this probability is: `about 1 time in 7`. */
const rarity = (p: number): string => {
  if (p >= 0.4) return worded('normal for fair dice');
  if (p < 1e-6) return worded('fair dice do this less than 1 time in a million');
  const one = 1 / p;
  const rounded = one < 20 ? Math.round(one) : Number(one.toPrecision(2));
  return phrase`fair dice do this about 1 time in ${grouped(rounded)}`;
};

const dieCount = (count: number): string => (count === 1 ? worded('one die') : counted(count, 'die', 'dice'));

const highWords = ['remarkably high', 'rather high', 'a little high'] as const;
const lowWords = ['remarkably low', 'rather low', 'a little low'] as const;

/** Lines that compare the results of dice with their expectation, in total and for each size of die. */
export const diceLines = ({ dice, byHand }: Pick<SliceTotals, 'dice' | 'byHand'>, noun: string): readonly Line[] => {
  const { count, z, p } = highLowTest(dice);
  const hand = byHand === 0 ? [] : [line(phrase`${byHand} more were rolled by hand and are not counted.`, 'quiet')];
  if (count === 0) return [line('No dice yet.', 'quiet'), ...hand];
  const [strong, clear, slight] = z > 0 ? highWords : lowWords;
  const verdict =
    p >= 0.4
      ? phrase`${dieCount(count)}, on average neither high nor low.`
      : phrase`${dieCount(count)}, ${term(p < 0.05 ? strong : p < 0.2 ? clear : slight)}: about 1 ${term(noun)} in ${grouped(Math.round(1 / p))} is this far from the average, high or low.`;
  const rows = dice.map((each) => {
    const { mean, expected, p: rare } = meanTest(each);
    const even = uniformityTest(each);
    return [
      step(
        '',
        phrase`d${each.sides}: ${dieCount(countRolls(each))}, mean ${round(mean)} (${round(expected)} expected), ${rarity(rare)}`,
      ),
      ...(even === undefined
        ? []
        : [step('', phrase`spread of the faces: ${term(even.p < 0.05 ? 'uneven' : 'even')}, ${rarity(even.p)}`)]),
    ];
  });
  return [line(verdict, 'plain', rows), ...hand];
};

const duration = (seconds: number): string => {
  if (seconds < 90) return phrase`${seconds} s`;
  if (seconds < 5400) return phrase`${Math.round(seconds / 60)} min`;
  return seconds < 129_600 ? phrase`${round(seconds / 3600)} h` : phrase`${round(seconds / 86_400)} days`;
};

const middle = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
};

/** Describes attacks, damage and the time that turns took, in short sentences. */
export const describeDeeds = ({ deeds, moves }: Pick<SliceTotals, 'deeds' | 'moves'>): readonly string[] => {
  const { hit = 0, miss = 0, damage = 0, taken = 0, felled = 0, healed = 0 } = deeds;
  const blows = hit + miss;
  return [
    ...(blows === 0 ? [] : [phrase`${hit} of ${counted(blows, 'attack')} hit (${Math.round((100 * hit) / blows)} %)`]),
    ...(damage === 0 ? [] : [phrase`${damage} damage done`]),
    ...(taken === 0 ? [] : [phrase`${taken} damage taken`]),
    ...(healed === 0 ? [] : [phrase`${healed} healed`]),
    ...(felled === 0
      ? []
      : [felled === 1 ? worded('took someone down once') : phrase`took someone down ${counted(felled, 'time')}`]),
    ...(moves.length === 0
      ? []
      : [
          moves.length === 1
            ? phrase`one turn, which took ${duration(middle(moves))}`
            : phrase`${counted(moves.length, 'turn')}: half of them took at most ${duration(middle(moves))}, the slowest took ${duration(moves.reduce((most, each) => Math.max(most, each), 0))}`,
        ]),
  ];
};

/** Removes the statistics of users who hide their statistics from this reader. */
export const visibleStatistics = async (
  slices: readonly TallySlice[],
  reader: string | undefined,
  { statistics }: Need<'statistics'>,
): Promise<{ readonly slices: readonly TallySlice[]; readonly left: number }> => {
  const users = [...new Set(slices.map(({ user }) => user))];
  const hidden = await statistics.listPrivate(users.filter((user) => user !== reader));
  return { slices: slices.filter(({ user }) => !hidden.has(user)), left: hidden.size };
};
