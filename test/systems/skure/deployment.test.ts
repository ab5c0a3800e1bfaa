import { expect, test } from 'vitest';
import { gmCaller } from '../../../src/rules/caller.ts';
import { startDraft } from '../../../src/rules/draft.ts';
import { deploy, placed } from '../../../src/systems/skure/index.ts';
import type { State } from '../../../src/systems/skure/state.ts';
import { battleOf } from '../../conformance/skure/setup.ts';
import { ann } from './stage.ts';

/** Two hundred who have no square yet, of two teams; counted is how often one is asked where it stands. */
const crowd = (count: number) => {
  const asked = { times: 0 };
  const where = () => {
    asked.times += 1;
    return undefined;
  };
  const [sheet] = battleOf({ combatants: [ann()] }).state.combatants;
  if (sheet === undefined) throw new Error('Nobody is there.');
  const combatants = Array.from({ length: count }, (_, n) =>
    Object.defineProperty({ ...sheet, name: `Foe ${n}`, team: n % 2 === 0 ? 'red' : 'blue' }, 'at', {
      get: where,
      enumerable: true,
    }),
  );
  const { state } = battleOf({ combatants: [ann()] });
  const board = { ...state.board, width: 64, height: 64 };
  return { asked, state: { ...state, status: 'setup' as const, board, combatants } satisfies State };
};

test('SK-RUL-64: two hundred are placed without asking each of them about every square', () => {
  const { asked, state } = crowd(200);
  const draft = startDraft<State>(state, (before, event) => placed.kind.apply(before, event));
  expect(deploy.resolve(draft, gmCaller(), {})).toEqual({ ok: true, value: undefined });
  const squares = draft.events.flatMap((event) => (placed.is(event) ? [event.at] : []));
  expect(new Set(squares.map(({ x, y }) => `${x},${y}`)).size).toBe(200);
  expect(asked.times).toBeLessThanOrEqual(10 * 200);
});
