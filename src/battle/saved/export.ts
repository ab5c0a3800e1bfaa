import { z } from 'zod';
import { err, ok, phrase, type Result, worded } from '../../core/message.ts';
import {
  createOrderDice,
  currentDiceEdition,
  type DiceEdition,
  deriveSalt,
  seedCommitment,
} from '../../dice/order-dice.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { appEdition, editionSchema } from '../editions/app-edition.ts';
import { computeSalts, effectiveEntries, findMismatchedSalts, foldLog, isSameWhenSaved } from './replay.ts';
import { readSession, sessionSchema } from './session.ts';
import {
  entrySchema,
  type LogEntry,
  pendingOrderSchema,
  readEntry,
  readPendingOrder,
  type SavedBattle,
} from './store.ts';
import { upcastBattleParts, upcastEntry } from './upcast-battle.ts';

/** The current format of each kind of file. */
export const fileFormats = {
  battle: 'brotherhood-master/battle@1',
  dice: 'brotherhood-master/dice@1',
  view: 'brotherhood-master/view@1',
} as const;

const statusSchema = z.enum(['setup', 'active', 'ended']);
const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** A whole battle, for the GM, the archive and the verifier. Contains the secret seed. */
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

/** The editions under which an export of the battle is written. The app's edition is the current one. */
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

