/** A record of a case. */
export type Facts = Readonly<Record<string, unknown>>;

/** Cases write null where the data model has `none` and the code has undefined. */
export const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null)
      .map(([name, each]) => [name, withoutNulls(each)]),
  );
};

/** Settings, in which null may stand for `none`. */
export const settingsFrom = (given: unknown): Facts =>
  Object.fromEntries(
    Object.entries(facts(given)).map(([name, value]) => [
      name,
      value === null && (name === 'initiativeFloor' || name === 'defensesPerTurn') ? 'none' : value,
    ]),
  );

/** A value as a record. Empty if it is no object. */
export const facts = (value: unknown): Facts => (typeof value === 'object' && value !== null ? { ...value } : {});
