import { refineOdds } from '../../src/app/odds/refine-odds.ts';
import type { LoggedDice } from '../../src/dice/dice.ts';
import type { RuleEvent } from '../../src/rules/event.ts';
import { gmActor } from '../../src/rules/expected-action.ts';
import type { Playout, PlayoutOutcome } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { chooseOrders, createRandomStream, type PolicyMemory, simulate } from '../../src/simulation/simulate.ts';
import type { Policy, SimulationRequest } from '../../src/simulation/simulation-request.ts';
import { rulesets } from '../../src/systems/index.ts';
import { createSimulationThreads } from '../../src/wiring/simulation-threads.ts';
import { bandsOf } from '../arena/arena.ts';
import { pickedDice, picker } from '../chance.ts';
import { sidesOf, startBattle } from '../systems/any-battle.ts';
import { type Measured, median, quantile } from './measure.ts';

/** CPU seconds for which each row is measured, after half as many to warm up. */
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const limits = { orders: 3000, dice: 100_000 };

/** Seconds until `/battle odds` must know every side's share within five percent; dSkull only says how sure it is. */
const oddsSeconds = (ruleset: Ruleset): number => (ruleset.id === 'dskull' ? Number.POSITIVE_INFINITY : 4);

/** Battles that have just begun, four against four of each band of presets; of warbands two against two. */
const questionsOf = (ruleset: Ruleset): readonly SimulationRequest[] => {
  const bands = bandsOf(ruleset).filter((_, at) => at % 2 === 1);
  return bands.map((band, at) => {
    const pick = picker((at + 1) * 104_729);
    const fighters = sidesOf(ruleset).flatMap((side) =>
      band.map((kind, n) => ({ id: `${side} ${n + 1}`, side, sheet: ruleset.presets[kind]?.sheet })),
    );
    return {
      system: ruleset.id,
      state: startBattle(ruleset, fighters, () => pickedDice(pick)).save(),
      policies: {},
      stopCondition: { battles: 10, milliseconds: Number.POSITIVE_INFINITY, ...limits },
      seed: 1,
      firstBattle: at,
    };
  });
};

/** CPU seconds of the whole process: its threads, its collection of garbage. */
const cpuOf = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** An endless stream of the questions in turn. No battle is played twice. */
const inTurn = (questions: readonly SimulationRequest[]): (() => SimulationRequest) => {
  let n = 0;
  return () => {
    const asked = questions[n % questions.length];
    if (asked === undefined) throw new Error('There is no battle to play.');
    n += 1;
    return { ...asked, firstBattle: 10 * n };
  };
};

/** Maximum time of a row by the clock (seconds), for busy machines. */
const longest = Number(process.env.BENCH_ROW_SECONDS ?? 15);

const rowOf = (cpuSeconds: number) => {
  const [from, end] = [cpuOf(), performance.now() + 1000 * longest];
  return {
    /** The time of a call by the clock (milliseconds). */
    left: (): number => Math.max(0, end - performance.now()),
    goesOn: (): boolean => cpuOf() - from < cpuSeconds && performance.now() < end,
    spent: (): number => cpuOf() - from,
  };
};

/** A question that is abandoned when the row is over. */
const within = (asked: SimulationRequest, milliseconds: number): SimulationRequest => ({
  ...asked,
  stopCondition: { ...asked.stopCondition, milliseconds },
});

/** Whole battles a CPU second, on this thread. */
const onOne = (ruleset: Ruleset, next: () => SimulationRequest, forSeconds: number): number => {
  const row = rowOf(forSeconds);
  let battles = 0;
  while (row.goesOn()) battles += simulate(ruleset, within(next(), row.left()), () => performance.now()).battles;
  return battles / row.spent();
};

/** CPU seconds of each of two threads until the odds of each question are known. */
const oddsOf = async (ruleset: Ruleset): Promise<readonly number[]> => {
  const threads = createSimulationThreads(2);
  const times: number[] = [];
  const patience = { first: 1100, perRefinement: 250, total: 60_000 };
  for (const [at, simulation] of questionsOf(ruleset).entries()) {
    const from = cpuOf();
    const answers = refineOdds({ simulation, sides: sidesOf(ruleset) }, threads.asking(`${at}`), patience);
    while (!(await answers.next()).done);
    times.push((cpuOf() - from) / 2);
  }
  await threads.close();
  return times;
};

/** How long `/battle odds` takes on two threads that have a core each. */
const oddsRow = async (ruleset: Ruleset): Promise<Measured> => {
  const times = await oddsOf(ruleset);
  const most = oddsSeconds(ruleset);
  const worst = Math.max(...times);
  return {
    what: `${ruleset.id}: /battle odds to ± 5 %, two threads (${times.length} battles)`,
    unit: 's',
    median: median(times),
    worst,
    budget: Number.isFinite(most) ? `${most} s` : 'none',
    holds: worst <= most,
  };
};

