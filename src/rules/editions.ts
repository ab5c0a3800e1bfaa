import type { z } from 'zod';
import { isPlainObject } from '../core/plain-object.ts';

/**
 * What one edition of a rulebook changed in what it saves. Each step converts the shape of the edition before; a part that is
 * not listed did not change. Steps are pure and do not use current schemas, which go on changing.
 */
export interface EditionStep {
  readonly state?: (state: unknown) => unknown;
  /** An old event may have become several, or none. */
  readonly event?: (event: unknown) => readonly unknown[];
  readonly sheet?: (sheet: unknown) => unknown;
  readonly settings?: (settings: unknown) => unknown;
  /** What was asked for, in the order that a question holds up. */
  readonly doing?: (doing: unknown) => unknown;
  /** Settings whose default is another one from this edition on. Where one is pinned it stays, until the GM takes the new one. */
  readonly defaults?: Readonly<Record<string, { readonly was: unknown; readonly is: unknown }>>;
}

/** The editions of a rulebook from their steps in order: the first leads from edition 1 to 2. */
export const defineEditions = (steps: readonly EditionStep[]) => {
  const since = (from: number): readonly EditionStep[] => steps.slice(from - 1);
  const lifting =
    (part: 'state' | 'sheet' | 'settings' | 'doing') =>
    (from: number, saved: unknown): unknown =>
      since(from).reduce((value, step) => step[part]?.(value) ?? value, saved);
  return {
    /** The current edition, counted from 1. */
    present: steps.length + 1,
    state: lifting('state'),
    sheet: lifting('sheet'),
    settings: lifting('settings'),
    doing: lifting('doing'),
    events: (from: number, events: readonly unknown[]) =>
      since(from).reduce<readonly unknown[]>((all, { event }) => (event ? all.flatMap(event) : all), events),
    /** The defaults that changed since an edition. */
    changedDefaults: (from: number) =>
      since(from).flatMap(({ defaults = {} }) =>
        Object.entries(defaults).map(([key, { was, is }]) => ({ key, was, is })),
      ),
  };
};

export type Editions = ReturnType<typeof defineEditions>;

/** The value of a setting by its full name, whether its rulebook nests it or writes the dot. */
export const settingAt = (settings: unknown, key: string): unknown => {
  if (!isPlainObject(settings)) return undefined;
  if (Object.hasOwn(settings, key)) return settings[key];
  const branch = Object.keys(settings).find((name) => key.startsWith(`${name}.`));
  return branch === undefined ? undefined : settingAt(settings[branch], key.slice(branch.length + 1));
};

/** Puts settings into one group for display. */
export const settingGroup = <Shape extends Record<string, z.ZodType>>(group: string, shape: Shape): Shape => {
  const grouped = Object.entries(shape).map(([key, setting]) => [key, setting.meta({ ...setting.meta(), group })]);
  return Object.fromEntries(grouped) as Shape;
};
