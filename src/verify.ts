import { readFileSync } from 'node:fs';
import { exportSchema, ledgerSchema, viewSchema } from './battle/export.ts';
import { type Verification, verify, verifyLedger } from './battle/verify.ts';
import { rulesets } from './systems/index.ts';

const [file] = process.argv.slice(2);

const said = ({ holds, checks, dice }: Verification): number => {
  for (const each of checks) console.log(`${each.holds ? 'holds' : 'FAILS'}  ${each.says}`);
  if (dice.byHand > 0) console.log(`${dice.byHand} dice were rolled by hand and cannot be proved.`);
  return holds ? 0 : 1;
};

/** Checks an exported battle, or the ledger of its dice. Exit code 0: every die holds; 1: something does not; 2: the file cannot be read. */
const check = (path: string): number => {
  const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const dice = ledgerSchema.safeParse(json);
  if (dice.success) return said(verifyLedger(dice.data));
  const view = viewSchema.safeParse(json);
  if (view.success) {
    if (view.data.dice !== undefined) return said(verifyLedger(view.data.dice));
    console.error('That battle is not over: its dice are sealed, and cannot be checked yet.');
    return 2;
  }
  const battle = exportSchema.safeParse(json);
  if (!battle.success) {
    console.error(
      `That is no exported battle: ${battle.error.issues[0]?.path.join('.')} ${battle.error.issues[0]?.message}.`,
    );
    return 2;
  }
  const ruleset = rulesets.find(({ id, version }) => id === battle.data.system && version === battle.data.rulesVersion);
  if (ruleset === undefined) {
    console.error(`This house does not know edition ${battle.data.rulesVersion} of ${battle.data.system}.`);
    return 2;
  }
  return said(verify(ruleset, battle.data));
};

if (file === undefined) {
  console.error('Usage: npm run --silent verify -- <battle.json>');
  process.exitCode = 2;
} else {
  try {
    process.exitCode = check(file);
  } catch (problem) {
    console.error(`${file} cannot be read: ${problem instanceof Error ? problem.message : String(problem)}`);
    process.exitCode = 2;
  }
}
