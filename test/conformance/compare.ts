/** A value that is not as expected, and its path in `expect`. */
export interface Difference {
  readonly path: readonly string[];
  readonly expected: unknown;
  readonly actual: unknown;
}

/**
 * The differences between expected and actual: objects by the expected keys, lists in order, or as sets if `sets` names
 * the key.
 */
export const differences = (
  expected: unknown,
  actual: unknown,
  sets: readonly string[] = [],
  path: readonly string[] = [],
): readonly Difference[] => {
  const differs = [{ path, expected, actual }];
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs;
    const key = path.findLast((part) => !/^\d+$/.test(part)) ?? '';
    const at = path.join('.');
    if (sets.includes(key) || sets.some((set) => at === set || at.startsWith(`${set}.`))) {
      const have = sorted(actual);
      return sorted(expected).some((each, n) => differences(each, have[n], sets, [...path, `${n}`]).length > 0)
        ? differs
        : [];
    }
    return expected.flatMap((each, n) => differences(each, actual[n], sets, [...path, `${n}`]));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return differs;
    const have: Record<string, unknown> = { ...actual };
    return Object.entries(expected).flatMap(([name, each]) => differences(each, have[name], sets, [...path, name]));
  }
  return Object.is(expected, actual) || (expected === null && actual === undefined) ? [] : differs;
};

const sorted = (list: readonly unknown[]): readonly unknown[] =>
  list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** A difference in words. */
export const describeDifference = (difference: Difference | string): string =>
  typeof difference === 'string'
    ? difference
    : `${difference.path.join('.') || 'result'}: expected ${JSON.stringify(difference.expected)}, got ${JSON.stringify(difference.actual) ?? 'nothing'}`;
