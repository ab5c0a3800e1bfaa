import { expect, test } from 'vitest';
import { searchTerms } from '../../src/app/input/everyday-words.ts';
import { matchName } from '../../src/app/input/match-name.ts';
import { contextKey, type Dictionary, runInLanguage } from '../../src/core/message.ts';
import { swordWorld } from '../../src/systems/sword-world/index.ts';
import { must } from './duel.ts';
import { house, opened } from './house.ts';

const falling = swordWorld.rules().find(({ id }) => id === 'SW-FALL-1');

const ja: Dictionary = {
  language: 'ja',
  sentences: {
    allies: '味方',
    enemies: '敵',
    front: '前線エリア',
    Frontline: '前線エリア',
    'the Frontline': '前線エリア',
    normal: '通常移動',
    [contextKey('limited', 'choice')]: '制限移動',
    Attack: '攻撃',
    all: '全員',
    'HP now': '現在のHP',
    hp: 'HP現在値',
    '{1} (in English)': '{1}（英語）',
    [contextKey(falling?.plain?.title ?? falling?.title ?? '', 'SW-FALL-1')]: '落下ダメージ',
    [contextKey(falling?.plain?.text ?? falling?.text ?? '', 'SW-FALL-1')]: '高い所から落ちると、ダメージを受ける。',
  },
};
const inJapanese = <T>(work: () => T): T => runInLanguage(ja, work);

test('English words and words of one’s own language find a value, and English comes first', () => {
  const sides = ['allies', 'enemies'];
  const find = (typed: string, names: readonly string[] = sides) =>
    inJapanese(() => matchName(typed, names, (name) => [name]));
  expect(find('味方')).toEqual({ found: 'allies' });
  expect(find('allies')).toEqual({ found: 'allies' });
  expect(find('敵', ['敵', 'enemies'])).toEqual({ found: '敵' });
  expect(find('前線', ['front', 'rear'])).toEqual({ found: 'front' });
  expect(find('前衛エリア', ['front', 'rear'])).toEqual({ found: undefined, suggestions: ['front'] });
  expect(matchName('味方', sides, (name) => [name])).toEqual({ found: undefined, suggestions: [] });
});

test('Japanese questions are split into words without particles', () => {
  expect(searchTerms('ゴブリンを攻撃する')).toEqual(['ゴブリン', '攻撃']);
  expect(searchTerms('How much falling damage?')).toEqual(['fall', 'damag']);
});

const prepared = async () => {
  const there = house({}, undefined, undefined, undefined, undefined, [ja]);
  await must(there, 'gm', 'battle create', { system: 'sword-world', name: 'Road' });
  return there;
};

test('sides, areas, choices and fields can be typed in Japanese', async () => {
  const there = await prepared();
  await must(there, 'ada', 'battle join', { preset: 'Wolf', name: 'Ada', side: '味方' });
  await must(there, 'gm', 'npc add', { preset: 'Goblin', name: 'Gob', side: '敵' });
  const sides = async () => (await opened(there)).game.roster().map(({ side }) => side);
  expect(await sides()).toEqual(['allies', 'enemies']);
  await must(there, 'gm', 'gm set', { field: 'HP現在値', who: '敵', value: '3' });
  await must(there, 'gm', 'gm set', { field: 'hp', who: '全員', value: '2' });
  expect((await there.complete('ada', 'battle join', 'side', '味')).map(({ label, value }) => [label, value])).toEqual([
    ['味方', 'allies'],
  ]);
});

test('/rule finds Japanese and English words, and says which rules are only in English', async () => {
  const there = await prepared();
  const titleFor = async (words: string) => (await must(there, 'ada', 'rule', { words })).cards[0]?.title;
  expect(await titleFor('落下のダメージはどのくらい？')).toBe('SW-FALL-1: 落下ダメージ');
  expect(await titleFor('falling damage')).toBe('SW-FALL-1: 落下ダメージ');
  expect(await titleFor('SW-MOVE-1')).toMatch(/（英語）$/);
  const english = house();
  await must(english, 'gm', 'battle create', { system: 'sword-world', name: 'Road' });
  expect((await must(english, 'ada', 'rule', { words: 'SW-MOVE-1' })).cards[0]?.title).not.toContain('English');
});

test('/help understands verbs in Japanese, and otherwise says what can be done now', async () => {
  const there = await prepared();
  const read = async (words: string) =>
    (await must(there, 'ada', 'help', { words })).cards.flatMap(({ title, lines }) => [
      title,
      ...lines.map(({ text }) => text),
    ]);
  expect((await read('ゴブリンを攻撃したい'))[1]).toMatch(/^\/attack/);
  const otherwise = await read('にゃあ');
  expect(otherwise[0]).toBe('The battle is being prepared');
  expect(otherwise.join()).not.toContain('I do not understand');
  expect((await read('落下')).join()).toContain('落下ダメージ');
});
