import { z } from 'zod';
import { commitment } from '../dice/entropy.ts';
import { entrySchema, type LogEntry, pendingSchema } from './entry.ts';
import { saltsOf } from './salts.ts';
import type { SavedBattle } from './store.ts';
import { tableSchema } from './table.ts';

/** A battle with everything in it, for the GM, the archive and the verifier. Holds the seed: only of ended battles, or for the GM's safe. */
export const exportSchema = z.strictObject({
  format: z.literal('brotherhood-master/battle@1'),
  id: z.string(),
  system: z.string(),
  rulesVersion: z.int(),
  status: z.enum(['setup', 'active', 'ended']),
  commitment: z.string().regex(/^[0-9a-f]{64}$/),
  seed: z.string().regex(/^[0-9a-f]{64}$/),
  log: z.array(entrySchema),
  end: z.strictObject({ table: tableSchema, game: z.unknown(), pending: pendingSchema.optional() }),
});
export type BattleExport = z.output<typeof exportSchema>;

export const exported = (saved: SavedBattle, log: readonly LogEntry[]): BattleExport => ({
  format: 'brotherhood-master/battle@1',
  id: saved.id,
  system: saved.system,
  rulesVersion: saved.rulesVersion,
  status: saved.status,
  commitment: commitment(saved.seed),
  seed: saved.seed,
  log: [...log],
  end: { table: saved.table, game: saved.game, ...(saved.pending && { pending: saved.pending }) },
});

/**
 * The dice alone, for readers who may not see everything: enough to roll every die again, and to hold those they saw against it.
 * Names of dice are left out: they would tell what was done in secret.
 */
export const ledgerSchema = z.strictObject({
  format: z.literal('brotherhood-master/dice@1'),
  id: z.string(),
  commitment: z.string().regex(/^[0-9a-f]{64}$/),
  seed: z.string().regex(/^[0-9a-f]{64}$/),
  log: z.array(
    z.strictObject({
      n: z.int(),
      diceKey: z.string(),
      byHand: z.boolean(),
      dice: z.array(z.strictObject({ sides: z.int(), value: z.int() })),
      /** The interaction with which a player joined. */
      joined: z.string().optional(),
      /** The salt that is in force after this entry. */
      salt: z.string(),
    }),
  ),
});
export type DiceLedger = z.output<typeof ledgerSchema>;

const toldSchema = z.strictObject({
  tone: z.enum(['good', 'bad', 'plain', 'quiet']),
  text: z.string(),
  rows: z.array(z.array(z.strictObject({ rule: z.string(), says: z.string() }).readonly()).readonly()).readonly(),
});

/** A battle as one reader was told it: for players and spectators, and for everybody while it lasts. */
export const viewSchema = z.strictObject({
  format: z.literal('brotherhood-master/view@1'),
  id: z.string(),
  system: z.string(),
  rulesVersion: z.int(),
  status: z.enum(['setup', 'active', 'ended']),
  name: z.string(),
  commitment: z.string().regex(/^[0-9a-f]{64}$/),
  log: z.array(z.strictObject({ n: z.int(), at: z.int(), lines: z.array(toldSchema) })),
  /** How the battle stands for this reader. */
  end: z.unknown(),
  /** Once the battle is over. */
  dice: ledgerSchema.optional(),
});
export type ViewExport = z.output<typeof viewSchema>;

export const ledger = (saved: SavedBattle, log: readonly LogEntry[]): DiceLedger => {
  const inForce = saltsOf(log);
  return {
    format: 'brotherhood-master/dice@1',
    id: saved.id,
    commitment: commitment(saved.seed),
    seed: saved.seed,
    log: log.map(({ n, diceKey, byHand, dice, table }, at) => {
      const joined = table.find((event) => event.type === 'joined')?.interaction;
      return {
        n,
        diceKey,
        byHand,
        dice: dice.map(({ sides, value }) => ({ sides, value })),
        ...(joined !== undefined && { joined }),
        salt: inForce[at] ?? '',
      };
    }),
  };
};
