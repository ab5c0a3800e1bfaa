import { verbCommand } from '../src/app/verb-command.ts';

export const turn = verbCommand('turn', 'Turn on the spot, before your action');
