import { deriveSalt } from '../../dice/entropy.ts';
import type { LogEntry } from './log-entry.ts';
import { effectiveEntries } from './replay.ts';
import { emptySession, evolveSession, type Session } from './session.ts';

/** The table after each entry of a log; what an undo takes back counts no more from there on. */
const foldSessions = (log: readonly LogEntry[]): readonly { readonly before: Session; readonly after: Session }[] => {
  let table = emptySession;
  return log.map((entry, at) => {
    const before = table;
    const { kind } = entry.request;
    table =
      kind === 'undo' || kind === 'redo'
        ? effectiveEntries(log.slice(0, at + 1)).reduce(
            (sum, each) => each.table.reduce(evolveSession, sum),
            emptySession,
          )
        : entry.table.reduce(evolveSession, table);
    return { before, after: table };
  });
};

/** The salt in force after each entry. */
export const computeSalts = (log: readonly LogEntry[]): readonly string[] =>
  foldSessions(log).map(({ after }) => after.salt);

/** The entries whose salt does not come from the joins that stood then. */
export const findMismatchedSalts = (log: readonly LogEntry[]): readonly number[] => {
  const moments = foldSessions(log);
  return log.flatMap(({ n, table }, at) => {
    const salted = table.find((event) => event.type === 'dice-salted');
    const joins = moments[at]?.before.joins ?? [];
    return salted !== undefined && salted.salt !== deriveSalt(joins) ? [n] : [];
  });
};
