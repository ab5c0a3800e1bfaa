import { expect, test } from 'vitest';
import { house } from './house.ts';

test('a sheet is shown line by line; what is left blank is named in one', async () => {
  const there = house();
  const answer = await there.run('ada', 'character create', {
    system: 'skure',
    name: 'Ilse',
    preset: 'Example Longbowman',
  });
  const texts = answer.ok ? (answer.value.cards[0]?.lines.map(({ text }) => text) ?? []) : [];
  expect(texts).toContain('agility: 20');
  expect(texts.at(-1)).toMatch(/^Left blank: .*spells/);
  expect(texts.filter((text) => /: (\[\]|\{\}|)$/.test(text))).toEqual([]);
});
