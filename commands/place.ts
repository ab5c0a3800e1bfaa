import { defineVerbCommand, type OptionDescriptions } from '../src/app/commands/verb-command.ts';

export const placeDescriptions: OptionDescriptions = { target: 'Who is placed', to: 'The square, like D4' };

export const place = defineVerbCommand('place', 'Put combatants where they begin', { words: placeDescriptions });
