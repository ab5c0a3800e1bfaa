import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Call } from '../../rules/call.ts';
import type { Game } from '../../rules/game.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Edition } from '../editions/house.ts';
import { isGm } from '../views/permissions.ts';
import { presentBattle } from './battle-lift.ts';
import type { Table } from './session.ts';
import type { SavedBattle } from './store.ts';

/** A battle taken from the store, with its game open. */
export interface OpenBattle {
  readonly saved: SavedBattle;
  readonly ruleset: Ruleset;
  readonly game: Game;
  /** When it was opened, in milliseconds since 1970: who is away, and who may act for them, depends on it. */
  readonly at: number;
  /** The editions it is still saved under, where those are not the present ones. */
  readonly liftedFrom?: Edition;
}

/** A battle of the store, lifted to the present editions where it is of older ones; nothing is written. */
export const openBattle = (
  rulesets: readonly Ruleset[],
  saved: SavedBattle,
  at: number,
): Result<OpenBattle, Refusal> => {
  const ruleset = rulesets.find(({ id }) => id === saved.system);
  if (ruleset === undefined)
    return refuse('unknown-system', { system: saved.system, systems: rulesets.map(({ title }) => title).join(', ') });
  const present = presentBattle(ruleset, saved);
  if (!present.ok) return present;
  const battle = { saved: present.value, ruleset, game: ruleset.open(present.value.game), at };
  return ok(present.value === saved ? battle : { ...battle, liftedFrom: saved.edition });
};

/** The combatants or seats that a person runs. */
export const controlledBy = ({ control }: Table, user: string): readonly string[] =>
  Object.entries(control)
    .filter(([, controller]) => controller === user)
    .map(([actor]) => actor);

/** The players for whom this person may act just now. */
export const principalsOf = ({ saved: { table }, at }: OpenBattle, user: string): readonly string[] =>
  Object.entries(table.deputies)
    .filter(([, deputy]) => deputy.user === user && deputy.until > at)
    .map(([principal]) => principal);

/** The combatants or seats that a person may command just now: the own ones, and those of the players they act for. */
export const commandedBy = (battle: OpenBattle, user: string): readonly string[] =>
  [user, ...principalsOf(battle, user)].flatMap((person) => controlledBy(battle.saved.table, person));

/** Who gives an order for whom, as a system is told it. */
export const callOf = (battle: OpenBattle, user: string, actor: string): Call => ({
  actor,
  by: user,
  gm: isGm(battle.saved.table, user),
  controls: commandedBy(battle, user),
  pending: battle.saved.pending?.question,
});
