import { describe, expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/scripted-dice.ts';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { straalara } from '../../../src/systems/straalara/index.ts';
import { sentenceIn } from '../../sentence.ts';
import { begun, done, gathered, gmCalls, ordered, playerCalls, refused, rolled, stateOf, words } from './table.ts';

const acting = (): Game => {
  let game = rolled(['Ysolde', 'Karg', 'Pell'], [8, 1, 4]);
  for (const [who, params] of [
    ['Karg', { stance: 'offense', action: 'melee', target: 'Ysolde' }],
    ['Pell', { stance: 'mixed', action: 'none' }],
    ['Ysolde', { stance: 'mixed', action: 'melee', target: 'Karg' }],
  ] as const)
    game = ordered(game, who, 'declare', params).game;
  return game;
};

const correct = (game: Game, field: string, who: string, value: string): Game =>
  done(game, { do: 'correct', field, who, value }, gmCalls()).game;

const karg = (game: Game) => stateOf(game).combatants.find(({ name }) => name === 'Karg');

describe('ST-GEN-4: the GM may put anything right', () => {
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
  ])('$field $value', ({ field, value, want }) => {
    expect(karg(correct(acting(), field, 'Karg', value))).toMatchObject(want);
  });

  test('ST-GEN-4: the log says whom and what the GM corrects', () => {
    const game = acting();
    const { events } = done(game, { do: 'correct', field: 'lost', who: 'Karg', value: '3' }, gmCalls());
    expect(words(game, events, gmViewer).split('\n')).toContain('The GM corrects Karg: lost 3.');
  });

  test('ST-GEN-4: overflow kills on a full track, less of it heals', () => {
    const down = correct(acting(), 'lost', 'Karg', '7');
    expect(karg(correct(down, 'overflow', 'Karg', '1'))?.life).toBe('dead');
    expect(karg(correct(down, 'lost', 'Karg', '2'))).toMatchObject({ life: 'up', score: undefined });
  });

  test('ST-GEN-4: an extended action, a botch and modifiers are put right or taken away', () => {
    const act = { stance: 'mixed', action: 'act', attribute: 'strength', timing: 'extended', goal: 9 };
    const declared = ordered(rolled(['Karg', 'Pell'], [8, 1]), 'Pell', 'declare', { stance: 'mixed', action: 'none' });
    const begun = ordered(ordered(declared.game, 'Karg', 'declare', act).game, 'Karg', 'take', {}, [9, 2, 2, 2, 2]);
    expect(karg(correct(begun.game, 'progress', 'Karg', '4'))?.extended).toMatchObject({ progress: 4, goal: 9 });
    expect(karg(correct(begun.game, 'extended', 'Karg', 'none'))?.extended).toBeUndefined();

    const modified = ordered(acting(), 'gm', 'mod', { target: 'Karg', for: 'take', dice: 2 }).game;
    expect(karg(modified)?.modifiers).toHaveLength(1);
    expect(karg(correct(modified, 'modifiers', 'Karg', 'none'))?.modifiers).toEqual([]);

    const botched = ordered(acting(), 'Ysolde', 'take', {}, [1, 2, 2, 2, 2, 2, 2, 2]).game;
    const settled = correct(botched, 'botch', 'Ysolde', 'none');
    expect([botched, settled].map((game) => stateOf(game).combatants[0]?.openBotch?.roll)).toEqual([
      'attack',
      undefined,
    ]);
  });

  test('ST-INIT-5: a score put right moves the steps that are left', () => {
    const game = correct(acting(), 'score', 'Karg', '20');
    const order = stateOf(game).steps.map(({ combatant, slot, value }) => [combatant, slot, value]);
    expect(order).toEqual([
      ['Karg', 1, 20],
      ['Ysolde', 1, 15],
      ['Karg', 2, 10],
      ['Pell', 1, 8],
    ]);
  });

  test('ST-GEN-4: who acts next, the turn, the time, the stage, a pending attack', () => {
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

  test('ST-GM-4: a correction rolls nothing: what it leaves to the dice waits for the GM', () => {
    const attacked = ordered(acting(), 'Ysolde', 'take', {}, [6, 2, 2, 2, 2, 2, 2, 2]).game;
    const down = correct(attacked, 'lost', 'Karg', '7');
    expect(down.expectedActions()[0]).toMatchObject({ actor: 'gm', auto: { verb: 'next' } });
    const { game } = ordered(down, 'gm', 'next', {}, [6, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
    expect(karg(game)).toMatchObject({ overflow: 1, life: 'dead' });
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
  ])('$field $value is refused', ({ field, value, code }) => {
    expect(refused(acting(), { do: 'correct', field, who: 'Karg', value })).toBe(code);
  });
});

describe('effects the GM hangs', () => {
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

  test('ST-GEN-4: each term changes its rolls', () => {
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
    expect(karg(next.game)?.lost).toBe(1);
  });

  test('ST-INIT-1: and the rating; it ends with its turns', () => {
    const cursed = hung(begun(['Ysolde', 'Karg']), 'Karg', { initiative: 3 }, 1);
    let game = ordered(cursed, 'gm', 'initiative', { all: true }, [1, 1]).game;
    expect(karg(game)?.rating).toBe(7);
    for (const who of ['Ysolde', 'Karg'])
      game = ordered(game, who, 'declare', { stance: 'mixed', action: 'none' }).game;
    game = ordered(game, 'Ysolde', 'take').game;
    const { events } = ordered(game, 'Karg', 'take');
    expect(events.map(({ type }) => type)).toContain('effects-ticked');
    expect(stateOf(ordered(game, 'Karg', 'take').game).effects).toEqual([]);
  });

  test('ST-GEN-4: lifted by its name; nobody else’s', () => {
    const lifted = done(
      hung(acting(), 'Karg', { soak: 1 }),
      { do: 'hang', who: 'Karg', name: 'a curse', effect: undefined },
      gmCalls(),
    );
    expect(stateOf(lifted.game).effects).toEqual([]);
    expect(refused(acting(), { do: 'hang', who: 'Nobody', name: 'x', effect: undefined })).toBe('NO_SUCH_COMBATANT');
  });
});

describe('settings', () => {
  test('every setting of 7.1 has its default and says what it is', () => {
    expect(straalara.settings.parse({})).toMatchObject({
      initiativeFloor: 0,
      lapse: 'lose',
      declarations: 'open',
      earlyDeclarations: 'refused',
      healthTrack: { length: 7 },
    });
  });

  test.each([
    { text: 'lapse=retarget tens=two', want: { lapse: 'retarget', tens: 'two' } },
    { text: 'dazedMayDefend=no; defensesPerTurn=2', want: { dazedMayDefend: false, defensesPerTurn: 2 } },
    {
      text: 'healthTrack=Hurt -1, Down',
      want: {
        healthTrack: [
          { level: 'Hurt', penalty: 1 },
          { level: 'Down', penalty: 0 },
        ],
      },
    },
    { text: '{"death":"gm"}', want: { death: 'gm' } },
  ])('are written like $text', ({ text, want }) => {
    const { game } = ordered(gathered(['Ysolde', 'Karg']), 'gm', 'begin', { settings: text });
    expect(stateOf(game).settings).toMatchObject(want);
  });

  test.each(['{bad', 'nonsense=1', 'tens=three', 'difficultyMin=9 difficultyMax=3', 'healthTrack='])(
    '%s is refused',
    (text) => {
      const beginning = { do: 'verb', verb: 'begin', params: { settings: text } } as const;
      expect(refused(gathered(['Ysolde', 'Karg']), beginning)).toBe('BAD_SETTING');
    },
  );

  test('ST-GEN-5: bad settings and sheets have the rulebook’s own codes', () => {
    const bad = straalara.createGame({ tens: 'three' });
    expect(!bad.ok && bad.error.code).toBe('BAD_SETTING');
    const entrant = { id: 'X', side: undefined, sheet: {} };
    const refusal = begun(['Ysolde', 'Karg']).act({ do: 'enter', entrant }, gmCalls(), [], createScriptedDice([]));
    expect(!refusal.ok && sentenceIn(straalara, refusal.error)).toMatch(/^The sheet cannot be used: attributes: /);
  });
});

describe('offers', () => {
  const offered = (game: Game, verb: string, param: string, actor: string, soFar = {}) =>
    game.offers(verb, param, playerCalls(actor), soFar, { ...stateless, controls: [actor] })?.map(({ value }) => value);
  const stateless = {
    gm: false,
    user: 'ann',
    controls: [],
    knows: [],
    unseen: ['Pell'],
    foes: { mode: 'off', words: [] },
  } as const;

  test('ST-NOM-7: only actions that pass their checks', () => {
    const game = rolled(['Ysolde', 'Karg', 'Pell'], [8, 1, 4]);
    expect(offered(game, 'declare', 'action', 'Karg')).toEqual(['brawl', 'melee', 'act', 'trivial', 'recover', 'none']);
    expect(offered(game, 'declare', 'action', 'Karg', { stance: 'defense' })).toEqual([
      'act',
      'trivial',
      'recover',
      'none',
    ]);
    expect(offered(game, 'declare', 'weapon', 'Ysolde', { action: 'melee' })).toEqual(['longsword']);
  });

  test('ST-GEN-7: targets but oneself, and nobody who must not be known', () => {
    const game = rolled(['Ysolde', 'Karg', 'Pell'], [8, 1, 4]);
    expect(offered(game, 'declare', 'target', 'Karg')).toEqual(['Ysolde']);
  });

  test('ST-DEF-3: defenses that answer the attack', () => {
    const game = ordered(acting(), 'Ysolde', 'take', {}, [6, 2, 2, 2, 2, 2, 2, 2]).game;
    expect(offered(game, 'defend', 'maneuver', 'Karg')).toEqual(['block', 'parry', 'none']);
    expect(offered(game, 'defend', 'weapon', 'Karg')).toEqual(['maul']);
    expect(offered(game, 'defend', 'maneuver', 'Pell')).toEqual(['none']);
  });
});

test('ST-NOM-8: lapse ask puts the question to the GM, and a standing answer is at hand', () => {
  let game = rolled(['Ysolde', 'Karg', 'Pell'], [8, 1, 4], { lapse: 'ask' });
  for (const who of ['Karg', 'Pell']) game = ordered(game, who, 'declare', { stance: 'mixed', action: 'none' }).game;
  game = ordered(game, 'Ysolde', 'declare', { stance: 'mixed', action: 'melee', target: 'Karg' }).game;
  game = ordered(game, 'gm', 'remove', { target: 'Karg' }).game;
  const asked = game.act({ do: 'verb', verb: 'take', params: {} }, gmCalls('Ysolde'), [], createScriptedDice([]));
  expect(asked.ok && asked.value).toMatchObject({
    kind: 'asked',
    question: { to: 'gm', kind: 'lapse', auto: 'lose', choices: [{ id: 'lose' }, { id: 'target:Pell' }] },
  });
});
