import { readFileSync } from 'node:fs';

/** Power by row and 2d − 2; null: automatic failure. From bcdice/BCDice (BSD-3-Clause), 2.0 and 2.5. SW-POWER-2. */
export const powerTable: readonly (readonly (number | null)[])[] = JSON.parse(
  readFileSync(new URL('./power-table.json', import.meta.url), 'utf8'),
);
