import { describe, expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { acting, begun, done, gmCalls, kargIn, ordered, refused, stateOf } from './table.ts';

describe('effects that the GM applies', () => {
  const hung = (game: Game, who: string, modifiers: Readonly<Record<string, number>>, remaining?: number): Game =>
    done(
      game,
      {
        do: 'hang',
        who,
        name: 'a curse',
        effect: {
          name: 'a curse',
          who,
          modifiers,
          ticks: { at: 'end' },
          ...(remaining !== undefined && { remaining }),
        },
      },
      gmCalls(),
    ).game;

  test('ST-GEN-4: each modifier of an effect changes its rolls', () => {
    const cursed = hung(hung(acting(), 'Ysolde', { attack: -1, difficulty: 1, damage: 2 }), 'Karg', {
      defense: 1,
      soak: -1,
    });
    const { game, events } = ordered(cursed, 'Ysolde', 'take', {}, [7, 2, 2, 2, 2, 2, 2]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'attacked', roll: expect.objectContaining({ pool: 7, difficulty: 7 }) }),
    );
    const dice = [2, 2, 2, 2, 2, 2, ...[6, 2, 2, 2, 2, 2, 2, 2], ...[2, 2, 2, 2]];
    const next = ordered(game, 'Karg', 'defend', { maneuver: 'block' }, dice);
    expect(kargIn(next.game)?.lost).toBe(1);
  });

  test('ST-INIT-1: an effect changes the initiative rating until its turns are over', () => {
    const cursed = hung(begun(['Ysolde', 'Karg']), 'Karg', { initiative: 3 }, 1);
    let game = ordered(cursed, 'gm', 'initiative', { all: true }, [1, 1]).game;
    expect(kargIn(game)?.rating).toBe(7);
    for (const who of ['Ysolde', 'Karg'])
      game = ordered(game, who, 'declare', { stance: 'mixed', action: 'none' }).game;
    game = ordered(game, 'Ysolde', 'take').game;
    const { events } = ordered(game, 'Karg', 'take');
    expect(events.map(({ type }) => type)).toContain('effects-ticked');
    expect(stateOf(ordered(game, 'Karg', 'take').game).effects).toEqual([]);
  });

  test('ST-GEN-4: the GM removes an effect by its name', () => {
    const lifted = done(
      hung(acting(), 'Karg', { soak: 1 }),
      { do: 'hang', who: 'Karg', name: 'a curse', effect: undefined },
      gmCalls(),
    );
    expect(stateOf(lifted.game).effects).toEqual([]);
    expect(refused(acting(), { do: 'hang', who: 'Nobody', name: 'x', effect: undefined })).toBe('NO_SUCH_COMBATANT');
  });
});
