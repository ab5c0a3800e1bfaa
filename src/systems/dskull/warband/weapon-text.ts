import { z } from 'zod';
import { cutLetters } from '../../../core/letters.ts';
import { err, ok, phrase, present, type Result } from '../../../core/message.ts';
import { loadTables } from '../../../rules/presets.ts';
import { type SheetWeapon, weaponSchema } from '../sheet.ts';

type Shape = Omit<SheetWeapon, 'name'>;

/** Weapons that can be typed by name alone. Others are described: `trident 2h melee reach`. */
export const standardWeapons = loadTables(
  new URL('./weapons.json', import.meta.url),
  z.record(z.string(), weaponSchema.omit({ name: true })),
);

const shapePatterns: readonly (readonly [RegExp, (found: RegExpExecArray) => Shape])[] = [
  [/\b(?:1h|1-handed|one-handed)\b/i, () => ({ hands: 1 })],
  [/\b(?:2h|2-handed|two-handed)\b/i, () => ({ hands: 2 })],
  [/\bmelee\b/i, () => ({ type: 'melee' })],
  [/\branged\b/i, () => ({ type: 'ranged' })],
  [/\breach\b/i, () => ({ reach: true })],
  [/\b(?:area|aoe)\s*(\d{1,2})\b/i, ([, area]) => ({ aoe: Number(area) })],
  [/\b(\d{1,2})\s*charges?\b/i, ([, charges]) => ({ charges: Number(charges) })],
  [/\bcharges?\s*(\d{1,2})\b/i, ([, charges]) => ({ charges: Number(charges) })],
];

const readWeapon = (words: string): Result<SheetWeapon, string> => {
  let name = words.replace(/[()]/g, ' ');
  let changes: Shape = {};
  for (const [pattern, meaning] of shapePatterns) {
    const found = pattern.exec(name);
    if (found === null) continue;
    changes = { ...changes, ...meaning(found) };
    name = name.replace(pattern, ' ');
  }
  name = cutLetters(name, 60);
  const key = name.toLowerCase();
  const usual = Object.hasOwn(standardWeapons, key) ? standardWeapons[key] : undefined;
  // A weapon described by hands and type has only what is written: “fire pots 1h ranged area 1” has no charges.
  const shape = changes.hands !== undefined && changes.type !== undefined ? changes : { ...usual, ...changes };
  return name === '' || shape.hands === undefined || shape.type === undefined
    ? err(phrase`${name || words}: write 1h or 2h, and melee or ranged, like “${name || 'trident'} 1h melee”`)
    : ok({ name, ...shape });
};

/** Parses weapons: `sword, trident 2h melee reach, fire pots area 1 3 charges`, `none`. An error lists all problems. */
export const parseWeapons = (text: string): Result<readonly SheetWeapon[], string> => {
  const parts = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part.toLowerCase() !== 'none');
  const weapons: SheetWeapon[] = [];
  const problems: string[] = [];
  for (const each of parts.map(readWeapon)) {
    if (each.ok) weapons.push(each.value);
    else problems.push(each.error);
  }
  return problems.length > 0 ? err(problems.join('; ')) : ok(weapons);
};

/** Formats a weapon’s properties so that `parseWeapons` can read them: `2h melee reach`. */
export const formatWeaponShape = ({ hands, type, reach, aoe, charges, apr, dice }: Shape): string =>
  present([
    `${hands ?? '?'}h`,
    String(type ?? '?'),
    reach === true && 'reach',
    aoe !== undefined && aoe !== null && aoe !== false && `area ${aoe}`,
    charges !== undefined && charges !== null && `${charges} charge${charges === 1 ? '' : 's'}`,
    apr !== undefined && apr !== null && `${apr} attacks`,
    dice !== undefined && dice !== null && `${dice} dice`,
  ]).join(' ');

/** Formats a weapon so that `parseWeapons` can read it: `long spear 2h melee reach`. */
export const formatWeapon = (weapon: SheetWeapon): string => `${weapon.name} ${formatWeaponShape(weapon)}`;
