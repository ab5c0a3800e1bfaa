import { verbCommand } from '../src/app/verb-command.ts';

export const redirect = verbCommand('redirect', 'Turn an overtaken attack or spell to another target');
