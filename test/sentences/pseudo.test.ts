import { describe, expect, test } from 'vitest';
import { readTranscript, replayed, transcriptNames } from '../transcripts/transcript.ts';
import { leaks } from './leaks.ts';
import { pseudoLanguage } from './pseudo.ts';

describe('another language', () => {
  test.each(transcriptNames)('%s is translated completely', async (name) => {
    const played = await replayed(readTranscript(name), undefined, pseudoLanguage);
    const lines = played.text.split('\n');
    const isTyped = (line: string) => /^[#>~]/.test(line);
    expect(played.slips).toEqual([]);
    expect(leaks(lines.filter(isTyped).join('\n'), lines.filter((line) => !isTyped(line)).join('\n'))).toEqual([]);
  });
});
