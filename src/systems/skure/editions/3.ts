import { isPlainObject } from '../../../core/plain-object.ts';
import { type EditionStep, withDefaults } from '../../../rules/editions.ts';

/** Settings that there were not before, as tables of then played. */
const added = {
  'hint.blows': 30,
  'objective.reads': 'no',
  'fly.heightCost': 0,
  'fly.obstacles': 'no',
  'climb.obstacles': 0,
  'height.counts': 'no',
};

const settings = (chosen: unknown): unknown => withDefaults(added, chosen);

/** SK-RUL-24, SK-RUL-43, SK-RUL-69 are read in another way, and there are more settings. What was written before goes on as it was. */
export const edition3: EditionStep = {
  settings,
  state: (state) =>
    isPlainObject(state) && isPlainObject(state.settings) ? { ...state, settings: settings(state.settings) } : state,
  defaults: {
    'charge.countsOverrun': { was: 'yes', is: 'no' },
    'ally.charges': { was: 'no', is: 'yes' },
    'ally.ownCut': { was: 'front', is: 'all' },
  },
};
