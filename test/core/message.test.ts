import { expect, test } from 'vitest';
import {
  count,
  currentDictionary,
  fillPlaceholders,
  findRefs,
  isVisibleTo,
  joined,
  listing,
  markNames,
  maskedRef,
  ref,
  renderText,
  runInLanguage,
  runInLanguages,
  say,
  sentences,
  several,
  sideTerm,
  term,
  worded,
} from '../../src/core/message.ts';

const without = (...hidden: readonly string[]) => ({
  name: (id: string) => (hidden.includes(id) ? undefined : id),
});

test.each([
  { hidden: 'Bo', text: say`${ref('Bob')} faces ${ref('Bo')}.`, reads: 'Bob faces somebody.' },
  { hidden: 'a', text: say`${ref('a')} takes a blow.`, reads: 'Somebody takes a blow.' },
  { hidden: '.*', text: say`Does ${ref('Cid')} parry ${ref('.*')}?`, reads: 'Does Cid parry somebody?' },
  { hidden: 'ann', text: say`${ref('Ann')} and ${ref('ann')}`, reads: 'Ann and somebody' },
  { hidden: 'E', text: say`${'E5'}: ${say`${ref('E')} at ${say`${ref('E')}`}`}`, reads: 'E5: somebody at somebody' },
  { hidden: '{0}', text: say`${ref('{0}')} {0} ${'$&'}`, reads: 'Somebody {0} $&' },
])('names are rendered from ids: $reads', ({ hidden, text, reads }) => {
  expect(renderText(text, without(hidden))).toBe(reads);
});

test('a message within a message stays one message', () => {
  const inner = say`${ref('Ann')} at ${'C3'}`;
  expect(say`${inner} falls.`.with).toEqual([inner]);
  expect(findRefs(say`${inner} hits ${listing([ref('Bo'), inner])}.`).map((each) => each.ref)).toEqual([
    'Ann',
    'Bo',
    'Ann',
  ]);
});

test('facts fill a sentence, and a placeholder without a fact stays', () => {
  const sentence = fillPlaceholders('It is {whose} turn, {what}; {whose} again, {n}.', { whose: ref('Ann'), n: 2 });
  expect(renderText(sentence, without())).toBe('It is Ann turn, {what}; Ann again, 2.');
  expect(renderText(sentence, without('Ann'))).toBe('It is somebody turn, {what}; somebody again, 2.');
});

test('a list reads as “a, b and c”', () => {
  const read = (...names: readonly string[]) => [
    renderText(listing(names.map(ref)), without('b')),
    renderText(joined(names.map(ref)), without('b')),
  ];
  expect([read(), read('a'), read('a', 'b'), read('a', 'b', 'c')]).toEqual([
    ['', ''],
    ['a', 'a'],
    ['a and somebody', 'a, somebody'],
    ['a, somebody and c', 'a, somebody, c'],
  ]);
});

test('a count takes the singular or plural', () => {
  const read = (amount: number) => renderText(say`for ${count(amount, 'turn')}`, without());
  expect([read(0), read(1), read(2)]).toEqual(['for 0 turns', 'for 1 turn', 'for 2 turns']);
  expect(renderText(count(2, 'foot', 'feet'), without())).toBe('2 feet');
});

test('whole sentences come after each other', () => {
  const moves = say`${maskedRef('Bo')} moves.`;
  expect(renderText(sentences(say`Rain begins.`, undefined, '', moves), without('Bo'))).toBe(
    'Rain begins. Somebody moves.',
  );
  expect(sentences(moves, false)).toBe(moves);
  expect(sentences()).toBe('');
  expect(worded(several(2, say`${2} turn is left.`, say`${2} turns are left.`))).toBe('2 turns are left.');
});

test('a text that is only translated with a small first letter gets a capital letter', () => {
  const read = (words: string) =>
    runInLanguage({ language: 'tr', sentences: { inside: 'içeride', Over: 'Bitti', over: 'üstünde' } }, () =>
      worded(term(words)),
    );
  expect(['Inside', 'inside', 'Over', 'OVER'].map(read)).toEqual(['İçeride', 'içeride', 'Bitti', 'OVER']);
});

test('a message that names a hidden combatant is not visible unless masked', () => {
  const sees = (id: string) => id !== 'Bo';
  expect(isVisibleTo(say`${ref('Ann')} aims at ${ref('Bo')}.`, sees)).toBe(false);
  expect(isVisibleTo(say`${ref('Ann')} is hit by ${maskedRef('Bo')}.`, sees)).toBe(true);
  expect(isVisibleTo(say`${maskedRef('Bo')} moves.`, sees)).toBe(false);
  expect(isVisibleTo('Rain begins.', sees)).toBe(true);
});

test('names stay, also in work that never ends, and only those of the newest battles are kept in memory', () => {
  const sentences = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`Hero ${n}`, `Held ${n}`]));
  const heroes = Object.keys(sentences);
  runInLanguages({ reader: { language: 'de', sentences } }, () => {
    for (const hero of heroes)
      runInLanguages({ reader: currentDictionary() }, () => markNames(hero, (text) => text === hero));
    expect(worded('Hero 29')).toBe('Hero 29');
    expect(worded(sideTerm('Hero 29'))).toBe('Hero 29');
    expect(worded(term('Hero 29'))).toBe('Held 29');
    expect(heroes.filter((hero) => worded(hero) === hero)).toHaveLength(20);
  });
});
