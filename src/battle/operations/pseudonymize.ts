import { buildNamePattern, isSameName, type Text } from '../../core/message.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { LogEntry, PendingOrder } from '../saved/log-entry.ts';
import { effectiveEntries, foldLog, isSameWhenSaved } from '../saved/replay.ts';
import { emptySession, evolveSession, type Session, type SessionEvent } from '../saved/session.ts';
import type { SavedBattle } from '../saved/store.ts';

/** What somebody is called from then on. */
export const erasedName = 'a player who left';

/** Somebody to be taken out of a log, and what stands there instead. */
export interface Erasure {
  readonly user: string;
  /** A stable pseudonym, the same everywhere. */
  readonly pseudonym: string;
  /** The combatants that bear this person's own name, and what they are called from then on. */
  readonly names: ReadonlyMap<string, string>;
  /** Who answers for orders of theirs that wait for an answer: the GM of a running battle. */
  readonly heir: string;
  /** Do their combatants fall to the GM? In a running battle they do; of one that is over the log still says who ran them. */
  readonly giveToGm: boolean;
}

const renameInText = (text: string, names: Erasure['names']): string => names.get(text) ?? text;

/** Every text that is one of the names, keys too. */
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

/** A text with everybody in it by their new names. */
const pseudonymizeText = (text: Text, names: Erasure['names']): Text => {
  if (typeof text === 'string') return renameInText(text, names);
  if ('ref' in text) return { ...text, ref: renameInText(text.ref, names) };
  return { ...text, with: text.with.map((part) => pseudonymizeText(part, names)) };
};

/** The same for what may hold words that people typed: a string names people in its words. */
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

/** The combatant an event is about, by its new name. */
const about = <Event extends { readonly actor: string }>(event: Event, { names }: Erasure): Event => ({
  ...event,
  actor: renameInText(event.actor, names),
});

const who = <Event extends { readonly who: string }>(event: Event, { names }: Erasure): Event => ({
  ...event,
  who: renameInText(event.who, names),
});

