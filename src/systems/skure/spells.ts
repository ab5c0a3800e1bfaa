import type { Dice } from '../../dice/dice.ts';
import { strike } from './blows.ts';
import { named, standing } from './combatants.ts';
import { condition } from './conditions.ts';
import type { Ledger } from './ledger.ts';
import type { State } from './model.ts';
import { attemptRevival } from './revival.ts';
import type { Breath, Spell } from './sheet.ts';

/** SK-SPELL-2: +1 where the caster moved this turn. */
export const totalCost = ({ turn }: State, { cost }: Spell): number => cost + (turn?.moved ? 1 : 0);

/** SK-SPELL-5, SK-RUL-31: the percent chance that a short casting fails; 0 where the essence is enough. */
export const failureChance = (cost: number, essence: number, failPer: number): number =>
  Math.min(100, Math.max(0, cost - essence) * failPer);

/** SK-SPELL-2..6, SK-RUL-32: pays for the spell; false where it fails, and the caster is stunned. */
export const payFor = (book: Ledger, dice: Dice, who: string, spell: Spell, target: string): boolean => {
  const state = book.now();
  const { essence } = standing(state, who);
  const cost = totalCost(state, spell);
  const short = essence < cost;
  const chance = failureChance(cost, essence, state.settings['essence.failPer']);
  const natural = short ? dice.roll(100, 'essence') : undefined;
  const fails = natural !== undefined && natural <= chance;
  book.add({
    type: 'cast',
    who,
    spell: spell.name,
    target,
    cost,
    moved: state.turn?.moved ?? false,
    essence,
    left: short ? 0 : essence - cost,
    ...(natural !== undefined && { failure: { chance, natural, fails } }),
  });
  if (fails) book.add({ type: 'conditioned', who, condition: condition('stunned', state.settings) });
  return !fails;
};

/** SK-RUL-67: what the spell inflicts, once it has landed on somebody who is not dead. */
const inflict = (book: Ledger, { inflicts }: Spell, target: string): void => {
  const life = named(book.now(), target)?.life;
  if (inflicts === null || (life !== 'conscious' && life !== 'unconscious')) return;
  const { condition: name, turns, disrupts } = inflicts;
  book.add({
    type: 'conditioned',
    who: target,
    condition: condition(name, book.now().settings, { turns: turns ?? undefined, disrupts }),
  });
};

/** SK-SPELL-8, SK-RUL-55: what a spell does once it is paid for. */
export const unleash = (book: Ledger, dice: Dice, who: string, spell: Spell, target: string): void => {
  const blow = strike(book, dice, 'spell', { attacker: who, target }, spell);
  if (!blow.hit) return;
  if (spell.revives !== null)
    attemptRevival(book, dice, target, spell.revives === 0 ? book.now().settings['revive.hp'] : spell.revives);
  else inflict(book, spell, target);
};

/** SK-BREATH-1, SK-BREATH-2; `shield` takes it where breath is physical (SK-RUL-34). */
export const breathe = (
  book: Ledger,
  dice: Dice,
  who: string,
  breath: Breath,
  target: string,
  shield?: string,
): void => {
  strike(
    book,
    dice,
    'breath',
    { attacker: who, target: shield ?? target, instead: shield === undefined ? undefined : target },
    breath,
  );
};
