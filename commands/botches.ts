import { queryCommand } from '../src/app/query-command.ts';

export const botches = queryCommand(
  'botches',
  'What may go wrong now: the table of consequences of the unsettled botches',
);
