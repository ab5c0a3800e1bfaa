import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dskull } from '../../src/systems/dskull/index.ts';
import { segment } from '../../src/systems/segment/index.ts';
import { skure } from '../../src/systems/skure/index.ts';
import { straalara } from '../../src/systems/straalara/index.ts';
import { swordWorld } from '../../src/systems/sword-world/index.ts';

/** Every TypeScript file of a folder, as one text. */
const sourceOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

test.each([dskull, segment, skure, straalara, swordWorld].map(({ id, rules }) => ({ id, rules })))(
  'grep finds every rule of $id in its code, no range of them left out',
  ({ id, rules }) => {
    const source = sourceOf(`src/systems/${id}`);
    const missing = rules.filter((rule) => !new RegExp(`\\b${rule.id}\\b`).test(source)).map((rule) => rule.id);
    expect(missing).toEqual([]);
    expect(source.match(/\b[A-Z]+-[A-Z]+-\d+(?:\.\.|–)\d+/g) ?? []).toEqual([]);
  },
);
