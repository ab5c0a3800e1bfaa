import { ok, type Result, refuse } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { effectiveEntries, isSettingChange } from '../saved/replay.ts';
import type { Session } from '../saved/session.ts';
import type { LogEntry, OpenBattle } from '../saved/store.ts';
import { isHiddenPlannedOrder } from '../views/hidden-plans.ts';
import { hasBattleRight, seemsToRoll, viewerOf } from '../views/viewer.ts';

/** True if no undo reverses the entry: it made, moved or converted the battle, is an undo, or changed settings. */
const isPermanent = (ruleset: Ruleset, { request, table, events }: LogEntry): boolean =>
  isSettingChange(ruleset, { table, events }) ||
  request.kind === 'create' ||
  request.kind === 'lift' ||
  request.kind === 'undo' ||
  request.kind === 'redo' ||
  table.some(({ type }) => type === 'moved');

/** The entries that can be undone, newest first. */
export const undoableEntries = ({ ruleset }: OpenBattle, log: readonly LogEntry[]): readonly LogEntry[] =>
  effectiveEntries(log)
    .filter((entry) => !isPermanent(ruleset, entry))
    .toReversed();

/** True if the user or their deputy gave the order. */
const isOwn = ({ deputies, control }: Session, { user: issuer, request }: LogEntry, user: string): boolean =>
  issuer === user ||
  (ownValue(deputies, user)?.user === issuer && request.kind === 'order' && control[request.actor] === user);

const revealsHidden = ({ table, rolls }: LogEntry): boolean =>
  rolls !== 'public' || table.some(({ type }) => type === 'revealed' || type === 'roll-opened');

/** Creates a check, which is true for planned orders of hidden combatants that the user was not shown. */
const createSilentCheck =
  (battle: OpenBattle, user: string) =>
  (entry: LogEntry): boolean =>
    isHiddenPlannedOrder(entry, battle, viewerOf(battle, user).unseen) && !revealsHidden(entry);

/** Creates a check, which is true for entries that prevent a user's undo. Session changes by other users do not. */
const createConcernsCheck =
  (user: string) =>
  ({ user: by, request, events }: LogEntry): boolean =>
    by === user || request.kind !== 'table' || events.length > 0;

/** The newest entry for which `followed` returns false and all later entries, in log order. */
const withFollowers = (
  newestFirst: readonly LogEntry[],
  followed: (entry: LogEntry) => boolean,
): readonly LogEntry[] => {
  const at = newestFirst.findIndex((entry) => !followed(entry));
  return at < 0 ? [] : newestFirst.slice(0, at + 1).toReversed();
};

/** True if the log contains an entry that the user may undo without consent of another side. */
export const canBeUndoneAlone = (battle: OpenBattle, log: readonly LogEntry[], user: string): boolean => {
  const candidates = undoableEntries(battle, log);
  if (hasBattleRight(battle.saved.table, user, 'undo any')) return candidates.length > 0;
  const silent = createSilentCheck(battle, user);
  return candidates.filter(createConcernsCheck(user)).some((entry) => !silent(entry));
};

/**
 * The entries that an undo affects. For a player: their last order, if it showed no dice and no secret, and no one has
 * acted since. For the GM: all entries from `to`, or the last one.
 */
