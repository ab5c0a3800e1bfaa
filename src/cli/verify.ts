import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  kindOf,
  newerRelease,
  presentExport,
  readExport,
  readLedger,
  readView,
  type Unreadable,
} from '../battle/saved/import.ts';
import { type Verification, verify, verifyLedger } from '../battle/saved/verify.ts';
import { err, ok, type Result } from '../core/result.ts';
import { problemText } from '../core/text.ts';
import { rulesets } from '../systems/index.ts';

const [file] = process.argv.slice(2);

const unread = (says: string): Result<never, Unreadable> => err({ says });

/** A whole battle, played again by its rulebook as it is now. */
const battleChecked = (json: unknown): Result<Verification, Unreadable> => {
  const battle = readExport(json);
  if (!battle.ok) return battle;
  const { system, edition, log } = battle.value;
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) return unread(`This release knows no rulebook called ${system}.`);
  const newest = Math.max(edition.rules, ...log.map((entry) => entry.edition.rules));
  if (newest > ruleset.editions.present) return err(newerRelease);
  return ok(verify(ruleset, presentExport(ruleset, battle.value)));
};

const ledgerChecked = (json: unknown): Result<Verification, Unreadable> => {
  const ledger = readLedger(json);
  return ledger.ok ? ok(verifyLedger(ledger.value)) : ledger;
};

const viewChecked = (json: unknown): Result<Verification, Unreadable> => {
  const view = readView(json);
  if (!view.ok) return view;
  const { dice } = view.value;
  return dice === undefined
    ? unread('That battle is not over: its dice are sealed, and cannot be checked yet.')
    : ok(verifyLedger(dice));
};

const checked = (json: unknown): Result<Verification, Unreadable> => {
  switch (kindOf(json)) {
    case 'battle':
      return battleChecked(json);
    case 'dice':
      return ledgerChecked(json);
    case 'view':
      return viewChecked(json);
    case undefined:
      return unread('That is no exported battle.');
  }
};

/** Checks an exported battle, or the ledger of its dice. Exit code 0: every die holds; 1: something does not; 2: the file cannot be read. */
const check = (path: string): number => {
  const verified = checked(JSON.parse(readFileSync(path, 'utf8')));
  if (!verified.ok) {
    console.error(verified.error.says);
    return 2;
  }
  const { holds, checks, dice } = verified.value;
  for (const each of checks) console.log(`${each.holds ? 'holds' : 'FAILS'}  ${each.says}`);
  console.log(`The dice of this battle fell by edition ${dice.edition}.`);
  if (dice.byHand > 0) console.log(`${dice.byHand} dice were rolled by hand and cannot be proved.`);
  return holds ? 0 : 1;
};

const wordsOf = (problem: unknown): string => {
  if (problem instanceof z.ZodError) return problem.issues[0]?.message ?? 'it does not fit its rulebook';
  return problemText(problem);
};

if (file === undefined) {
  console.error('Usage: npm run --silent verify -- <battle.json>');
  process.exitCode = 2;
} else {
  try {
    process.exitCode = check(file);
  } catch (problem) {
    console.error(`${file} cannot be read: ${wordsOf(problem)}`);
    process.exitCode = 2;
  }
}
