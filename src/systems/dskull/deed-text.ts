import { type Deed, deedSchema } from './windows.ts';

/** Reads what an effect does: `mp 2`, `gain stunned`, `say The bell tolls.`, `cancel`. */
export const readDeed = (text: string): Deed | undefined => {
  const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(text) ?? [];
  const kind = word.toLowerCase();
  const given =
    kind === 'say'
      ? { do: kind, says: rest }
      : kind === 'gain' || kind === 'clear'
        ? { do: kind, condition: rest.toLowerCase() }
        : kind === 'cancel'
          ? { do: kind }
          : { do: kind, by: Number(rest.replace('−', '-')) };
  const parsed = deedSchema.safeParse(given);
  return parsed.success ? parsed.data : undefined;
};
