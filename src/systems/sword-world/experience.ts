import { z } from 'zod';
import { ref, say, type Text } from '../../core/message.ts';
import type { EventContext } from '../../rules/event.ts';
import { line, type SumRow, step } from '../../rules/lines.ts';
import type { CheckRoll } from './dice.ts';
import { type Draft, event, isCharacter, type State, type Unit, unitOrThingId, update } from './state.ts';
import { isNumberVisible, visibleName } from './visibility.ts';

/** SW-XP-1, SW-XP-2. */
export const experienceEarned = event(
  'experienced',
  { unit: unitOrThingId, amount: z.int() },
  {
    apply: (state, { unit, amount }) => update(state, unit, ({ xp }) => ({ xp: xp + amount })),
    narrate: ({ unit, amount }, moment) =>
      isNumberVisible(moment, unit, 'sheet')
        ? line(say`${visibleName(moment, unit)} learns from the failure: ${amount} XP.`, 'quiet', [
            [step('SW-XP-1', '1+1')],
          ])
        : undefined,
  },
);

/** SW-XP-1. What an automatic failure earns. */
export const failureXp = 50;

/** SW-XP-1. For characters only; never inside a critical chain. */
export const earnExperience = (draft: Draft, unit: Unit, rolled: Pick<CheckRoll, 'auto'> | undefined): void => {
  if (rolled?.auto === 'failure' && isCharacter(unit))
    draft.emit(experienceEarned({ unit: unit.id, amount: failureXp }));
};

/** SW-XP-1. The experience points of all battles, this one too. */
export const totalXp = ({ sheet, xp }: Unit): number => (sheet.xp ?? 0) + xp;

/** SW-XP-1. What the battle has taught, a step for each of those whose sheets the reader is told. */
export const experienceRows = (moment: EventContext<State>): readonly SumRow<Text>[] => {
  const earned = moment.after.units.filter(({ id, xp }) => xp > 0 && isNumberVisible(moment, id, 'sheet'));
  return earned.length === 0 ? [] : [earned.map(({ id, xp }) => step('SW-XP-1', say`${ref(id)} ${xp} XP`))];
};
