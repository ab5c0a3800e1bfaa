import { gmActor } from '../../src/rules/call.ts';
import type { Playout } from '../../src/rules/playout.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { numbersOf } from '../../src/simulation/chance.ts';
import { ordersOf } from '../../src/simulation/policies.ts';
import type { Simulation } from '../../src/simulation/question.ts';
import { simulate } from '../../src/simulation/simulate.ts';
import { rulesets } from '../../src/systems/index.ts';
import { simulationThreads } from '../../src/wiring/simulation-threads.ts';
import { bandsOf } from '../arena/arena.ts';
import { pickedDice, picker } from '../chance.ts';
import { begun, sidesOf } from '../systems/any-battle.ts';
import { type Measured, median, quantile } from './measure.ts';

/** CPU seconds for which each rulebook is measured, after half as many to warm up. */
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const limits = { orders: 3000, dice: 100_000 };

/** Whole battles a second that are wanted, on one thread and on two. */
const wanted: Readonly<Record<string, readonly [one: number, two: number]>> = {
  'sword-world': [600, 1000],
  segment: [600, 1000],
  straalara: [600, 1000],
  skure: [200, 350],
  dskull: [200, 350],
};

/** Battles that have just begun, four against four of each band of presets; of warbands two against two. */
export const questionsOf = (ruleset: Ruleset): readonly Simulation[] => {
  const bands = bandsOf(ruleset).filter((_, at) => at % 2 === 1);
  return bands.map((band, at) => {
    const pick = picker((at + 1) * 104_729);
    const fighters = sidesOf(ruleset).flatMap((side) =>
      band.map((kind, n) => ({ id: `${side} ${n + 1}`, side, sheet: ruleset.presets[kind]?.sheet })),
    );
    return {
      system: ruleset.id,
      saved: begun(ruleset, fighters, () => pickedDice(pick)).save(),
      policies: {},
      until: { battles: 10, milliseconds: Number.POSITIVE_INFINITY, ...limits },
      numbers: 1,
      first: at,
    };
  });
};

/** CPU seconds of the whole process: its threads, its collection of garbage. */
const cpuOf = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Gives what is asked in turn, as a stream that does not end; no battle is played twice. */
const inTurn = (questions: readonly Simulation[]): (() => Simulation) => {
  let n = 0;
  return () => {
    const asked = questions[n % questions.length];
    if (asked === undefined) throw new Error('There is no battle to play.');
    n += 1;
    return { ...asked, first: 10 * n };
  };
};

/** Whole battles a CPU second, on this thread. */
const onOne = (ruleset: Ruleset, next: () => Simulation, forSeconds: number): number => {
  const from = cpuOf();
  let battles = 0;
  while (cpuOf() - from < forSeconds) battles += simulate(ruleset, next(), () => 0).battles;
  return battles / (cpuOf() - from);
};

/** Whole battles a second on two threads that have a core each. */
const onTwo = async (
  { asking }: ReturnType<typeof simulationThreads>,
  next: () => Simulation,
  forSeconds: number,
): Promise<number> => {
  const from = cpuOf();
  let battles = 0;
  const ask = async (channel: string): Promise<void> => {
    const { play } = asking(channel);
    while (cpuOf() - from < 2 * forSeconds) {
      const asked = next();
      battles += (await play(asked, 0))?.battles ?? 0;
    }
  };
  await Promise.all([ask('one'), ask('other')]);
  return (2 * battles) / (cpuOf() - from);
};

/** How often each decision is measured, the least of it counted: what else the machine does meanwhile only ever adds. */
const looks = 3;

/** How long whoever is awaited takes to find an order, in milliseconds. */
const decisionsOf = (ruleset: Ruleset, next: () => Simulation, forSeconds: number): readonly number[] => {
  const times: number[] = [];
  const end = cpuOf() + forSeconds;
  while (cpuOf() < end) {
    const { saved, first } = next();
    const numbers = numbersOf(1, first);
    const dice = { roll: (sides: number) => 1 + (numbers() % sides), fallen: () => [] };
    let playout = ruleset.playout(saved);
    while (playout.decided() === undefined) {
      // Each time as if it had never been looked at: nothing that is kept with a state helps.
      const took = Array.from({ length: looks }, () => {
        const anew = ruleset.playout(playout.save());
        const from = performance.now();
        const due = anew.due();
        if (due !== undefined) ordersOf(ruleset, anew, due, 'usual', () => 0, { carried: undefined }).next();
        return performance.now() - from;
      });
      times.push(Math.min(...took));
      const due = playout.due();
      const orders = due === undefined ? [] : ordersOf(ruleset, playout, due, 'usual', () => 0, { carried: undefined });
      let played: Playout | undefined;
      for (const order of orders) {
        const come = playout.play(due?.actor ?? gmActor, order, dice);
        if (come.ok) played = come.value.playout;
        if (played !== undefined) break;
      }
      if (played === undefined) break;
      playout = played;
    }
  }
  return times;
};

const rate = (what: string, perSecond: number, least: number): Measured => ({
  what,
  unit: '/s',
  median: perSecond,
  worst: perSecond,
  budget: `at least ${least}`,
  holds: perSecond >= least,
});

/** Whole battles played in thought, quickly, and what a decision of the usual tactics takes. */
export const benchPlayouts = async (): Promise<readonly Measured[]> => {
  const measured: Measured[] = [];
  const systems = process.env.BENCH_SYSTEMS?.split(',');
  for (const ruleset of rulesets.filter(({ id }) => systems === undefined || systems.includes(id))) {
    const questions = questionsOf(ruleset);
    const next = inTurn(questions);
    const [one, two] = wanted[ruleset.id] ?? [0, 0];
    const sides = ruleset.id === 'dskull' ? 'two warbands against two' : '4 against 4';
    onOne(ruleset, next, seconds / 2);
    measured.push(
      rate(
        `${ruleset.id}: battles of ${sides} a CPU second, played quickly, one thread`,
        onOne(ruleset, next, seconds),
        one,
      ),
    );
    const times = decisionsOf(ruleset, next, 2 * seconds);
    const mean = times.reduce((sum, each) => sum + each, 0) / times.length;
    const late = quantile(times, 0.99);
    measured.push({
      what: `${ruleset.id}: a usual decision (${times.length} decisions; mean ${mean.toFixed(3)} ms)`,
      unit: 'ms',
      median: median(times),
      worst: late,
      budget: 'p99 5 ms',
      holds: late <= 5,
    });
    const threads = simulationThreads(2);
    await onTwo(threads, next, seconds / 2);
    measured.push(
      rate(`${ruleset.id}: the same battles a second, two threads`, await onTwo(threads, next, seconds), two),
    );
    await threads.close();
  }
  return measured;
};
