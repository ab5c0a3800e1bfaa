import { expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { ann, as, battle, bob, gm, of, order, verb } from './stage.ts';

test('SK-EXC-1: a stunt waits for the BM’s ruling', () => {
  const game = battle([ann({ size: 3 }), bob({ size: 6 })]);
  const proposed = order(game, as('Bob'), verb('stunt', { text: 'throws Ann', target: 'Ann' }));
  expect(proposed.events).toEqual([
    { type: 'stunt-proposed', who: 'Bob', target: 'Ann', text: 'throws Ann', sizeWarning: false },
  ]);
  expect(proposed.game.expectedActions().map(({ kind }) => kind)).toEqual(['turn', 'stunt']);
  const approved = order(
    proposed.game,
    gm,
    verb('rule-stunt', { answer: 'approve', effect: 'Ann staggers.', chance: 40, hit: 15 }),
    [40],
  );
  expect(approved.events[0]).toMatchObject({ type: 'stunt-ruled', approved: true, natural: 40, next: { hit: 15 } });
  expect(of(approved.game, 'Bob')).toMatchObject({ next: { hit: 15 } });
  const failed = order(
    proposed.game,
    gm,
    verb('rule-stunt', { answer: 'approve', effect: 'Ann staggers.', chance: 40, hit: 15 }),
    [41],
  );
  expect(of(failed.game, 'Bob')).toMatchObject({ next: {} });
  // Only a successful stunt's line names its effect.
  const told = ({ events }: typeof failed) =>
    JSON.stringify(proposed.game.narrate(events, gmViewer).map(({ text }) => text));
  expect(told(approved)).toContain('Ann staggers.');
  expect(told(failed)).not.toContain('Ann staggers.');
  const denied = order(proposed.game, gm, verb('rule-stunt', { answer: 'deny', chance: 40 }));
  expect(denied.events[0]).toMatchObject({ approved: false });
  expect(denied.game.expectedActions().map(({ kind }) => kind)).toEqual(['turn']);
  expect(order(proposed.game, as('Ann'), verb('rule-stunt', { answer: 'approve' })).refused).toBe('NOT_BM');
});

test('SK-EXC-1: a stunt may use up the action', () => {
  const proposed = order(battle(), as('Ann'), verb('stunt', { text: 'swings on the lamp' })).game;
  const ruled = order(proposed, gm, verb('rule-stunt', { answer: 'approve', spend: true }));
  expect(ruled.game.save()).toMatchObject({ turn: { who: 'Bob' } });
});
