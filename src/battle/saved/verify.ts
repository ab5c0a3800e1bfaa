import { phrase } from '../../core/language.ts';
import { deriveSalt, seedCommitment } from '../../dice/entropy.ts';
import { type DiceEdition, orderDice } from '../../dice/stream.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { mismatchedSalts, saltsOf } from './dice-salts.ts';
import type { BattleExport, DiceLedger } from './export.ts';
import { fold, isSameWhenSaved } from './replay.ts';

/** What a check of a battle's dice and log came to. */
export interface Verification {
  readonly holds: boolean;
  /** What was checked, a sentence each, in order. */
  readonly checks: readonly { readonly holds: boolean; readonly says: string }[];
  /** By which edition they fell, and how many. */
  readonly dice: { readonly edition: DiceEdition; readonly recomputed: number; readonly byHand: number };
}

type Fallen = Pick<DiceLedger['log'][number], 'diceKey' | 'byHand' | 'dice' | 'salt'>;

/** An order that went on after a question rolled again from its first die, so each entry has its dice from the first on. */
const diceDiffer = (
  { edition, seed }: Pick<DiceLedger, 'seed'> & { readonly edition: { readonly dice: DiceEdition } },
  { diceKey, byHand, dice, salt }: Fallen,
): boolean => {
  const stream = orderDice({ edition: edition.dice, seed, salt, orderId: diceKey });
  return !byHand && dice.some(({ sides, value }) => stream.roll(sides, '') !== value);
};

const countOf = (log: readonly Pick<Fallen, 'byHand' | 'dice'>[], byHand: boolean): number =>
  log.filter((entry) => entry.byHand === byHand).reduce((sum, { dice }) => sum + dice.length, 0);

const diceHold = (rolled: number, which = ' '): string =>
  rolled === 0 ? 'The bot rolled no dice.' : phrase`All ${rolled} dice${which}fall again as they are written.`;

/** Every die from the seed again, the salt from the joins, and the log folded to the recorded end. */
export const verify = (ruleset: Ruleset, battle: BattleExport): Verification => {
  const { edition, seed, log } = battle;
  const inForce = saltsOf(log);
  const untrue = mismatchedSalts(log);
  const wrong = log.filter((entry, at) => diceDiffer(battle, { ...entry, salt: inForce[at] ?? '' })).map(({ n }) => n);
  const gap = log.find(({ n }, at) => n !== at + 1);
  const ids = new Set(log.map(({ orderId }) => orderId));
  const folded = fold(ruleset, log);
  const same = isSameWhenSaved(folded.game.save(), battle.end.game) && isSameWhenSaved(folded.table, battle.end.table);
  const rolled = countOf(log, false);
  const checks = [
    {
      holds: seedCommitment(seed) === battle.commitment,
      says: 'The seed has the fingerprint that was published when the battle was created.',
    },
    {
      holds: untrue.length === 0,
      says: 'The salt comes from the ids of the interactions with which the players joined.',
    },
    {
      holds: wrong.length === 0,
      says:
        wrong.length === 0
          ? diceHold(rolled, ', hidden ones too, ')
          : phrase`Dice differ in entry ${wrong.join(', ')}.`,
    },
    {
      holds: gap === undefined && ids.size === log.length,
      says: 'No entry of the log is missing, and none is there twice.',
    },
    { holds: same, says: 'The log, played again, ends as the battle ended.' },
  ];
  return {
    holds: checks.every(({ holds }) => holds),
    checks,
    dice: { edition: edition.dice, recomputed: rolled, byHand: countOf(log, true) },
  };
};

/** The dice of a ledger from its seed again, and its salts from the joins. */
export const verifyLedger = (battle: DiceLedger): Verification => {
  const { edition, seed, salts, log } = battle;
  const wrong = log.filter((entry) => diceDiffer(battle, entry)).map(({ n }) => n);
  const made = new Set(['', ...salts.filter(({ salt, joins }) => salt === deriveSalt(joins)).map(({ salt }) => salt)]);
  const rolled = countOf(log, false);
  const checks = [
    { holds: seedCommitment(seed) === battle.commitment, says: 'The seed has the fingerprint that was published.' },
    {
      holds: log.every(({ salt }) => made.has(salt)),
      says: 'The salt comes from the ids of the interactions with which the players joined.',
    },
    {
      holds: wrong.length === 0,
      says: wrong.length === 0 ? diceHold(rolled) : phrase`Dice differ in entry ${wrong.join(', ')}.`,
    },
  ];
  return {
    holds: checks.every(({ holds }) => holds),
    checks,
    dice: { edition: edition.dice, recomputed: rolled, byHand: countOf(log, true) },
  };
};
