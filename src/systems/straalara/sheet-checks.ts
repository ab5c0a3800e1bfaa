import type { SheetCheck } from '../../rules/sheets.ts';
import { defaultDifficulty } from './pools.ts';
import type { Sheet } from './sheet.ts';

/** ST-POOL-1, ST-POOL-3, ST-POOL-6, ST-POOL-7, ST-POOL-10: dice that show the difficulty count, 1s cancel; no pool rolls one die. */
const pool = (name: string, dice: number): SheetCheck => ({
  ...{ name, notation: `${Math.max(1, dice)}d10>=${defaultDifficulty}fmin0`, succeeds: 'at-least', target: 1 },
});

/** ST-POOL-1: attributes by themselves, and each with every ability of the sheet. */
export const sheetChecks = ({ attributes, abilities }: Sheet): readonly SheetCheck[] => {
  const own = Object.entries(attributes);
  return [
    ...own.map(([name, dice]) => pool(name, dice)),
    ...Object.entries(abilities).flatMap(([ability, more]) =>
      own.map(([name, dice]) => pool(`${name} ${ability}`, dice + more)),
    ),
  ];
};
