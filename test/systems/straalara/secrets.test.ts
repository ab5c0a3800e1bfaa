import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Game } from '../../../src/rules/game.ts';
import {
  createReader,
  defaultNumberWords,
  gmViewer,
  type NumberWords,
  type Viewer,
} from '../../../src/rules/reader.ts';
import { straalara } from '../../../src/systems/straalara/index.ts';
import { begun, ordered, rolled, stateOf, stranger, words } from './table.ts';

const everybody: Viewer = { ...stranger, user: undefined, controls: [], knows: [] };
const karg: Viewer = { ...stranger, controls: ['Karg'], knows: ['Karg'] };

const told = (game: Game, viewer: Viewer): string => JSON.stringify([game.view(viewer), game.expectedActions()]);

describe('declarations: private', () => {
  const table = () => rolled(['Ysolde', 'Karg', 'Pell'], [8, 1, 4], { declarations: 'private' });
  const declaring = (params: Readonly<Record<string, unknown>>) => ordered(table(), 'Karg', 'declare', params);

  test('ST-NOM-4: what is declared reaches nobody but its owner and the GM, not even by the length of a list', () => {
    const attack = declaring({ stance: 'offense', action: 'melee', target: 'Ysolde' });
    const idle = declaring({ stance: 'defense', action: 'none' });
    for (const viewer of [stranger, everybody]) {
      expect(told(attack.game, viewer)).toBe(told(idle.game, viewer));
      expect(words(table(), attack.events, viewer)).toBe(words(table(), idle.events, viewer));
    }
    expect(words(table(), attack.events, karg)).toContain('melee at Ysolde');
    expect(words(table(), attack.events, gmViewer)).toContain('offense');
    expect(told(attack.game, stranger)).toContain('Still to nominate: Pell and Ysolde.');
  });

  test('ST-RUL-11: all are opened together when the last has spoken, slowest first', () => {
    const first = ordered(declaring({ stance: 'offense', action: 'melee', target: 'Ysolde' }).game, 'Pell', 'declare', {
      stance: 'defense',
      action: 'none',
    });
    const last = ordered(first.game, 'Ysolde', 'declare', { stance: 'mixed', action: 'brawl', target: 'Karg' });
    expect(last.events.map(({ type }) => type)).toEqual(['declared', 'opened', 'actions-opened', 'step-opened']);
    const heard = words(first.game, last.events, everybody);
    expect(heard.indexOf('Karg: offense stance, melee at Ysolde')).toBeGreaterThan(-1);
    expect(heard.indexOf('Karg: offense')).toBeLessThan(heard.indexOf('Pell: defense'));
    expect(told(last.game, everybody)).toContain('offense stance');
  });

  test('ST-NOM-6: second actions are as private until their group is complete', () => {
    let game = rolled(['Ysolde', 'Karg'], [10, 4], { declarations: 'private', secondActions: 'wave' });
    for (const who of ['Karg', 'Ysolde'])
      game = ordered(game, who, 'declare', { stance: 'offense', action: 'none' }).game;
    game = ordered(ordered(game, 'Ysolde', 'take').game, 'Karg', 'take').game;
    const brawl = ordered(game, 'Karg', 'nominate', { action: 'brawl', target: 'Ysolde' });
    const none = ordered(game, 'Karg', 'nominate', { action: 'none' });
    expect(told(brawl.game, stranger)).toBe(told(none.game, stranger));
    expect(words(game, brawl.events, stranger)).toBe(words(game, none.events, stranger));
    const opened = ordered(brawl.game, 'Ysolde', 'nominate', { action: 'none' });
    expect(told(opened.game, stranger)).toContain('brawl at Ysolde');
  });

  test('ST-NOM-4: odds do not count a stance nobody may know of', () => {
    const ask = (game: Game) =>
      game.answerQuery(
        'odds',
        { actor: 'Ysolde', by: 'ann', gm: false, controls: ['Ysolde'], pending: undefined },
        { target: 'Karg', action: 'melee', defense: 'block' },
        { ...stranger, knows: ['Ysolde', 'Karg'] },
      );
    expect(ask(declaring({ stance: 'defense', action: 'none' }).game)).toEqual(
      ask(declaring({ stance: 'mixed', action: 'none' }).game),
    );
  });
});

test('ST-NOM-4: a sealed nomination is its owner’s, in either way of declaring', () => {
  const game = begun(['Ysolde', 'Karg']);
  const sealed = ordered(game, 'Karg', 'intend', { stance: 'offense', action: 'brawl', target: 'Ysolde' });
  expect(told(sealed.game, stranger)).toBe(told(game, stranger));
  expect(words(game, sealed.events, stranger)).toBe('');
  expect(words(game, sealed.events, karg)).toBe('Sealed for Karg: offense stance, brawl at Ysolde.');
  expect(told(sealed.game, karg)).toContain('brawl at Ysolde');
});

