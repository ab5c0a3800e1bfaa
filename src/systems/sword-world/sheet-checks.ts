import type { SheetCheck } from '../../rules/sheet-check.ts';
import { type Ability, abilities, type CheckValue, type Sheet } from './sheet.ts';

/** SW-DICE-2, SW-DICE-3. */
const twoDice = (name: string, added: number): SheetCheck => ({
  name,
  notation: added === 0 ? '2d6' : `2d6${added < 0 ? '-' : '+'}${Math.abs(added)}`,
  succeeds: 'at-least',
  always: { succeeds: 12, fails: 2 },
});

/** SW-DATA-3. */
const modOf = ({ mods, abilities: scores }: Sheet, ability: Ability): number =>
  mods[ability] ?? Math.floor((scores?.[ability] ?? 0) / 6);

/** SW-DATA-4, SW-DATA-5, SW-ACC-4: what is on the sheet goes before what is derived; a fixed value rolls no dice. */
const resistance = (name: string, value: CheckValue | undefined, ability: Ability, sheet: Sheet): SheetCheck => {
  const level = sheet.advLevel ?? Math.max(0, ...Object.values(sheet.classes));
  const derived = sheet.kind === 'pc' ? level + modOf(sheet, ability) : 0;
  if (typeof value === 'object')
    return sheet.useFixed === true
      ? { name, notation: `${value.fixed}`, succeeds: 'at-least' }
      : twoDice(name, value.mod);
  return twoDice(name, value ?? derived);
};

/** SW-DICE-2: every class with each ability, a class alone, no class at all, and the resistances. */
export const sheetChecks = (sheet: Sheet): readonly SheetCheck[] => {
  const classes = Object.entries(sheet.classes).filter(([, level]) => level > 0);
  return [
    resistance('Fortitude', sheet.fortitude, 'vit', sheet),
    resistance('Willpower', sheet.willpower, 'spi', sheet),
    ...classes.flatMap(([name, level]) => [
      ...abilities.map((ability) => twoDice(`${name} ${ability}`, level + modOf(sheet, ability))),
      twoDice(name, level),
    ]),
    twoDice('unskilled', 0),
  ];
};
