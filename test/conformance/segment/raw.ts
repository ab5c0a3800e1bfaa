/** Readers for the loose JSON of a worked case. */
export type Raw = Readonly<Record<string, unknown>>;

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

export const raw = (value: unknown): Raw => (isRaw(value) ? value : {});
export const maybeRaw = (value: unknown): Raw | undefined => (isRaw(value) ? value : undefined);
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const raws = (value: unknown): readonly Raw[] => list(value).map(raw);
export const texts = (value: unknown): readonly string[] => list(value).map(String);
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
export const yes = (value: unknown): boolean => value === true;

/** `[x, y]` or `{x, y}`. */
export const square = (value: unknown): { readonly x: number; readonly y: number } | undefined => {
  if (Array.isArray(value)) {
    const [x, y] = value;
    return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
  }
  const { x, y } = raw(value);
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
};

/** The value without keys that are null or undefined. */
export const withoutEmptyKeys = (value: Raw): Raw =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== undefined));

export const pick = (value: Raw, keys: readonly string[]): Raw =>
  Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
