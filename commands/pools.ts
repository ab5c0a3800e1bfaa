import { queryCommand } from '../src/app/query-command.ts';

export const pools = queryCommand('pools', 'What a combatant would roll now: attacks, defenses, soak, initiative');
