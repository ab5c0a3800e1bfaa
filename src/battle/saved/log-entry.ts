import { z } from 'zod';
import { textSchema } from '../../rules/message-schema.ts';
import { appEdition, editionStampSchema, upcastApp } from '../editions/app-edition.ts';
import { rollModes, sessionEventSchema } from './session.ts';

export const dieSchema = z.strictObject({ name: z.string(), sides: z.int(), value: z.int() });

/** What was asked for, as it was asked: kept so that a log can be read and re-ruled. */
const requestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('create') }),
  z.strictObject({ kind: z.literal('order'), actor: z.string(), doings: z.array(z.unknown()) }),
  z.strictObject({
    kind: z.literal('answer'),
    order: z.string(),
    choice: z.string(),
    by: z.enum(['person', 'standing-order']),
  }),
  z.strictObject({ kind: z.literal('withdraw'), order: z.string() }),
  z.strictObject({ kind: z.literal('table'), what: z.string() }),
  z.strictObject({ kind: z.literal('undo'), takes: z.array(z.int()) }),
  z.strictObject({ kind: z.literal('redo'), gives: z.array(z.int()) }),
  z.strictObject({
    kind: z.literal('roll'),
    notation: z.string(),
    /** What it was for. */
    comment: z.string().optional(),
    /** The row it fell on, where it was rolled on a table: what the dice said, and as secret as they are. */
    row: z.strictObject({ table: z.string(), text: z.string() }).optional(),
  }),
  /** The house brought the battle to its present editions. */
  z.strictObject({ kind: z.literal('lift'), from: editionStampSchema, to: editionStampSchema }),
]);
export type EntryRequest = z.output<typeof requestSchema>;

const choiceSchema = z.strictObject({ id: z.string(), label: textSchema });
const stepSchema = z.strictObject({ rule: z.string(), says: textSchema });

const factSchema = z.union([z.string(), z.number()]);

export const questionSchema = z.strictObject({
  to: z.string(),
  kind: z.string(),
  says: textSchema,
  choices: z.array(choiceSchema),
  auto: z.string(),
  unless: z.enum(['ask', 'auto']),
  rows: z.array(z.array(stepSchema)),
  facts: z.record(z.string(), z.union([factSchema, z.array(factSchema)])),
});

/** An order that stopped at a question. It is ruled again from its start, with the same dice, once the answer is in. */
export const pendingOrderSchema = z.strictObject({
  orderId: z.string(),
  user: z.string(),
  actor: z.string(),
  doing: z.unknown(),
  answers: z.array(z.string()),
  question: questionSchema,
  rolls: z.enum(rollModes),
  /** The dice as typed in, where they were rolled by hand. */
  byHand: z.array(z.int()).optional(),
});
export type PendingOrder = z.output<typeof pendingOrderSchema>;

/** One line of the append-only log: an order and everything that came of it. */
export const entrySchema = z.strictObject({
  /** Counted from 1. */
  n: z.int(),
  /** Unique: the id of the interaction. The same order given twice finds its first entry. */
  orderId: z.string(),
  /** Under which editions it was written. Its events are of the rulebook's edition; all else is lifted when it is read. */
  edition: editionStampSchema,
  /** Milliseconds since 1970. */
  at: z.int(),
  user: z.string(),
  request: requestSchema,
  /** Where a GM gave one. */
  reason: z.string().optional(),
  rolls: z.enum(rollModes),
  /** The order id that keys the dice: its own, or that of the order whose question was answered. */
  diceKey: z.string(),
  dice: z.array(dieSchema),
  /** True where the dice were rolled at a real table and typed in. Marked for ever. */
  byHand: z.boolean(),
  table: z.array(sessionEventSchema),
  events: z.array(z.unknown()),
  /** The question it stopped at, if it did. */
  pending: pendingOrderSchema.optional(),
});
export type LogEntry = z.output<typeof entrySchema>;

const writtenUnder = z.looseObject({ edition: editionStampSchema });

/** An entry as it was written under any edition, in the house's present shape; the rulebook's events are as they were. Throws where it does not parse. */
export const readEntry = (saved: unknown): LogEntry => {
  const { edition } = writtenUnder.parse(saved);
  const entry = entrySchema.parse(upcastApp('entry', edition.house, saved));
  return { ...entry, edition: { ...entry.edition, house: appEdition } };
};

/** An open question as it was written under an edition of the house. Throws where it does not parse. */
export const readPendingOrder = (house: number, saved: unknown): PendingOrder =>
  pendingOrderSchema.parse(upcastApp('pending', house, saved));
