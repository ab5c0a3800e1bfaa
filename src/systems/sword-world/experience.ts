import { z } from 'zod';
import { say } from '../../core/message.ts';
import { line, step } from '../../rules/lines.ts';
import type { Rolled } from './dice.ts';
import { type Draft, event, isCharacter, name, on, type Unit } from './state.ts';
import { nameText, told } from './visibility.ts';

/** SW-XP-1, SW-XP-2. */
export const experienced = event(
  'experienced',
  { unit: name, amount: z.int() },
  {
    apply: (state, { unit, amount }) => on(state, unit, ({ xp }) => ({ xp: xp + amount })),
    tell: ({ unit, amount }, moment) =>
      told(moment, unit, 'sheet')
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
