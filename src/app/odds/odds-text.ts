import { counted, listed, phrase, sideTerm, term } from '../../core/message.ts';
import { type Card, card } from '../../presentation/card.ts';
import { type OddsChart, oddsAltText, oddsScene } from '../../presentation/odds-scene.ts';
import { line } from '../../rules/event.ts';
import type { SimulationResult } from '../../simulation/simulation-request.ts';
import type { OddsQuestion } from './odds-question.ts';

/** Calculates a share of battles with its 95 % confidence interval (Wilson). */
export const confidenceInterval = (
  count: number,
  of: number,
): { readonly share: number; readonly low: number; readonly high: number } => {
  if (of === 0) return { share: 0, low: 0, high: 1 };
  const z = 1.96;
  const share = count / of;
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const reach = (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return { share, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
};

const percent = (share: number): string => `${Math.round(share * 100)}`;

/** Formats a share with its confidence interval: `62 % (55 to 69)`. */
export const formatShare = (count: number, of: number): string => {
  const { share, low, high } = confidenceInterval(count, of);
  return phrase`${percent(share)} % (${percent(low)} to ${percent(high)})`;
};

const bar = (share: number): string => {
  const full = Math.round(share * 10);
  return `${'▰'.repeat(full)}${'▱'.repeat(10 - full)}`;
};

/** Adds the results of two simulations of one question. */
export const mergeCounts = (a: SimulationResult, b: SimulationResult): SimulationResult => {
  const sum = (one: SimulationResult['wins'], other: SimulationResult['wins']) =>
    Object.fromEntries(Object.keys({ ...one, ...other }).map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)]));
  return {
    battles: a.battles + b.battles,
    wins: sum(a.wins, b.wins),
    draws: a.draws + b.draws,
    unfinished: a.unfinished + b.unfinished,
    defeats: sum(a.defeats, b.defeats),
    lifeLeft: sum(a.lifeLeft, b.lifeLeft),
    rounds: [...a.rounds, ...b.rounds],
    orders: a.orders + b.orders,
  };
};

/** Describes the number of further rounds in the middle nine tenths of the finished battles. */
const roundsText = (rounds: readonly number[]): string => {
  const sorted = rounds.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.max(1, sorted[Math.floor((sorted.length - 1) * share)] ?? 1);
  const [few, many] = [at(0.05), at(0.95)];
  if (few === many) return phrase`It takes ${counted(few, 'more round', 'more rounds')}.`;
  return phrase`It takes ${few} to ${counted(many, 'more round')}.`;
};

type AskedOdds = Pick<OddsQuestion, 'sides' | 'combatants' | 'assumptions' | 'basis'>;

const maxDefeats = 12;

const byWhat: Readonly<Record<AskedOdds['basis'], string>> = {
  truth: 'This uses everything you know.',
  side: 'This uses what your side knows; unknown numbers of others are assumed to be like your own.',
};

/** Combatants to list: those present at the start, and members of added companies that went down. */
const countedCombatants = (so: SimulationResult, { combatants, sides }: AskedOdds): AskedOdds['combatants'] => {
  const known = new Set(combatants.map(({ id }) => id));
  const side = sides.at(-1) ?? '';
  return [...combatants, ...Object.keys(so.defeats).flatMap((id) => (known.has(id) ? [] : [{ id, side }]))];
};

const chartOf = (so: SimulationResult, asked: AskedOdds): OddsChart => ({
  wins: asked.sides
    .map((side) => ({ side, ...confidenceInterval(so.wins[side] ?? 0, so.battles) }))
    .toSorted((a, b) => b.share - a.share),
  standing: countedCombatants(so, asked)
    .map(({ id, side }) => {
      const stood = so.battles - (so.defeats[id] ?? 0);
      const left = so.lifeLeft[id];
      return {
        id,
        side,
        stands: stood / Math.max(1, so.battles),
        left: left === undefined ? undefined : left / Math.max(1, stood),
      };
    })
    .toSorted((a, b) => asked.sides.indexOf(a.side) - asked.sides.indexOf(b.side) || b.stands - a.stands),
  rounds: so.rounds.map((each) => Math.max(1, each)),
});

/** A card with odds as text and picture: who wins, who goes down, how many rounds. */
export const oddsCard = (so: SimulationResult, asked: AskedOdds): Card => {
  const { battles, draws, unfinished, defeats, rounds } = so;
  const chart = chartOf(so, asked);
  const wins = chart.wins.map(({ side }) => {
    const count = so.wins[side] ?? 0;
    return line(
      phrase`${bar(count / Math.max(1, battles))} Victory for ${sideTerm(side)} in ${formatShare(count, battles)}.`,
    );
  });
  const falls = countedCombatants(so, asked)
    .map(({ id }) => ({ id, count: defeats[id] ?? 0 }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxDefeats)
    .map(({ id, count }) => phrase`${id} in ${percent(count / Math.max(1, battles))} %`);
  const rest = [
    ...(draws > 0 ? [phrase`No side wins alone in ${percent(draws / battles)} %.`] : []),
    ...(unfinished > 0 ? [phrase`${percent(unfinished / battles)} % of the battles did not end.`] : []),
    ...(rounds.length > 0 ? [roundsText(rounds)] : []),
  ];
  return card('The odds of this battle', {
    lines: [
      ...asked.assumptions.map((each) => line(each, 'quiet')),
      ...wins,
      ...(falls.length === 0 ? [] : [line(phrase`Who goes down: ${listed(falls)}.`)]),
      ...(rest.length === 0 ? [] : [line(rest.join(' '))]),
    ],
    picture: { scene: oddsScene(chart), alt: oddsAltText(chart) },
    footer: phrase`${counted(battles, 'battle')} simulated with the rulebook’s tactics. ${term(byWhat[asked.basis])} No die of this battle was rolled.`,
  });
};
