import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { unhurried } from '../budget.ts';
import { sentenceTable, thingsIn } from '../sentences/table.ts';
import { readTranscript, replayed, transcriptNames } from '../transcripts/transcript.ts';
import { openSameSite, playOnPages } from './pages.ts';

/** What stands on the sheets of presets: weapons, spells, feats. Short words are parts of others. */
const things = [
  ...new Set(rulesets.flatMap(({ presets }) => Object.values(presets).flatMap(({ sheet }) => thingsIn(sheet)))),
].filter((thing) => /^[A-Z]?[a-z]+ [A-Za-z ]+$|^[A-Z][a-z]{5,}$|^(?:long|short)[a-z]+$/.test(thing));

/** A language in which only things are words, which it writes backwards. */
const backwards = {
  language: 'ja',
  sentences: Object.fromEntries(things.map((thing) => [thing, `«${[...thing].reverse().join('')}»`])),
};

const anyThing = new RegExp(`(?<![\\w-])(?:${things.join('|')})(?![\\w-])`);
const ownSentences = new Set(sentenceTable().map(({ template }) => template));

/** The texts with a thing that was not looked up. The bot's own sentences may mention one. */
const missed = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => anyThing.test(text) && !ownSentences.has(text));

test('transcripts: weapons, spells and feats are looked up wherever they are shown', {
  timeout: unhurried,
}, async () => {
  expect(things.length).toBeGreaterThan(60);
  let shown = 0;
  for (const name of transcriptNames) {
    const { text } = await replayed(readTranscript(name), undefined, backwards);
    // The title of a preset describes it, and a refusal quotes what was typed.
    const answers = text.split('\n').filter((line) => !/^[>#~!]| joins as /.test(line));
    shown += answers.filter((line) => line.includes('«')).length;
    expect(missed(answers)).toEqual([]);
  }
  expect(shown).toBeGreaterThan(50);
});

test.each(rulesets)(
  '$id: weapons, spells and feats are looked up on pages',
  { timeout: unhurried },
  async (ruleset) => {
    const { id, encounters } = ruleset;
    const site = await openSameSite([backwards]);
    const texts: string[] = [];
    for (const what of ['lesson', encounters[0]?.name ?? '']) texts.push(...(await playOnPages(site, id, what, 10)));
    await site.close();
    expect(texts.some((text) => text.includes('«'))).toBe(true);
    expect(missed(texts)).toEqual([]);
  },
);
