import { formatCommand } from '../../src/app/replies/verb-names.ts';
import { coerceInput } from '../../src/app/verbs/verb-command.ts';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import { createCaller } from '../../src/battle/views/viewer.ts';
import { listOptions } from '../../src/rules/command-options.ts';
import type { Game } from '../../src/rules/game.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { seededDice } from '../chance.ts';

/** A typed order. */
interface Typed {
  readonly user: string;
  readonly path: string;
  readonly input: object;
}

/** Options in addition to the verb's own parameters. */
const beside = ['as', 'rolls', 'dice'];

/** True if the rules accept the order in a game: as it is, or without the hidden combatant. */
const isDone = (battle: OpenBattle, game: Game, { user, path, input }: Typed): boolean | undefined => {
  const { ruleset } = battle;
  const verb = Object.keys(ruleset.verbs).find((each) => [each, formatCommand(ruleset, each).slice(1)].includes(path));
  const declared = verb === undefined ? undefined : ruleset.verbs[verb];
  if (verb === undefined || declared === undefined) return undefined;
  const { as: actor = battle.saved.table.gm } = { as: undefined, ...input };
  const own = listOptions(declared.params);
  const given = Object.entries(input).filter(
    ([name]) => !beside.includes(name) || own.some((option) => option.name === name),
  );
  const doing = { do: 'verb', verb, params: coerceInput(own, Object.fromEntries(given)) } as const;
  return game.act(doing, createCaller(battle, user, String(actor)), [], seededDice(1)).ok;
};

/**
 * True if the rules refuse an order only because of the hidden combatant: they refuse it in the battle, and accept it
 * without that combatant. Undefined if it is no verb of the rulebook.
 */
export const isHinderedBy = (
  battle: OpenBattle,
  hidden: string,
  { withIt, without }: { readonly withIt: Typed; readonly without: Typed },
): boolean | undefined => {
  const known = battle.game.asKnownTo({ ...gmViewer, gm: false, unseen: [hidden] });
  const [there, gone] = [isDone(battle, battle.game, withIt), isDone(battle, known, without)];
  return there === undefined ? undefined : !there && gone === true;
};
