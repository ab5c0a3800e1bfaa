import type { Asker, Input } from '../../src/app/command.ts';
import type { Places } from '../../src/app/places.ts';
import type { Caps } from '../../src/battle/caps.ts';
import type { ReadyDice } from '../../src/battle/hand-dice.ts';
import { compose, type Stores } from '../../src/compose.ts';
import { inMemory } from '../../src/in-memory.ts';

/** The whole house on memory stores, with people who give commands in it. */
export const house = (stores: Partial<Stores> = {}, ready?: ReadyDice, places?: Places, caps?: Caps) => {
  let clock = 1_700_000_000_000;
  let orders = 0;
  const all: Stores = { ...inMemory(() => clock), ...stores };
  const composed = compose(
    all,
    () => ++clock,
    ready,
    places,
    undefined,
    () => '5eed'.repeat(16),
    undefined,
    caps,
  );
  const asker = (user: string): Asker => ({
    user,
    name: user,
    guild: 'guild',
    channel: 'table',
    orderId: `order-${++orders}`,
    manages: user === 'gm',
  });
  return {
    ...composed,
    stores: all,
    asker,
    run: (user: string, path: string, input: Input = {}) =>
      composed.dispatcher.run(path.split(' '), asker(user), input),
    complete: (user: string, path: string, option: string, typed = '', soFar: Input = {}) =>
      composed.dispatcher.complete(path.split(' '), asker(user), option, typed, soFar),
  };
};
export type House = ReturnType<typeof house>;
