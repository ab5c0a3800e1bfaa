import { z } from 'zod';
import { parseSquare } from '../../../rules/grid/square.ts';
import type { DeclarationOptions, Hand, Route } from '../state.ts';

/** What a person wrote as options, before the rules have looked at it. `defend` is not a number where it cannot be read. */
export type WrittenOptions = DeclarationOptions & { readonly unknown: readonly string[] };

export interface WrittenAttack {
  readonly weapon: string | undefined;
  readonly target: string;
  readonly hand: Hand;
}

const listOf = (text: string): readonly string[] =>
  text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

const offHand = /\s*\((?:off|off hand)\)\s*$|\s+off$/i;

export const emptyOptions: DeclarationOptions = {
  noMovement: false,
  aim: false,
  doubleShot: false,
  sheathe: [],
  draw: [],
  readyShield: false,
  freeActions: [],
};

type OptionReader = (written: WrittenOptions, rest: string) => Partial<WrittenOptions>;

const patterns: readonly (readonly [RegExp, OptionReader])[] = [
  [/^no[- ]?movement$/i, () => ({ noMovement: true })],
  [/^(?:careful[- ])?aim$/i, () => ({ aim: true })],
  [/^double[- ]?shot$/i, () => ({ doubleShot: true })],
  [/^(?:ready[- ]?)?shield$/i, () => ({ readyShield: true })],
  [/^sheathe?(?:\s+(.+))?$/i, ({ sheathe }, rest) => ({ sheathe: [...sheathe, rest] })],
  [
    /^draw\s+(.+)$/i,
    ({ draw }, rest) => {
      const hand = offHand.test(rest) ? 'off' : 'main';
      return { draw: [...draw, { weapon: rest.replace(offHand, ''), hand }] };
    },
  ],
  [
    /^drink\s+(.+)$/i,
    (_written, rest) => {
      const [, potion = rest, pay = 'attacks'] = /^(.+?)\s+(?:with|by|for)\s+(attacks|movement)$/i.exec(rest) ?? [];
      return { drink: { potion, pay: pay.toLowerCase() === 'movement' ? 'movement' : 'attacks' } };
    },
  ],
  [/^defend(?:\s+(.+))?$/i, (_written, rest) => ({ defend: /^-?\d+(\.\d+)?$/.test(rest) ? Number(rest) : Number.NaN })],
  [/^free\s+(.+)$/i, ({ freeActions }, rest) => ({ freeActions: [...freeActions, rest] })],
];

const freeMove = /^(?:step|free[- ]?move)\s+(.+)$/i;

/** `no movement`, `aim`, `draw axe (off)`, `sheathe bow`, `shield`, `drink red by movement`, `defend 20`, `free shout`, `step D4`. */
export const parseOptions = (text: string): WrittenOptions => {
  let written: WrittenOptions = { ...emptyOptions, unknown: [] };
  for (const word of listOf(text)) {
    const stepTo = parseSquare(freeMove.exec(word)?.[1] ?? '');
    const known = patterns.find(([pattern]) => pattern.test(word));
    const read: Partial<WrittenOptions> =
      stepTo !== undefined
        ? { freeMove: stepTo }
        : (known?.[1](written, known[0].exec(word)?.[1]?.trim() ?? '') ?? { unknown: [...written.unknown, word] });
    written = { ...written, ...read };
  }
  return written;
};

/** One or more attacks: `longsword > Grim x2, dagger (off) > Ogre`. Without a weapon the one in hand is meant. */
const parseAttacks = (text: string): readonly WrittenAttack[] =>
  listOf(text).flatMap((each) => {
    const [, single = each, times = '1'] = /^(.+?)\s*[x×*]\s*(\d{1,2})$/i.exec(each) ?? [];
    const [, weapon, aimed] = /^(.+?)\s*(?:>|→|@|\s+on\s+)\s*(.+)$/i.exec(single) ?? [];
    const attack: WrittenAttack =
      weapon === undefined || aimed === undefined
        ? { weapon: undefined, target: single.replace(/^[>→@]\s*/, '').trim(), hand: 'main' }
        : {
            weapon: weapon.replace(offHand, '').trim(),
            target: aimed.trim(),
            hand: offHand.test(weapon) ? 'off' : 'main',
          };
    return Array.from({ length: Math.min(30, Number(times)) }, () => attack);
  });

/** A path as it was written; undefined words: it cannot be read. */
export type WrittenPath = Route | 'unreadable';

/** `D4 D5 E5`, `toward Grim`, `away Grim`. */
const parsePath = (text: string): WrittenPath => {
  const [, how, name] = /^\s*(toward|towards|away)(?:\s+from)?\s+(.+?)\s*$/i.exec(text) ?? [];
  if (how !== undefined && name !== undefined) return how.toLowerCase() === 'away' ? { away: name } : { toward: name };
  const found = text
    .split(/[\s>]+/)
    .filter((word) => word !== '')
    .map(parseSquare);
  return found.every((each) => each !== undefined) ? { squares: found } : 'unreadable';
};

const meta = (description: string, widget?: 'path') => ({ description, ...(widget && { widget }) });

export const optionsParam = z
  .string()
  .max(500)
  .transform(parseOptions)
  .meta(meta('Such as: no movement, aim, draw axe, sheathe bow, shield, defend 20, free shout, step D4'));

export const attacksParam = z
  .string()
  .max(500)
  .transform(parseAttacks)
  .meta(meta('The attacks in order, like longsword > Grim x2, dagger (off) > Ogre'));

export const pathParam = z
  .string()
  .max(600)
  .transform(parsePath)
  .meta(meta('The path, like D4 D5 E5, or toward Grim, or away Grim', 'path'));
