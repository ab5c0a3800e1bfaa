import { describe, expect, test } from 'vitest';
import { gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { karg, ordered, rolled, stateOf, stranger, told, words } from './table.ts';

describe('hidden rolls', () => {
  const table = () => {
    const game = rolled(['Karg', 'Ysolde'], [10, 1]);
    const declared = ordered(game, 'Ysolde', 'declare', { stance: 'mixed', action: 'none' }).game;
    return ordered(declared, 'Karg', 'declare', { stance: 'mixed', action: 'brawl', target: 'Ysolde' }).game;
  };

  test('ST-POOL-2: a hidden roll shows its successes, but not its dice', () => {
    const game = table();
    const long = ordered(game, 'Karg', 'take', {}, [6, 7, 2, 3, 4]);
    const more = ordered(game, 'gm', 'mod', { target: 'Karg', for: 'take', dice: 3 }).game;
    const longer = ordered(more, 'Karg', 'take', {}, [6, 7, 2, 3, 4, 5, 5, 2]);
    expect(words(game, long.events, stranger)).toBe(words(more, longer.events, stranger));
    expect(words(game, long.events, stranger)).toContain('2 successes');
    expect(words(game, long.events, karg)).toContain('attack d10 6 7 2 3 4 against 6: 2 hits');
  });

  test('ST-SOAK-2: damage and soak rolls of others stay hidden', () => {
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

  test('ST-GM-1: only the GM sees a waiting modifier', () => {
    const game = table();
    const { events, game: next } = ordered(game, 'gm', 'mod', { target: 'Karg', for: 'take', unseen: true });
    expect(words(game, events, stranger)).toBe('');
    expect(words(game, events, gmViewer)).toContain('unseen');
    expect(told(next, stranger)).toBe(told(game, stranger));
  });
});

test('ST-DEF-10: a hidden attacker is shown as somebody', () => {
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
