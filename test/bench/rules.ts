import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { SavedBattle } from '../../src/battle/saved/store.ts';
import { openBattle } from '../../src/battle/saved/upcast-battle.ts';
import { createCaller } from '../../src/battle/views/viewer.ts';
import type { Die, LoggedDice } from '../../src/dice/dice.ts';
import { createOrderDice } from '../../src/dice/order-dice.ts';
import type { AnswerPolicy, Caller } from '../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../src/rules/game.ts';
import { rulesets } from '../../src/systems/index.ts';
import { house } from '../app/house.ts';
import { begun, randomOrder } from '../app/random-play.ts';
import { picker } from '../chance.ts';
import { type Measured, median, quantile } from './measure.ts';
import { heapOptions, startOptions } from './processes.ts';

/** Dice that cost almost nothing, the same for the same seed. */
const cheapDice = (from: number): LoggedDice => {
  const fallen: Die[] = [];
  let state = from;
  return {
    roll: (sides, name) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const value = (state % sides) + 1;
      fallen.push({ name, sides, value });
      return value;
    },
    rolledDice: () => fallen,
  };
};

/** Answers of a table without standing orders: only questions that answer themselves. */
const usual: AnswerPolicy = ({ unless, auto }) => (unless === 'auto' ? auto : undefined);

interface Sample {
  readonly saved: SavedBattle;
  readonly game: Game;
  readonly doing: GameAction;
  readonly call: Caller;
}

/** The verbs that attack. */
const blows = ['attack', 'take', 'next'];

/** Attacks as they came up in random play: the battle before, the order, who gave it. */
const attacksOf = async (system: string): Promise<readonly Sample[]> => {
  const samples: Sample[] = [];
  for (let seed = 1; seed < 60 && samples.length < 25; seed++) {
    const table = house();
    const pick = picker(seed * 104_729);
    await begun(table, system, pick);
    for (let n = 0; n < 80 && samples.length < 25; n++) {
      const before = await table.services.battles.open('table');
      if (!before.ok || before.value.game.status === 'ended') break;
      const { user, path, input } = await randomOrder(table, pick);
      const answer = await table.run(user, path, input);
      const log = await table.services.battles.log('table', before.value.saved.version + 1);
      const entry = log.ok ? log.value[0] : undefined;
      if (!answer.ok || entry?.request.kind !== 'order' || entry.pending !== undefined || entry.dice.length === 0)
        continue;
      const [doing] = entry.request.doings as readonly GameAction[];
      if (doing?.do !== 'verb' || !blows.includes(doing.verb)) continue;
      samples.push({
        saved: before.value.saved,
        game: before.value.game,
        doing,
        call: createCaller(before.value, entry.user, entry.request.actor),
      });
    }
  }
  return samples;
};

/** CPU time of this thread (microseconds), independent of other load. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

/** The kernel counts in steps of milliseconds. */
const rounds = 2000;

/** Microseconds of each of many attacks. */
const timesOf = (samples: readonly Sample[], rule: (sample: Sample, n: number) => unknown): readonly number[] =>
  samples.map((sample) => {
    for (let n = 0; n < rounds / 4; n++) rule(sample, n);
    const from = worked();
    for (let n = 0; n < rounds; n++) rule(sample, n);
    return (worked() - from) / rounds;
  });

const everyRulebook = async (): Promise<readonly Measured[]> => {
  const measured: Measured[] = [];
  for (const { id } of rulesets) {
    const samples = await attacksOf(id);
    const texts = new Map(samples.map((sample) => [sample, JSON.stringify(sample.saved.game)]));
    const alone = timesOf(samples, ({ game, doing, call }, n) => game.act(doing, call, [], cheapDice(n), usual));
    const floor = timesOf(samples, (sample) => JSON.stringify(JSON.parse(texts.get(sample) ?? '')));
    const whole = timesOf(samples, (sample, n) => {
      const { saved, doing, call } = sample;
      const opened = openBattle(rulesets, { ...saved, game: JSON.parse(texts.get(sample) ?? '') }, 0);
      if (!opened.ok) throw new Error(opened.error.code);
      const { seed } = saved;
      const dice = createOrderDice({ seed, salt: '', orderId: `order ${n}` });
      const ruled = opened.value.game.act(doing, call, [], dice, usual);
      if (!ruled.ok) throw new Error(ruled.error.code);
      const { game } = ruled.value.kind === 'decided' ? ruled.value : opened.value;
      return JSON.stringify(game.save());
    });
    const what = `(${samples.length} attacks of random play)`;
    const [ruled, opened] = [median(alone), median(whole)];
    measured.push(
      {
        what: `${id}: an attack ruled, with dice that cost nothing ${what}`,
        unit: 'µs',
        median: ruled,
        worst: quantile(alone, 0.99),
        budget: '20 µs',
        holds: ruled <= 20,
      },
      {
        what: `${id}: an attack with its battle opened from text, ruled with real dice and saved again; floor: the text read and written`,
        unit: 'µs',
        median: opened,
        worst: quantile(whole, 0.99),
        floor: median(floor),
        budget: '60 µs',
        holds: opened <= 60,
      },
    );
  }
  return measured;
};

const here = fileURLToPath(import.meta.url);

/**
 * Measures an ordinary attack of each rulebook: the rules alone, and with parsing and text. It runs in a process of its
 * own, with the bot's heap options.
 */
export const benchRules = async (): Promise<readonly Measured[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [...startOptions, ...heapOptions, here]);
  return JSON.parse(stdout);
};

if (process.argv[1] === here) console.log(JSON.stringify(await everyRulebook()));
