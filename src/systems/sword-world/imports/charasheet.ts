import { err, ok } from '../../../core/message.ts';
import { ownValue, type PlainObject } from '../../../core/plain-object.ts';
import type { Importer } from '../../../rules/spreadsheet.ts';
import { charasheetKeys } from './names.ts';
import { isBlank, parseCount, parseNumber, parseText } from './values.ts';
import { importCharacter } from './ytsheet-character.ts';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, 40) : []);

/** The sheet with the keys of ytsheet2. A weapon without a class has no totals. */
const toYtsheet = (json: PlainObject): PlainObject => {
  const classes = listOf(json.V_arms_hit_ginou);
  const values = Object.entries(charasheetKeys).flatMap(([ours, theirs]) => {
    const value = ownValue(json, theirs);
    return ours.includes('#')
      ? listOf(value).flatMap((each, n) =>
          /Total$/.test(ours) && parseCount(classes[n]) === 0
            ? []
            : [[ours.replace('#', String(n + 1)), each] as const],
        )
      : [[ours, Array.isArray(value) ? value[0] : value] as const];
  });
  const feats = listOf(json.ST_lv).map((level, n) => [
    `combatFeatsLv${parseText(level)}`,
    `${parseText(listOf(json.ST_name)[n])}${parseText(listOf(json.ST_tlv)[n]).replace(/[^ⅠⅡⅢⅣⅤ]/g, '')}`,
  ]);
  return Object.fromEntries([...values, ...feats, ['weaponNum', String(listOf(json.arms_name).length)]]);
};

/** Imports characters of Sword World 2.0 and 2.5 from charasheet.vampire-blood.net. */
export const charasheet: Importer = {
  format: 'a sheet of charasheet.vampire-blood.net',
  recognises: ({ json }) => json !== undefined && 'pc_name' in json && 'V_GLv1' in json,
  read: ({ json = {} }) => {
    if (parseNumber(json.HP) === undefined)
      return err('it has no HP (HP): save the sheet there once, then copy it again');
    const imported = importCharacter(toYtsheet(json));
    const isArmored = !isBlank(json.armor_name) || !isBlank(json.shield_name);
    const armor = isArmored ? ['whether the armor is metal, and the shield apart: not in the source'] : [];
    return ok({ ...imported, leftOut: [...imported.leftOut, ...armor, 'feats that come with class levels'] });
  },
};
