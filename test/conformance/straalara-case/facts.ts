/** A record of a case. */
export type Facts = Readonly<Record<string, unknown>>;

/** `none` of the data model is null in the cases and absence here. */
export const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null)
      .map(([name, each]) => [name, withoutNulls(each)]),
  );
};

/** Settings whose `none` may be written null. */
export const settingsFrom = (given: unknown): Facts =>
  Object.fromEntries(
    Object.entries(facts(given)).map(([name, value]) => [
      name,
      value === null && (name === 'initiativeFloor' || name === 'defensesPerTurn') ? 'none' : value,
    ]),
  );

/** A record, or an empty one where there is none. */
export const facts = (value: unknown): Facts => (typeof value === 'object' && value !== null ? { ...value } : {});
