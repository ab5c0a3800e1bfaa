import { cutLetters } from '../../../core/letters.ts';
import { counted, err, isSameName, listText, ok, phrase } from '../../../core/message.ts';
import { childObject, childObjects, isPlainObject, type PlainObject } from '../../../core/plain-object.ts';
import type { ImportedSheet, Importer } from '../../../rules/spreadsheet.ts';

/** Attributes that an import reads from sheets of d10 games. Our sheet needs strength, dexterity, stamina and wits. */
export const attributeNames = [
  'strength',
  'dexterity',
  'stamina',
  'charisma',
  'manipulation',
  'appearance',
  'composure',
  'perception',
  'intelligence',
  'wits',
  'resolve',
] as const;

/** Parses a whole number; 0 if there is none. */
const parseWholeNumber = (value: unknown): number => {
  const given = typeof value === 'string' && /^\s*[+-]?\d{1,6}\s*$/.test(value) ? Number(value) : value;
  return typeof given === 'number' && Number.isFinite(given) ? Math.trunc(given) : 0;
};

/** Parses a name, cut to 100 characters. Empty if the value is not text. */
const parseName = (value: unknown): string => (typeof value === 'string' ? cutLetters(value, 100) : '');

const clampRating = (value: number): number => Math.min(10, Math.max(0, value));

/** Attributes that every sheet needs; an import sets a missing one to 1. */
const requiredAttributes: readonly string[] = ['strength', 'dexterity', 'stamina', 'wits'];

const abilityTranslations: Readonly<Record<string, string>> = { melee: 'weaponry', firearms: 'archery' };

/** Our name for an ability of another d10 game; unknown names are not changed. */
const translateAbility = (id: string): string => {
  const plain = id.trim().toLowerCase();
  return (Object.hasOwn(abilityTranslations, plain) ? abilityTranslations[plain] : undefined) ?? plain;
};

const isAttribute = (name: string): boolean => attributeNames.some((each) => each === name);

/** Attributes and abilities within our limits, and a sentence about each rating that had to change. */
const importRatings = (attributes: ReadonlyMap<string, number>, abilities: ReadonlyMap<string, number>) => {
  const own = attributeNames.flatMap((name): readonly (readonly [string, number])[] => {
    const dots = clampRating(attributes.get(name) ?? 0);
    return dots > 0 ? [[name, dots]] : requiredAttributes.includes(name) ? [[name, 1]] : [];
  });
  const raised = requiredAttributes.filter((name) => clampRating(attributes.get(name) ?? 0) === 0);
  const lowered = [...attributes].filter(([, dots]) => dots > 10).map(([name]) => name);
  const skilled = [...abilities].filter(([name, dots]) => name !== '' && dots > 0);
  const sheet: PlainObject = {
    attributes: Object.fromEntries(own),
    abilities: Object.fromEntries(skilled.map(([name, dots]) => [cutLetters(name, 100), clampRating(dots)])),
  };
  return {
    sheet,
    derived: [
      ...(raised.length > 0 ? [phrase`${listText(raised)}: raised to 1, the minimum`] : []),
      ...(lowered.length > 0 ? [phrase`${listText(lowered)}: lowered to 10, the maximum`] : []),
    ],
  };
};

const maxRows = 200;
const maxRowLength = 200;

interface Row {
  readonly line: number;
  readonly name: string;
  readonly cell: string;
}

/** Parses lines like `strength,3`. Undefined if any line has another form. */
const parseRows = (given: string): readonly Row[] | undefined => {
  const rows: Row[] = [];
  for (const [index, each] of given.split(/\r?\n/).entries()) {
    if (each.trim() === '') continue;
    if (each.length > maxRowLength) return undefined;
    const [, name, cell] =
      /^\s*"?([\p{L}][\p{L}\s'-]{0,60}?)"?\s*[,;\t:=]\s*"?([^,;\t"]{0,20})"?\s*$/u.exec(each) ?? [];
    if (name === undefined || cell === undefined || rows.length >= maxRows) return undefined;
    rows.push({ line: index + 1, name: name.trim().toLowerCase(), cell: cell.trim() });
  }
  return rows;
};

const isNumber = ({ cell }: Row): boolean => /^\d{1,2}$/.test(cell);

