import { z } from 'zod';
import type { GameAction } from '../../../src/rules/game.ts';

export type Action = Readonly<Record<string, unknown>>;

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The square an order names, by `position` or by `x` and `y`. */
const placeOf = ({ position, x, y }: Action): string | undefined => {
  if (Array.isArray(position)) return position.join(',');
  return x === undefined ? undefined : `${x},${y}`;
};

/** The conditions that a ruling applies, as the BM writes them: `asleep 2`, `dazed 1 disrupting`. */
const conditionsBy = ({ condition, conditions, turns, disrupts }: Action): readonly string[] =>
  [...(condition == null ? [] : [String(condition)]), ...z.array(z.string()).catch([]).parse(conditions)].map(
    (name) => `${name}${turns == null ? '' : ` ${turns}`}${disrupts === true ? ' disrupting' : ''}`,
  );

/** The verb and parameters for a case's action. Words that are not listed here stay the same. */
export const verbOf = (action: Action): GameAction => {
  const { type, actor: _actor, by: _by, reactions: _reactions, target, ...rest } = action;
  const of = (verb: string, params: Action): GameAction => ({
    do: 'verb',
    verb,
    params: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== null)),
  });
  switch (type) {
    case 'attack':
      return of('attack', { target, mode: action.mode });
    case 'charge':
      return of('charge', { target, altitude: action.altitude });
    case 'move':
      return of('move', { path: Array.isArray(action.path) ? action.path.join(' ') : text(action.path) });
    case 'turn':
      return of('turn', { facing: action.facing });
    case 'cast':
      return of('cast', { spell: action.spell, target });
    case 'breath':
      return of('breath', { breath: action.breath, target });
    case 'aim':
      return of('aim', { target });
    case 'defend':
    case 'counter':
    case 'end':
    case 'release':
    case 'skip':
      return of(type, {});
    case 'defendAlly':
      return of('guard', { target: action.ally ?? target });
    case 'revive':
      return of('revive', { target, hp: action.hp });
    case 'place':
      return of('place', { target, to: placeOf(action), facing: action.facing });
    case 'stunt':
      return of('stunt', { text: action.text, target });
    case 'say':
    case 'ask':
      return of(type, { text: action.text });
    case 'startBattle':
      return { do: 'start' };
    default:
      return of(text(type), { target, ...rest });
  }
};

/** The corrections that a BM's ruling by hand consists of, in order. */
export const settingsByHand = (action: Action): readonly (readonly [string, string])[] => {
  const aim = z.object({ target: z.string(), turns: z.int() }).safeParse(action.aim).data;
  const plain: Readonly<Record<string, unknown>> = {
    hp: action.hp,
    life: action.life,
    essence: action.essence,
    position: placeOf(action),
    facing: action.facing,
    altitude: action.altitude,
    stance: action.defendAlly === undefined ? action.stance : `${action.stance} ${action.defendAlly}`,
    aim: action.aim === null ? 'none' : aim === undefined ? undefined : `${aim.target} ${aim.turns}`,
    'next-hit': action.hitModifier,
    'next-damage': action.damageModifier,
    'next-roll': action.roll,
  };
  return [
    ...Object.entries(plain).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, String(value)] as const],
    ),
    ...conditionsBy(action).map((value) => ['condition', value] as const),
  ];
};

/** True if the answer takes the attack. Cases say `yes` or `intercept`. */
export const takesIt = (answer: unknown): boolean => answer === 'yes' || answer === 'intercept' || answer === true;
