import { isPlainObject } from '../../../core/plain-object.ts';
import { type EditionStep, withDefaults } from '../../../rules/editions.ts';

/** What was not for sale before, where no price had been chosen, and settings that there were not. */
const before = {
  skills: { prices: { tactics: 'not-for-sale', medicine: 'not-for-sale' } },
  attack: { statuses: 'shown' },
};

const settings = (chosen: unknown): unknown => withDefaults(before, chosen);

const within = (saved: unknown): unknown =>
  isPlainObject(saved) && 'settings' in saved ? { ...saved, settings: settings(saved.settings) } : saved;

/** RULING-13. Tactics and Medicine are for sale. What was written before goes on without them, or at the prices it had chosen. */
export const edition4: EditionStep = {
  settings,
  state: (state) =>
    isPlainObject(state) && 'settings' in state ? withDefaults({ specials: [] }, within(state)) : state,
  event: (event) => [isPlainObject(event) && event.type === 'settings-set' ? within(event) : event],
  defaults: {
    'skills.prices.tactics': { was: 'not-for-sale', is: 1 },
    'skills.prices.medicine': { was: 'not-for-sale', is: 1 },
  },
};
