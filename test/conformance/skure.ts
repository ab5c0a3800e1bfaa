import { z } from 'zod';
import { skure } from '../../src/systems/skure/index.ts';
import type { State } from '../../src/systems/skure/state.ts';
import { parseMoveRating } from '../systems/skure/inner.ts';
import type { PlayCase, WorkedCase } from './case.ts';
import { differences } from './compare.ts';
import { outcomeOf, stateOf } from './skure/facts.ts';
import { BadSetupSheet, battleOf } from './skure/setup.ts';
import { table } from './skure/table.ts';
import { type Action, text } from './skure/words.ts';

/** The state without proposed stunts, which do not change the battle. SK-EXC-1. */
const substance = (state: State): string => JSON.stringify({ ...state, stunts: [] });

const stepsOf = (action: Action): readonly Action[] =>
  action.type === 'sequence' ? z.array(z.record(z.string(), z.unknown())).parse(action.steps) : [action];

const errorDifferences = (expect: WorkedCase['expect'], error: string | undefined): ReturnType<PlayCase> => {
  const any = z.array(z.string()).optional().parse(expect.errorAnyOf);
  return any === undefined || (error !== undefined && any.includes(error))
    ? []
    : [`errorAnyOf: expected one of ${any.join(', ')}, got ${error ?? 'nothing'}`];
};

const playAll = (worked: WorkedCase): ReturnType<PlayCase> => {
  const begins = stepsOf(worked.action)[0]?.type === 'startBattle' || stepsOf(worked.action)[0]?.type === 'place';
  const { state: first, controllers } = battleOf(worked.setup, begins);
  const at = table(skure.openGame(first), worked.dice, controllers);
  const start = stateOf(skure.openGame(first));
  const damages: unknown[] = [];
  let before = start;
  let result: Readonly<Record<string, unknown>> = {};
  let error: string | undefined;
  let failsAtStep: number | undefined;
  for (const [index, action] of stepsOf(worked.action).entries()) {
    if (action.type === 'parseMoveRating') {
      error = parseMoveRating(text(action.text)) === undefined ? 'BAD_SHEET' : undefined;
      result = outcomeOf(before, action, {
        game: skure.openGame(first),
        events: [],
        error,
        pending: undefined,
        asked: false,
      });
      continue;
    }
    const played = at.step(action);
    error = played.error;
    result = outcomeOf(before, played.resumed ?? action, played);
    if (error !== undefined) {
      failsAtStep = index + 1;
      break;
    }
    if (result.naturalDamage !== undefined) damages.push(result.damage);
    before = stateOf(played.game);
  }
  const used = worked.dice.length - at.left().length;
  const { errorAnyOf, ...expect } = worked.expect;
  const have = {
    ...result,
    ok: error === undefined,
    error,
    failsAtStep,
    damages,
    diceConsumed: used,
    diceUsed: used,
    stateUnchanged: substance(start) === substance(before),
  };
  return [
    ...differences(expect, have, ['conditions']),
    ...errorDifferences(worked.expect, error),
    ...(at.left().length > 0 ? [`dice: ${at.left().length} left over`] : []),
  ];
};

/** Plays a worked case of Skure. A combatant of the setup whose sheet is not valid refuses the action with `BAD_SHEET`. */
export const play: PlayCase = (worked) => {
  try {
    return playAll(worked);
  } catch (problem) {
    if (!(problem instanceof BadSetupSheet)) throw problem;
    return differences(worked.expect, {
      ok: false,
      error: 'BAD_SHEET',
      stateUnchanged: true,
      diceConsumed: 0,
      diceUsed: 0,
    });
  }
};
