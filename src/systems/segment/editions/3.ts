import { isPlainObject } from '../../../core/plain-object.ts';
import { type EditionStep, withDefaults } from '../../../rules/editions.ts';

/** Settings that there were not before, as tables of then played. */
const added = { prone: 'off', tables: 'none' };

const settings = (chosen: unknown): unknown => withDefaults(added, chosen);

/**
 * SEG-RUL-3: with one legal replacement an overtaken attack simply turns to it. Battles of before go on asking, and lying means nothing in
 * them.
 */
export const edition3: EditionStep = {
  settings,
  state: (state) =>
    isPlainObject(state) && isPlainObject(state.settings) ? { ...state, settings: settings(state.settings) } : state,
  defaults: { contingency: { was: 'ask', is: 'one' } },
};
