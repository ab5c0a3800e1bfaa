import { queryCommand } from '../src/app/query-command.ts';

export const los = queryCommand('los', 'Count the lines of sight and name the cover');
