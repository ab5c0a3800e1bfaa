import type { LogEntry, OpenBattle } from '../saved/store.ts';
import { parseFollowUpOrderId } from '../views/report.ts';

/** The beginning of the order ids of the clock's actions. */
export const clockOrderPrefix = 'clock:';

/** Maximum number of rounds that begin without an order from a person: automation plays one whole round. */
const maxRoundsAlone = 2;

/** True if a person gave the order. Orders for hidden combatants do not count, because no one may notice them. */
export const isPersonsOrder = ({ saved: { table } }: OpenBattle, { request, orderId }: LogEntry, to = ''): boolean =>
  !orderId.startsWith(clockOrderPrefix) &&
  parseFollowUpOrderId(orderId).nth === 0 &&
  ((request.kind === 'order' && table.hidden[request.actor] === undefined) ||
    (request.kind === 'answer' && table.hidden[to] === undefined));

/** The number of rounds that begin in these entries. */
export const countRounds = ({ ruleset }: Pick<OpenBattle, 'ruleset'>, log: readonly LogEntry[]): number => {
  const starts: readonly unknown[] = ruleset.markedEvents.roundStarts;
  return log.flatMap(({ events }) => events).filter((event) => starts.includes(Object(event).type)).length;
};

/** Whether automation pauses after these entries, and whether one of them says so. */
export const automationSince = (battle: OpenBattle, log: readonly LogEntry[]) => {
  const last = log.findLastIndex((entry, at) => isPersonsOrder(battle, entry, log[at - 1]?.pending?.question.to));
  const since = log.slice(Math.max(0, last));
  return {
    isPaused: countRounds(battle, since) >= maxRoundsAlone,
    isAnnounced: since.some(({ table }) => table.some(({ type }) => type === 'automation-paused')),
  };
};
