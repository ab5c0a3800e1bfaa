import { type Result, refuse } from '../../core/message.ts';
import type { Game, GameAction } from '../../rules/game.ts';
import { evolveSession, type Session } from '../saved/session.ts';
import type { OpenBattle } from '../saved/store.ts';
import { allExpectedActions } from '../views/expected-actions.ts';
import type { Decision } from './decision.ts';

/** Limits of one battle's size, so that no server slows down the others. */
export interface BattleCaps {
  /** Maximum number of combatants, including those who are down or out. */
  readonly combatants: number;
  /** Maximum number of columns, and of rows, of a board. */
  readonly squares: number;
  /** Maximum number of effects, conditions, rulings and objects on combatants and the board. */
  readonly effects: number;
  /** Maximum number of log entries in one round. Setup counts as a round. */
  readonly entries: number;
}

export const defaultBattleCaps: BattleCaps = { combatants: 200, squares: 64, effects: 1000, entries: 2000 };

type CapRefusal = Result<never> | undefined;

/** Refuses a count above the maximum, unless the count was as large before. */
const checkCount = (code: string, most: number, now: number, would: number): CapRefusal =>
  would > most && would > now ? refuse(code, { most, now, would }) : undefined;

const formatSize = ({ columns, rows }: { readonly columns: number; readonly rows: number }): string =>
  `${columns} × ${rows}`;

/** Refuses a battle with too many combatants, or too large a board. */
const checkExtent = (
  { combatants, squares: most }: BattleCaps,
  before: Game | undefined,
  after: Game,
  hidden: Session['hidden'] = {},
): CapRefusal => {
  // Hidden combatants count only when more are added: a refusal to a player must not betray them.
  const open = (game?: Game): number =>
    game?.roster().filter(({ id, actor }) => hidden[id] === undefined && hidden[actor] === undefined).length ?? 0;
  const all = (game?: Game): number => game?.roster().length ?? 0;
  const crowd =
    checkCount('cap-figures', combatants, open(before), open(after)) ??
    (all(after) - open(after) > all(before) - open(before)
      ? checkCount('cap-figures', combatants, all(before), all(after))
      : undefined);
  const [was, would] = [before?.battleSize().board, after.battleSize().board];
  if (crowd !== undefined || would === undefined) return crowd;
  const grows = (size: number, old = 0): boolean => size > most && size > old;
  return grows(would.columns, was?.columns) || grows(would.rows, was?.rows)
    ? refuse('cap-squares', { most, now: was === undefined ? 'none' : formatSize(was), would: formatSize(would) })
    : undefined;
};

const checkEffects = ({ effects: most }: BattleCaps, before: Game | undefined, after: Game): CapRefusal =>
  checkCount('cap-effects', most, before?.battleSize().effectCount ?? 0, after.battleSize().effectCount);

/** Refuses a new battle that is too large. */
export const checkNewBattleSize = (caps: BattleCaps, opened: Game): CapRefusal =>
  checkExtent(caps, undefined, opened) ?? checkEffects(caps, undefined, opened);

const beginsOrEndsBattle = (
  { game, ruleset: { markedEvents } }: OpenBattle,
  { game: after, events }: Decision,
): boolean => after.status !== game.status || events.some(({ type }) => markedEvents.roundStarts.includes(type));

/** True if the decision is an answer, or an order that the battle expects. */
const isExpected = (battle: OpenBattle, { request }: Decision): boolean => {
  if (request.kind === 'answer') return true;
  if (request.kind !== 'order' || battle.saved.pending !== undefined) return false;
  const awaited = [...battle.game.expectedActions(), ...allExpectedActions(battle)];
  return (request.doings as readonly GameAction[]).every(
    (doing) =>
      doing.do === 'verb' && awaited.some(({ actor, verbs }) => actor === request.actor && verbs.includes(doing.verb)),
  );
};

/** True for an undo or redo, which only restores an earlier state. */
const isUndoOrRedo = ({ request: { kind } }: Decision): boolean => kind === 'undo' || kind === 'redo';

/** Refuses an order that grows a battle beyond its limits. Expected orders may still add effects. */
export const checkCaps = (caps: BattleCaps, before: OpenBattle, decided: Decision): CapRefusal => {
  if (before.game === decided.game || isUndoOrRedo(decided)) return undefined;
  const { hidden } = decided.table.reduce(evolveSession, before.saved.table);
  const effects = checkEffects(caps, before.game, decided.game);
  return (
    checkExtent(caps, before.game, decided.game, hidden) ??
    (effects !== undefined && isExpected(before, decided) ? undefined : effects)
  );
};

/** Refuses entries above a round's maximum. Expected actions, round starts and the battle's end are exempt. */
export const checkRoundCap = (caps: BattleCaps, before: OpenBattle, decided: Decision, now: number): CapRefusal =>
  now < caps.entries || beginsOrEndsBattle(before, decided) || isExpected(before, decided)
    ? undefined
    : refuse('cap-entries', { most: caps.entries, now });
