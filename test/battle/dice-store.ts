import { createMemoryStore } from '../../src/battle/saved/memory-store.ts';
import type { BattleStore } from '../../src/battle/saved/store.ts';
import type { DiceEdition } from '../../src/dice/order-dice.ts';

/** A store in memory whose battles roll by one edition of the dice, as they do that began when it was the present one. */
export const diceStore = (dice: DiceEdition, waits?: Parameters<typeof createMemoryStore>[0]): BattleStore => {
  const store = createMemoryStore(waits);
  return {
    ...store,
    create: (battle, entry, aftermath) =>
      store.create({ ...battle, edition: { ...battle.edition, dice } }, entry, aftermath),
  };
};
