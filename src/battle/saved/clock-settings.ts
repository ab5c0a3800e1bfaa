import { z } from 'zod';
import { counted, listText, phrase, sentences, term, worded } from '../../core/message.ts';

/** What happens to players whose time has run out. */
export const timeoutActions = ['default', 'ask'] as const;
export type TimeoutAction = (typeof timeoutActions)[number];

/** How orders with nothing to decide are given: by players at a table, automatically in a forum. */
export const paces = ['table', 'forum'] as const;

/** A battle's clock settings. Running times are stored elsewhere. */
export const clockSchema = z.strictObject({
  /** Time limit for each turn (seconds). Undefined for no limit. */
  seconds: z
    .int()
    .min(60)
    .max(90 * 86_400)
    .optional(),
  /** Shares of the time at which players are reminded (percent). */
  reminders: z.array(z.int().min(1).max(99)).max(9),
  /** True if the next player in order is notified to get ready. */
  onDeck: z.boolean(),
  end: z.enum(timeoutActions),
  paused: z.boolean(),
  pace: z.enum(paces).optional(),
  /** The time of day when the rest of a round resolves itself, in place of a time limit. */
  hour: z.strictObject({ at: z.string(), zone: z.string() }).optional(),
});
export type Clock = z.output<typeof clockSchema>;

export const noClock: Clock = { reminders: [50, 80, 95], onDeck: false, end: 'default', paused: false };

/** A user who may act for a player until a moment (milliseconds since 1970). */
export const deputySchema = z.strictObject({ user: z.string(), name: z.string(), until: z.int() });

const units = [
  { seconds: 86_400, words: (n: number) => counted(n, 'day') },
  { seconds: 3600, words: (n: number) => counted(n, 'hour') },
  { seconds: 60, words: (n: number) => counted(n, 'minute') },
] as const;

/** Formats a duration by its two largest units, rounded up to a minute: `1 day 12 hours`. */
export const formatDuration = (seconds: number): string => {
  let left = Math.max(60, Math.ceil(seconds / 60) * 60);
  const parts: string[] = [];
  for (const unit of units) {
    const count = Math.floor(left / unit.seconds);
    left -= count * unit.seconds;
    if (count > 0) parts.push(unit.words(count));
  }
  return listText(parts.slice(0, 2), ' ');
};

/** What happens after a deadline, as the end of a sentence. */
export const timeoutTexts: Readonly<Record<TimeoutAction, string>> = {
  default: 'then standing orders apply, otherwise the rulebook’s default',
  ask: 'then the GM decides',
};

const timeoutSentences: Readonly<Record<TimeoutAction, string>> = {
  default: 'When the time is up, standing orders apply, otherwise the rulebook’s default.',
  ask: 'When the time is up, the GM decides.',
};

/** Describes a battle's clock settings in sentences. */
export const describeClock = ({ seconds, end, reminders, onDeck, paused, hour, pace }: Clock): string => {
  const forum = pace === 'forum' && term('Forum pace: orders with nothing to decide are given automatically.');
  if (seconds === undefined) return worded(sentences(term('No clock: turns have no time limit.'), forum));
  return worded(
    sentences(
      hour === undefined
        ? phrase`${formatDuration(seconds)} per turn.`
        : phrase`The rest of the round resolves itself at ${hour.at} (${hour.zone}).`,
      term(timeoutSentences[end]),
      reminders.length > 0 && phrase`Reminders at ${listText(reminders.map((each) => `${each} %`))}.`,
      onDeck && term('The next player in order is told to get ready.'),
      paused && term('The clock is paused.'),
      forum,
    ),
  );
};
