import { queryCommand } from '../src/app/query-command.ts';

export const zone = queryCommand('zone', 'Show the engagement zone of a warrior and who engages it');
