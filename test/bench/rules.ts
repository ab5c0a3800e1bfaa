import { callOf } from '../../src/battle/views/control.ts';
import type { Die, LoggedDice } from '../../src/dice/dice.ts';
import type { Call } from '../../src/rules/call.ts';
import type { Game, GameAction } from '../../src/rules/game.ts';
import type { AnswerPolicy } from '../../src/rules/question.ts';
import { rulesets } from '../../src/systems/index.ts';
import { house } from '../app/house.ts';
import { begun, randomOrder } from '../app/random-play.ts';
import { picker } from '../chance.ts';
import { type Measured, median, quantile } from './measure.ts';

/** Dice that cost next to nothing, the same for the same start. */
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
    fallen: () => fallen,
  };
};

/** As a table without standing orders answers: only what answers itself. */
const usual: AnswerPolicy = ({ unless, auto }) => (unless === 'auto' ? auto : undefined);

interface Sample {
  readonly game: Game;
  readonly doing: GameAction;
  readonly call: Call;
}

/** The verbs by which a blow falls. */
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
      samples.push({ game: before.value.game, doing, call: callOf(before.value, entry.user, entry.request.actor) });
    }
  }
  return samples;
};

/** Microseconds that this thread has worked, whatever else the machine does meanwhile. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

/** One resolve and evolve of an ordinary attack, for each system. */
export const benchRules = async (): Promise<readonly Measured[]> => {
  const measured: Measured[] = [];
  for (const { id } of rulesets) {
    const samples = await attacksOf(id);
    const times: number[] = [];
    const rounds = 400;
    for (const { game, doing, call } of samples) {
      for (let n = 0; n < 100; n++) game.act(doing, call, [], cheapDice(n), usual);
      const from = worked();
      for (let n = 0; n < rounds; n++) game.act(doing, call, [], cheapDice(n), usual);
      times.push((worked() - from) / rounds);
    }
    const half = median(times);
    measured.push({
      what: `${id}: resolve and evolve an attack (${samples.length} attacks of random play)`,
      unit: 'µs',
      median: half,
      worst: quantile(times, 0.99),
      budget: '50 µs',
      holds: half < 50,
    });
  }
  return measured;
};
