import { writeFileSync } from 'node:fs';
import { buildCommands } from '../../commands/index.ts';
import { formatManual } from '../app/verbs/manual.ts';
import { rulesets } from '../systems/index.ts';

writeFileSync(new URL('../../docs/manual.md', import.meta.url), formatManual(buildCommands(rulesets), rulesets));
