/** What a part of a sum is called that stands on somebody hidden from the reader. */
export const hiddenPartLabel = 'something hidden';

interface WithValue {
  readonly value: number;
}

const sumOf = (parts: readonly WithValue[]): number => parts.reduce((sum, { value }) => sum + value, 0);

/**
 * The parts of a sum as one reader may know them: those that stand on the unseen are taken out, and what they come to is one
 * number, so that the sum still holds. `asIs` and `ruleAsKnown` are the parts worked out again, with the unseen and without them.
 */
export const redactParts = <Part extends WithValue>(
  told: readonly Part[],
  { asIs, asKnown }: { readonly asIs: readonly Part[]; readonly asKnown: readonly Part[] },
  keyOf: (part: Part) => string,
  unseen: (value: number) => Part,
): readonly Part[] => {
  const of = (parts: readonly Part[], key: string): readonly Part[] => parts.filter((part) => keyOf(part) === key);
  const keys = [...new Set([...told, ...asKnown].map(keyOf))];
  const differing = new Set(
    [...keys, ...asIs.map(keyOf)].filter((key) => sumOf(of(asIs, key)) !== sumOf(of(asKnown, key))),
  );
  if (differing.size === 0) return told;
  const known = keys.flatMap((key) => (differing.has(key) ? of(asKnown, key) : of(told, key)));
  const rest = sumOf(told) - sumOf(known);
  return rest === 0 ? known : [...known, unseen(rest)];
};
