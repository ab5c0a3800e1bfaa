/** What is expected against what came: objects by the keys that are expected, lists in order, or as sets where `sets` names the key. */
export const differences = (
  expected: unknown,
  actual: unknown,
  sets: readonly string[] = [],
  at = '',
): readonly string[] => {
  const key = at.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [differs(at, expected, actual)];
    const asSet = sets.includes(key) || sets.some((path) => at === path || at.startsWith(`${path}.`));
    const [want, have] = asSet ? [sorted(expected), sorted(actual)] : [expected, actual];
    if (want.length !== have.length) return [differs(at, expected, actual)];
    return want.flatMap((each, n) => differences(each, have[n], sets, `${at}.${n}`));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return [differs(at, expected, actual)];
    const have: Record<string, unknown> = { ...actual };
    return Object.entries(expected).flatMap(([name, each]) =>
      differences(each, have[name], sets, at === '' ? name : `${at}.${name}`),
    );
  }
  return Object.is(expected, actual) || (expected === null && actual === undefined)
    ? []
    : [differs(at, expected, actual)];
};

const sorted = (list: readonly unknown[]): readonly unknown[] =>
  list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

const differs = (at: string, expected: unknown, actual: unknown): string =>
  `${at || 'result'}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual) ?? 'nothing'}`;
