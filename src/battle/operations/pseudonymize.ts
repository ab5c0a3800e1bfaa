import { buildNamePattern, isSameName, type Text } from '../../core/message.ts';
import { textSchema } from '../../rules/event.ts';
import { mapIds } from '../../rules/removal.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { effectiveEntries, foldLog, isSameWhenSaved } from '../saved/replay.ts';
import { emptySession, evolveSession, type Session, type SessionEvent, sessionEventSchema } from '../saved/session.ts';
import { type LogEntry, type PendingOrder, questionSchema, type SavedBattle } from '../saved/store.ts';

/** The name of a user who was erased. */
export const erasedName = 'a player who left';

/** A user to erase from a log, and what replaces them. */
export interface Erasure {
  readonly user: string;
  /** The user's pseudonym, the same in all battles. */
  readonly pseudonym: string;
  /** New names of the user's combatants that are called like the user, by old name. */
  readonly names: ReadonlyMap<string, string>;
  /** The user who answers for the erased user's pending orders: the GM of a running battle. */
  readonly heir: string;
  /** True if the GM gets the user's combatants, as in a running battle. */
  readonly giveToGm: boolean;
}

const renameInText = (text: string, names: Erasure['names']): string => names.get(text) ?? text;

const noKeys: ReadonlySet<string> = new Set();

/** Renames every text in a value that equals one of the names, including keys. */
const renameInValue = (value: unknown, names: Erasure['names']): unknown =>
  names.size === 0 ? value : mapIds(value, (text) => renameInText(text, names), noKeys);

/** Renames all combatants in a text that users may have typed, also within words. */
const pseudonymizeTypedText = (text: Text, names: Erasure['names']): Text =>
  typeof text === 'string' && names.size > 0
    ? text.replaceAll(buildNamePattern([...names.keys()]), (name) => renameInText(name, names))
    : textSchema.parse(renameInValue(text, names));

/** Keys of session events whose values are not ids, or belong to a setting. */
const wordKeys = new Set(['name', 'gmName', 'text', 'settings', 'value', 'type']);

/** A session event without the user: other ids for the user and for their combatants. */
const eraseFromEvent = (event: SessionEvent, { user, pseudonym, names, giveToGm }: Erasure): SessionEvent => {
  const change = (id: string): string => (id === user ? pseudonym : renameInText(id, names));
  const typed = (text: Text): Text => pseudonymizeTypedText(text, names);
  const erased = sessionEventSchema.parse(mapIds(event, change, wordKeys, true));
  switch (erased.type) {
    case 'opened':
      return erased.gm === pseudonym ? { ...erased, gmName: erasedName } : erased;
    case 'seated':
    case 'unseated':
      return erased.user === pseudonym ? { ...erased, name: erasedName } : erased;
    case 'gm-handed':
      return erased.to === pseudonym ? { ...erased, name: erasedName } : erased;
    case 'control-given':
      return erased.user === pseudonym && giveToGm ? { type: 'control-given', actor: erased.actor } : erased;
    // The erased user is no deputy and has none.
    case 'deputy-named':
      return [erased.user, erased.deputy?.user].includes(pseudonym)
        ? { type: 'deputy-named', user: erased.user }
        : erased;
    case 'away-set':
      return erased.user === pseudonym ? { type: 'away-set', user: pseudonym } : erased;
    case 'put-to-gm':
      return { ...erased, order: typed(erased.order), why: typed(erased.why) };
    case 'requested':
      return { ...erased, request: { ...erased.request, order: typed(erased.request.order) } };
    case 'request-granted':
      return { ...erased, numbers: typed(erased.numbers) };
    default:
      return erased;
  }
};

const pseudonymizePending = (pending: PendingOrder, { user, heir, names }: Erasure): PendingOrder => ({
  ...pending,
  user: pending.user === user ? heir : pending.user,
  actor: renameInText(pending.actor, names),
  doing: renameInValue(pending.doing, names),
  answers: pending.answers.map((each) => renameInText(each, names)),
  question: questionSchema.parse(mapIds(pending.question, (text) => renameInText(text, names), noKeys, true)),
});

const pseudonymizeRequest = (request: LogEntry['request'], { names }: Erasure): LogEntry['request'] => {
  switch (request.kind) {
    case 'order':
      return {
        ...request,
        actor: renameInText(request.actor, names),
        doings: request.doings.map((each) => renameInValue(each, names)),
      };
    case 'answer':
      return { ...request, choice: renameInText(request.choice, names) };
    case 'create':
    case 'withdraw':
    case 'table':
    case 'undo':
    case 'redo':
    case 'roll':
    case 'lift':
      return request;
  }
};

/** A log entry without the user. Dice and ids do not change, so that every die can be verified. */
export const eraseFromEntry = (entry: LogEntry, leaving: Erasure): LogEntry => ({
  ...entry,
  user: entry.user === leaving.user ? leaving.pseudonym : entry.user,
  request: pseudonymizeRequest(entry.request, leaving),
  table: entry.table.map((event) => eraseFromEvent(event, leaving)),
  events: entry.events.map((event) => renameInValue(event, leaving.names)),
  ...(entry.pending && { pending: pseudonymizePending(entry.pending, leaving) }),
});

/** The names that a user ever had in a battle. */
const namesShown = (log: readonly LogEntry[], user: string): readonly string[] =>
  log.flatMap(({ table }) =>
    table.flatMap((event) => {
      if (event.type === 'seated' && event.user === user) return [event.name];
      if (event.type === 'opened' && event.gm === user) return [event.gmName];
      return event.type === 'gm-handed' && event.to === user ? [event.name] : [];
    }),
  );

/** The user's combatants that are called like the user. */
export const findNamesakes = (log: readonly LogEntry[], user: string): readonly string[] => {
  const names = namesShown(log, user);
  const run = log.flatMap(({ table }) =>
    table.flatMap((event) => (event.type === 'control-given' && event.user === user ? [event.actor] : [])),
  );
  return [...new Set(run)].filter((actor) => names.some((name) => isSameName(name, actor)));
};

const foldSession = (log: readonly LogEntry[]): Session =>
  effectiveEntries(log).reduce((table, entry) => entry.table.reduce(evolveSession, table), emptySession);

/** The saved game with renamed combatants. Undefined if replaying the renamed log does not give this game. */
const renameCombatants = (
  ruleset: Ruleset | undefined,
  saved: SavedBattle,
  log: readonly LogEntry[],
  { names }: Erasure,
): unknown => {
  if (names.size === 0) return saved.game;
  if (ruleset === undefined || ruleset.editions.present !== saved.edition.rules) return undefined;
  const wanted = renameInValue(saved.game, names);
  // A rulebook may have used a name for something else.
  try {
    return isSameWhenSaved(foldLog(ruleset, log).game.save(), wanted) ? wanted : undefined;
  } catch {
    return undefined;
  }
};

/** A battle and its log without the user. Replaying the new log gives the new battle. */
export const eraseFromBattle = (
  ruleset: Ruleset | undefined,
  saved: SavedBattle,
  log: readonly LogEntry[],
  leaving: Erasure,
): { readonly saved: SavedBattle; readonly log: readonly LogEntry[] } => {
  const anew = log.map((entry) => eraseFromEntry(entry, leaving));
  const game = renameCombatants(ruleset, saved, anew, leaving);
  if (game === undefined) return eraseFromBattle(ruleset, saved, log, { ...leaving, names: new Map() });
  const pending = saved.pending && pseudonymizePending(saved.pending, leaving);
  return { saved: { ...saved, table: foldSession(anew), game, pending }, log: anew };
};