/** Imports two columns of a spreadsheet: an attribute or ability, and its rating. */
const ratingListImporter: Importer = {
  format: 'a list of attributes and abilities',
  recognises: ({ json, text: given }) => {
    const rows = json === undefined ? parseRows(given) : undefined;
    return rows !== undefined && rows.filter((row) => isAttribute(row.name) && isNumber(row)).length > 1;
  },
  read: ({ text: given }) => {
    const [head, ...others] = parseRows(given) ?? [];
    const rows = head === undefined ? [] : isNumber(head) ? [head, ...others] : others;
    const wrong = rows.find((row) => !isNumber(row) || Number(row.cell) > 10);
    if (wrong !== undefined)
      return err(phrase`line ${wrong.line}: ${wrong.name} “${wrong.cell}” is not a rating from 0 to 10`);
    const rated = (attribute: boolean) =>
      rows.filter(({ name }) => isAttribute(name) === attribute).map(({ name, cell }) => [name, Number(cell)] as const);
    const { sheet, derived } = importRatings(
      new Map(rated(true)),
      new Map(rated(false).map(([name, dots]) => [translateAbility(name), dots])),
    );
    return ok({ name: undefined, sheet, derived, leftOut: ['weapons and armor: not in the list'] });
  },
};

const findSheetParts = (tree: PlainObject): PlainObject =>
  isPlainObject(tree.system) ? tree.system : childObject(tree, 'data');

interface Item {
  readonly name: string;
  readonly type: string;
  readonly of: PlainObject;
}

/** The rating of an attribute or ability, including its bonus. */
const dots = (rated: PlainObject): number => parseWholeNumber(rated.value) + parseWholeNumber(rated.bonus);

const readRatings = (own: PlainObject, part: 'attributes' | 'abilities'): readonly [string, number][] =>
  Object.keys(childObject(own, part)).map((id) => [id, dots(childObject(childObject(own, part), id))]);

const readAbilities = (own: PlainObject, items: readonly Item[]): ReadonlyMap<string, number> =>
  new Map([
    ...readRatings(own, 'abilities').map(([id, rating]): [string, number] => [translateAbility(id), rating]),
    ...items
      .filter(({ type }) => type === 'Ability')
      .map(({ name, of }): [string, number] => [translateAbility(parseName(of.id) || name), dots(of)]),
  ]);

const weaponTypes = ['Melee Weapon', 'Ranged Weapon'];

const weaponCategory = ({ type, of }: Item): 'melee' | 'thrown' | 'bow' =>
  type === 'Melee Weapon' ? 'melee' : childObject(of, 'attack').ability === 'athletics' ? 'thrown' : 'bow';

/** A Foundry weapon written for our sheet. `before` is the number of earlier weapons with the same name. */
const weaponSheet = (item: Item, before: number) => {
  const damage = childObject(item.of, 'damage');
  const difficulty = parseWholeNumber(item.of.difficulty) || 6;
  return {
    name: before > 0 ? `${cutLetters(item.name, 90)} (${before + 1})` : item.name,
    categories: [weaponCategory(item)],
    damage: {
      base: Math.min(20, Math.max(0, parseWholeNumber(damage.bonus))),
      addStrength: damage.attribute === 'strength',
    },
    ...(difficulty !== 6 && { difficultyMod: difficulty - 6 }),
  };
};

/** Describes the facts of a weapon that the import skips. */
const describeSkippedFacts = ({ name, of }: Item): readonly string[] => {
  const attack = childObject(of, 'attack');
  const ability = translateAbility(parseName(attack.ability));
  return [
    ...(parseWholeNumber(attack.accuracy) === 0
      ? []
      : [phrase`${name}: accuracy ${parseWholeNumber(attack.accuracy)}`]),
    ...(ability === 'custom' ? [phrase`${name}: uses a separate ability; archery is rolled instead`] : []),
  ];
};

const readArmor = (items: readonly Item[]) => {
  const worn = items.filter(({ type, of }) => type === 'Armor' && of.isequipped === true);
  const soak = worn.reduce((sum, { of }) => sum + Math.max(0, parseWholeNumber(childObject(of, 'soak').lethal)), 0);
  return {
    soak: Math.min(20, soak),
    leftOut: worn.flatMap(({ name, of }) =>
      parseWholeNumber(of.dexpenalty) === 0
        ? []
        : [phrase`${name}: dexterity penalty ${parseWholeNumber(of.dexpenalty)}`],
    ),
  };
};

