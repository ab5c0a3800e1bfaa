import { z } from 'zod';
import { ref, say, type Text } from '../../core/message.ts';
import type { Moment } from '../../rules/definition.ts';
import { line, type Row, step } from '../../rules/lines.ts';
import type { Rolled } from './dice.ts';
import { type Draft, event, isCharacter, on, type State, type Unit, unitOrThingId } from './state.ts';
import { isNumberVisible, nameText } from './visibility.ts';

/** SW-XP-1, SW-XP-2. */
export const experienced = event(
  'experienced',
  { unit: unitOrThingId, amount: z.int() },
  {
    apply: (state, { unit, amount }) => on(state, unit, ({ xp }) => ({ xp: xp + amount })),
    tell: ({ unit, amount }, moment) =>
      isNumberVisible(moment, unit, 'sheet')
        ? line(say`${nameText(moment, unit)} learns from the failure: ${amount} XP.`, 'quiet', [
            [step('SW-XP-1', '1+1')],
          ])
        : undefined,
  },
);

/** SW-XP-1. What an automatic failure earns. */
export const failureXp = 50;

/** SW-XP-1. For characters only; never inside a critical chain. */
export const earn = (draft: Draft, unit: Unit, rolled: Pick<Rolled, 'auto'> | undefined): void => {
  if (rolled?.auto === 'failure' && isCharacter(unit))
    draft.emit({ type: 'experienced', unit: unit.id, amount: failureXp });
};

/** SW-XP-1. The experience points of all battles, this one too. */
export const xpInAll = ({ sheet, xp }: Unit): number => (sheet.xp ?? 0) + xp;

/** SW-XP-1. What the battle has taught, a step for each of those whose sheets the reader is told. */
export const experienceRows = (moment: Moment<State>): readonly Row<Text>[] => {
  const earned = moment.after.units.filter(({ id, xp }) => xp > 0 && isNumberVisible(moment, id, 'sheet'));
  return earned.length === 0 ? [] : [earned.map(({ id, xp }) => step('SW-XP-1', say`${ref(id)} ${xp} XP`))];
};
