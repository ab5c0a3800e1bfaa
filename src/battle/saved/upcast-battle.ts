import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { errorMessage, ok, type Result, refuse } from '../../core/message.ts';
import { settingAt } from '../../rules/editions.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { appEdition } from '../editions/app-edition.ts';
import { foldLog, isSameWhenSaved } from './replay.ts';
import type { Session, SessionEvent } from './session.ts';
import type { BattleKey, BattleStore, LogEntry, OpenBattle, PendingOrder, SavedBattle } from './store.ts';

/** The first problem of an error, in one line. */
const describeError = (problem: unknown): string => {
  const [issue] = problem instanceof z.ZodError ? problem.issues : [];
  if (issue !== undefined) return `${issue.path.join('.')}: ${issue.message}`;
  return errorMessage(problem);
};

const isCurrentEdition = (
  { editions }: Ruleset,
  { edition: { house, rules } }: Pick<SavedBattle, 'edition'>,
): boolean => house === appEdition && rules === editions.present;

/** Refuses with `lift-failed` a battle that cannot be converted to the current editions. */
export const refuseFailedUpcast = (problem: unknown): Result<never> =>
  refuse('lift-failed', { problem: describeError(problem) });

const upcastSettingsEvent = (ruleset: Ruleset, rules: number, event: SessionEvent): SessionEvent => {
  if (event.type !== 'opened' && event.type !== 'setting-changed' && event.type !== 'setting-taken') return event;
  return { ...event, settings: ruleset.editions.settings(rules, event.settings) };
};

const upcastPending = ({ editions }: Ruleset, rules: number, pending: PendingOrder): PendingOrder => ({
  ...pending,
  doing: editions.doing(rules, pending.doing),
});

/** Converts the rulebook's data of a log entry to the current edition. Throws if the conversion fails. */
export const upcastEntry = (ruleset: Ruleset, entry: LogEntry): LogEntry => {
  const { editions } = ruleset;
  const { rules } = entry.edition;
  if (rules === editions.present) return entry;
  const { request } = entry;
  return {
    ...entry,
    edition: { ...entry.edition, rules: editions.present },
    request:
      request.kind === 'order'
        ? { ...request, doings: request.doings.map((doing) => editions.doing(rules, doing)) }
        : request,
    table: entry.table.map((event) => upcastSettingsEvent(ruleset, rules, event)),
    events: [...editions.events(rules, entry.events)],
    ...(entry.pending && { pending: upcastPending(ruleset, rules, entry.pending) }),
  };
};

/** The parts of a saved battle that contain the rulebook's data. */
interface RulesetParts {
  readonly table: Session;
  readonly game: unknown;
  readonly pending?: PendingOrder | undefined;
}

/** Converts the rulebook's data of a saved battle to the current edition. Throws if the conversion fails. */
export const upcastBattleParts = <Part extends RulesetParts>(ruleset: Ruleset, rules: number, part: Part): Part =>
  rules === ruleset.editions.present
    ? part
    : {
        ...part,
        table: { ...part.table, settings: ruleset.editions.settings(rules, part.table.settings) },
        game: ruleset.editions.state(rules, part.game),
        ...(part.pending && { pending: upcastPending(ruleset, rules, part.pending) }),
      };

/** Converts a battle to the current editions. Refuses if the conversion fails, or a newer release saved the battle. */
export const upcastBattle = (ruleset: Ruleset, saved: SavedBattle): Result<SavedBattle> => {
  if (isCurrentEdition(ruleset, saved)) return ok(saved);
  const { house, rules, dice } = saved.edition;
  if (house > appEdition || rules > ruleset.editions.present) return refuse('newer-edition');
  try {
    const lifted = upcastBattleParts(ruleset, rules, saved);
    ruleset.openGame(lifted.game);
    return ok({ ...lifted, edition: { house: appEdition, rules: ruleset.editions.present, dice } });
  } catch (problem) {
    return refuseFailedUpcast(problem);
  }
};

/** Wraps a store so that logs come in the current editions. Saved logs do not change. */
export const upcastingStore = (rulesets: readonly Ruleset[], store: BattleStore): BattleStore => {
  const lifted = ({ system }: BattleKey, entry: LogEntry): LogEntry => {
    const ruleset = rulesets.find(({ id }) => id === system);
    return ruleset === undefined ? entry : upcastEntry(ruleset, entry);
  };
  return {
    ...store,
    log: async (battle, from, to) => (await store.log(battle, from, to)).map((entry) => lifted(battle, entry)),
    findEntry: async (battle, orderId) => {
      const entry = await store.findEntry(battle, orderId);
      return entry && lifted(battle, entry);
    },
  };
};

/** Converts a log to the current editions. Refuses with `lift-failed` if it no longer leads to the saved state. */
export const upcastAndVerifyLog = (
  ruleset: Ruleset,
  { table, game }: SavedBattle,
  entries: readonly LogEntry[],
): Result<readonly LogEntry[]> => {
  try {
    const log = entries.map((entry) => upcastEntry(ruleset, entry));
    const folded = foldLog(ruleset, log);
    const opened = ruleset.openGame(game);
    return isSameWhenSaved(folded.game.save(), opened.save()) && isSameWhenSaved(folded.table, table)
      ? ok(log)
      : refuseFailedUpcast('replaying the battle’s log no longer gives the saved state');
  } catch (problem) {
    return refuseFailedUpcast(problem);
  }
};

/** Settings that have an old default in this battle, while new battles get another default. */
export const retainedDefaults = (
  ruleset: Ruleset,
  rules: number,
  { settings }: Session,
): Extract<SessionEvent, { type: 'lifted' }>['kept'] =>
  ruleset.editions
    .changedDefaults(rules)
    .filter(({ key, was }) => isDeepStrictEqual(settingAt(settings, key), was))
    .map(({ key, was, is }) => ({ key, value: was, now: is }));

/** Opens a saved battle, converted to the current editions if it is older. Writes nothing. */
export const openBattle = (rulesets: readonly Ruleset[], saved: SavedBattle, at: number): Result<OpenBattle> => {
  const ruleset = rulesets.find(({ id }) => id === saved.system);
  if (ruleset === undefined)
    return refuse('unknown-system', { system: saved.system, systems: rulesets.map(({ title }) => title).join(', ') });
  const present = upcastBattle(ruleset, saved);
  if (!present.ok) return present;
  const battle = { saved: present.value, ruleset, game: ruleset.openGame(present.value.game), openedAt: at };
  return ok(present.value === saved ? battle : { ...battle, upcastFrom: saved.edition });
};
