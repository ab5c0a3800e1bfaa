import { expect, test } from 'vitest';
import { cutLetters, splitLetters } from '../../src/core/letters.ts';
import { isSameName, normalizeText } from '../../src/core/message.ts';
import { cutText } from '../../src/presentation/view-facts.ts';
import { rulesets } from '../../src/systems/index.ts';
import { sidesOf } from '../systems/any-battle.ts';
import { must } from './duel.ts';
import { house, opened } from './house.ts';

const family = '👨‍👩‍👧';
const emoji = [family, '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇩🇪', '👍🏽', '❤️'];

test.each(emoji)('the emoji %s of several characters stays whole', (each) => {
  expect(normalizeText(`Ann ${each}`)).toBe(`Ann ${each}`);
  expect(splitLetters(`A${each}b`)).toEqual(['A', each, 'b']);
  for (let most = 0; most < 12; most++)
    expect(['A', `A${each}`, `A${each}b`, '']).toContain(cutLetters(`A${each}b`, most));
  expect(cutText(`Ann${each}${each}`, 4)).toBe('Ann…');
});

test('names that differ only by invisible characters are equal', () => {
  expect(normalizeText(`A\u200dn\u{e0067}n\ufe0f`)).toBe('Ann');
  expect(isSameName(family, '👨👩👧')).toBe(true);
});

const ids = rulesets.map(({ id }) => id);

test.each(ids)('%s: a name with a comma is one name in lists of the GM', async (system) => {
  const there = house();
  await must(there, 'gm', 'battle create', { system, name: 'The ford' });
  const { ruleset } = await opened(there);
  const [preset] = Object.keys(ruleset.presets);
  const [, side] = sidesOf(ruleset);
  for (const name of ['Ann, Bob', 'Ann', 'Bob']) await must(there, 'gm', 'npc add', { preset, name, side });
  await must(there, 'gm', 'gm hide', { who: 'ANN, BOB' });
  expect(Object.keys((await opened(there)).saved.table.hidden)).toEqual(['Ann, Bob']);
  await must(there, 'gm', 'gm reveal', { who: 'Ann, Bob' });
  await must(there, 'gm', 'gm hide', { who: 'Bob, Ann, Bob' });
  expect(Object.keys((await opened(there)).saved.table.hidden).toSorted()).toEqual(['Ann, Bob', 'Bob']);
});

test('an order takes a name with a comma as one name', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'sword-world', name: 'The ford', settings: 'mode=standard' });
  const [preset] = Object.keys((await opened(there)).ruleset.presets);
  for (const name of ['Ann, Bob', 'Ann', 'Bob'])
    await must(there, 'ada', 'battle join', { preset, name, side: 'allies' });
  await must(there, 'gm', 'npc add', { preset, name: 'Ogre', side: 'enemies' });
  await must(there, 'gm', 'battle start', {});
  const rolled = await must(there, 'gm', 'initiative', { rollers: 'bob, ann, bob' });
  const text = JSON.stringify(rolled);
  expect(text).toContain('Ann, Bob');
  expect((await opened(there)).saved.status).toBe('active');
});
