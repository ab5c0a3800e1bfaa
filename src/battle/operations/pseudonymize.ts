import { buildNamePattern, isSameName, type Text } from '../../core/message.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { effectiveEntries, foldLog, isSameWhenSaved } from '../saved/replay.ts';
import {
  bySessionEvent,
  emptySession,
  evolveSession,
  type Session,
  type SessionEvent,
  type SessionEventTable,
} from '../saved/session.ts';
import type { LogEntry, PendingOrder, SavedBattle } from '../saved/store.ts';

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

/** Renames every text in a value that equals one of the names, including keys. */
const renameInValue = (value: unknown, names: Erasure['names']): unknown => {
  if (names.size === 0) return value;
  if (typeof value === 'string') return renameInText(value, names);
  if (Array.isArray(value)) return value.map((each) => renameInValue(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [renameInText(key, names), renameInValue(each, names)]),
  );
};

type Facts = PendingOrder['question']['facts'];

/** Renames all combatants in a text. */
const pseudonymizeText = (text: Text, names: Erasure['names']): Text => {
  if (typeof text === 'string') return renameInText(text, names);
  if ('ref' in text) return { ...text, ref: renameInText(text.ref, names) };
  return { ...text, with: text.with.map((part) => pseudonymizeText(part, names)) };
};

/** Renames all combatants in a text that users may have typed, also within words. */
const pseudonymizeTypedText = (text: Text, names: Erasure['names']): Text =>
  typeof text === 'string' && names.size > 0
    ? text.replaceAll(buildNamePattern([...names.keys()]), (name) => renameInText(name, names))
    : pseudonymizeText(text, names);

const pseudonymizeFacts = (facts: Facts, names: Erasure['names']): Facts => {
  const renamedFact = <Fact extends string | number>(fact: Fact) =>
    typeof fact === 'string' ? renameInText(fact, names) : fact;
  return Object.fromEntries(
    Object.entries(facts).map(([key, fact]) => [
      key,
      typeof fact === 'object' ? fact.map(renamedFact) : renamedFact(fact),
    ]),
  );
};

/** Renames the combatant of an event. */
const about = <Event extends { readonly actor: string }>(event: Event, { names }: Erasure): Event => ({
  ...event,
  actor: renameInText(event.actor, names),
});

const who = <Event extends { readonly who: string }>(event: Event, { names }: Erasure): Event => ({
  ...event,
  who: renameInText(event.who, names),
});

/** Replaces the user's id by their pseudonym. */
const swap = (id: string, { user, pseudonym }: Erasure): string => (id === user ? pseudonym : id);

const unchanged = (event: SessionEvent): SessionEvent => event;

