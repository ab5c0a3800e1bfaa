import { phrase } from '../../../core/language.ts';
import { ownValue } from '../../../core/plain-object.ts';
import { err, ok } from '../../../core/result.ts';
import type { Importer } from '../../../rules/imports.ts';
import { parseName, parseNumber } from './values.ts';
import { importCharacter } from './ytsheet-character.ts';
import { importMonster } from './ytsheet-monster.ts';

const kindsOther: Readonly<Record<string, string>> = { i: 'an item', a: 'an art' };

/** ytsheet2: characters, monsters and mounts of Sword World 2.0 and 2.5, as it saves them in JSON. */
export const ytsheet: Importer = {
  format: 'a sheet of ytsheet2',
  recognises: ({ json }) =>
    json !== undefined &&
    (('result' in json && ('ver' in json || typeof json.result === 'string')) ||
      'sttDex' in json ||
      ('weaponNum' in json && 'hpTotal' in json) ||
      (json.type === 'm' && 'statusNum' in json)),
  read: ({ json = {} }) => {
    const { result = 'OK', type } = json;
    if (result !== 'OK') return err(phrase`it contains no sheet, only the words “${parseName(result)}”`);
    if (type === 'm') {
      const rows = parseNumber(json.statusNum) ?? 0;
      return rows < 1 ? err('it has no row with HP, attack and Defense') : ok(importMonster(json));
    }
    if (type !== undefined && type !== '')
      return err(
        phrase`it is ${ownValue(kindsOther, String(type)) ?? 'of another kind'}, neither a character nor a monster`,
      );
    if (parseNumber(json.hpTotal) === undefined)
      return err('it has no HP (hpTotal): save the sheet once in ytsheet2, then export its JSON again');
    return ok(importCharacter(json));
  },
};
