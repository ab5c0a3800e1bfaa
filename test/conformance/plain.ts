import { z } from 'zod';
import { createScriptedDice } from '../../src/dice/dice.ts';
import { type Caller, gmActor, gmCaller } from '../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import type { PlayCase } from './case.ts';
import { differences } from './compare.ts';

const setupSchema = z.strictObject({
  settings: z.unknown().default({}),
  /** The combatants, by presets. They stand where the rulebook places them. */
  entrants: z.array(z.strictObject({ id: z.string(), side: z.string().optional(), preset: z.string() })).default([]),
  /** Corrections by the GM: `Bob hp 3`. */
  corrected: z.array(z.string()).default([]),
});

const actionSchema = z.looseObject({
  verb: z.string(),
  by: z.string().default(gmActor),
  answers: z.array(z.string()).default([]),
});

const done = (game: Game, doing: GameAction): Game => {
  const outcome = game.act(doing, gmCaller(), [], createScriptedDice([]));
  if (!outcome.ok || outcome.value.kind !== 'decided')
    throw new Error(`${JSON.stringify(doing)}: ${JSON.stringify(outcome)}`);
  return outcome.value.game;
};

/**
 * Plays worked cases of a rulebook without an adapter of its own. An action has a verb, its player (`by`), answers and
 * parameters; expected is what `happened`, was `asked`, an `error`, or part of the `state`.
 */
export const playPlainly =
  (ruleset: Ruleset): PlayCase =>
  ({ setup, action, dice, expect }) => {
    const { settings, entrants, corrected } = setupSchema.parse(setup);
    const { verb, by, answers, ...params } = actionSchema.parse(action);
    const blank = ruleset.createGame(settings);
    if (!blank.ok) throw new Error(blank.error.code);
    const all: readonly GameAction[] = [
      ...entrants.map(
        ({ id, side, preset }): GameAction => ({
          ...{ do: 'enter', entrant: { id, side, sheet: ruleset.presets[preset]?.sheet } },
        }),
      ),
      { do: 'start' },
      ...corrected.map((words): GameAction => {
        const [who = '', field = '', ...value] = words.split(' ');
        return { do: 'correct', who, field, value: value.join(' ') };
      }),
    ];
    const game = all.reduce(done, blank.value);
    const call: Caller = by === gmActor ? gmCaller() : { actor: by, by, gm: false, controls: [by], pending: undefined };
    const script = createScriptedDice(dice);
    const outcome = game.act({ do: 'verb', verb, params }, call, answers, script);
    const result = !outcome.ok
      ? { error: outcome.error.code }
      : outcome.value.kind === 'decided'
        ? { happened: outcome.value.events, state: outcome.value.game.save() }
        : { asked: outcome.value.kind === 'asked' ? outcome.value.question.kind : verb };
    const left = script.remaining().length;
    return [...differences(expect, result), ...(left > 0 ? [`dice: ${left} left over`] : [])];
  };
