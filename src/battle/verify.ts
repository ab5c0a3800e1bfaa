import { isDeepStrictEqual } from 'node:util';
import { commitment, saltFrom } from '../dice/entropy.ts';
import { orderDice } from '../dice/stream.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import type { LogEntry } from './entry.ts';
import type { BattleExport, DiceLedger } from './export.ts';
import { fold } from './fold.ts';
import { saltsOf, untrueSalts } from './salts.ts';

/** What a check of a battle's dice and log came to. */
export interface Verification {
  readonly holds: boolean;
  /** What was checked, a sentence each, in order. */
  readonly checks: readonly { readonly holds: boolean; readonly says: string }[];
  readonly dice: { readonly recomputed: number; readonly byHand: number };
}

const diceDiffer = (seed: string, salt: string, entry: LogEntry): boolean => {
  if (entry.byHand || entry.dice.length === 0) return false;
  const stream = orderDice({ seed, salt, orderId: entry.diceKey });
  return entry.dice.some(({ sides, name, value }) => stream.roll(sides, name) !== value);
};

const diceHold = (rolled: number, which = ' '): string =>
  rolled === 0 ? 'The bot rolled no dice.' : `All ${rolled} dice${which}fall again as they are written.`;

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Every die from the seed again, the salt from the joins, and the log folded to the recorded end. */
export const verify = (ruleset: Ruleset, battle: BattleExport): Verification => {
  const { seed, log } = battle;
  const inForce = saltsOf(log);
  const untrue = untrueSalts(log);
  const wrong = log.filter((entry, at) => diceDiffer(seed, inForce[at] ?? '', entry)).map(({ n }) => n);
  const gap = log.find(({ n }, at) => n !== at + 1);
  const ids = new Set(log.map(({ orderId }) => orderId));
  const folded = fold(ruleset, log);
  const same =
    isDeepStrictEqual(plain(folded.game.save()), plain(battle.end.game)) &&
    isDeepStrictEqual(plain(folded.table), plain(battle.end.table));
  const rolled = log.filter(({ byHand }) => !byHand).reduce((sum, { dice }) => sum + dice.length, 0);
  const byHand = log.filter((entry) => entry.byHand).reduce((sum, { dice }) => sum + dice.length, 0);
  const checks = [
    {
      holds: commitment(seed) === battle.commitment,
      says: 'The seed has the fingerprint that was published when the battle was created.',
    },
    {
      holds: untrue.length === 0,
      says: 'The salt comes from the ids of the interactions with which the players joined.',
    },
    {
      holds: wrong.length === 0,
      says: wrong.length === 0 ? diceHold(rolled, ', hidden ones too, ') : `Dice differ in entry ${wrong.join(', ')}.`,
    },
    {
      holds: gap === undefined && ids.size === log.length,
      says: 'No entry of the log is missing, and none is there twice.',
    },
    { holds: same, says: 'The log, played again, ends as the battle ended.' },
  ];
  return { holds: checks.every(({ holds }) => holds), checks, dice: { recomputed: rolled, byHand } };
};

/** The dice of a ledger from its seed again. */
export const verifyLedger = ({ seed, log, ...battle }: DiceLedger): Verification => {
  const wrong = log.filter(({ byHand, dice, salt, diceKey }) => {
    const stream = orderDice({ seed, salt, orderId: diceKey });
    return !byHand && dice.some(({ sides, value }) => stream.roll(sides, '') !== value);
  });
  const salts = new Set(log.map(({ salt }) => salt).filter((salt) => salt !== ''));
  const joins = log.flatMap(({ joined }) => joined ?? []);
  const made = joins.map((_, at) => saltFrom(joins.slice(0, at + 1)));
  const count = (byHand: boolean): number =>
    log.filter((entry) => entry.byHand === byHand).reduce((sum, { dice }) => sum + dice.length, 0);
  const checks = [
    { holds: commitment(seed) === battle.commitment, says: 'The seed has the fingerprint that was published.' },
    {
      holds: [...salts].every((salt) => made.includes(salt) || salt === saltFrom([])),
      says: 'The salt comes from the ids of the interactions with which the players joined.',
    },
    {
      holds: wrong.length === 0,
      says: wrong.length === 0 ? diceHold(count(false)) : `Dice differ in entry ${wrong.map(({ n }) => n).join(', ')}.`,
    },
  ];
  return {
    holds: checks.every(({ holds }) => holds),
    checks,
    dice: { recomputed: count(false), byHand: count(true) },
  };
};
