import { ownValue } from '../../core/plain-object.ts';
import type { Caller } from '../../rules/caller.ts';
import type { Clock } from '../saved/clock-settings.ts';
import type { Autopilot, Session } from '../saved/session.ts';
import type { OpenBattle } from '../saved/store.ts';

export type BattleRole = 'gm' | 'co-gm' | 'player' | 'spectator' | 'stranger';

export const roleOf = ({ gm, seats }: Session, user: string): BattleRole =>
  user === gm ? 'gm' : (ownValue(seats, user)?.role ?? 'stranger');

export const isGm = (table: Session, user: string): boolean => {
  const role = roleOf(table, user);
  return role === 'gm' || role === 'co-gm';
};

/** What each role may do, in one table. `own` = only with combatants or seats of one's own. */
export const rolesByRight = {
  look: ['gm', 'co-gm', 'player', 'spectator', 'stranger'],
  join: ['gm', 'co-gm', 'player', 'spectator', 'stranger'],
  roll: ['gm', 'co-gm', 'player', 'spectator', 'stranger'],
  speak: ['gm', 'co-gm', 'player', 'spectator'],
  'command own': ['gm', 'co-gm', 'player'],
  'answer own': ['gm', 'co-gm', 'player'],
  'standing orders own': ['gm', 'co-gm', 'player'],
  'undo own': ['gm', 'co-gm', 'player'],
  'command any': ['gm', 'co-gm'],
  'answer any': ['gm', 'co-gm'],
  'standing orders any': ['gm', 'co-gm'],
  'undo any': ['gm', 'co-gm'],
  bring: ['gm', 'co-gm'],
  start: ['gm', 'co-gm'],
  finish: ['gm', 'co-gm'],
  move: ['gm', 'co-gm'],
  correct: ['gm', 'co-gm'],
  rule: ['gm', 'co-gm'],
  hide: ['gm', 'co-gm'],
  'choose telling': ['gm', 'co-gm'],
  'choose settings': ['gm', 'co-gm'],
  'give control': ['gm', 'co-gm'],
  'see all': ['gm', 'co-gm'],
  'run the clock': ['gm', 'co-gm'],
  'name co-gms': ['gm'],
  'hand over': ['gm'],
} as const satisfies Record<string, readonly BattleRole[]>;
export type BattleRight = keyof typeof rolesByRight;

export const hasBattleRight = (table: Session, user: string, right: BattleRight): boolean =>
  rolesByRight[right].some((role) => role === roleOf(table, user));

/** The combatants or seats that a person runs. */
const actorsControlledBy = ({ control }: Session, user: string): readonly string[] =>
  Object.entries(control)
    .filter(([, controller]) => controller === user)
    .map(([actor]) => actor);

/** The players this person may act for just now. */
export const playersActedFor = ({ saved: { table }, openedAt }: OpenBattle, user: string): readonly string[] =>
  Object.entries(table.deputies)
    .filter(([, deputy]) => deputy.user === user && deputy.until > openedAt)
    .map(([principal]) => principal);

/** The combatants or seats that a person may command just now: the own ones, and those of the players they act for. */
export const controlledCombatants = (battle: OpenBattle, user: string): readonly string[] =>
  [user, ...playersActedFor(battle, user)].flatMap((person) => actorsControlledBy(battle.saved.table, person));

/** Is this person away at the moment the battle was opened? */
const isAway = ({ saved: { table }, openedAt }: OpenBattle, user: string): boolean =>
  (ownValue(table.away, user) ?? 0) > openedAt;

/** Whom a call for this person goes to: to whoever may act for them as well, and while they are away to that one alone. */
export const usersToNotify = (battle: OpenBattle, user: string): readonly string[] => {
  const deputy = ownValue(battle.saved.table.deputies, user);
  const acting = deputy !== undefined && deputy.until > battle.openedAt ? [deputy.user] : [];
  return isAway(battle, user) ? acting : [user, ...acting];
};

/** Who runs a combatant or seat: a player, or the GM. */
export const controllerOf = ({ saved: { table } }: OpenBattle, actor: string): string =>
  table.control[actor] ?? table.gm;

/**
 * How somebody plays by itself just now: whom the GM runs as the GM said, a player’s own only while they are away and wished it. The
 * hidden wait for the GM.
 */
export const autopilotOf = (battle: OpenBattle, actor: string): Autopilot | undefined => {
  const { control, autopilot, awayTactics, hidden } = battle.saved.table;
  const runner = control[actor];
  if (runner === undefined) return hidden[actor] === undefined ? autopilot?.[actor] : undefined;
  const level = isAway(battle, runner) ? ownValue(awayTactics, runner) : undefined;
  return level === undefined ? undefined : { does: 'at-once', level };
};

/** What is left to do by itself goes on after so many seconds, where one order’s worth was not enough. */
const continueDelay = 5;

/** The clock by which somebody is waited for: their own where they play by themselves. */
export const clockOf = (battle: OpenBattle, actor: string): Clock & { readonly onAutopilot: boolean } => {
  const { clock } = battle.saved.table;
  const pilot = autopilotOf(battle, actor);
  return pilot === undefined || pilot.does === 'suggest'
    ? { ...clock, onAutopilot: false }
    : { ...clock, seconds: pilot.seconds ?? continueDelay, reminders: [], end: 'default', onAutopilot: true };
};

/** The order that its player gave for it beforehand; while they are away, those for then come first. */
const findStandingOrder = (battle: OpenBattle, actor: string, kind: string): string | undefined => {
  const { standing, awayOrders } = battle.saved.table;
  const absent = isAway(battle, controllerOf(battle, actor)) ? awayOrders[actor]?.[kind] : undefined;
  return absent ?? standing[actor]?.[kind];
};

/** Is this done by itself at once, without any order for it? */
export const isAutomaticAction = (battle: OpenBattle, actor: string, kind: string): boolean =>
  findStandingOrder(battle, actor, kind) === undefined && autopilotOf(battle, actor)?.does === 'at-once';

/** The standing order of a combatant or seat for a kind of question or move; who plays by itself does what is best. */
export const standingOrderFor = (battle: OpenBattle, actor: string, kind: string): string | undefined =>
  findStandingOrder(battle, actor, kind) ?? (isAutomaticAction(battle, actor, kind) ? 'auto' : undefined);

/** Who gives an order for whom, as a system is told it. */
export const createCaller = (battle: OpenBattle, user: string, actor: string): Caller => ({
  actor,
  by: user,
  gm: isGm(battle.saved.table, user),
  controls: controlledCombatants(battle, user),
  pending: battle.saved.pending?.question,
});
