import type { LogEntry } from '../saved/log-entry.ts';
import type { OpenBattle } from '../saved/store.ts';
import { isGm } from './permissions.ts';

/** May this reader see the dice and the outcome of that entry? Without a user: everybody. */
export const mayReadRoll = (
  { saved: { table } }: Pick<OpenBattle, 'saved'>,
  { rolls, user: roller }: Pick<LogEntry, 'rolls' | 'user'>,
  user?: string,
): boolean => {
  const gm = user !== undefined && isGm(table, user);
  switch (rolls) {
    case 'public':
      return true;
    case 'private':
      return gm || user === roller;
    case 'blind':
      return gm;
    case 'self':
      return user === roller;
  }
};

/** True if dice fell in secret that nobody has opened since. */
export const isUnopenedRoll = (
  { saved: { table } }: Pick<OpenBattle, 'saved'>,
  { n, rolls, dice }: Pick<LogEntry, 'n' | 'rolls' | 'dice'>,
): boolean => rolls !== 'public' && dice.length > 0 && !table.opened.includes(n);

/**
 * Who rolls in an entry, given the battle before it: where it answers a question, who gave the order that waited for the answer;
 * the one who answers learns what they were asked.
 */
export const findRoller = ({ saved: { pending } }: OpenBattle, { request, user }: LogEntry): string =>
  request.kind === 'answer' ? (pending?.user ?? user) : user;

/** Did the order roll for everybody, and so perhaps for the unseen? Whose such a die is, and whether any fell, only the GM is to know. */
export const isRolledForEveryone = (
  { ruleset }: Pick<OpenBattle, 'ruleset'>,
  { events }: Pick<LogEntry, 'events'>,
): boolean => events.some(ruleset.isRolledForAll);

/** Did dice fall, as far as those can tell who must not know of everybody? What is rolled for all counts as dice whether any fell or not. */
export const appearsToRoll = (battle: Pick<OpenBattle, 'ruleset'>, entry: LogEntry): boolean =>
  entry.dice.length > 0 || isRolledForEveryone(battle, entry);
