import { describe, expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { straalara } from '../../../src/systems/straalara/index.ts';
import { sentenceIn } from '../../sentence.ts';
import { begun, gmCalls } from './table.ts';

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

  test('ST-GEN-5: bad settings and sheets are refused with codes of the rulebook', () => {
    const bad = straalara.createGame({ tens: 'three' });
    expect(!bad.ok && bad.error.code).toBe('BAD_SETTING');
    const entrant = { id: 'X', side: undefined, sheet: {} };
    const refusal = begun(['Ysolde', 'Karg']).act({ do: 'enter', entrant }, gmCalls(), [], createScriptedDice([]));
    expect(!refusal.ok && sentenceIn(straalara, refusal.error)).toMatch(/^The sheet cannot be used: attributes: /);
  });
});
