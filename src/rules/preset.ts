import type { z } from 'zod';
import { lazyValue } from '../core/memoize.ts';
import type { Preset } from './definition.ts';

/** Somebody ready-made, whose sheet is read when it is first asked for: a start needs none of them. */
export const lazyPreset = <Sheet>(said: Omit<Preset<Sheet>, 'sheet'>, read: () => Sheet): Preset<Sheet> => {
  const sheet = lazyValue(read);
  return {
    ...said,
    get sheet() {
      return sheet();
    },
  };
};

/** How ready-made sheets of a schema are written down: whoever it is and what they do make the title. */
export const bindPresets =
  <Schema extends z.ZodType>(schema: Schema) =>
  (name: string, role: string, says: string, sheet: z.input<Schema>): Preset<z.output<Schema>> =>
    lazyPreset({ title: `${name}, ${role}`, name, description: says }, () => schema.parse(sheet));
