import { normalizeName } from '../../core/message.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { CommandInput } from '../command-kit/command.ts';
import type { Services } from '../services.ts';

/**
 * What was typed for a verb, with the words of what is suggested in the place of its value: `F6` where *F6 for 3 MP* is offered. By
 * what is offered to the asker alone. Nothing where no such words were typed.
 */
export const expandOffers = async (
  { channel, user }: Pick<Asker, 'channel' | 'user'>,
  verb: string,
  input: CommandInput,
  { battles }: Pick<Services, 'battles'>,
): Promise<CommandInput | undefined> => {
  let meant: CommandInput | undefined;
  for (const [option, typed] of Object.entries(input)) {
    if (typeof typed !== 'string' || normalizeName(typed) === '') continue;
    const { [option]: _, ...others } = meant ?? input;
    const offers = (await battles.offers(channel, user, verb, option, others)) ?? [];
    const key = normalizeName(typed);
    if (offers.some(({ value }) => normalizeName(value) === key)) continue;
    const values = new Set(
      offers
        .filter(({ label }) => normalizeName(label) === key || normalizeName(label).startsWith(`${key} `))
        .map(({ value }) => value),
    );
    const [only] = values;
    if (only !== undefined && values.size === 1) meant = { ...(meant ?? input), [option]: only };
  }
  return meant;
};