export const entriesToUndo = (
  battle: OpenBattle,
  log: readonly LogEntry[],
  user: string,
  to: number | undefined,
): Result<readonly number[]> => {
  const { table } = battle.saved;
  const candidates = undoableEntries(battle, log);
  const [last] = hasBattleRight(table, user, 'undo any') ? candidates : candidates.filter(createConcernsCheck(user));
  if (last === undefined) return refuse('undo-nothing');
  if (hasBattleRight(table, user, 'undo any')) {
    if (to === undefined) return ok([last.n]);
    const takes = candidates.filter(({ n }) => n >= to).map(({ n }) => n);
    return takes.length === 0 ? refuse('undo-no-entry', { n: to, last: log.at(-1)?.n ?? 0 }) : ok(takes.toReversed());
  }
  if (!hasBattleRight(table, user, 'undo own')) return refuse('gm-only');
  const { unseen } = viewerOf(battle, user);
  const [own = last, ...followed] = withFollowers(
    candidates.filter(createConcernsCheck(user)),
    createSilentCheck(battle, user),
  );
  if (own !== last) {
    const takes = entriesToUndo(
      battle,
      log.filter((entry) => !followed.includes(entry)),
      user,
      to,
    );
    return takes.ok ? ok([...takes.value, ...followed.map(({ n }) => n)]) : takes;
  }
  // For hidden combatants the GM acts.
  const secret = last.request.kind === 'order' && unseen.includes(last.request.actor);
  const who = secret || last.user === table.gm ? table.gmName : (ownValue(table.seats, last.user)?.name ?? 'somebody');
  if (!isOwn(table, last, user) || last.request.kind !== 'order' || (to !== undefined && to !== last.n))
    return refuse('undo-not-last', { who });
  if (seemsToRoll(battle, last)) return refuse('undo-dice');
  return revealsHidden(last) ? refuse('undo-revealed') : ok([last.n]);
};

/** The last entry that a person caused. Skips changed settings and conversions to new editions. */
const lastOrder = ({ ruleset }: OpenBattle, log: readonly LogEntry[]): LogEntry | undefined =>
  log.findLast((entry) => entry.request.kind !== 'lift' && !isSettingChange(ruleset, entry));

/** The entries that a redo restores: the entries of the last undo, if nothing has happened since. */
export const entriesToRedo = (
  battle: OpenBattle,
  log: readonly LogEntry[],
  user: string,
): Result<readonly number[]> => {
  if (!hasBattleRight(battle.saved.table, user, 'undo any')) return refuse('gm-only');
  const last = lastOrder(battle, log);
  return last?.request.kind === 'undo' ? ok(last.request.takes) : refuse('redo-nothing');
};

/** A player's last order if its undo needs consent, because it showed dice or secrets. Undefined otherwise. */
export const undoNeedingConsent = (
  battle: OpenBattle,
  log: readonly LogEntry[],
  user: string,
): LogEntry | undefined => {
  const { table } = battle.saved;
  const last = undoableEntries(battle, log)
    .filter(createConcernsCheck(user))
    .find((entry) => !createSilentCheck(battle, user)(entry));
  const own = last?.user === user && (last.request.kind === 'order' || last.request.kind === 'answer');
  return table.consent && own && hasBattleRight(table, user, 'undo own') ? last : undefined;
};

/** Describes to one user who may undo entry n together with all later entries. */
export const describeWhoMayUndo = (battle: OpenBattle, log: readonly LogEntry[], user: string, n: number): string => {
  if (entriesToUndo(battle, log, user, n).ok) return 'you can undo this';
  return undoNeedingConsent(battle, log, user)?.n === n
    ? 'you can undo this if the other side agrees'
    : 'the GM can undo this';
};

/** The entries to undo after a user of another side has agreed to the last request. */
export const entriesUndoneByConsent = (
  battle: OpenBattle,
  log: readonly LogEntry[],
  user: string,
): Result<readonly number[]> => {
  const { saved, game } = battle;
  const { table } = saved;
  const last = lastOrder(battle, log);
  const asked = last?.table.find((event) => event.type === 'undo-asked');
  if (last === undefined || asked === undefined) return refuse('undo-not-asked');
  const sides = (person: string) =>
    game.roster().flatMap(({ actor, side }) => (table.control[actor] === person ? [side ?? actor] : []));
  const own = sides(last.user);
  const other = hasBattleRight(table, user, 'undo any') || sides(user).some((side) => !own.includes(side));
  if (!other || user === last.user) return refuse('undo-other-side');
  const followed = undoableEntries(battle, log).filter(
    (entry) => entry.n > asked.entry && createSilentCheck(battle, last.user)(entry),
  );
  return ok([asked.entry, ...followed.map(({ n }) => n).toReversed(), last.n]);
};
