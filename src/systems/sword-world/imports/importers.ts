import { err, ok, phrase, term } from '../../../core/message.ts';
import { childObject, childObjects, ownValue, type PlainObject } from '../../../core/plain-object.ts';
import { parseXml, type XmlElement } from '../../../core/xml.ts';
import type { Importer } from '../../../rules/spreadsheet.ts';
import { charasheet } from './charasheet.ts';
import { foundry } from './foundry.ts';
import { type ChatPalette, type PaletteDefinitions, parseChatPalette } from './palette.ts';
import { importToken, parsePool, type TokenPool } from './token.ts';
import { isBlank, parseLines, parseName, parseNumber, parseText } from './values.ts';
import { importCharacter } from './ytsheet-character.ts';
import { importMonster } from './ytsheet-monster.ts';

const kindsOther: Readonly<Record<string, string>> = { i: 'an item', a: 'an art' };

/** Imports characters, monsters and mounts of Sword World 2.0 and 2.5 from ytsheet2’s JSON. */
const ytsheet: Importer = {
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
        phrase`it is ${term(ownValue(kindsOther, String(type)) ?? 'of another kind')}, no character or monster`,
      );
    if (parseNumber(json.hpTotal) === undefined)
      return err('it has no HP (hpTotal): save the sheet once in ytsheet2, then export its JSON again');
    return ok(importCharacter(json));
  },
};

const readDefinitions = (params: readonly PlainObject[]): PaletteDefinitions => {
  const known = new Map<string, string>();
  for (const param of params) {
    const name = parseText(param.label);
    if (name !== '' && !known.has(name)) known.set(name, parseText(param.value));
  }
  return known;
};

const besides = ['memo', 'externalUrl', 'iconUrl'];

/** Imports a character from CCFOLIA’s clipboard. */
const ccfolia: Importer = {
  format: 'a character of CCFOLIA',
  recognises: ({ json }) => json !== undefined && json.kind === 'character' && 'data' in json,
  read: ({ json = {} }) => {
    const data = childObject(json, 'data');
    const status = childObjects(data.status).slice(0, 200);
    const noted = status.filter(({ label: called }) => parseText(called) === 'メモ');
    const definitions = readDefinitions([...childObjects(data.params).slice(0, 1000), ...noted]);
    const name = parseName(data.name);
    return importToken({
      name,
      pools: status.map(({ label: called, value, max }) => parsePool(parseText(called), value, max)),
      palette: parseChatPalette(parseLines(data.commands), definitions),
      initiative: parseNumber(data.initiative),
      leftOut: besides.filter((key) => !isBlank(data[key])),
    });
  },
};

const isPalette = ({ rolls, definitions }: ChatPalette): boolean =>
  definitions.size + rolls.length > 1 &&
  rolls.some(({ formula, words }) => /^2d6?[+-]/i.test(formula) && /^(?:命中|回避|生命抵抗|精神抵抗)/.test(words));

/** Imports a chat palette without a character. */
const chatPaletteImporter: Importer = {
  format: 'a chat palette of Sword World',
  recognises: ({ json, text: given }) => json === undefined && isPalette(parseChatPalette(given)),
  read: ({ text: given }) => importToken({ palette: parseChatPalette(given) }),
};

const readName = ({ attributes }: XmlElement): string => attributes.name ?? '';

const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((each) => readName(each) === name);

/** Imports a character from Udonarium’s XML. */
const udonarium: Importer = {
  format: 'a character of Udonarium',
  recognises: ({ json, text: given }) => json === undefined && /^(?:<\?xml[^>]{0,200}>\s*)?<character[\s>]/.test(given),
  read: ({ text: given }) => {
    const read = parseXml(given);
    if (!read.ok) return read;
    const root = child(read.value, 'character');
    const palette = read.value.children.find(({ tag }) => tag === 'chat-palette');
    const groups = child(root, 'detail')?.children ?? [];
    const pools: TokenPool[] = [];
    const definitions = new Map<string, string>();
    const leftOut: string[] = [];
    for (const group of groups)
      for (const entry of group.children) {
        const { type, currentValue } = entry.attributes;
        const name = readName(entry);
        if (type === 'note') leftOut.push(phrase`${readName(group)}/${name}: free text`);
        else if (type === 'numberResource') {
          pools.push(parsePool(name, currentValue, entry.text));
          definitions.set(name, currentValue ?? '');
        } else if (!definitions.has(name)) definitions.set(name, parseText(entry.text));
      }
    const name = parseName(child(child(root, 'common'), 'name')?.text);
    return importToken({ name, pools, palette: parseChatPalette(palette?.text ?? '', definitions), leftOut });
  },
};

/** Importers for other tools’ formats, tried in this order. */
export const importers: readonly Importer[] = [ytsheet, charasheet, ccfolia, foundry, udonarium, chatPaletteImporter];
