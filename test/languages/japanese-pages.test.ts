import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPlainObject } from '../../src/core/plain-object.ts';
import { rulesets } from '../../src/systems/index.ts';
import { unhurried } from '../budget.ts';
import type { PracticeSite } from '../web/practice-site.ts';
import { englishLines, japaneseDictionary } from './japanese-lines.ts';
import { openSameSite, pageAt, playOnPages, textsOf } from './pages.ts';

let site: PracticeSite;
beforeAll(async () => {
  site = await openSameSite(await japaneseDictionary());
});
afterAll(() => site.close());

const namesIn = (value: unknown, key = ''): readonly string[] => {
  if (typeof value === 'string') return key === 'name' ? value.split(/[^A-Za-z]+/) : [];
  if (Array.isArray(value)) return value.flatMap((each) => namesIn(each, key));
  return isPlainObject(value) ? Object.entries(value).flatMap(([name, part]) => namesIn(part, name)) : [];
};

/** The names of people in lessons, of warriors in warbands, and of what is the same in every language. */
const names = [
  ...rulesets.flatMap(({ title, lesson, presets }) => [
    ...title.split(' '),
    ...namesIn([lesson?.hero, lesson?.foes]),
    ...Object.values(presets).flatMap(({ sheet }) => namesIn(Object(sheet).warriors)),
  ]),
  ...['Brotherhood', 'Master', 'HIT', 'ADV', 'BLK', 'SKL', 'SKULL', 'DEF', 'DEX', 'PROT', 'SCEN'],
];

test('the front page is Japanese', async () => {
  expect(englishLines(textsOf(await pageAt(site, '/')), names)).toEqual([]);
});

test.each(rulesets)(
  '$id: lesson and battle are Japanese, whatever is pressed',
  { timeout: unhurried },
  async (ruleset) => {
    const { id, encounters } = ruleset;
    for (const what of ['lesson', encounters[0]?.name ?? '']) {
      const texts = await playOnPages(site, id, what, 8);
      expect(texts.length).toBeGreaterThan(50);
      // Settings are named by their keys.
      const shown = texts.filter((text) => !text.startsWith('設定'));
      expect(englishLines(shown, names)).toEqual([]);
    }
  },
);
