import { z } from 'zod';
import { err, ok, type Result } from '../../core/result.ts';
import { currentDiceEdition } from '../../dice/order-dice.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { appEdition, editionSchema } from '../editions/app-edition.ts';
import {
  type BattleExport,
  battleExportSchema,
  type DiceLedger,
  ledgerSchema,
  type ViewExport,
  viewExportSchema,
} from './export.ts';
import { readEntry, readPendingOrder } from './log-entry.ts';
import { readSession } from './session.ts';
import { upcastBattleParts, upcastEntry } from './upcast-battle.ts';

/** Why a file cannot be read: one sentence. */
export interface UnreadableFile {
  readonly message: string;
}

export const newerReleaseError: UnreadableFile = {
  message: 'That file was written by a newer version of the bot. Check it with that version.',
};

const fileKinds = ['battle', 'dice', 'view'] as const;
type FileKind = (typeof fileKinds)[number];

/** By which format a file says it is written: `brotherhood-master/battle@1`. */
const headSchema = z.looseObject({ format: z.string() });
const currentFormat = 1;

const parseHead = (json: unknown): { readonly kind: FileKind; readonly format: number } | undefined => {
  const head = headSchema.safeParse(json);
  const [, named, format] = /^brotherhood-master\/(\w+)@(\d+)$/.exec(head.success ? head.data.format : '') ?? [];
  const kind = fileKinds.find((each) => each === named);
  return kind && { kind, format: Number(format) };
};

/** What kind of export a file is, of whatever edition. */
export const detectFileKind = (json: unknown): FileKind | undefined => parseHead(json)?.kind;

const numbered = z.looseObject({ edition: z.looseObject({ house: z.int(), dice: z.int() }).partial().optional() });
const numberedSchema = numbered.extend({ log: z.array(numbered).optional() });

/** Is anything in it of an edition that is not known here? */
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

/** Reads a file of one kind, of every edition. */
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

/** Does something whose complaints say where in the file it was. */
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

/** A whole battle of any edition, the house's shapes as they are now; those of its rulebook are as they were written. */
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

/** A battle that was read, its rulebook's shapes as they are in the present edition. Throws where a step does. */
export const upcastExport = (ruleset: Ruleset, battle: BattleExport): BattleExport => ({
  ...battle,
  edition: { ...battle.edition, rules: ruleset.editions.present },
  log: battle.log.map((entry) => upcastEntry(ruleset, entry)),
  end: upcastBattleParts(ruleset, battle.edition.rules, battle.end),
});

/** The dice of a battle, of any edition. */
export const readLedger = createFileReader<DiceLedger>('dice', (file) => ledgerSchema.parse(file));

/** A battle as one reader was told it, of any edition. */
export const readViewExport = createFileReader<ViewExport>('view', (file) => viewExportSchema.parse(file));
