import { describe, expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { begun, done, facing, gmCalls, ordered, removed, rolled, stranger, words } from './table.ts';

const oneLeft = 'Of those you can see, only the Watch can still act; the GM may end the combat.';

describe('the view', () => {
  test('ST-GM-5: the view shows turn, stage, order, stances, nominations and health', () => {
    const view = facing().view(gmViewer);
    expect(view).toMatchObject({ status: 'active', phase: 'Turn 1: the actions', round: 1, outcome: undefined });
    expect(view.order).toEqual([
      { id: 'Ysolde', note: '15', state: 'now' },
      { id: 'Pell', note: '8', state: 'next' },
      { id: 'Ysolde', note: '5, second action', state: 'next' },
      { id: 'Karg', note: '5', state: 'next' },
    ]);
    expect(view.timeline?.slots.map(({ label, entries }) => [label, entries.map(({ what }) => what)])).toEqual([
      ['15', ['melee at Karg']],
      ['8', ['nothing']],
      ['5', ['second action', 'melee at Ysolde']],
    ]);
    expect(view.combatants[0]).toMatchObject({
      gauges: [{ label: 'Health', text: '7/7' }],
      marks: ['offense stance', 'melee at Karg'],
    });
  });

  test('ST-GM-5: any player may ask for the state', () => {
    const answer = facing().answerQuery('state', { ...gmCalls('Pell'), gm: false }, {}, stranger);
    expect(answer.ok && answer.value.title).toBe('Turn 1: the actions');
    expect(answer.ok && answer.value.lines.map(({ text }) => text)).toContain(
      'Karg: Health unhurt, mixed stance, melee at Ysolde.',
    );
  });

  test('ST-RUL-23, ST-MOVE-2: the view has no map and no positions', () => {
    const view = facing().view(gmViewer);
    expect(view.board).toBeUndefined();
    expect(view.combatants.map(({ place }) => place)).toEqual([undefined, undefined, undefined]);
  });

  test('ST-NOM-1: the order lists those who still nominate, slowest first', () => {
    const view = rolled(['Ysolde', 'Karg', 'Pell'], [8, 1, 4]).view(stranger);
    expect(view.order.map(({ id, state }) => [id, state])).toEqual([
      ['Karg', 'now'],
      ['Pell', 'next'],
      ['Ysolde', 'next'],
    ]);
    expect(view.notes).toContain('Still to nominate: Karg, Pell and Ysolde.');
  });

  test('ST-RUL-57: the log says once that only one side can act, and the GM ends the combat', () => {
    const game = begun(['Ysolde', 'Karg']);
    const felled = ordered(game, 'gm', 'harm', { target: 'Karg', levels: 7 });
    expect(words(game, felled.events, stranger)).toContain(oneLeft);
    expect(felled.game.view(stranger).notes).toContain(oneLeft);
    expect(felled.game.status).toBe('active');
    const over = done(
      felled.game,
      { do: 'finish', finish: { winner: 'the Watch', reason: 'the hill is quiet' } },
      gmCalls(),
    );
    expect(over.game.view(stranger).outcome).toBe('the Watch: the hill is quiet');
  });

  test('ST-RUL-57: the log does not name a side whose last combatant falls at the same moment', () => {
    let game = rolled(['Ysolde', 'Ashwen'], [5, 5], { healthTrack: 'Scratched 0, Down' });
    for (const [who, how] of [
      ['Ysolde', { action: 'melee', target: 'Ashwen' }],
      ['Ashwen', { action: 'spell', spell: 'Ember Lance', target: 'Ysolde' }],
    ] as const)
      game = ordered(game, who, 'declare', { stance: 'mixed', ...how }).game;
    game = ordered(game, 'Ysolde', 'take', {}, [7, 3, 3, 3, 3, 3, 3, 3]).game;
    game = ordered(game, 'Ashwen', 'defend', { maneuver: 'none' }, [7, 7, 3, 3, 3, 3, 3, 3]).game;
    game = ordered(game, 'Ashwen', 'take', {}, [7, 3, 3, 3, 3, 3, 3, 3]).game;
    const both = ordered(game, 'Ysolde', 'defend', { maneuver: 'none' }, [7, 7, 3, 3, 3, 3, 3, 3, 3, 3]);
    expect(words(game, both.events, gmViewer)).toMatch(/incapacitated.*incapacitated/s);
    expect(words(game, both.events, gmViewer)).not.toContain('can still act');
  });

  test('ST-RUL-57: hidden combatants do not count for a reader who cannot see them', () => {
    const game = begun(['Ysolde', 'Karg', 'Ashwen']);
    const felled = ordered(game, 'gm', 'harm', { target: 'Karg', levels: 7 });
    const blind = { ...stranger, unseen: ['Ashwen'] };
    expect(words(game, felled.events, blind)).toContain(oneLeft);
    expect(felled.game.view(blind).notes).toContain(oneLeft);
    expect(words(game, felled.events, gmViewer)).not.toContain(oneLeft);
    expect(felled.game.view(gmViewer).notes).not.toContain(oneLeft);
    const gone = removed(felled.game, 'Ashwen');
    expect(words(felled.game, gone.events, blind)).toBe('');
  });

  test('ST-WOUND-2: a foe’s health is shown in words, one’s own by level', () => {
    const { game } = ordered(begun(['Ysolde', 'Karg']), 'gm', 'harm', { target: 'Karg', levels: 3 });
    const view = game.view(stranger);
    expect(view.combatants[1]).toMatchObject({ gauges: [{ text: 'clearly harmed', share: undefined }], marks: [] });
    expect(game.view(gmViewer).combatants[1]?.marks).toEqual(['Injured (−1 die)']);
  });
});
