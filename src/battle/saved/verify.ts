import { phrase } from '../../core/message.ts';
import { deriveSalt, seedCommitment } from '../../dice/entropy.ts';
import { createOrderDice, type DiceEdition } from '../../dice/order-dice.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { computeSalts, findMismatchedSalts } from './dice-salts.ts';
import type { BattleExport, DiceLedger } from './export.ts';
import { foldLog, isSameWhenSaved } from './replay.ts';

/** What a check of a battle's dice and log came to. */
export interface Verification {
  readonly passed: boolean;
  /** What was checked, a sentence each, in order. */
  readonly checks: readonly { readonly passed: boolean; readonly text: string }[];
  /** By which edition they fell, and how many. */
  readonly dice: { readonly edition: DiceEdition; readonly recomputed: number; readonly byHand: number };
}

type LedgerEntryDice = Pick<DiceLedger['log'][number], 'diceKey' | 'byHand' | 'dice' | 'salt'>;

/** An order that went on after a question rolled again from its first die, so each entry has its dice from the first on. */
const diceDiffer = ({ seed }: Pick<DiceLedger, 'seed'>, { diceKey, byHand, dice, salt }: LedgerEntryDice): boolean => {
  const stream = createOrderDice({ seed, salt, orderId: diceKey });
  return !byHand && dice.some(({ sides, value }) => stream.roll(sides, '') !== value);
};

const countDice = (log: readonly Pick<LedgerEntryDice, 'byHand' | 'dice'>[], byHand: boolean): number =>
  log.filter((entry) => entry.byHand === byHand).reduce((sum, { dice }) => sum + dice.length, 0);

const describeDiceCheck = (rolled: number, which = ' '): string =>
  rolled === 0 ? 'The bot rolled no dice.' : phrase`All ${rolled} dice${which}match the log.`;

/** Every die from the seed again, the salt from the joins, and the log folded to the recorded end. */
export const verifyBattle = (ruleset: Ruleset, battle: BattleExport): Verification => {
  const { edition, seed, log } = battle;
  const inForce = computeSalts(log);
  const untrue = findMismatchedSalts(log);
  const wrong = log.filter((entry, at) => diceDiffer(battle, { ...entry, salt: inForce[at] ?? '' })).map(({ n }) => n);
  const gap = log.find(({ n }, at) => n !== at + 1);
  const ids = new Set(log.map(({ orderId }) => orderId));
  const folded = foldLog(ruleset, log);
  const same = isSameWhenSaved(folded.game.save(), battle.end.game) && isSameWhenSaved(folded.table, battle.end.table);
  const rolled = countDice(log, false);
  const checks = [
    {
      passed: seedCommitment(seed) === battle.commitment,
      text: 'The seed matches the fingerprint published when the battle was created.',
    },
    {
      passed: untrue.length === 0,
      text: 'The salt was made from the ids of the players’ join commands.',
    },
    {
      passed: wrong.length === 0,
      text:
        wrong.length === 0
          ? describeDiceCheck(rolled, ', hidden ones too, ')
          : phrase`Dice in entry ${wrong.join(', ')} do not match the seed.`,
    },
    {
      passed: gap === undefined && ids.size === log.length,
      text: 'The log has no missing or duplicate entries.',
    },
    { passed: same, text: 'Replaying the log gives the battle’s final state.' },
  ];
  return {
    passed: checks.every(({ passed }) => passed),
    checks,
    dice: { edition: edition.dice, recomputed: rolled, byHand: countDice(log, true) },
  };
};

/** The dice of a ledger from its seed again, and its salts from the joins. */
export const verifyLedger = (battle: DiceLedger): Verification => {
  const { edition, seed, salts, log } = battle;
  const wrong = log.filter((entry) => diceDiffer(battle, entry)).map(({ n }) => n);
  const made = new Set(['', ...salts.filter(({ salt, joins }) => salt === deriveSalt(joins)).map(({ salt }) => salt)]);
  const rolled = countDice(log, false);
  const checks = [
    { passed: seedCommitment(seed) === battle.commitment, text: 'The seed matches the published fingerprint.' },
    {
      passed: log.every(({ salt }) => made.has(salt)),
      text: 'The salt was made from the ids of the players’ join commands.',
    },
    {
      passed: wrong.length === 0,
      text:
        wrong.length === 0
          ? describeDiceCheck(rolled)
          : phrase`Dice in entry ${wrong.join(', ')} do not match the seed.`,
    },
  ];
  return {
    passed: checks.every(({ passed }) => passed),
    checks,
    dice: { edition: edition.dice, recomputed: rolled, byHand: countDice(log, true) },
  };
};
