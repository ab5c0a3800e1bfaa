import type { LogEntry } from './log-entry.ts';
import type { Session, SessionEvent } from './session.ts';

const inEvent = (event: SessionEvent): readonly (string | undefined)[] => {
  switch (event.type) {
    case 'opened':
      return [event.gm];
    case 'seated':
    case 'unseated':
    case 'control-given':
    case 'away-set':
    case 'request-granted':
      return [event.user];
    case 'gm-handed':
    case 'clock-handed':
      return [event.to];
    case 'deputy-named':
      return [event.user, event.deputy?.user];
    case 'drawn':
      return [event.hidden?.user];
    case 'requested':
      return [event.request.user];
    case 'lifted':
      return [event.withdrew?.user];
    default:
      return [];
  }
};

const inTable = ({ gm, seats, control, away, deputies, undrawn = [], requests = [] }: Session): readonly string[] => [
  ...[gm, ...Object.keys(seats), ...Object.values(control), ...Object.keys(away), ...Object.keys(deputies)],
  ...Object.values(deputies).map(({ user }) => user),
  ...[...undrawn, ...requests].map(({ user }) => user),
];

/** The ids of all people an entry names, and of those its battle names where that is given: by these they find what is kept about them. */
export const userIdsIn = (entry: LogEntry, table?: Session): readonly string[] => {
  const named = [entry.user, entry.pending?.user, ...entry.table.flatMap(inEvent), ...(table ? inTable(table) : [])];
  return [...new Set(named.filter((user) => user !== undefined && user !== ''))] as readonly string[];
};