const taken = new Set(['Ability', 'Armor', ...weaponTypes]);

const importSheet = (json: PlainObject): ImportedSheet => {
  const own = findSheetParts(json);
  const items = childObjects(json.items)
    .slice(0, 1000)
    .map((item): Item => ({ name: parseName(item.name), type: parseName(item.type), of: findSheetParts(item) }));
  const rated = importRatings(new Map(readRatings(own, 'attributes')), readAbilities(own, items));
  const arms = items.filter(({ type, name }) => weaponTypes.includes(type) && name !== '');
  const made = arms.filter(({ of }) => of.isnatural !== true).slice(0, 40);
  const natural = arms.filter(({ of }) => of.isnatural === true);
  const fist = natural.find(
    ({ of }) => childObject(of, 'attack').ability === 'brawl' && parseWholeNumber(childObject(of, 'damage').bonus) > 0,
  );
  const armor = readArmor(items);
  const walk = childObject(own, 'movement').walk;
  const speed = parseWholeNumber(isPlainObject(walk) ? walk.value : walk);
  const damage = childObject(childObject(own, 'health'), 'damage');
  const lost = ['bashing', 'lethal', 'aggravated'].reduce(
    (sum, kind) => sum + Math.max(0, parseWholeNumber(damage[kind])),
    0,
  );
  const others = [...new Set(items.filter(({ type }) => !taken.has(type)).map(({ type, name }) => `${type} ${name}`))];
  return {
    name: parseName(json.name) || undefined,
    sheet: {
      ...rated.sheet,
      armor: armor.soak,
      ...(speed > 0 && { walkSpeed: Math.min(1000, speed) }),
      ...(lost > 0 && { levelsLost: Math.min(100, lost) }),
      ...(fist && { brawlDamage: weaponSheet(fist, 0).damage }),
      weapons: made.map((item, at) =>
        weaponSheet(item, made.slice(0, at).filter(({ name }) => isSameName(name, item.name)).length),
      ),
    },
    derived: [
      ...rated.derived,
      ...(armor.soak > 0 ? [phrase`armour ${armor.soak}: the soak of worn armour against lethal damage`] : []),
      ...(lost > 0 ? [phrase`levels lost ${lost}: bashing, lethal and aggravated damage together`] : []),
    ],
    leftOut: [
      ...natural.filter((each) => each !== fist).map(({ name }) => phrase`natural weapon ${name}`),
      ...made.flatMap(describeSkippedFacts),
      ...armor.leftOut,
      ...others.slice(0, 20),
      ...(others.length > 20 ? [counted(others.length - 20, 'more item')] : []),
      ...(childObjects(json.effects).length > 0 ? ['active effects: their changes are not in these numbers'] : []),
    ],
  };
};

const kinds = ['PC', 'Mortal', 'Vampire', 'Werewolf', 'Mage', 'Changeling', 'Hunter', 'Demon', 'Wraith', 'Mummy'];
const kindsMore = ['Exalted', 'Creature', 'Changing Breed'];

/** Imports a character of Foundry’s system worldofdarkness (twentieth anniversary). */
const foundryImporter: Importer = {
  format: 'an actor of the Foundry system worldofdarkness',
  recognises: ({ json }) => {
    if (json === undefined || !Array.isArray(json.items) || typeof json.type !== 'string') return false;
    const system =
      childObject(json, '_stats').systemId ?? childObject(childObject(json, 'flags'), 'exportSource').system;
    const own = findSheetParts(json);
    return system === undefined
      ? 'stamina' in childObject(own, 'attributes') && 'wits' in childObject(own, 'attributes')
      : system === 'worldofdarkness';
  },
  read: ({ json = {} }) => {
    const type = parseName(json.type);
    if (![...kinds, ...kindsMore].includes(type)) return err(phrase`its type is ${type}, not a character`);
    return Object.keys(childObject(findSheetParts(json), 'attributes')).length === 0
      ? err('it has no attributes')
      : ok(importSheet(json));
  },
};

/** Importers of sheets from other tools. */
export const importers: readonly Importer[] = [foundryImporter, ratingListImporter];
