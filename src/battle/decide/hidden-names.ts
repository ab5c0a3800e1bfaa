import { createHmac } from 'node:crypto';
import { cutLetters } from '../../core/letters.ts';
import { normalizeName, phrase, splitNumberedName } from '../../core/message.ts';
import type { OpenBattle } from '../saved/store.ts';
import { hiddenCombatants, isGm, viewerOf } from '../views/viewer.ts';

/** All names of combatants and entrants in a battle. */
export const listNames = ({ game }: OpenBattle): readonly string[] =>
  game.roster().flatMap(({ id, actor }) => [id, actor]);

/** Names of which this user must not learn. For the GM: all names that players must not learn. */
export const secretNames = (battle: OpenBattle, user: string): readonly string[] =>
  isGm(battle.saved.table, user)
    ? [...Object.keys(battle.saved.table.hidden), ...hiddenCombatants(battle).map(({ id }) => id)]
    : viewerOf(battle, user).unseen;

/** A free name for a hidden combatant, `Zombie K`. Its letters come in no order, so they count no one. */
export const hiddenName = ({ saved: { seed } }: OpenBattle, name: string, taken: readonly string[]): string => {
  const keys = new Set(taken.map(normalizeName));
  const stem = cutLetters(splitNumberedName(name)?.stem ?? name, 28);
  for (let n = 0; ; n++) {
    const digest = createHmac('sha256', seed)
      .update(`name|${normalizeName(stem)}|${n}`)
      .digest();
    const letters = [...digest.subarray(0, n < 20 ? 1 : 2)].map((byte) => String.fromCharCode(65 + (byte % 26)));
    const free = phrase.of('a name with a number')`${stem} ${letters.join('')}`;
    if (!keys.has(normalizeName(free))) return free;
  }
};
