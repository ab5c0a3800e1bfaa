import { describe, expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { straalara } from '../../../src/systems/straalara/index.ts';
import { sentenceIn } from '../../sentence.ts';
import { begun, gathered, gmCalls, ordered, refused, stateOf } from './table.ts';

describe('settings', () => {
  test('every setting of section 7.1 has its default', () => {
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
  ])('settings are parsed from $text', ({ text, want }) => {
    const { game } = ordered(gathered(['Ysolde', 'Karg']), 'gm', 'begin', { settings: text });
    expect(stateOf(game).settings).toMatchObject(want);
  });

  test.each(['{bad', 'nonsense=1', 'tens=three', 'difficultyMin=9 difficultyMax=3', 'healthTrack='])(
    'settings refuse %s',
    (text) => {
      const beginning = { do: 'verb', verb: 'begin', params: { settings: text } } as const;
      expect(refused(gathered(['Ysolde', 'Karg']), beginning)).toBe('BAD_SETTING');
    },
  );

  test('ST-GEN-5: bad settings and sheets are refused with codes of the rulebook', () => {
    const bad = straalara.createGame({ tens: 'three' });
    expect(!bad.ok && bad.error.code).toBe('BAD_SETTING');
    const entrant = { id: 'X', side: undefined, sheet: {} };
    const refusal = begun(['Ysolde', 'Karg']).act({ do: 'enter', entrant }, gmCalls(), [], createScriptedDice([]));
    expect(!refusal.ok && sentenceIn(straalara, refusal.error)).toMatch(/^The sheet cannot be used: attributes: /);
  });
});
