import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';

/** Every kind of thing that happens to a character, and how it is told. */
export const historyEventKinds = {
  joined: 'joined',
  kept: 'finished',
  restored: 'was fully restored after',
  unchanged: 'fought in, unharmed',
  'taken-back': 'the end of the battle was undone',
  rested: 'rested',
  revived: 'was revived',
  edited: 'was changed',
} as const;
const kinds = z.enum(['joined', 'kept', 'restored', 'unchanged', 'taken-back', 'rested', 'revived', 'edited']);

/** One thing that happened to a character, but for the edition of the sheet in it: that is kept beside it. */
export const historyEventSchema = z.strictObject({
  /** Whatever happens once has one id, however often it is written. */
  id: z.string(),
  character: z.string(),
  kind: kinds,
  /** Milliseconds since 1970. */
  at: z.int(),
  campaign: z.string().optional(),
  battle: z.strictObject({ id: z.string(), name: z.string() }).optional(),
  /** What changed, a few words each: `HP 45 → 12`. */
  changes: z.array(z.string()),
  /** Is it dead from then on? */
  dead: z.boolean(),
  /** The sheet before, where this changed it. */
  before: z.unknown().optional(),
});

export interface HistoryEvent extends z.output<typeof historyEventSchema> {
  /** The edition of its rulebook under which the sheet before is written. */
  readonly edition: number;
}

/** What happened as it is written, without what is kept beside it. */
export const toHistoryEventJson = ({ edition: _, ...happening }: HistoryEvent): z.input<typeof historyEventSchema> =>
  happening;

/** A character after what happened to it. */
export interface SheetAfterEvent {
  readonly sheet: unknown;
  readonly updatedAt: number;
}

/** What happened to characters, kept for ever. One implementation in memory, one on Postgres; one suite tests both. */
export interface HistoryStore {
  /**
   * Writes what happened, and the character after it, its sheet of the same edition, together and once: false where it is written
   * already, or where there is no such character any more.
   */
  readonly add: (happening: HistoryEvent, after?: SheetAfterEvent, said?: PlacedMessage) => Promise<boolean>;
  /** Oldest first. */
  readonly list: (character: string) => Promise<readonly HistoryEvent[]>;
  /** The last thing that happened to each of these, by character. */
  readonly last: (characters: readonly string[]) => Promise<ReadonlyMap<string, HistoryEvent>>;
  /** Which of these characters something happened to in this campaign. */
  readonly inCampaign: (characters: readonly string[], campaign: string) => Promise<ReadonlySet<string>>;
  readonly forget: (character: string) => Promise<void>;
}
