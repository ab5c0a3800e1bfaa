import { z } from 'zod';
import { seedCommitment } from '../../dice/entropy.ts';
import { appEdition, editionSchema } from '../editions/app-edition.ts';
import { computeSalts } from './dice-salts.ts';
import { entrySchema, type LogEntry, pendingOrderSchema } from './log-entry.ts';
import { effectiveEntries } from './replay.ts';
import { sessionSchema } from './session.ts';
import type { SavedBattle } from './store.ts';

/** Each kind of file by its present format. */
export const fileFormats = {
  battle: 'brotherhood-master/battle@1',
  dice: 'brotherhood-master/dice@1',
  view: 'brotherhood-master/view@1',
} as const;

const statusSchema = z.enum(['setup', 'active', 'ended']);
const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** A battle with everything in it, for the GM, the archive and the verifier. Holds the seed: only of ended battles, or for the GM's safe. */
export const battleExportSchema = z.strictObject({
  format: z.literal(fileFormats.battle),
  id: z.string(),
  system: z.string(),
  edition: editionSchema,
  status: statusSchema,
  commitment: digestSchema,
  seed: digestSchema,
  log: z.array(entrySchema),
  end: z.strictObject({ table: sessionSchema, game: z.unknown(), pending: pendingOrderSchema.optional() }),
});
export type BattleExport = z.output<typeof battleExportSchema>;

/** However old a battle is, the house's own shapes are written as they are now. */
const editionOf = ({ edition }: SavedBattle): BattleExport['edition'] => ({ ...edition, house: appEdition });

export const exportBattle = (saved: SavedBattle, log: readonly LogEntry[]): BattleExport => ({
  format: fileFormats.battle,
  id: saved.id,
  system: saved.system,
  edition: editionOf(saved),
  status: saved.status,
  commitment: seedCommitment(saved.seed),
  seed: saved.seed,
  log: [...log],
  end: { table: saved.table, game: saved.game, ...(saved.pending && { pending: saved.pending }) },
});

/**
 * The dice alone, for readers who may not see everything: enough to roll every die again, and to hold those they saw against it.
 * Names of dice are left out: they would tell what was done in secret.
 */
export const ledgerSchema = z.strictObject({
  format: z.literal(fileFormats.dice),
  id: z.string(),
  edition: editionSchema.pick({ dice: true }),
  commitment: digestSchema,
  seed: digestSchema,
  /** Each salt that ever was in force, with the interactions by which those had joined who stood then, in order. */
  salts: z.array(z.strictObject({ salt: z.string(), joins: z.array(z.string()) })),
  log: z.array(
    z.strictObject({
      n: z.int(),
      diceKey: z.string(),
      byHand: z.boolean(),
      dice: z.array(z.strictObject({ sides: z.int(), value: z.int() })),
      /** The salt that is in force after this entry. */
      salt: z.string(),
    }),
  ),
});
export type DiceLedger = z.output<typeof ledgerSchema>;

const lineSchema = z.strictObject({
  tone: z.enum(['good', 'bad', 'plain', 'quiet']),
  text: z.string(),
  rows: z.array(z.array(z.strictObject({ rule: z.string(), says: z.string() }).readonly()).readonly()).readonly(),
});

/** A battle as one reader was told it: for players and spectators, and for everybody while it lasts. */
export const viewExportSchema = z.strictObject({
  format: z.literal(fileFormats.view),
  id: z.string(),
  system: z.string(),
  edition: editionSchema,
  status: statusSchema,
  name: z.string(),
  commitment: digestSchema,
  log: z.array(z.strictObject({ n: z.int(), at: z.int(), lines: z.array(lineSchema) })),
  /** How the battle stands for this reader. */
  end: z.unknown(),
  /** Once the battle is over. */
  dice: ledgerSchema.optional(),
});
export type ViewExport = z.output<typeof viewExportSchema>;

/** What every view of a battle begins with, whoever reads it. */
export const createViewExportHeader = (saved: SavedBattle): Omit<ViewExport, 'log' | 'end' | 'dice'> => ({
  format: fileFormats.view,
  id: saved.id,
  system: saved.system,
  edition: editionOf(saved),
  status: saved.status,
  name: saved.table.name,
  commitment: seedCommitment(saved.seed),
});

const findJoins = (log: readonly LogEntry[]): string[] =>
  log.flatMap(({ table }) => table.flatMap((event) => (event.type === 'joined' ? [event.interaction] : [])));

/** The salts of a log and what they were made of: what an undo had taken back by then is not in them. */
const computeSaltings = (log: readonly LogEntry[]): DiceLedger['salts'] => {
  const made = log.flatMap(({ table }, at) =>
    table.flatMap((event) =>
      event.type === 'dice-salted' ? [{ salt: event.salt, joins: findJoins(effectiveEntries(log.slice(0, at))) }] : [],
    ),
  );
  return made.filter(({ salt }, at) => made.findIndex((each) => each.salt === salt) === at);
};

export const exportLedger = (saved: SavedBattle, log: readonly LogEntry[]): DiceLedger => {
  const inForce = computeSalts(log);
  return {
    format: fileFormats.dice,
    id: saved.id,
    edition: { dice: saved.edition.dice },
    commitment: seedCommitment(saved.seed),
    seed: saved.seed,
    salts: computeSaltings(log),
    log: log.map(({ n, diceKey, byHand, dice }, at) => ({
      n,
      diceKey,
      byHand,
      dice: dice.map(({ sides, value }) => ({ sides, value })),
      salt: inForce[at] ?? '',
    })),
  };
};
