import type { z } from 'zod';
import { isPlainObject } from '../core/plain-object.ts';
import { loadSettingTexts } from './presets.ts';

/** Functions that convert data saved in the previous edition, pure and without current schemas. Default: no change. */
export interface EditionStep {
  readonly state?: (state: unknown) => unknown;
  /** Converts one old event into any number of events. */
  readonly event?: (event: unknown) => readonly unknown[];
  readonly sheet?: (sheet: unknown) => unknown;
  readonly settings?: (settings: unknown) => unknown;
  /** Converts an unfinished order, which waits for the answer to a question. */
  readonly doing?: (doing: unknown) => unknown;
  /** Settings with a new default. A running battle keeps the old default until the GM adopts the new one. */
  readonly defaults?: Readonly<Record<string, { readonly was: unknown; readonly is: unknown }>>;
}

/** Defines the editions of a rulebook. The first step converts edition 1 to 2. */
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
    /** Lists the defaults that changed after an edition. */
    changedDefaults: (from: number) =>
      since(from).flatMap(({ defaults = {} }) =>
        Object.entries(defaults).map(([key, { was, is }]) => ({ key, was, is })),
      ),
  };
};

export type Editions = ReturnType<typeof defineEditions>;

/** Finds a setting by its full name (`group.key`), nested or not. Undefined if there is no such setting. */
export const settingAt = (settings: unknown, key: string): unknown => {
  if (!isPlainObject(settings)) return undefined;
  if (Object.hasOwn(settings, key)) return settings[key];
  const branch = Object.keys(settings).find((name) => key.startsWith(`${name}.`));
  return branch === undefined ? undefined : settingAt(settings[branch], key.slice(branch.length + 1));
};

/** Puts settings into a group that is shown together. */
export const settingGroup = <Shape extends Record<string, z.ZodType>>(group: string, shape: Shape): Shape => {
  const grouped = Object.entries(shape).map(([key, setting]) => [key, setting.meta({ ...setting.meta(), group })]);
  return Object.fromEntries(grouped) as Shape;
};

/** Returns a function that groups settings under a title, with their titles and descriptions in a JSON file. */
export const loadSettingGroups = (file: URL) => {
  const describe = loadSettingTexts(file);
  return <Shape extends Record<string, z.ZodType>>(title: string, shape: Shape): Shape =>
    settingGroup(title, describe(title, shape));
};
