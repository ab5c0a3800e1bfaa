import { listed, phrase } from '../../core/message.ts';
import { formatSquare } from '../../rules/grid/square.ts';
import type { Line } from '../../rules/lines.ts';
import { formatDuration } from '../saved/clock-settings.ts';
import type { LogEntry } from '../saved/log-entry.ts';
import type { Autopilot } from '../saved/session.ts';

/** Why something was done that the GM let be done by itself. */
export const autopilotReason = 'by autopilot';

/** So many orders by themselves, one of the other, are a run. */
const minRunLength = 3;

/** Is one of these orders, which came of one another, part of a run? Then its sums are not told in the message of it. */
export const isPartOfRun = (entry: Pick<LogEntry, 'reason'>, chain: readonly Pick<LogEntry, 'reason'>[]): boolean =>
  entry.reason === autopilotReason && chain.filter(({ reason }) => reason === autopilotReason).length >= minRunLength;

/** The same lines, for a message that leaves the sums away, and says once why it was done: with the first of them. */
export const linesWithoutSums = (
  lines: readonly Line[],
  entry: Pick<LogEntry, 'reason' | 'n'>,
  chain: readonly Pick<LogEntry, 'reason' | 'n'>[],
): readonly Line[] => {
  const first = chain.find(({ reason }) => reason === autopilotReason);
  return lines
    .filter(({ text }) => entry.n === first?.n || text !== formatReason(autopilotReason))
    .map((each) => ({ ...each, folded: true }));
};

/** `Reason: the clock ran out`: why an order was given, as it is told after it. */
export const formatReason = (reason: string): string => phrase`Reason: ${reason}`;

const manners: Readonly<Record<NonNullable<Autopilot['manner']>, (whom: string, to: string) => string>> = {
  brave: () => 'bravely',
  careful: () => 'carefully',
  'picks-the-weak': () => 'attacking the weakest enemy',
  'strikes-the-nearest': () => 'attacking the nearest enemy',
  strikes: (whom) => phrase`attacking ${whom}`,
  protects: (whom) => phrase`attacking the enemy nearest to ${whom}`,
  holds: () => 'holding their ground',
  advances: (_, to) => phrase`advancing on ${to}`,
};

const levels: Readonly<Record<Autopilot['level'], string>> = {
  careless: ', using the rulebook’s default for absent players',
  usual: '',
};

const formatSeconds = (seconds: number): string =>
  seconds < 120 ? phrase`${seconds} seconds` : formatDuration(seconds);

/** How some play by themselves, in one sentence for the GM. */
export const describeAutopilot = (actors: readonly string[], autopilot: Autopilot | undefined): string => {
  const who = listed(actors);
  if (autopilot === undefined) return phrase`The GM acts for ${who} again.`;
  const { does, seconds = 0, level, manner, whom = '', to } = autopilot;
  const plays = actors.length === 1 ? 'acts on autopilot' : 'act on autopilot';
  const how = levels[level];
  const way = manner === undefined ? '' : phrase`, ${manners[manner](whom, to === undefined ? '' : formatSquare(to))}`;
  switch (does) {
    case 'suggest':
      return phrase`The GM is shown a plan for ${who}${how}${way}.`;
    case 'after':
      return phrase`${who} ${plays} after ${formatSeconds(seconds)}, unless the GM orders otherwise${how}${way}.`;
    case 'at-once':
      return phrase`${who} ${plays} at once${how}${way}.`;
  }
};
