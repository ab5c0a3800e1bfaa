import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { createScriptedDice, type ScriptedDice } from '../../src/dice/dice.ts';
import { type Caller, gmActor } from '../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../src/rules/game.ts';
import { type BattleEvent, straalara } from '../../src/systems/straalara/index.ts';
import type { State } from '../../src/systems/straalara/state.ts';
import { type RollFamily, rollPool } from '../systems/straalara/inner.ts';
import type { PlayCase } from './case.ts';
import { differences } from './compare.ts';
import { type Facts, facts, settingsFrom, withoutNulls } from './straalara-case/facts.ts';
import { paramsOf, schemaCodes, verbs } from './straalara-case/params.ts';
import { finalRecord, recordOf, rollRecord } from './straalara-case/record.ts';
import { loadSetup } from './straalara-case/setup.ts';

interface Table {
  game: Game;
  waiting: { readonly doing: GameAction; readonly call: Caller; readonly answers: readonly string[] } | undefined;
  readonly controllers: Map<string, string>;
  readonly dice: ScriptedDice;
}

const callFor = (table: Table, actor: string, by: unknown): Caller => {
  const caller = typeof by === 'string' ? by : 'GM';
  return {
    actor,
    by: caller,
    gm: caller === 'GM',
    controls: [...table.controllers].filter(([, controller]) => controller === caller).map(([name]) => name),
    pending: undefined,
  };
};

const doingOf = (table: Table, command: string, given: Facts): GameAction => {
  if (command === 'START') return { do: 'start' };
  if (command === 'GM-REMOVE') return { do: 'remove', who: String(given.combatant), as: 'left' };
  if (command !== 'JOIN') {
    const params = z.record(z.string(), z.unknown()).parse(withoutNulls(paramsOf(command, given)));
    return {
      do: 'verb',
      verb: verbs[command] ?? command.toLowerCase(),
      params: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)),
    };
  }
  const { name, side, controller = given.controller, ...sheet } = facts(withoutNulls(given.sheet));
  const id = typeof name === 'string' ? name : '';
  if (!table.controllers.has(id)) table.controllers.set(id, typeof controller === 'string' ? controller : 'GM');
  return { do: 'enter', entrant: { id, side: typeof side === 'string' ? side : undefined, sheet } };
};

const carriedOut = (table: Table, { command: given, by, ...rest }: Facts): Facts => {
  const command = String(given).toUpperCase().replaceAll('_', '-');
  // Anyone may ask for the state. ST-GM-5.
  if (command === 'STATE') return finalRecord(table.game.save() as State, {});
  const { combatant } = rest;
  if (command === 'GM-REMOVE' && table.game.roster().every(({ id }) => id !== combatant))
    return { error: 'NO_SUCH_COMBATANT', stateUnchanged: true };
  const answered = command === 'ANSWER' && table.waiting;
  const actor = typeof combatant === 'string' ? combatant : gmActor;
  const order = answered
    ? { ...answered, answers: [...answered.answers, String(rest.choice)] }
    : {
        doing: doingOf(table, command, command.startsWith('GM-') ? rest : { ...rest, combatant: undefined }),
        call: callFor(table, actor, by),
        answers: [],
      };
  const before = table.game;
  const fallen = table.dice.rolledDice().length;
  const saved = structuredClone(before.save());
  const act = (game: Game) => game.act(order.doing, order.call, order.answers, table.dice);
  // The GM changes settings before the combat starts, so problems with the start come first.
  const start = (): ReturnType<typeof act> => {
    const plain = act(before);
    const prepared = before.withSettings({ ...Object(saved).settings, ...settingsFrom(rest.settings) });
    if (!plain.ok) return plain;
    return prepared.ok ? act(prepared.value) : prepared;
  };
  const outcome = command === 'START' ? start() : act(before);
  if (!outcome.ok) {
    const { code, facts: about } = outcome.error;
    const clean = table.dice.rolledDice().length === fallen && isDeepStrictEqual(before.save(), saved);
    return { error: code === 'bad-input' ? (schemaCodes[String(about.option)] ?? code) : code, stateUnchanged: clean };
  }
  if (outcome.value.kind !== 'decided') {
    table.waiting = order;
    return { asked: outcome.value.kind === 'asked' ? outcome.value.question.kind : undefined };
  }
  table.game = outcome.value.game;
  table.waiting = undefined;
  return recordOf(outcome.value.events as readonly BattleEvent[], before);
};

