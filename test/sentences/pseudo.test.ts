import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { replayed } from '../transcripts/transcript.ts';
import { plainWords, pseudoLanguage } from './pseudo.ts';

const folder = join(import.meta.dirname, '../transcripts');
const transcripts = readdirSync(folder).filter((name) => name.endsWith('.txt'));

/** What a sheet or a setting is called by, and what its people and things are called: names stay as they are. */
const names = new Set(
  plainWords(
    [
      ...rulesets.map(({ id, title, presets, settings }) =>
        [id, title, JSON.stringify(presets), JSON.stringify(settings.parse({}))].join(' '),
      ),
    ].join(' '),
  ),
);

/** What stays as it is in every language. */
const untranslated = new Set(
  plainWords(`
    html md json table       files that are attached, and the channel in which the transcripts are played
    seat foes                how a seat is called that nobody has taken, and a side that nobody named
    Broken Field Three Sluices   scenarios of dSkull, by their names
    war-cry rally backstab take-aim sprint gain distracted   what is written as a special skill there, as it is typed
    area charges             a weapon of a warband, as it is typed
    its role                 what of a combatant was corrected, as it was called when that was kept
  `),
);

/** What is typed to choose something: it stands before the words that say what it is. */
const withoutTyped = (line: string): string => line.replace(/^\s*\/[^⟦]*(?=⟦)/, '');

/** Abbreviations of a rulebook, the signs of a figure on a board in characters, rule ids, figures in base 16. */
const isSign = (word: string, text: string): boolean =>
  word.length <= 2 || /^(?:..x|[a-f]+|eed)$/.test(word) || new RegExp(`\\b${word.toUpperCase()}\\b`).test(text);

const leaks = (typed: string, answers: string): readonly string[] => {
  const own = new Set([...plainWords(typed), ...names, ...untranslated]);
  const commands = new Set(plainWords((answers.match(/\/[a-z][a-z -]*/g) ?? []).join(' ')));
  return answers
    .split('\n')
    .filter((line) =>
      plainWords(withoutTyped(line)).some(
        (word) => !own.has(word) && !own.has(word.replace(/[’']s?$/, '')) && !commands.has(word) && !isSign(word, line),
      ),
    );
};

describe('In another language', () => {
  test.each(transcripts)('%s is told in its sentences alone', async (name) => {
    const played = await replayed(readFileSync(join(folder, name), 'utf8'), undefined, () => pseudoLanguage);
    const lines = played.text.split('\n');
    const isTyped = (line: string) => /^[#>~]/.test(line);
    expect(played.slips).toEqual([]);
    expect(leaks(lines.filter(isTyped).join('\n'), lines.filter((line) => !isTyped(line)).join('\n'))).toEqual([]);
  });
});
