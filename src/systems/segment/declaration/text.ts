import { z } from 'zod';
import { joined, maskedRef, present, say, type Text, term } from '../../../core/message.ts';
import { formatSquare, parseSquare } from '../../../rules/grid/square.ts';
import type { Reader } from '../../../rules/reader.ts';
import { describeLoss } from '../contingency/question.ts';
import {
  type ActionSlot,
  type Declaration,
  type DeclarationOptions,
  declarationOptionsSchema,
  formatKey,
  type Hand,
  type MainAction,
  type Route,
} from '../state.ts';

/** Options as a player typed them. `defend` is NaN if its number cannot be read. */
export type WrittenOptions = DeclarationOptions & { readonly unknown: readonly string[] };

export interface WrittenAttack {
  readonly weapon: string | undefined;
  readonly target: string;
  readonly hand: Hand;
}

const splitList = (text: string): readonly string[] =>
  text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

const offHand = /\s*\((?:off|off hand)\)\s*$|\s+off$/i;

export const defaultDeclarationOptions = declarationOptionsSchema.parse({});

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

/** Parses options like `no movement`, `draw axe (off)`, `drink red by movement`, `defend 20`, `free shout`. */
export const parseOptions = (text: string): WrittenOptions => {
  let written: WrittenOptions = { ...defaultDeclarationOptions, unknown: [] };
  for (const word of splitList(text)) {
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

/** Parses attacks like `longsword > Grim x2, dagger (off) > Ogre`. The default weapon is the one in hand. */
const parseAttacks = (text: string): readonly WrittenAttack[] =>
  splitList(text).flatMap((each) => {
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

/** A typed path, or `unreadable` if it cannot be parsed. */
type WrittenPath = Route | 'unreadable';

/** Parses a path: `D4 D5 E5`, `toward Grim` or `away Grim`. */
const parsePath = (text: string): WrittenPath => {
  const [, how, name] = /^\s*(toward|towards|away)(?:\s+from)?\s+(.+?)\s*$/i.exec(text) ?? [];
  if (how !== undefined && name !== undefined) return how.toLowerCase() === 'away' ? { away: name } : { toward: name };
  const found = text
    .split(/[\s>]+/)
    .filter((word) => word !== '')
    .map(parseSquare);
  return found.every((each) => each !== undefined) ? { squares: found } : 'unreadable';
};

const parsedParam = <Value>(read: (text: string) => Value, longest: number, description: string, widget?: 'path') =>
  z
    .string()
    .max(longest)
    .transform(read)
    .meta({ description, lists: true, ...(widget && { widget }) });

export const optionsParam = parsedParam(
  parseOptions,
  500,
  'Such as: no movement, aim, draw axe, sheathe bow, shield, defend 20, free shout, step D4',
);

export const attacksParam = parsedParam(
  parseAttacks,
  500,
  'The attacks in order, like longsword > Grim x2, dagger (off) > Ogre',
);

export const pathParam = parsedParam(parsePath, 600, 'The path, like D4 D5 E5, or toward Grim, or away Grim', 'path');

const describeRoute = (route: Route): Text => {
  if ('toward' in route) return say`toward ${maskedRef(route.toward)}`;
  if ('away' in route) return say`away from ${maskedRef(route.away)}`;
  const end = route.squares.at(-1);
  return end === undefined ? '' : say`to ${formatSquare(end)}`;
};

/** Describes a declaration, without names of combatants that the reader cannot see. */
export const describeDeclaration = (declared: Declaration, reader: Reader): Text => {
  const { main, attacks, spell, target, pace, route, follow, text } = declared;
  const counts = new Map<string, { readonly says: Text; readonly times: number }>();
  for (const { weapon, target: foe, hand } of attacks) {
    const alike = JSON.stringify([weapon, hand, reader.canSee(foe) ? foe : undefined]);
    const says =
      hand === 'off' ? say`${term(weapon)} (off hand) on ${maskedRef(foe)}` : say`${term(weapon)} on ${maskedRef(foe)}`;
    counts.set(alike, { says, times: (counts.get(alike)?.times ?? 0) + 1 });
  }
  const of = [
    ...[...counts.values()].map(({ says, times }) => (times > 1 ? say`${says} ×${times}` : says)),
    ...(spell === undefined ? [] : [target === undefined ? spell : say`${term(spell)} on ${maskedRef(target)}`]),
    ...(main === 'first-aid' && target !== undefined ? [maskedRef(target)] : []),
    ...(pace === undefined || pace === 'none' ? [] : [formatKey(pace)]),
    ...(route === undefined ? [] : [describeRoute(route)]),
    ...(follow === undefined ? [] : [say`staying with ${maskedRef(follow)}`]),
    ...(text === undefined ? [] : [text]),
    ...describeOptions(declared),
  ].filter((each) => each !== '');
  const [one, many] = mainActionTexts[main];
  const what = term(attacks.length === 1 ? one : many);
  return of.length === 0 ? what : say`${what}: ${joined(of)}`;
};

/** Describes an attack or action for the timeline. */
export const describeSlot = (slot: ActionSlot, declared: Declaration | undefined): Text => {
  const target = slot.target === undefined ? undefined : maskedRef(slot.target);
  const weapon = slot.weapon === undefined ? term('attack') : term(slot.weapon);
  const spell = declared?.spell === undefined ? term('a spell') : term(declared.spell);
  const what: Text = {
    attack: target === undefined ? weapon : say`${weapon} on ${target}`,
    cast: target === undefined ? say`begins ${spell}` : say`begins ${spell} on ${target}`,
    'first-aid': target === undefined ? term('first aid') : say`first aid on ${target}`,
    other: declared?.text ?? term('acts'),
  }[slot.kind];
  if (slot.status === 'lost') return say`${what} (lost: ${describeLoss(slot.lost ?? 'gone')})`;
  if (slot.status === 'carried') return say`${what} (next round)`;
  return slot.status === 'waiting' ? say`${what} (waiting until in reach)` : what;
};

const describeOptions = ({ options }: Declaration): readonly Text[] =>
  present<Text>([
    options.noMovement && term('no movement'),
    options.aim && term('careful aim'),
    options.doubleShot && term('double shot'),
    ...options.sheathe.map((weapon) => say`sheathing ${term(weapon)}`),
    ...options.draw.map(({ weapon }) => say`drawing ${term(weapon)}`),
    options.readyShield && term('readying a shield'),
    options.drink && say`drinking ${term(options.drink.potion)}, paid with ${term(options.drink.pay)}`,
    options.defend !== undefined && say`Defending for ${options.defend} SC`,
    ...options.freeActions.map((says) => say`free action: ${term(says)}`),
    options.freeMove && say`free move to ${formatSquare(options.freeMove)}`,
  ]);

/** The words for each main action, with one attack and with more. */
const mainActionTexts: Readonly<Record<MainAction, readonly [one: string, many: string]>> = {
  attack: ['an attack', 'attacks'],
  'move-attack': ['a move and an attack', 'a move and attacks'],
  'attack-move': ['an attack and a move', 'attacks and a move'],
  'run-attack': ['a run and an attack', 'a run and attacks'],
  move: ['a move', 'a move'],
  dodge: ['dodging', 'dodging'],
  withdraw: ['a withdrawal', 'a withdrawal'],
  cast: ['a spell', 'a spell'],
  'move-cast': ['a move and a spell', 'a move and a spell'],
  hold: ['holding', 'holding'],
  'full-defense': ['full defense', 'full defense'],
  'desperate-defense': ['desperate defense', 'desperate defense'],
  'pick-up': ['picking up a weapon', 'picking up a weapon'],
  'first-aid': ['first aid', 'first aid'],
  other: ['another action', 'another action'],
  none: ['nothing', 'nothing'],
};
