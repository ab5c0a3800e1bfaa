import type { SheetCheck } from '../../rules/sheet-check.ts';
import type { Sheet } from './sheet.ts';
import { skillsOf } from './skills.ts';

const percent = (name: string, target: number): SheetCheck => ({
  ...{ name, notation: 'd100', succeeds: 'at-most', target },
});

/** SEG-CHECK-1. */
const multiples = [2, 3, 4, 5] as const;

/** SEG-CHECK-1, SEG-CHECK-3, SEG-CHECK-5: attributes and their multiples, Luck and skills, as the sheet has them. */
export const sheetChecks = (sheet: Sheet): readonly SheetCheck[] => {
  const attributes = [
    ['PER', sheet.per],
    ['DEX', sheet.dex],
  ] as const;
  return [
    ...attributes.map(([name, value]) => percent(name, value)),
    percent('Luck', sheet.luck),
    ...skillsOf({ sheet }).map(({ name, chance }) => percent(name, chance)),
    ...attributes.flatMap(([name, value]) => multiples.map((by) => percent(`${by}x ${name}`, by * value))),
  ];
};