const pseudonymizedEvents: SessionEventTable<Erasure, SessionEvent> = {
  opened: (event, { user, pseudonym }) => (event.gm === user ? { ...event, gm: pseudonym, gmName: erasedName } : event),
  seated: (event, { user, pseudonym }) =>
    event.user === user ? { ...event, user: pseudonym, name: erasedName } : event,
  unseated: (event, leaving) => ({
    ...event,
    ...(event.user === leaving.user && { user: leaving.pseudonym, name: erasedName }),
    actors: event.actors.map((actor) => renameInText(actor, leaving.names)),
  }),
  'control-given': (event, leaving) => {
    const { user: runner, ...rest } = about(event, leaving);
    if (runner === undefined || (runner === leaving.user && leaving.giveToGm)) return rest;
    return { ...rest, user: swap(runner, leaving) };
  },
  'gm-handed': (event, { user, pseudonym }) =>
    event.to === user ? { ...event, to: pseudonym, name: erasedName } : event,
  // The erased user is no deputy and has none.
  'deputy-named': (event, leaving) =>
    event.user === leaving.user || event.deputy?.user === leaving.user
      ? { type: 'deputy-named', user: swap(event.user, leaving) }
      : event,
  'away-set': (event, { user, pseudonym }) => (event.user === user ? { type: 'away-set', user: pseudonym } : event),
  drawn: (event, leaving) =>
    event.hidden === undefined
      ? event
      : { ...event, hidden: { ...event.hidden, user: swap(event.hidden.user, leaving) } },
  'clock-asked': about,
  'put-settled': about,
  'standing-set': about,
  'character-bound': about,
  'plan-set': about,
  'request-refused': about,
  'autopilot-set': (event, { names }) => {
    const { autopilot } = event;
    const whom = autopilot?.whom;
    return {
      ...event,
      actors: event.actors.map((actor) => renameInText(actor, names)),
      ...(autopilot && whom !== undefined && { autopilot: { ...autopilot, whom: renameInText(whom, names) } }),
    };
  },
  'put-to-gm': (event, leaving) => ({
    ...about(event, leaving),
    order: pseudonymizeTypedText(event.order, leaving.names),
    why: pseudonymizeTypedText(event.why, leaving.names),
  }),
  requested: ({ type, request }, leaving) => ({
    type,
    request: {
      ...about(request, leaving),
      user: swap(request.user, leaving),
      params: Object.fromEntries(
        Object.entries(request.params).map(([key, each]) => [key, renameInValue(each, leaving.names)]),
      ),
      order: pseudonymizeTypedText(request.order, leaving.names),
    },
  }),
  'request-granted': (event, leaving) => ({
    ...about(event, leaving),
    user: swap(event.user, leaving),
    numbers: pseudonymizeTypedText(event.numbers, leaving.names),
  }),
  ruled: (event, { names }) =>
    event.of === undefined ? event : { ...event, of: event.of.map((id) => renameInText(id, names)) },
  'clock-renewed': (event, { names }) =>
    event.actor === undefined ? event : { ...event, actor: renameInText(event.actor, names) },
  hidden: who,
  revealed: who,
  'face-set': who,
  lifted: (event, leaving) => {
    const { withdrew } = event;
    if (withdrew === undefined) return event;
    return { ...event, withdrew: { ...about(withdrew, leaving), user: swap(withdrew.user, leaving) } };
  },
  'backdrop-set': unchanged,
  'setting-changed': unchanged,
  'setting-taken': unchanged,
  joined: unchanged,
  'telling-set': unchanged,
  'rolls-set': unchanged,
  'dice-salted': unchanged,
  renamed: unchanged,
  'roll-opened': unchanged,
  'in-campaign': unchanged,
  moved: unchanged,
  'clock-set': unchanged,
  'clock-paused': unchanged,
  'clock-resumed': unchanged,
  'consent-set': unchanged,
  'automation-paused': unchanged,
  'undo-asked': unchanged,
  'numbers-set': unchanged,
  'desk-set': unchanged,
  'lesson-begun': unchanged,
  'lesson-step-done': unchanged,
};

const pseudonymizeQuestion = (
  question: PendingOrder['question'],
  names: Erasure['names'],
): PendingOrder['question'] => {
  const { to, says, choices, auto, rows, facts } = question;
  const words = (text: Text) => pseudonymizeText(text, names);
  return {
    ...question,
    to: renameInText(to, names),
    says: words(says),
    choices: choices.map(({ id, label }) => ({ id: renameInText(id, names), label: words(label) })),
    auto: renameInText(auto, names),
    rows: rows.map((row) => row.map((step) => ({ ...step, says: words(step.says) }))),
    facts: pseudonymizeFacts(facts, names),
  };
};

const pseudonymizePending = (pending: PendingOrder, { user, heir, names }: Erasure): PendingOrder => ({
  ...pending,
  user: pending.user === user ? heir : pending.user,
  actor: renameInText(pending.actor, names),
  doing: renameInValue(pending.doing, names),
  answers: pending.answers.map((each) => renameInText(each, names)),
  question: pseudonymizeQuestion(pending.question, names),
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
  user: swap(entry.user, leaving),
  request: pseudonymizeRequest(entry.request, leaving),
  table: entry.table.map((event) => bySessionEvent(pseudonymizedEvents, event, leaving)),
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
): { readonly saved: SavedBattle; readonly log: readonly LogEntry[]; readonly names: Erasure['names'] } => {
  const anew = log.map((entry) => eraseFromEntry(entry, leaving));
  const game = renameCombatants(ruleset, saved, anew, leaving);
  if (game === undefined) return eraseFromBattle(ruleset, saved, log, { ...leaving, names: new Map() });
  const pending = saved.pending && pseudonymizePending(saved.pending, leaving);
  return { saved: { ...saved, table: foldSession(anew), game, pending }, log: anew, names: leaving.names };
};
