import { type Rolled, type RolledDie, type RolledTerm, rollNotation } from '../../dice/notation.ts';
import { scriptedDice } from '../../dice/scripted.ts';
import { type Line, line, step } from '../../rules/lines.ts';
import type { LogEntry } from '../saved/log-entry.ts';

const dieText = ({ value, fate, exploded }: RolledDie): string => {
  const shown = `${exploded ? '!' : ''}${value}`;
  return fate === 'kept' ? shown : fate === 'dropped' ? `(${shown})` : `[${shown}]`;
};

const termText = ({ text, dice, value }: RolledTerm): string =>
  dice.length === 0 ? text : `${text}: ${dice.map(dieText).join(' ')}${dice.length > 1 ? ` = ${value}` : ''}`;

/** What a rolled notation says: the total first, the dice beneath; (dropped), [rolled again], !exploded. */
export const rolledLines = (notation: string, rolled: readonly Rolled[]): readonly Line[] =>
  rolled.map(({ terms, total }) =>
    line(`${notation} → ${total}`, 'plain', [
      terms.map((term, at) => step('', `${term.sign < 0 ? '− ' : at > 0 ? '+ ' : ''}${termText(term)}`)),
    ]),
  );

/** The lines of a logged roll, from its dice. */
export const loggedRoll = (notation: string, { dice }: LogEntry): readonly Line[] => {
  const rolled = rollNotation(notation, scriptedDice(dice));
  return rolled.ok ? rolledLines(notation.replace(/^\d+#/, ''), rolled.value) : [];
};
