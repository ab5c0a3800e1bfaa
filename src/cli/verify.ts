import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  detectFileKind,
  newerReleaseError,
  readBattleExport,
  readLedger,
  readViewExport,
  type UnreadableFile,
  upcastExport,
  type Verification,
  verifyBattle,
  verifyLedger,
} from '../battle/saved/export.ts';
import { err, errorMessage, ok, type Result } from '../core/message.ts';
import { rulesets } from '../systems/index.ts';

const unread = (says: string): Result<never, UnreadableFile> => err({ message: says });

/** Verifies an exported battle with the current version of its rulebook. */
const battleChecked = (json: unknown): Result<Verification, UnreadableFile> => {
  const battle = readBattleExport(json);
  if (!battle.ok) return battle;
  const { system, edition, log } = battle.value;
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) return unread(`This release knows no rulebook called ${system}.`);
  const newest = Math.max(edition.rules, ...log.map((entry) => entry.edition.rules));
  if (newest > ruleset.editions.present) return err(newerReleaseError);
  return ok(verifyBattle(ruleset, upcastExport(ruleset, battle.value)));
};

const ledgerChecked = (json: unknown): Result<Verification, UnreadableFile> => {
  const ledger = readLedger(json);
  return ledger.ok ? ok(verifyLedger(ledger.value)) : ledger;
};

const viewChecked = (json: unknown): Result<Verification, UnreadableFile> => {
  const view = readViewExport(json);
  if (!view.ok) return view;
  const { dice } = view.value;
  return dice === undefined
    ? unread('That battle is not over: its dice are sealed, and cannot be checked yet.')
    : ok(verifyLedger(dice));
};

const checked = (json: unknown): Result<Verification, UnreadableFile> => {
  switch (detectFileKind(json)) {
    case 'battle':
      return battleChecked(json);
    case 'dice':
      return ledgerChecked(json);
    case 'view':
      return viewChecked(json);
    case undefined:
      return unread('That is not an exported battle.');
  }
};

const wordsOf = (problem: unknown): string => {
  if (problem instanceof z.ZodError) return problem.issues[0]?.message ?? 'it does not fit its rulebook';
  return errorMessage(problem);
};

/** Output and exit code of a verification. 0: all dice are right. 1: an error was found. 2: unreadable file. */
export interface FileVerification {
  readonly status: 0 | 1 | 2;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

const unreadable = (says: string): FileVerification => ({ status: 2, out: [], err: [says] });

const told = ({ passed, checks, dice }: Verification): FileVerification => ({
  status: passed ? 0 : 1,
  out: [
    ...checks.map((each) => `${each.passed ? 'holds' : 'FAILS'}  ${each.text}`),
    `The dice of this battle fell by edition ${dice.edition}.`,
    ...(dice.byHand > 0 ? [`${dice.byHand} dice were rolled by hand and cannot be verified.`] : []),
  ],
  err: [],
});

/** Verifies an exported file: a battle, a ledger of its dice, or a view of it. */
export const verifyFile = (path: string | undefined): FileVerification => {
  if (path === undefined) return unreadable('Usage: npm run --silent verify -- <battle.json>');
  try {
    const verified = checked(JSON.parse(readFileSync(path, 'utf8')));
    return verified.ok ? told(verified.value) : unreadable(verified.error.message);
  } catch (problem) {
    return unreadable(`${path} cannot be read: ${wordsOf(problem)}`);
  }
};

if (import.meta.main) {
  const { status, out, err } = verifyFile(process.argv[2]);
  for (const line of out) console.log(line);
  for (const line of err) console.error(line);
  process.exitCode = status;
}
