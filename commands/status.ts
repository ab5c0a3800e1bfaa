import { queryCommand } from '../src/app/query-command.ts';

export const status = queryCommand('status', 'Say where the battle stands, or how one warrior is');