const pseudonymizeEvent = (event: SessionEvent, leaving: Erasure): SessionEvent => {
  const { user, pseudonym, names, giveToGm } = leaving;
  const swap = (id: string): string => (id === user ? pseudonym : id);
  switch (event.type) {
    case 'opened':
      return event.gm === user ? { ...event, gm: pseudonym, gmName: erasedName } : event;
    case 'seated':
      return event.user === user ? { ...event, user: pseudonym, name: erasedName } : event;
    case 'unseated':
      return { ...event, user: swap(event.user) };
    case 'control-given': {
      const { user: runner, ...rest } = about(event, leaving);
      if (runner === undefined || (runner === user && giveToGm)) return rest;
      return { ...rest, user: swap(runner) };
    }
    case 'gm-handed':
      return event.to === user ? { ...event, to: pseudonym, name: erasedName } : event;
    case 'deputy-named':
      // Nobody acts for others any more, nor has others act for them.
      return event.user === user || event.deputy?.user === user
        ? { type: 'deputy-named', user: swap(event.user) }
        : event;
    case 'away-set':
      return event.user === user ? { type: 'away-set', user: pseudonym } : event;
    case 'drawn': {
      const { hidden } = event;
      return hidden === undefined ? event : { ...event, hidden: { ...hidden, user: swap(hidden.user) } };
    }
    case 'clock-handed':
      return { ...about(event, leaving), to: swap(event.to) };
    case 'clock-asked':
    case 'standing-set':
    case 'character-bound':
    case 'plan-set':
      return about(event, leaving);
    case 'autopilot-set': {
      const { autopilot } = event;
      const whom = autopilot?.whom;
      return {
        ...event,
        actors: event.actors.map((actor) => renameInText(actor, names)),
        ...(autopilot && whom !== undefined && { autopilot: { ...autopilot, whom: renameInText(whom, names) } }),
      };
    }
    case 'put-to-gm':
      return {
        ...about(event, leaving),
        order: pseudonymizeTypedText(event.order, names),
        why: pseudonymizeTypedText(event.why, names),
      };
    case 'requested': {
      const { request } = event;
      return {
        type: 'requested',
        request: {
          ...about(request, leaving),
          user: swap(request.user),
          params: Object.fromEntries(
            Object.entries(request.params).map(([key, each]) => [key, renameInValue(each, names)]),
          ),
          order: pseudonymizeTypedText(request.order, names),
        },
      };
    }
    case 'request-granted':
      return { ...about(event, leaving), user: swap(event.user), numbers: pseudonymizeTypedText(event.numbers, names) };
    case 'request-refused':
      return about(event, leaving);
    case 'ruled':
      return event.of === undefined ? event : { ...event, of: event.of.map((id) => renameInText(id, names)) };
    case 'clock-renewed':
      return event.actor === undefined ? event : { ...event, actor: renameInText(event.actor, names) };
    case 'hidden':
    case 'revealed':
    case 'face-set':
      return who(event, leaving);
    case 'lifted': {
      const { withdrew } = event;
      if (withdrew === undefined) return event;
      return { ...event, withdrew: { ...about(withdrew, leaving), user: swap(withdrew.user) } };
    }
    case 'backdrop-set':
    case 'setting-changed':
    case 'setting-taken':
    case 'joined':
    case 'telling-set':
    case 'rolls-set':
    case 'dice-salted':
    case 'renamed':
    case 'roll-opened':
    case 'in-campaign':
    case 'moved':
    case 'clock-set':
    case 'clock-paused':
    case 'clock-resumed':
    case 'consent-set':
    case 'undo-asked':
    case 'numbers-set':
    case 'desk-set':
    case 'lesson-begun':
    case 'lesson-step-done':
      return event;
  }
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

/** An entry without somebody. Dice, order ids and the ids of interactions stay: by them every die can still be rolled again. */
export const eraseFromEntry = (entry: LogEntry, leaving: Erasure): LogEntry => ({
  ...entry,
  user: entry.user === leaving.user ? leaving.pseudonym : entry.user,
  request: pseudonymizeRequest(entry.request, leaving),
  table: entry.table.map((event) => pseudonymizeEvent(event, leaving)),
  events: entry.events.map((event) => renameInValue(event, leaving.names)),
  ...(entry.pending && { pending: pseudonymizePending(entry.pending, leaving) }),
});

/** The names under which somebody was ever shown in a battle. */
const namesShown = (log: readonly LogEntry[], user: string): readonly string[] =>
  log.flatMap(({ table }) =>
    table.flatMap((event) => {
      if (event.type === 'seated' && event.user === user) return [event.name];
      if (event.type === 'opened' && event.gm === user) return [event.gmName];
      return event.type === 'gm-handed' && event.to === user ? [event.name] : [];
    }),
  );

/** Their combatants that are called as they are. */
export const findNamesakes = (log: readonly LogEntry[], user: string): readonly string[] => {
  const names = namesShown(log, user);
  const run = log.flatMap(({ table }) =>
    table.flatMap((event) => (event.type === 'control-given' && event.user === user ? [event.actor] : [])),
  );
  return [...new Set(run)].filter((actor) => names.some((name) => isSameName(name, actor)));
};

const foldSession = (log: readonly LogEntry[]): Session =>
  effectiveEntries(log).reduce((table, entry) => entry.table.reduce(evolveSession, table), emptySession);

/** The same battle with its combatants renamed, if its log then still folds to it; a rulebook may have woven a name into more than a name. */
const renameCombatants = (
  ruleset: Ruleset | undefined,
  saved: SavedBattle,
  log: readonly LogEntry[],
  { names }: Erasure,
): unknown => {
  if (names.size === 0) return saved.game;
  if (ruleset === undefined || ruleset.editions.present !== saved.edition.rules) return undefined;
  const wanted = renameInValue(saved.game, names);
  try {
    return isSameWhenSaved(foldLog(ruleset, log).game.save(), wanted) ? wanted : undefined;
  } catch {
    return undefined;
  }
};

/** A battle and its log without somebody; the snapshot is the fold of the log as before. */
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
