import { verbCommand } from '../src/app/verb-command.ts';

export const intend = verbCommand('intend', 'Seal a nomination ahead of time; it is opened when your moment comes');
