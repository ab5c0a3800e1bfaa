import { queryCommand } from '../src/app/query-command.ts';

export const odds = queryCommand('odds', 'What are the odds? Exactly, as things stand');