/** A family, or the name of dice that belong to one (1.1, 5.6). */
const familyOf = (word: unknown): RollFamily =>
  word === 'attack' || word === 'defense' || word === 'action' || word === 'oppose'
    ? 'trait'
    : z.enum(['trait', 'damage', 'soak']).parse(word);

const bareRoll = (setup: unknown, action: Facts, dice: ScriptedDice): Facts => {
  const settings = straalara.settings.parse(settingsFrom(facts(setup).settings)) as State['settings'];
  const family = familyOf(action.family);
  const roll = rollPool(
    {
      family,
      name: family,
      parts: [{ says: 'pool', n: z.int().parse(action.pool) }],
      marks: [{ says: 'base', n: z.int().parse(action.difficulty ?? 6) }],
    },
    settings,
    dice,
  );
  return rollRecord(roll);
};

const resultDifferences = (expected: unknown, result: Facts, path: readonly string[]): ReturnType<PlayCase> => {
  const at = path.join('.');
  const { errorAnyOf, ...wanted } = facts(expected);
  const refused = result.error !== undefined;
  const anyOf = Array.isArray(errorAnyOf) ? errorAnyOf : undefined;
  const other = anyOf !== undefined && !anyOf.includes(result.error) ? [`${at}: none of ${anyOf.join(', ')}`] : [];
  const missing =
    refused && wanted.error === undefined && anyOf === undefined ? [`${at}: refused with ${result.error}`] : [];
  const dirty = refused && result.stateUnchanged !== true ? [`${at}: a refused command left a trace`] : [];
  return [...other, ...missing, ...dirty, ...differences(wanted, result, [], path)];
};

/** Plays a worked case of Straalara (section 6.1): every command through the verbs the bot uses. */
export const play: PlayCase = ({ setup, action, dice: values, expect }) => {
  const dice = createScriptedDice(values);
  const { results: wanted, final, ...rest } = expect;
  const single = action.script === undefined;
  if (action.command === 'ROLL') {
    const record = { ...bareRoll(setup, action, dice) };
    return [...differences(expect, { ...record, ...used(dice) }), ...leftOver(dice)];
  }
  const table: Table = { ...loadSetup(setup), dice, waiting: undefined };
  const saved = structuredClone(table.game.save());
  const script = single ? [action] : z.array(z.record(z.string(), z.unknown())).parse(action.script);
  const results = script.map((command) => carriedOut(table, command));
  const expected = single ? [] : Array.isArray(wanted) ? wanted : [];
  const count =
    !single && expected.length !== results.length && wanted !== undefined ? ['results: not one for each command'] : [];
  return [
    ...count,
    ...expected.flatMap((each, index) => resultDifferences(each, results[index] ?? {}, ['results', `${index}`])),
    ...(final === undefined ? [] : differences(final, finalRecord(table.game.save() as State, final), [], ['final'])),
    ...differences(rest, {
      ...results.at(-1),
      ...used(dice),
      stateUnchanged: isDeepStrictEqual(table.game.save(), saved),
    }),
    ...leftOver(dice),
  ];
};

const used = (dice: ScriptedDice): Facts => ({
  diceUsed: dice.rolledDice().length,
  diceConsumed: dice.rolledDice().length,
});

const leftOver = (dice: ScriptedDice): readonly string[] =>
  dice.remaining().length === 0 ? [] : [`dice: ${dice.remaining().length} left over`];
