import { rollResultLines } from '../../battle/views/roll-lines.ts';
import type { AskedRoll, AskedRollPart } from '../../campaign/asked-rolls.ts';
import { phrase } from '../../core/message.ts';
import { createScriptedDice } from '../../dice/dice.ts';
import { rollNotation } from '../../dice/notation.ts';
import { type Card, card } from '../../presentation/card.ts';
import { type Line, line } from '../../rules/event.ts';
import { button, type Control } from '../replies/reply.ts';

/** Does a roll succeed against its number? Nothing where it has none, or came to no total. */
const succeeds = (
  { succeeds: how, target, always }: AskedRollPart,
  total: number | undefined,
  natural: number,
): boolean | undefined => {
  if (target === undefined || total === undefined) return undefined;
  if (always !== undefined && natural === always.succeeds) return true;
  if (always !== undefined && natural === always.fails) return false;
  return how === 'at-least' ? total >= target : total <= target;
};

/** What somebody rolled; with the number it was held against, where whoever reads may know it. */
const rolledLine = (part: AskedRollPart, withTarget: boolean): Line => {
  const { name, notation, target, dice = [] } = part;
  const rolled = rollNotation(notation, createScriptedDice(dice));
  const [first, ...more] = rolled.ok ? rolled.value : [];
  if (first === undefined) return line(name);
  const rows = rollResultLines(rolled.ok ? rolled.value : []).flatMap((each) => each.rows);
  const totals = [first, ...more].map(({ total }) => total ?? 'automatic failure').join('; ');
  const natural = dice.reduce((sum, { value }) => sum + value, 0);
  const made = more.length === 0 && withTarget ? succeeds(part, first.total, natural) : undefined;
  if (made === undefined) return line(phrase`${name}: ${totals}`, 'plain', rows);
  return made
    ? line(phrase`${name}: ${totals} against ${target ?? ''}, success`, 'good', rows)
    : line(phrase`${name}: ${totals} against ${target ?? ''}, failure`, 'bad', rows);
};

const waitingLine = ({ name }: AskedRollPart): Line => line(phrase`${name}: not rolled yet`, 'quiet');

/** Whether the numbers of a roll are everybody’s. */
const arePublicNumbers = ({ rolls }: AskedRoll): boolean => rolls === 'public';

/** May everybody know that it was rolled for them? What the GM runs, and whoever is hidden, is the GM’s alone. */
export const isPublicRoll = ({ user, unseen }: AskedRollPart): boolean => user !== undefined && unseen !== true;

/** May a player know the number their own roll is held against? Their sheet’s own, or what everybody is told. */
const isTargetVisible = (asked: AskedRoll): boolean =>
  arePublicNumbers(asked) || (asked.rolls !== 'blind' && !asked.named);

const titleOf = ({ byName, what }: AskedRoll): string => phrase`${byName} asks for a roll: ${what}`;

const secrecy = {
  public: undefined,
  private: 'Only the roller and the GM see each result.',
  blind: 'Only the GM sees the results.',
  self: 'Only the roller sees each result.',
} as const;

/** What everybody may read of it: who has rolled, and what, where that is everybody’s. */
export const publicRollCard = (asked: AskedRoll): Card => {
  const note = secrecy[asked.rolls];
  const lines = asked.of.filter(isPublicRoll).map((part) => {
    if (part.dice === undefined) return waitingLine(part);
    return arePublicNumbers(asked) ? rolledLine(part, true) : line(phrase`${part.name}: has rolled`, 'good');
  });
  return card(titleOf(asked), { lines: [...lines, ...(note === undefined ? [] : [line(note, 'quiet')])] });
};

/** All results, for the GM: in one table. */
export const gmRollCard = (asked: AskedRoll): Card => {
  const reads = (part: AskedRollPart): boolean => asked.rolls !== 'self' || part.user === undefined;
  const lines = asked.of.map((part) => {
    if (part.dice === undefined) return waitingLine(part);
    return reads(part) ? rolledLine(part, true) : line(phrase`${part.name}: has rolled`, 'good');
  });
  return card(phrase`${asked.what}: all results`, { lines });
};

/** What one person rolled, as far as it is theirs to know; nothing where it is not. */
export const personalRollCard = (asked: AskedRoll, mine: readonly AskedRollPart[]): Card | undefined =>
  asked.rolls === 'blind' || mine.length === 0
    ? undefined
    : card(asked.what, { lines: mine.map((part) => rolledLine(part, isTargetVisible(asked))) });

/** Is somebody still to roll? */
export const isRollIncomplete = ({ of }: AskedRoll): boolean => of.some(({ dice }) => dice === undefined);

/** The path of what is pressed under a roll that was asked for. */
export const askedRollPath = ['asked-roll'] as const;

/** What stands under it: to roll, to roll for those who do not come, to read all. */
export const askedRollControls = (asked: AskedRoll): readonly (readonly Control[])[] => {
  const press = (does: 'roll' | 'rest' | 'results') => ({ path: askedRollPath, input: { id: asked.id, does } });
  return [
    [
      ...(isRollIncomplete(asked)
        ? [button('Roll', press('roll'), 'primary'), button('GM: roll for the rest', press('rest'))]
        : []),
      ...(arePublicNumbers(asked) ? [] : [button('GM: results', press('results'))]),
    ],
  ].filter((row) => row.length > 0);
};