/** The first order of a policy that is accepted. Undefined if no one can go on. */
const ruledIn = (
  ruleset: Ruleset,
  playout: Playout,
  policy: Policy,
  dice: LoggedDice,
  memory: PolicyMemory,
): PlayoutOutcome | undefined => {
  const due = playout.firstExpectedAction();
  for (const order of due === undefined ? [] : chooseOrders(ruleset, playout, due, policy, () => 0, memory)) {
    const come = playout.play(due?.actor ?? gmActor, order, dice);
    if (come.ok) return come.value;
  }
  return undefined;
};

const diceOf = (of: number): LoggedDice => {
  const numbers = createRandomStream(1, of);
  return { roll: (sides) => 1 + (numbers() % sides), rolledDice: () => [] };
};

/** Whole battles a CPU second whose events are only folded, which no way to play them can beat. */
const foldedOn = (ruleset: Ruleset, next: () => SimulationRequest, forSeconds: number): number => {
  const { state, firstBattle } = next();
  const dice = diceOf(firstBattle);
  const memory: PolicyMemory = { plan: undefined };
  const events: RuleEvent[] = [];
  let playout: Playout | undefined = ruleset.createPlayout(state);
  for (const row = rowOf(forSeconds); playout?.winners() === undefined && row.goesOn(); ) {
    const come: PlayoutOutcome | undefined = playout && ruledIn(ruleset, playout, 'quick', dice, memory);
    if (come === undefined) break;
    events.push(...come.events);
    playout = come.playout;
  }
  const begun = ruleset.openGame(state);
  const row = rowOf(forSeconds);
  let battles = 0;
  for (; row.goesOn(); battles += 1) begun.applyEvents(events);
  return battles / row.spent();
};

/** Number of times each decision is measured. The minimum counts, since other load only adds. */
const looks = 3;

/** The time in which an awaited combatant finds an order (milliseconds). */
const decisionsOf = (
  ruleset: Ruleset,
  next: () => SimulationRequest,
  policy: Policy,
  forSeconds: number,
): readonly number[] => {
  const times: number[] = [];
  const row = rowOf(forSeconds);
  while (row.goesOn()) {
    const { state, firstBattle } = next();
    const dice = diceOf(firstBattle);
    let playout = ruleset.createPlayout(state);
    while (playout.winners() === undefined && row.goesOn()) {
      // A fresh state each time, so that no cache helps.
      const took = Array.from({ length: looks }, () => {
        const anew = ruleset.createPlayout(playout.save());
        const from = performance.now();
        const due = anew.firstExpectedAction();
        if (due !== undefined) chooseOrders(ruleset, anew, due, policy, () => 0, { plan: undefined }).next();
        return performance.now() - from;
      });
      times.push(Math.min(...took));
      const come = ruledIn(ruleset, playout, policy, dice, { plan: undefined });
      if (come === undefined) break;
      playout = come.playout;
    }
  }
  return times;
};

/** How long a decision by a policy takes, against five milliseconds. */
const decisionRow = (ruleset: Ruleset, next: () => SimulationRequest, policy: 'usual' | 'quick'): Measured => {
  const times = decisionsOf(ruleset, next, policy, 2 * seconds);
  const mean = times.reduce((sum, each) => sum + each, 0) / times.length;
  const late = quantile(times, 0.99);
  return {
    what: `${ruleset.id}: a ${policy} decision (${times.length} decisions; mean ${mean.toFixed(3)} ms)`,
    unit: 'ms',
    median: median(times),
    worst: late,
    budget: 'p99 5 ms',
    holds: late <= 5,
  };
};

const rate = (what: string, perSecond: number, floor: number): Measured => ({
  ...{ what, unit: '/s', median: perSecond, worst: perSecond, floor },
  ...{ budget: 'none', holds: true },
});

/**
 * Measures simulated battles, quick and usual, against their events alone, and the time of a decision and of the odds.
 */
export const benchPlayouts = async (): Promise<readonly Measured[]> => {
  const measured: Measured[] = [];
  const systems = process.env.BENCH_SYSTEMS?.split(',');
  for (const ruleset of rulesets.filter(({ id }) => systems === undefined || systems.includes(id))) {
    const next = inTurn(questionsOf(ruleset));
    const usual = Object.fromEntries(sidesOf(ruleset).map((side) => [side, 'usual' as const]));
    const nextUsual = (): SimulationRequest => ({ ...next(), policies: usual });
    const sides = ruleset.id === 'dskull' ? 'two warbands against two' : '4 against 4';
    const battles = `${ruleset.id}: battles of ${sides} a CPU second`;
    const floor = foldedOn(ruleset, next, seconds / 2);
    onOne(ruleset, next, seconds / 2);
    measured.push(
      rate(`${battles}, played quickly, one thread`, onOne(ruleset, next, seconds), floor),
      rate(`${battles}, played as usual, one thread`, onOne(ruleset, nextUsual, seconds), floor),
      decisionRow(ruleset, next, 'usual'),
      decisionRow(ruleset, next, 'quick'),
      await oddsRow(ruleset),
    );
  }
  return measured;
};
