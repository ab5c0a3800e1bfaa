import { describe, expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { acting, done, gmCalls, kargIn, ordered, refused, rolled, stateOf, words } from './table.ts';

const correct = (game: Game, field: string, who: string, value: string): Game =>
  done(game, { do: 'correct', field, who, value }, gmCalls()).game;

describe('ST-GEN-4: the GM can correct any field', () => {
  test.each([
    { field: 'lost', value: '3', want: { lost: 3, life: 'up' } },
    { field: 'lost', value: '7', want: { lost: 7, life: 'incapacitated', stance: 'none' } },
    { field: 'life', value: 'dead', want: { life: 'dead', lost: 7 } },
    { field: 'dazed', value: 'yes', want: { dazed: true } },
    { field: 'rating', value: '9', want: { rating: 9 } },
    { field: 'score', value: '20', want: { score: 20 } },
    { field: 'stance', value: 'partial', want: { stance: 'mixed' } },
    { field: 'action', value: 'brawl at Pell', want: { actions: [{ as: { action: 'brawl', target: 'Pell' } }, {}] } },
    { field: 'action', value: '2: none', want: { actions: [{}, { status: 'nominated', as: { action: 'none' } }] } },
    { field: 'moved', value: '4', want: { moved: 4 } },
    { field: 'defenses', value: '2', want: { defensesUsed: 2 } },
    { field: 'attribute', value: 'strength 6', want: { sheet: { attributes: { strength: 6 } } } },
    { field: 'ability', value: 'dodge 2', want: { sheet: { abilities: { dodge: 2 } } } },
    { field: 'armor', value: '3', want: { sheet: { armor: 3 } } },
    { field: 'walk', value: '9', want: { sheet: { walkSpeed: 9 } } },
    { field: 'weapon', value: 'maul broken', want: { sheet: { weapons: [{ broken: true, ready: true }] } } },
    { field: 'weapon', value: 'maul stowed', want: { sheet: { weapons: [{ broken: false, ready: false }] } } },
    { field: 'rating', value: '+9', want: { rating: 9 } },
    { field: 'score', value: '−5', want: { score: -5 } },
    { field: 'dazed', value: 'On', want: { dazed: true } },
    { field: 'stance', value: 'none', want: { stance: 'none' } },
  ])('ST-GEN-4: $field accepts $value', ({ field, value, want }) => {
    expect(kargIn(correct(acting(), field, 'Karg', value))).toMatchObject(want);
  });

  test('ST-GEN-4: the log names the combatant and the field that the GM corrects', () => {
    const game = acting();
    const { events } = done(game, { do: 'correct', field: 'lost', who: 'Karg', value: '3' }, gmCalls());
    expect(words(game, events, gmViewer).split('\n')).toContain('The GM corrects Karg: Lost 0 → 3.');
  });

  test('ST-GEN-4: overflow on a full track kills, and fewer lost levels revive', () => {
    const down = correct(acting(), 'lost', 'Karg', '7');
    expect(kargIn(correct(down, 'overflow', 'Karg', '1'))?.life).toBe('dead');
    expect(kargIn(correct(down, 'lost', 'Karg', '2'))).toMatchObject({ life: 'up', score: undefined });
  });

  test('ST-GEN-4: the GM corrects or removes extended actions, botches and modifiers', () => {
    const act = { stance: 'mixed', action: 'act', attribute: 'strength', timing: 'extended', goal: 9 };
    const declared = ordered(rolled(['Karg', 'Pell'], [8, 1]), 'Pell', 'declare', { stance: 'mixed', action: 'none' });
    const begun = ordered(ordered(declared.game, 'Karg', 'declare', act).game, 'Karg', 'take', {}, [9, 2, 2, 2, 2]);
    expect(kargIn(correct(begun.game, 'progress', 'Karg', '4'))?.extended).toMatchObject({ progress: 4, goal: 9 });
    expect(kargIn(correct(begun.game, 'extended', 'Karg', 'none'))?.extended).toBeUndefined();

    const modified = ordered(acting(), 'gm', 'mod', { target: 'Karg', for: 'take', dice: 2 }).game;
    expect(kargIn(modified)?.modifiers).toHaveLength(1);
    expect(kargIn(correct(modified, 'modifiers', 'Karg', 'none'))?.modifiers).toEqual([]);

    const botched = ordered(acting(), 'Ysolde', 'take', {}, [1, 2, 2, 2, 2, 2, 2, 2]).game;
    const settled = correct(botched, 'botch', 'Ysolde', 'none');
    expect([botched, settled].map((game) => stateOf(game).combatants[0]?.openBotch?.roll)).toEqual([
      'attack',
      undefined,
    ]);
  });

  test('ST-INIT-5: correcting a combatant’s initiative score moves its remaining steps', () => {
    const game = correct(acting(), 'score', 'Karg', '20');
    const order = stateOf(game).steps.map(({ combatant, slot, value }) => [combatant, slot, value]);
    expect(order).toEqual([
      ['Karg', 1, 20],
      ['Ysolde', 1, 15],
      ['Karg', 2, 10],
      ['Pell', 1, 8],
    ]);
  });

  test('ST-GEN-4: the GM corrects the next combatant, turn, time, stage and pending attack', () => {
    const attacked = ordered(acting(), 'Ysolde', 'take', {}, [6, 2, 2, 2, 2, 2, 2, 2]).game;
    expect(stateOf(correct(attacked, 'attack', '', 'none')).pendingAttack).toBeUndefined();
    expect(stateOf(correct(acting(), 'turn', '', '7')).turn).toBe(7);
    expect(stateOf(correct(acting(), 'seconds', '', '60')).elapsedSeconds).toBe(60);
    expect(correct(acting(), 'next', '', 'Pell').expectedActions()[0]?.actor).toBe('Pell');
    const back = correct(acting(), 'stage', '', 'declare');
    expect(stateOf(back)).toMatchObject({ stage: 'DECLARE', steps: [] });
    expect(back.expectedActions()[0]?.actor).toBe('Karg');
    expect(stateOf(correct(acting(), 'stage', '', 'end'))).toMatchObject({ turn: 2, stage: 'INITIATIVE' });
    expect(correct(correct(acting(), 'stage', '', 'initiative'), 'turn', '', '3').expectedActions()).toHaveLength(3);
  });

  test('ST-GM-4: a correction rolls nothing, and rolls that follow wait for the GM', () => {
    const attacked = ordered(acting(), 'Ysolde', 'take', {}, [6, 2, 2, 2, 2, 2, 2, 2]).game;
    const down = correct(attacked, 'lost', 'Karg', '7');
    expect(down.expectedActions()[0]).toMatchObject({ actor: 'gm', auto: { verb: 'next' } });
    const { game } = ordered(down, 'gm', 'next', {}, [6, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
    expect(kargIn(game)).toMatchObject({ overflow: 1, life: 'dead' });
  });

  test.each([
    { field: 'lost', value: 'many', code: 'bad-input' },
    { field: 'lost', value: '0x1', code: 'bad-input' },
    { field: 'lost', value: '1 5', code: 'bad-input' },
    { field: 'lost', value: '', code: 'bad-input' },
    { field: 'lost', value: '8', code: 'BAD_VALUE' },
    { field: 'stance', value: 'fury', code: 'UNKNOWN_STANCE' },
    { field: 'action', value: 'dance', code: 'UNKNOWN_ACTION' },
    { field: 'weapon', value: 'axe broken', code: 'NO_WEAPON' },
    { field: 'next', value: 'Nobody', code: 'NO_SUCH_COMBATANT' },
    { field: 'attribute', value: 'strength 11', code: 'bad-input' },
  ])('ST-GEN-4: $field refuses $value', ({ field, value, code }) => {
    expect(refused(acting(), { do: 'correct', field, who: 'Karg', value })).toBe(code);
  });
});
