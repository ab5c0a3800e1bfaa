import { phrase } from '../../core/message.ts';
import { createOrderDice, type DiceEdition, deriveSalt, seedCommitment } from '../../dice/order-dice.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { BattleExport, DiceLedger } from './export.ts';
import { computeSalts, findMismatchedSalts, foldLog, isSameWhenSaved } from './replay.ts';

/** What a check of a battle's dice and log came to. */
export interface Verification {
  readonly passed: boolean;
  /** What was checked, a sentence each, in order. */
  readonly checks: readonly { readonly passed: boolean; readonly text: string }[];
  /** By which edition they fell, and how many. */
  readonly dice: { readonly edition: DiceEdition; readonly recomputed: number; readonly byHand: number };
}

type LedgerEntryDice = Pick<DiceLedger['log'][number], 'diceKey' | 'byHand' | 'dice' | 'salt'>;

/**
 * True if dice of an entry differ from the seed. After a question an order rolls from its first die again, so each entry has
 * all its dice.
 */
const diceDiffer = ({ seed }: Pick<DiceLedger, 'seed'>, { diceKey, byHand, dice, salt }: LedgerEntryDice): boolean => {
  const stream = createOrderDice({ seed, salt, orderId: diceKey });
  return !byHand && dice.some(({ sides, value }) => stream.roll(sides, '') !== value);
};

const countDice = (log: readonly Pick<LedgerEntryDice, 'byHand' | 'dice'>[], byHand: boolean): number =>
  log.filter((entry) => entry.byHand === byHand).reduce((sum, { dice }) => sum + dice.length, 0);

type Checks = Verification['checks'];

/** The checks of the seed, the salts and the dice. `which`: what they are called between two blanks. */
const checkDice = (
  battle: Pick<DiceLedger, 'seed' | 'commitment'>,
  published: string,
  hasTrueSalts: boolean,
  log: readonly (LedgerEntryDice & { readonly n: number })[],
  which: string,
): Checks => {
  const wrong = log.filter((entry) => diceDiffer(battle, entry)).map(({ n }) => n);
  const rolled = countDice(log, false);
  const right = rolled === 0 ? 'The bot rolled no dice.' : phrase`All ${rolled} dice${which}match the log.`;
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
  checks,
  dice: { edition: edition.dice, recomputed: countDice(log, false), byHand: countDice(log, true) },
});

/** Every die from the seed again, the salt from the joins, and the log folded to the recorded end. */
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
    ...checkDice(battle, published, findMismatchedSalts(log).length === 0, salted, ', hidden ones too, '),
    {
      passed: gap === undefined && ids.size === log.length,
      text: 'The log has no missing or duplicate entries.',
    },
    { passed: same, text: 'Replaying the log gives the battle’s final state.' },
  ];
  return toVerification(checks, battle);
};

/** The dice of a ledger from its seed again, and its salts from the joins. */
export const verifyLedger = (battle: DiceLedger): Verification => {
  const { salts, log } = battle;
  const made = new Set(['', ...salts.filter(({ salt, joins }) => salt === deriveSalt(joins)).map(({ salt }) => salt)]);
  const hasTrueSalts = log.every(({ salt }) => made.has(salt));
  return toVerification(
    checkDice(battle, 'The seed matches the published fingerprint.', hasTrueSalts, log, ' '),
    battle,
  );
};
