import { describe, expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { begun, done, gmCalls, ordered, rolled, stateOf, stranger, words } from './table.ts';

const facing = () => {
  const game = rolled(['Ysolde', 'Karg', 'Pell'], [8, 1, 4]);
  const karg = ordered(game, 'Karg', 'declare', { stance: 'mixed', action: 'melee', target: 'Ysolde' }).game;
  const pell = ordered(karg, 'Pell', 'declare', { stance: 'defense', action: 'none' }).game;
  return ordered(pell, 'Ysolde', 'declare', { stance: 'offense', action: 'melee', target: 'Karg' }).game;
};

const oneLeft = 'Of those you can see, only the Watch can still act; the GM may end the combat.';

describe('the view', () => {
  test('ST-GM-5: turn, stage, order, scores, stances, nominations, health and conditions', () => {
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

  test('ST-GM-5: anybody may ask for it at any time, and nothing is rolled', () => {
    const answer = facing().answerQuery('state', { ...gmCalls('Pell'), gm: false }, {}, stranger);
    expect(answer.ok && answer.value.title).toBe('Turn 1: the actions');
    expect(answer.ok && answer.value.lines.map(({ text }) => text)).toContain(
      'Karg: Health unhurt, mixed stance, melee at Ysolde.',
    );
  });

  test('ST-RUL-23, ST-MOVE-2: there is no map and no place', () => {
    const view = facing().view(gmViewer);
    expect(view.board).toBeUndefined();
    expect(view.combatants.map(({ place }) => place)).toEqual([undefined, undefined, undefined]);
  });

  test('ST-NOM-1: who is still awaited, slowest first', () => {
    const view = rolled(['Ysolde', 'Karg', 'Pell'], [8, 1, 4]).view(stranger);
    expect(view.order.map(({ id, state }) => [id, state])).toEqual([
      ['Karg', 'now'],
      ['Pell', 'next'],
      ['Ysolde', 'next'],
    ]);
    expect(view.notes).toContain('Still to nominate: Karg, Pell and Ysolde.');
  });

  test('ST-RUL-57: one side alone can act: it is pointed out once, and the GM ends the combat', () => {
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

  test('ST-RUL-57: who sees somebody more reads otherwise: the unseen do not count', () => {
    const game = begun(['Ysolde', 'Karg', 'Ashwen']);
    const felled = ordered(game, 'gm', 'harm', { target: 'Karg', levels: 7 });
    const blind = { ...stranger, unseen: ['Ashwen'] };
    expect(words(game, felled.events, blind)).toContain(oneLeft);
    expect(felled.game.view(blind).notes).toContain(oneLeft);
    expect(words(game, felled.events, gmViewer)).not.toContain(oneLeft);
    expect(felled.game.view(gmViewer).notes).not.toContain(oneLeft);
    const gone = ordered(felled.game, 'gm', 'remove', { target: 'Ashwen' });
    expect(words(felled.game, gone.events, blind)).toBe('');
  });

  test('ST-WOUND-2: foes’ levels in words, one’s own by name', () => {
    const { game } = ordered(begun(['Ysolde', 'Karg']), 'gm', 'harm', { target: 'Karg', levels: 3 });
    const view = game.view(stranger);
    expect(view.combatants[1]).toMatchObject({ gauges: [{ text: 'clearly harmed', share: undefined }], marks: [] });
    expect(game.view(gmViewer).combatants[1]?.marks).toEqual(['Injured (−1 die)']);
  });
});

describe('the telling', () => {
  test('ST-POOL-2, ST-POOL-7: a pencil gets the same number', () => {
    const game = facing();
    const { events } = ordered(game, 'Ysolde', 'take', { move: 3 }, [9, 7, 6, 6, 4, 3, 1, 10]);
    expect(words(game, events, stranger)).toBe(
      [
        'Ysolde walks 3 m.',
        'Ysolde strikes at Karg with longsword: 4 successes.',
        'dexterity 4 · +4 weaponry · = 8 dice',
        'attack d10 9 7 6 6 4 3 1 10 against 6: 5 hits · −1 one · = 4 successes',
        'Karg may defend',
      ].join('\n'),
    );
  });

  test('ST-RES-1: the whole of an attack', () => {
    const game = ordered(facing(), 'Ysolde', 'take', {}, [9, 7, 6, 6, 4, 3, 1, 10]).game;
    const dice = [8, 6, 1, 2, 4, 10, 9, 8, 6, 5, 1, 1, 2, 7, 6, 3, 2, 2];
    const { events } = ordered(game, 'Karg', 'defend', { maneuver: 'block' }, dice);
    expect(words(game, events, gmViewer)).toBe(
      [
        'Karg answers: block, 1 success.',
        'dexterity 2 · +3 brawl · = 5 dice',
        'defense d10 8 6 1 2 4 against 6: 2 hits · −1 one · = 1 success',
        'Karg is hit: 2 levels lost.',
        'attack 4 − defense 1 · = net 3: a hit',
        'damage 6 + 2 net · d10 10 9 8 6 5 1 1 2 against 6 · = 4 successes',
        'stamina 5 · = 5 dice',
        'soak d10 7 6 3 2 2 against 6: 2 hits · = 2 successes',
        '4 − 2 = 2 levels lost',
        'Karg is now Hurt (−1 die).',
        '0 + 2 = 2 levels lost',
      ].join('\n'),
    );
  });

  test('ST-RES-5: a botch is told, and the GM is shown a table to pick from', () => {
    const game = facing();
    const botched = ordered(game, 'Ysolde', 'take', {}, [1, 2, 2, 2, 2, 2, 2, 2]);
    expect(words(game, botched.events, stranger)).toContain('a botch! The GM says what goes wrong.');
    expect(botched.game.expectedActions()).toContainEqual(expect.objectContaining({ actor: 'gm', kind: 'botch' }));
    const table = botched.game.answerQuery('botches', gmCalls(), {}, gmViewer);
    expect(table.ok && table.value.lines.map(({ text }) => text)).toEqual([
      'Ysolde, melee: the blade snaps.',
      'Ysolde, melee: the grip slips and the attack goes wide.',
      'Ysolde, melee: the swing finds a friend.',
    ]);
    const says = 'the blade snaps';
    const settled = ordered(botched.game, 'gm', 'botch', { target: 'Ysolde', consequence: 'weapon-broken', says });
    expect(words(botched.game, settled.events, stranger)).toContain('Ysolde’s longsword breaks: the blade snaps.');
  });

  test('ST-INIT-1: initiative with its reasons, a foe’s without', () => {
    const game = begun(['Ysolde', 'Karg']);
    const { events } = ordered(game, 'gm', 'initiative', { all: true }, [8, 1]);
    const heard = words(game, events, stranger);
    expect(heard).toContain('wits 3 + dexterity 4 · = rating 7 · d10 8 · = 15');
    expect(heard).toContain('Karg rolls initiative: 5.');
    expect(heard).not.toContain('d10 1');
  });
});

describe('who is awaited', () => {
  test('ST-INIT-4, ST-RUL-16: rolls, then declarations; for the absent the best plan, mixed and none as the stand-in', () => {
    expect(
      begun(['Ysolde', 'Karg'])
        .expectedActions()
        .map(({ actor, kind }) => [actor, kind]),
    ).toEqual([
      ['Ysolde', 'initiative'],
      ['Karg', 'initiative'],
    ]);
    const standIn = { verb: 'declare', params: { stance: 'mixed', action: 'none' } };
    expect(rolled(['Ysolde', 'Karg'], [8, 1]).expectedActions()).toMatchObject([
      {
        actor: 'Karg',
        kind: 'declaration',
        auto: { verb: 'declare', params: { stance: 'offense', action: 'melee', weapon: 'maul', target: 'Ysolde' } },
        idle: standIn,
        fallback: standIn,
      },
    ]);
  });

  test('ST-DEF-1: the target, with the defense that costs least', () => {
    const game = ordered(facing(), 'Ysolde', 'take', {}, [9, 7, 6, 6, 4, 3, 1, 10]).game;
    expect(game.expectedActions()).toMatchObject([
      { actor: 'Karg', kind: 'defense', verbs: ['defend'], auto: { verb: 'defend', params: { maneuver: 'block' } } },
    ]);
  });

  test('ST-GM-4: nobody able is left: the GM', () => {
    const down = ordered(begun(['Ysolde', 'Karg']), 'gm', 'life', { target: 'Karg', life: 'dead' }).game;
    const none = ordered(down, 'gm', 'life', { target: 'Ysolde', life: 'dead' }).game;
    expect(none.expectedActions()).toMatchObject([{ actor: 'gm', auto: { verb: 'end-combat' } }]);
    expect(stateOf(none).turn).toBe(1);
  });

  test('ST-NOM-6: a second action when its count is reached', () => {
    const first = ordered(facing(), 'Ysolde', 'pass').game;
    const game = ordered(first, 'Pell', 'take').game;
    expect(game.expectedActions()).toMatchObject([{ actor: 'Ysolde', verbs: ['nominate', 'intend', 'stance'] }]);
  });
});
