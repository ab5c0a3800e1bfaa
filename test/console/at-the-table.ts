import { createPresetDice } from '../../src/battle/decide/hand-dice.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { createPracticeApp } from '../../src/wiring/practice-app.ts';

/** A practice table in memory, after these lines were typed. */
export const atTheTable = async (
  typed: readonly string[] = [],
  dice: readonly number[] = [],
  seed = '5eed'.repeat(16),
) => {
  let orders = 0;
  const { table } = createPracticeApp({
    stores: createMemoryStores(),
    now: () => Date.UTC(2026, 0, 1),
    newId: () => `order-${++orders}`,
    style: { colour: false },
    presetDice: createPresetDice(dice),
    seed: () => seed,
  });
  for (const line of typed) {
    const heard = await table.handleLine(line);
    if (heard.kind === 'refused') throw new Error(`${line} → ${heard.text}`);
  }
  return table;
};

/** Ada and Bo face each other, and it is Bo's turn. */
export const duel = [
  'as mara: /battle create system:skure name:The ford size:9x8',
  'as ada: /battle join preset:swordsman name:Ada side:west',
  'as bo: /battle join preset:longbowman name:Bo side:east',
  'as mara: /battle place Ada to:B4 facing:E',
  'as mara: /battle place Bo to:E4 facing:W',
  'as mara: /battle start',
] as const;
