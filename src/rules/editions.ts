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

/** A default that changed since some edition. */
export interface ChangedDefault {
  readonly key: string;
  readonly was: unknown;
  readonly is: unknown;
}

/** The editions of one rulebook, with upcasts to the current one. */
export interface Editions {
  /** Counted from 1. */
  readonly present: number;
  readonly state: (from: number, state: unknown) => unknown;
  readonly events: (from: number, events: readonly unknown[]) => readonly unknown[];
  readonly sheet: (from: number, sheet: unknown) => unknown;
  readonly settings: (from: number, settings: unknown) => unknown;
  readonly doing: (from: number, doing: unknown) => unknown;
  readonly changedDefaults: (from: number) => readonly ChangedDefault[];
}

/** The editions of a rulebook from their steps in order: the first leads from edition 1 to 2. */
export const defineEditions = (steps: readonly EditionStep[]): Editions => {
  const since = (from: number): readonly EditionStep[] => steps.slice(from - 1);
  const lifting =
    (part: 'state' | 'sheet' | 'settings' | 'doing') =>
    (from: number, saved: unknown): unknown =>
      since(from).reduce((value, step) => step[part]?.(value) ?? value, saved);
  return {
    present: steps.length + 1,
    state: lifting('state'),
    sheet: lifting('sheet'),
    settings: lifting('settings'),
    doing: lifting('doing'),
    events: (from, events) =>
      since(from).reduce<readonly unknown[]>((all, { event }) => (event ? all.flatMap(event) : all), events),
    changedDefaults: (from) =>
      since(from).flatMap(({ defaults = {} }) =>
        Object.entries(defaults).map(([key, { was, is }]) => ({ key, was, is })),
      ),
  };
};

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
