import { gmActor, gmCaller } from '../../src/rules/caller.ts';
import type { Game } from '../../src/rules/game.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { bandsOf } from '../arena/arena.ts';
import { pickedDice, picker } from '../chance.ts';
import { begun, type Ordered, ruledToEnd, sidesOf } from '../systems/any-battle.ts';
import { type Measured, median, quantile } from './measure.ts';

/** A moment of a battle of four against four by the plans: who decides, and what they order. */
interface Moment {
  readonly game: Game;
  readonly order: Ordered;
}

const most = 200;
const rounds = 5;

/** Moments at which somebody has plans, of many battles. */
const momentsOf = (ruleset: Ruleset): readonly Moment[] => {
  const moments: Moment[] = [];
  for (const [seed, band] of bandsOf(ruleset).entries()) {
    const pick = picker(seed * 104_729);
    const dice = () => pickedDice(pick);
    const fighters = sidesOf(ruleset).flatMap((side) =>
      band.map((kind, at) => ({ id: `${side} ${at}`, side, sheet: ruleset.presets[kind]?.sheet })),
    );
    let game = begun(ruleset, fighters, dice);
    for (let n = 0; n < 40 && game.status === 'active' && moments.length < most; n++) {
      const [due] = game.expectedActions();
      if (due?.auto === undefined) break;
      const order = {
        doing: { do: 'verb' as const, ...due.auto },
        call: gmCaller(gmActor, due.actor),
      };
      if (game.plans(due.actor, gmViewer).length > 0) moments.push({ game, order });
      const ended = ruledToEnd(game, order, dice);
      if (ended.kind === 'refused') break;
      game = ended.game;
    }
  }
  return moments;
};

/** Milliseconds that each of them takes. */
const worked = (moments: readonly Moment[], work: (moment: Moment) => unknown): readonly number[] =>
  moments.map((moment) => {
    work(moment);
    const from = performance.now();
    for (let n = 0; n < rounds; n++) work(moment);
    return (performance.now() - from) / rounds;
  });

/** All plans of one decision, beside the ruling of the order that comes of them. */
export const benchTactics = async (): Promise<readonly Measured[]> =>
  rulesets.flatMap((ruleset): readonly Measured[] => {
    const moments = momentsOf(ruleset);
    if (moments.length === 0) return [];
    const planned = worked(moments, ({ game, order }) => game.plans(order.call.actor, gmViewer));
    const ruled = worked(moments, ({ game, order }) => ruledToEnd(game, order, () => pickedDice(picker(1))));
    return [
      {
        what: `${ruleset.id}: plans of one decision (${moments.length} moments of small and middle battles)`,
        unit: 'ms',
        median: median(planned),
        worst: quantile(planned, 0.99),
        floor: median(ruled),
        budget: '5 ms',
        holds: median(planned) <= 5,
      },
    ];
  });