test('ST-NOM-4: nominations are open otherwise', () => {
  const game = rolled(['Ysolde', 'Karg'], [8, 1]);
  const { events } = ordered(game, 'Karg', 'declare', { stance: 'mixed', action: 'melee', target: 'Ysolde' });
  expect(words(game, events, stranger)).toContain('Karg takes the mixed stance and nominates melee at Ysolde.');
});

describe('hidden rolls', () => {
  const table = () => {
    const game = rolled(['Karg', 'Ysolde'], [10, 1]);
    const declared = ordered(game, 'Ysolde', 'declare', { stance: 'mixed', action: 'none' }).game;
    return ordered(declared, 'Karg', 'declare', { stance: 'mixed', action: 'brawl', target: 'Ysolde' }).game;
  };

  test('ST-POOL-2: a hidden roll tells its successes, never its dice nor how many they are', () => {
    const game = table();
    const long = ordered(game, 'Karg', 'take', {}, [6, 7, 2, 3, 4]);
    const more = ordered(game, 'gm', 'mod', { target: 'Karg', for: 'take', dice: 3 }).game;
    const longer = ordered(more, 'Karg', 'take', {}, [6, 7, 2, 3, 4, 5, 5, 2]);
    expect(words(game, long.events, stranger)).toBe(words(more, longer.events, stranger));
    expect(words(game, long.events, stranger)).toContain('2 successes');
    expect(words(game, long.events, karg)).toContain('attack d10 6 7 2 3 4 against 6: 2 hits');
  });

  test('ST-SOAK-2: nor do damage and soak of others tell theirs', () => {
    const game = ordered(table(), 'Karg', 'take', {}, [6, 7, 2, 3, 4]).game;
    const { events } = ordered(game, 'Ysolde', 'defend', { maneuver: 'none' }, [6, 6, 6, 2, 2, 2, 6, 2, 2, 2, 2]);
    const own = words(game, events, stranger);
    expect(own).toContain('damage: 3 successes');
    expect(own).not.toContain('d10 6 6 6');
    expect(own).toContain('3 − 1 = 2 levels lost');
    expect(words(game, events, karg)).toContain('d10 6 6 6 2 2 2');
    expect(words(game, events, karg)).not.toContain('levels lost');
    expect(words(game, events, karg)).not.toContain('Hurt');
  });

  test('ST-GM-1: modifiers that wait are the GM’s', () => {
    const game = table();
    const { events, game: next } = ordered(game, 'gm', 'mod', { target: 'Karg', for: 'take', unseen: true });
    expect(words(game, events, stranger)).toBe('');
    expect(words(game, events, gmViewer)).toContain('unseen');
    expect(told(next, stranger)).toBe(told(game, stranger));
  });
});

test('ST-DEF-10: an attacker who must not be known strikes as somebody', () => {
  const hidden: Viewer = { ...stranger, unseen: ['Karg'] };
  const before = rolled(['Karg', 'Ysolde'], [10, 1]);
  const declared = ordered(before, 'Ysolde', 'declare', { stance: 'mixed', action: 'none' }).game;
  const game = ordered(declared, 'Karg', 'declare', { stance: 'mixed', action: 'melee', target: 'Ysolde' }).game;
  const { events, game: after } = ordered(game, 'Karg', 'take', {}, [7, 7, 2, 3]);
  const heard = words(game, events, hidden);
  expect(heard).toContain('Somebody strikes at Ysolde: 2 successes.');
  expect(heard + told(after, hidden)).not.toMatch(/Karg|maul/);
  expect(stateOf(after).pendingAttack?.attacker).toBe('Karg');
});

test('ST-WOUND-2: the words for a foe’s health are no level’s name, and the GM’s own words come first', () => {
  const levels = straalara.createGame({});
  if (!levels.ok) throw new Error(levels.error.code);
  const names = z.object({ settings: z.object({ healthTrack: z.array(z.object({ level: z.string() })) }) });
  const track = names.parse(levels.value.save()).settings.healthTrack.map(({ level }) => level.toLowerCase());
  expect(track).toContain('wounded');
  const wordAt = (left: number, words: NumberWords = defaultNumberWords): string | undefined =>
    createReader({ ...gmViewer, gm: false, foes: { mode: 'words', words } }, straalara.numberTerms).gauge(
      'Karg',
      'Health',
      left,
      100,
    )?.text;
  const told = [100, 99, 75, 74, 50, 49, 25, 24, 1].map((left) => wordAt(left) ?? '');
  expect(new Set(told).size).toBe(5);
  for (const word of told) for (const level of track) expect(word.split(' ')).not.toContain(level);
  expect(wordAt(60, [{ from: 1, word: 'Wounded, perhaps' }])).toBe('Wounded, perhaps');
});
