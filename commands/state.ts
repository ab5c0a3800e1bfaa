import { queryCommand } from '../src/app/query-command.ts';

export const state = queryCommand('state', 'How the combat stands: turn, order, stances, nominations, health');
