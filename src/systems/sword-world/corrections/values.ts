import { z } from 'zod';

/** Texts that a GM types. */
export const whole = z.string().transform((text, context) => {
  const value = Number(text.replace('−', '-').trim());
  if (Number.isInteger(value) && text.trim() !== '') return value || 0;
  context.addIssue({ code: 'custom', message: 'must be a whole number' });
  return z.NEVER;
});

export const word = z.string().transform((text) => text.trim());

export const yesNo = z.string().transform((text, context) => {
  const known = ({ yes: true, true: true, on: true, no: false, false: false, off: false } as const)[
    text.trim().toLowerCase() as 'yes'
  ];
  if (known !== undefined) return known;
  context.addIssue({ code: 'custom', message: 'must be yes or no' });
  return z.NEVER;
});

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'none'),
);

export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.string().trim().pipe(z.enum(words));

/** `4`, or `+3/10` for a monster's modifier and fixed value. */
export const checkValue = z.string().transform((text, context) => {
  const [, mod, fixed] = /^\s*([+-]?\d+)\s*(?:\/\s*([+-]?\d+))?\s*$/.exec(text.replace('−', '-')) ?? [];
  if (mod !== undefined) return fixed === undefined ? Number(mod) : { mod: Number(mod), fixed: Number(fixed) };
  context.addIssue({ code: 'custom', message: 'must be a number, or modifier and fixed value like +3/10' });
  return z.NEVER;
});

/** `Fighter 3, Ranger 1`; `dex 2, agi 3`. */
export const figures = z.string().transform((text, context) => {
  const pairs = text.split(',').map((each) => /^\s*(.+?)\s+([+-]?\d+)\s*$/.exec(each));
  if (pairs.every((pair) => pair !== null)) return pairs.map(([, name = '', value]) => [name, Number(value)] as const);
  context.addIssue({ code: 'custom', message: 'is written like Fighter 3, Ranger 1' });
  return z.NEVER;
});

/** `s1 at 10: Wolf, Goblin; s2 at 20: Mira, Archer`. */
export const skirmishText = z.string().transform((text, context) => {
  const each = text
    .split(';')
    .filter((part) => part.trim() !== '' && part.trim() !== 'none')
    .map((part) => /^\s*(\S+) at (-?\d+)\s*:\s*(.+)$/.exec(part));
  if (each.every((part) => part !== null))
    return each.map(([, id = '', center, names = '']) => ({
      id,
      center: Number(center),
      participants: names.split(',').map((name) => name.trim()),
    }));
  context.addIssue({ code: 'custom', message: 'is written like s1 at 10: Wolf, Goblin' });
  return z.NEVER;
});