/** The dice of a battle, for readers who may not see everything. Has no names of dice, which could reveal secrets. */
export const ledgerSchema = z.strictObject({
  format: z.literal(fileFormats.dice),
  id: z.string(),
  edition: editionSchema.pick({ dice: true }),
  commitment: digestSchema,
  seed: digestSchema,
  /** Each salt, with the join interactions it was derived from, in order. */
  salts: z.array(z.strictObject({ salt: z.string(), joins: z.array(z.string()) })),
  log: z.array(
    z.strictObject({
      n: z.int(),
      diceKey: z.string(),
      byHand: z.boolean(),
      dice: z.array(z.strictObject({ sides: z.int(), value: z.int() })),
      /** The salt of the dice after this entry. */
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

/** A battle as one reader saw it. */
export const viewExportSchema = z.strictObject({
  format: z.literal(fileFormats.view),
  id: z.string(),
  system: z.string(),
  edition: editionSchema,
  status: statusSchema,
  name: z.string(),
  commitment: digestSchema,
  log: z.array(z.strictObject({ n: z.int(), at: z.int(), lines: z.array(lineSchema) })),
  /** The last view of the battle for this reader. */
  end: z.unknown(),
  /** The ledger of the dice. Undefined until the battle has ended. */
  dice: ledgerSchema.optional(),
});
export type ViewExport = z.output<typeof viewExportSchema>;

/** The fields that all views of a battle have in common. */
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

/** The salts of a log, each with the joins from which it was derived. */
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

/** A sentence that says why a file cannot be read. */
export interface UnreadableFile {
  readonly message: string;
}

export const newerReleaseError: UnreadableFile = {
  message: 'That file was written by a newer version of the bot. Check it with that version.',
};

type FileKind = keyof typeof fileFormats;

/** A file with the name of its format: `brotherhood-master/battle@1`. */
const headSchema = z.looseObject({ format: z.string() });
const currentFormat = 1;

const parseHead = (json: unknown): { readonly kind: FileKind; readonly format: number } | undefined => {
  const head = headSchema.safeParse(json);
  const [, named, format] = /^brotherhood-master\/(\w+)@(\d+)$/.exec(head.success ? head.data.format : '') ?? [];
  const kind = (['battle', 'dice', 'view'] as const).find((each) => each === named);
  return kind && { kind, format: Number(format) };
};

/** The kind of an exported file, of any edition. Undefined if it is no export. */
export const detectFileKind = (json: unknown): FileKind | undefined => parseHead(json)?.kind;

const numbered = z.looseObject({ edition: z.looseObject({ house: z.int(), dice: z.int() }).partial().optional() });
const numberedSchema = numbered.extend({ log: z.array(numbered).optional() });

/** True if a part of the file has a newer edition than this release. */
const isNewer = (json: unknown): boolean => {
  const read = numberedSchema.safeParse(json);
  const parts = read.success ? [read.data, ...(read.data.log ?? [])] : [];
  return parts.some(({ edition: { house = 1, dice = 1 } = {} }) => house > appEdition || dice > currentDiceEdition);
};

const kindWords: Readonly<Record<FileKind, string>> = {
  battle: 'That is not an exported battle',
  dice: 'That is not an exported dice file',
  view: 'That is not an exported view of a battle',
};

const describeParseError = (kind: FileKind, { issues: [issue] }: z.ZodError): UnreadableFile => ({
  message: `${kindWords[kind]}${issue === undefined ? '' : `: ${issue.path.join('.')}: ${issue.message}`}.`,
});

/** Creates a parser for one kind of file, of any edition. */
const createFileReader =
  <T>(kind: FileKind, parse: (file: unknown) => T) =>
  (json: unknown): Result<T, UnreadableFile> => {
    const head = parseHead(json);
    if (head?.kind !== kind || head.format < 1) return err({ message: `${kindWords[kind]}.` });
    if (head.format > currentFormat || isNewer(json)) return err(newerReleaseError);
    try {
      return ok(parse(json));
    } catch (problem) {
      if (problem instanceof z.ZodError) return err(describeParseError(kind, problem));
      throw problem;
    }
  };

/** Runs `work` and adds a path in the file to its parse errors. */
const withPath = <T>(path: readonly (string | number)[], work: () => T): T => {
  try {
    return work();
  } catch (problem) {
    if (!(problem instanceof z.ZodError)) throw problem;
    throw new z.ZodError(problem.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
  }
};

const battleSchema = z.looseObject({
  edition: editionSchema,
  log: z.array(z.unknown()),
  end: z.looseObject({ table: z.unknown(), pending: z.unknown().optional() }),
});

/** Parses an exported battle of any edition and converts the app's data. The rulebook's data stay unchanged. */
export const readBattleExport = createFileReader<BattleExport>('battle', (file) => {
  const { edition, log, end, ...rest } = battleSchema.parse(file);
  const { house } = edition;
  return battleExportSchema.parse({
    ...rest,
    edition: { ...edition, house: appEdition },
    log: log.map((entry, n) => withPath(['log', n], () => readEntry(entry))),
    end: {
      ...end,
      table: withPath(['end', 'table'], () => readSession(house, end.table)),
      ...(end.pending !== undefined && {
        pending: withPath(['end', 'pending'], () => readPendingOrder(house, end.pending)),
      }),
    },
  });
});

/** Converts the rulebook's data of an exported battle to the current edition. Throws if the conversion fails. */
export const upcastExport = (ruleset: Ruleset, battle: BattleExport): BattleExport => ({
  ...battle,
  edition: { ...battle.edition, rules: ruleset.editions.present },
  log: battle.log.map((entry) => upcastEntry(ruleset, entry)),
  end: upcastBattleParts(ruleset, battle.edition.rules, battle.end),
});

/** Parses a dice ledger of any edition. */
export const readLedger = createFileReader<DiceLedger>('dice', (file) => ledgerSchema.parse(file));

/** Parses a battle as one reader saw it, of any edition. */
export const readViewExport = createFileReader<ViewExport>('view', (file) => viewExportSchema.parse(file));

/** The result of verifying a battle's dice and log. */
export interface Verification {
  readonly passed: boolean;
  /** What was checked, one sentence each. */
  readonly checks: readonly { readonly passed: boolean; readonly text: string }[];
  /** The edition of the dice, and how many were recalculated or rolled by hand. */
  readonly dice: { readonly edition: DiceEdition; readonly recomputed: number; readonly byHand: number };
}

type LedgerEntryDice = Pick<DiceLedger['log'][number], 'diceKey' | 'byHand' | 'dice' | 'salt'>;

/** True if an entry's dice differ from the dice that the seed gives its order. False for dice rolled by hand. */
const diceDiffer = ({ seed }: Pick<DiceLedger, 'seed'>, { diceKey, byHand, dice, salt }: LedgerEntryDice): boolean => {
  const stream = createOrderDice({ seed, salt, orderId: diceKey });
  return !byHand && dice.some(({ sides, value }) => stream.roll(sides, '') !== value);
};

const countDice = (log: readonly Pick<LedgerEntryDice, 'byHand' | 'dice'>[], byHand: boolean): number =>
  log.filter((entry) => entry.byHand === byHand).reduce((sum, { dice }) => sum + dice.length, 0);

type Checks = Verification['checks'];

/** Checks the seed, salts and dice. */
const checkDice = (
  battle: Pick<DiceLedger, 'seed' | 'commitment'>,
  published: string,
  hasTrueSalts: boolean,
  log: readonly (LedgerEntryDice & { readonly n: number })[],
  includesHidden: boolean,
): Checks => {
  const wrong = log.filter((entry) => diceDiffer(battle, entry)).map(({ n }) => n);
  const rolled = countDice(log, false);
  const shown = includesHidden
    ? phrase`All dice, hidden ones too, match the log: ${rolled}.`
    : phrase`All dice match the log: ${rolled}.`;
  const right = rolled === 0 ? 'The bot rolled no dice.' : shown;
  return [
    { passed: seedCommitment(battle.seed) === battle.commitment, text: published },
    { passed: hasTrueSalts, text: 'The salt was made from the ids of the players’ join commands.' },
    {
      passed: wrong.length === 0,
      text: wrong.length === 0 ? right : phrase`Dice in entry ${wrong.join(', ')} do not match the seed.`,
    },
  ];
};

const toVerification = (
  checks: Checks,
  { edition, log }: Pick<DiceLedger, 'edition' | 'log'> | Pick<BattleExport, 'edition' | 'log'>,
): Verification => ({
  passed: checks.every(({ passed }) => passed),
  checks: checks.map((each) => ({ ...each, text: worded(each.text) })),
  dice: { edition: edition.dice, recomputed: countDice(log, false), byHand: countDice(log, true) },
});

/** Verifies all dice from the seed, the salt from the joins, and the final state from the log. */
export const verifyBattle = (ruleset: Ruleset, battle: BattleExport): Verification => {
  const { log } = battle;
  const inForce = computeSalts(log);
  const salted = log.map((entry, at) => ({ ...entry, salt: inForce[at] ?? '' }));
  const gap = log.find(({ n }, at) => n !== at + 1);
  const ids = new Set(log.map(({ orderId }) => orderId));
  const folded = foldLog(ruleset, log);
  const same = isSameWhenSaved(folded.game.save(), battle.end.game) && isSameWhenSaved(folded.table, battle.end.table);
  const published = 'The seed matches the fingerprint published when the battle was created.';
  const checks = [
    ...checkDice(battle, published, findMismatchedSalts(log).length === 0, salted, true),
    {
      passed: gap === undefined && ids.size === log.length,
      text: 'The log has no missing or duplicate entries.',
    },
    { passed: same, text: 'Replaying the log gives the battle’s final state.' },
  ];
  return toVerification(checks, battle);
};

/** Verifies the dice of a ledger from its seed, and its salts from the joins. */
export const verifyLedger = (battle: DiceLedger): Verification => {
  const { salts, log } = battle;
  const made = new Set(['', ...salts.filter(({ salt, joins }) => salt === deriveSalt(joins)).map(({ salt }) => salt)]);
  const hasTrueSalts = log.every(({ salt }) => made.has(salt));
  return toVerification(
    checkDice(battle, 'The seed matches the published fingerprint.', hasTrueSalts, log, false),
    battle,
  );
};
