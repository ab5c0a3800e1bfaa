import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replayed } from '../transcripts/transcript.ts';
import { leaks } from './leaks.ts';
import { pseudoLanguage } from './pseudo.ts';

const folder = join(import.meta.dirname, '../transcripts');
const transcripts = readdirSync(folder).filter((name) => name.endsWith('.txt'));

describe('another language', () => {
  test.each(transcripts)('%s is translated completely', async (name) => {
    const played = await replayed(readFileSync(join(folder, name), 'utf8'), undefined, pseudoLanguage);
    const lines = played.text.split('\n');
    const isTyped = (line: string) => /^[#>~]/.test(line);
    expect(played.slips).toEqual([]);
    expect(leaks(lines.filter(isTyped).join('\n'), lines.filter((line) => !isTyped(line)).join('\n'))).toEqual([]);
  });
});
