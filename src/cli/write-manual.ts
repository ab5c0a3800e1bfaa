import { writeFileSync } from 'node:fs';
import { commandsFor } from '../../commands/index.ts';
import { manual } from '../app/commands/manual.ts';
import { rulesets } from '../systems/index.ts';

writeFileSync(new URL('../../docs/manual.md', import.meta.url), manual(commandsFor(rulesets), rulesets));
