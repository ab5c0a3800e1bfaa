import { counted, phrase } from '../../core/language.ts';
import { listed } from '../../core/text.ts';
import { type Card, card } from '../../presentation/card.ts';
import { type OddsChart, oddsAlt, oddsScene } from '../../presentation/odds-scene.ts';
import { line } from '../../rules/lines.ts';
import type { Simulated } from '../../simulation/question.ts';
import type { OddsQuestion } from './odds-question.ts';

/** A share of so many, with the bounds between which the truth lies in 95 of 100 such counts (Wilson). */
export const shareOf = (
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

/** `62 % (55 to 69)`. */
export const shareText = (count: number, of: number): string => {
  const { share, low, high } = shareOf(count, of);
  return phrase`${percent(share)} % (${percent(low)} to ${percent(high)})`;
};

const bar = (share: number): string => {
  const full = Math.round(share * 10);
  return `${'▰'.repeat(full)}${'▱'.repeat(10 - full)}`;
};

/** Two counts of the same question, as one. */
export const mergeCounts = (a: Simulated, b: Simulated): Simulated => {
  const sum = (one: Simulated['won'], other: Simulated['won']) =>
    Object.fromEntries(
      [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => [
        key,
        (one[key] ?? 0) + (other[key] ?? 0),
      ]),
    );
  return {
    battles: a.battles + b.battles,
    won: sum(a.won, b.won),
    drawn: a.drawn + b.drawn,
    open: a.open + b.open,
    fell: sum(a.fell, b.fell),
    left: sum(a.left, b.left),
    rounds: [...a.rounds, ...b.rounds],
    orders: a.orders + b.orders,
  };
};

/** How many rounds nine of ten battles take at least and at most that came to an end. */
const roundsText = (rounds: readonly number[]): string => {
  const sorted = rounds.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.max(1, sorted[Math.floor((sorted.length - 1) * share)] ?? 1);
  const [few, many] = [at(0.05), at(0.95)];
  if (few === many) return phrase`It takes ${counted(few, 'more round', 'more rounds')}.`;
  return phrase`It takes ${few} to ${many} more rounds.`;
};

type Asked = Pick<OddsQuestion, 'sides' | 'standing' | 'supposed' | 'by'>;

const mostFalls = 12;

const byWhat: Readonly<Record<Asked['by'], string>> = {
  truth: 'from all that you know',
  side: 'from what your side knows; what you are not told of others is assumed to be like your own',
};

/** Those of whom it is counted: who stood at the beginning, and of companies that came those who have fallen. */
const countedOf = (so: Simulated, { standing, sides }: Asked): Asked['standing'] => {
  const known = new Set(standing.map(({ id }) => id));
  const side = sides.at(-1) ?? '';
  return [...standing, ...Object.keys(so.fell).flatMap((id) => (known.has(id) ? [] : [{ id, side }]))];
};

const chartOf = (so: Simulated, asked: Asked): OddsChart => ({
  wins: asked.sides
    .map((side) => ({ side, ...shareOf(so.won[side] ?? 0, so.battles) }))
    .toSorted((a, b) => b.share - a.share),
  standing: countedOf(so, asked)
    .map(({ id, side }) => {
      const stood = so.battles - (so.fell[id] ?? 0);
      const left = so.left[id];
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

/** What many battles came to: who wins, who falls, and how long it takes; in words and as a picture. */
export const oddsCard = (so: Simulated, asked: Asked): Card => {
  const { battles, drawn, open, fell, rounds } = so;
  const chart = chartOf(so, asked);
  const wins = chart.wins.map(({ side }) => {
    const count = so.won[side] ?? 0;
    return line(phrase`${bar(count / Math.max(1, battles))} Victory for ${side} in ${shareText(count, battles)}.`);
  });
  const falls = countedOf(so, asked)
    .map(({ id }) => ({ id, count: fell[id] ?? 0 }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostFalls)
    .map(({ id, count }) => phrase`${id} in ${percent(count / Math.max(1, battles))} %`);
  const rest = [
    ...(drawn > 0 ? [phrase`Nobody wins alone in ${percent(drawn / battles)} %.`] : []),
    ...(open > 0 ? [phrase`${percent(open / battles)} % did not end.`] : []),
    ...(rounds.length > 0 ? [roundsText(rounds)] : []),
  ];
  return card('The odds of this battle', {
    lines: [
      ...asked.supposed.map((each) => line(each, 'quiet')),
      ...wins,
      ...(falls.length === 0 ? [] : [line(phrase`Who falls: ${listed(falls)}.`)]),
      ...(rest.length === 0 ? [] : [line(rest.join(' '))]),
    ],
    picture: { scene: oddsScene(chart), alt: oddsAlt(chart) },
    footer: phrase`${counted(battles, 'battle', 'battles')} simulated with the rulebook’s tactics, ${byWhat[asked.by]}. No die of this battle was rolled.`,
  });
};
