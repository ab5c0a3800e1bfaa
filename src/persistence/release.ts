import { readFileSync } from 'node:fs';
import { z } from 'zod';

const packageFile = new URL('../../package.json', import.meta.url);
const packageSchema = z.object({ version: z.string() });

/** The release of this program. */
export const release: string = packageSchema.parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version;
