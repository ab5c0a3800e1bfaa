import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** As if this were a Node.js of former years. */
const older = (version: string): string =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;

test.each(Object.entries(scripts).filter(([, command]) => / src\//.test(command)))(
  'npm run %s says in one sentence that Node.js is too old',
  (_, command) => {
    const [node, ...args] = command.split(' ');
    expect(node).toBe('node');
    for (const version of ['20.20.2', '22.17.1']) {
      const given = ['--import', older(version), ...args];
      const { status, stdout, stderr } = spawnSync(process.execPath, given, { cwd: root, env: {}, encoding: 'utf8' });
      expect([status, stdout, stderr]).toEqual([
        1,
        '',
        `Node.js 22.18 or newer is needed; this is ${version}. It is at https://nodejs.org.\n`,
      ]);
    }
  },
);
