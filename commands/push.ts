import { verbCommand } from '../src/app/verb-command.ts';

export const push = verbCommand('push', 'Drive a desperate defender up to 10 feet');
