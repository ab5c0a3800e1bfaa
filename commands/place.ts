import { type OptionWords, verbCommand } from '../src/app/commands/verb-command.ts';

export const placeWords: OptionWords = { target: 'Who is placed', to: 'The square, like D4' };

export const place = verbCommand('place', 'Put combatants where they begin', { words: placeWords });
