import { defineVerbCommand, type OptionDescriptions } from '../src/app/commands/verb-command.ts';

export const placeDescriptions: OptionDescriptions = { target: 'Who to place', to: 'The square, like D4' };

export const place = defineVerbCommand('place', 'Place combatants at the start', { words: placeDescriptions });
