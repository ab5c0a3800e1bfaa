/** Number of times each face was rolled: `faces[0]` counts the ones. */
export interface FaceCounts {
  readonly sides: number;
  readonly faces: readonly number[];
}

/** Result of a fairness test. `p`: probability that fair dice deviate at least this much (0 to 1). */
export interface FairnessResult {
  readonly p: number;
}
export interface MeanResult extends FairnessResult {
  readonly count: number;
  readonly mean: number;
  readonly expected: number;
}

/** Coefficients of Lanczos' approximation of the gamma function. */
const lanczos = [
  76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.001208650973866179,
  -0.5395239384953e-5,
] as const;
const logGamma = (x: number): number => {
  const t = x + 5.5;
  const series = lanczos.reduce((sum, each, at) => sum + each / (x + 1 + at), 1.000000000190015);
  return (x + 0.5) * Math.log(t) - t + Math.log((Math.sqrt(2 * Math.PI) * series) / x);
};

/** The upper tail of the gamma distribution, Q(a, x): a series below the middle, a continued fraction above it. */
const upperGamma = (a: number, x: number): number => {
  if (x <= 0) return 1;
  const scale = Math.exp(-x + a * Math.log(x) - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; Math.abs(term) > Math.abs(sum) * 1e-14 && n < 10_000; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return Math.max(0, 1 - sum * scale);
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let h = d;
  for (let n = 1; n < 10_000; n++) {
    const factor = -n * (n - a);
    b += 2;
    d = 1 / (factor * d + b);
    c = b + factor / c;
    h *= d * c;
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return scale * h;
};

/** The probability that a chi-square with these degrees of freedom is at least this large. */
export const chiSquareProbability = (chiSquare: number, degrees: number): number =>
  upperGamma(degrees / 2, chiSquare / 2);

/** The probability that a standard normal value is at least this far from 0, on either side. */
export const twoSidedProbability = (z: number): number => upperGamma(0.5, (z * z) / 2);

export const countRolls = ({ faces }: FaceCounts): number => faces.reduce((sum, each) => sum + each, 0);
const sumRolls = ({ faces }: FaceCounts): number => faces.reduce((sum, each, at) => sum + each * (at + 1), 0);

/** Maximum number of steps for an exact result. Beyond it the normal distribution is as good, and faster. */
const maxExactSteps = 4_000_000;

/** The probability of each sum of the dice, from the lowest sum up. */
const sumProbabilities = (count: number, sides: number): readonly number[] => {
  let chances = [1];
  // Each die adds a running window over the previous sums.
  for (let n = 0; n < count; n++) {
    const next: number[] = [];
    let window = 0;
    for (let at = 0; at < chances.length + sides - 1; at++) {
      window += (chances[at] ?? 0) - (chances[at - sides] ?? 0);
      next.push(Math.max(0, window) / sides);
    }
    chances = next;
  }
  return chances;
};

/** The probability that the mean of fair dice deviates this much or more. Normal distribution for many dice. */
export const meanTest = (counts: FaceCounts): MeanResult => {
  const { sides } = counts;
  const count = countRolls(counts);
  const expected = (sides + 1) / 2;
  if (count === 0) return { count, mean: expected, expected, p: 1 };
  const away = Math.abs(sumRolls(counts) - count * expected);
  const found = { count, mean: sumRolls(counts) / count, expected };
  if (sides === 1) return { ...found, p: 1 };
  if (count * count * sides > maxExactSteps) {
    const spread = Math.sqrt((count * (sides * sides - 1)) / 12);
    return { ...found, p: twoSidedProbability(Math.max(0, away - 0.5) / spread) };
  }
  const p = sumProbabilities(count, sides).reduce(
    (sum, chance, at) => sum + (Math.abs(at + count - count * expected) >= away - 1e-9 ? chance : 0),
    0,
  );
  return { ...found, p: Math.min(1, p) };
};

/** Minimum number of dice expected in a group of faces for a valid chi-square test. */
const minExpectedCount = 5;

/** Pearson's chi-square test of equal faces. Combines neighboring faces for few dice. Undefined if too few. */
export const uniformityTest = (counts: FaceCounts): FairnessResult | undefined => {
  const { sides, faces } = counts;
  const count = countRolls(counts);
  const groups = Math.min(sides, Math.floor(count / minExpectedCount));
  if (groups < 2) return undefined;
  const groupOf = (face: number): number => Math.floor((face * groups) / sides);
  const observed = Array.from({ length: groups }, () => 0);
  const size = Array.from({ length: groups }, () => 0);
  for (let face = 0; face < sides; face++) {
    const at = groupOf(face);
    observed[at] = (observed[at] ?? 0) + (faces[face] ?? 0);
    size[at] = (size[at] ?? 0) + 1;
  }
  const chiSquare = observed.reduce((sum, each, at) => {
    const expected = (count * (size[at] ?? 0)) / sides;
    return sum + (each - expected) ** 2 / expected;
  }, 0);
  return { p: chiSquareProbability(chiSquare, groups - 1) };
};

/** Tests whether dice of all sizes together are too high or too low. `z` above 0 means high. */
export const highLowTest = (
  all: readonly FaceCounts[],
): FairnessResult & { readonly count: number; readonly z: number } => {
  let count = 0;
  let sum = 0;
  for (const counts of all.filter(({ sides }) => sides > 1)) {
    const { sides } = counts;
    const spread = Math.sqrt((sides * sides - 1) / 12);
    count += countRolls(counts);
    sum += (sumRolls(counts) - (countRolls(counts) * (sides + 1)) / 2) / spread;
  }
  const z = count === 0 ? 0 : sum / Math.sqrt(count);
  return { count, z, p: twoSidedProbability(z) };
};
