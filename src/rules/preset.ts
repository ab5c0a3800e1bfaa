import { lazy } from '../core/memoize.ts';
import type { Preset } from './definition.ts';

/** Somebody ready-made, whose sheet is read when it is first asked for: a start needs none of them. */
export const withSheet = <Sheet>(said: Omit<Preset<Sheet>, 'sheet'>, read: () => Sheet): Preset<Sheet> => {
  const sheet = lazy(read);
  return {
    ...said,
    get sheet() {
      return sheet();
    },
  };
};
