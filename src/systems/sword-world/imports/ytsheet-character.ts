import { formatSigned, listText, phrase, present } from '../../../core/message.ts';
import type { PlainObject } from '../../../core/plain-object.ts';
import type { ImportedSheet } from '../../../rules/spreadsheet.ts';
import {
  abilityKeys,
  accessorySlots,
  classIds,
  findWeaponKind,
  isProficiency,
  magicClassIds,
  translateClass,
  translateFeat,
} from './names.ts';
import { abilityBonus, adventurerLevel, baseEvasion, type CharacterScores, classLevel, readScores } from './person.ts';
import { isBlank, listRowNumbers, omitDerived, parseCount, parseName, parseNumber, parseText } from './values.ts';
import { importWeapons, type WeaponRow } from './weapons.ts';

/** Reads class levels and ability scores. */
export const readPerson = (json: PlainObject): CharacterScores => ({
  classes: Object.fromEntries(
    classIds.flatMap((id) => {
      const level = parseCount(json[`lv${id}`]);
      return level > 0 ? [[translateClass(id) ?? id, level]] : [];
    }),
  ),
  abilities: readScores((ability) => {
    const { ytsheet: stem, letter } = abilityKeys[ability];
    return parseCount(json[`stt${stem}`]) + parseCount(json[`sttAdd${letter}`]) + parseCount(json[`sttEquip${letter}`]);
  }),
});

/** Reads the highest Magic Power, and the Magic Power of each class that has a different one. SW-DMG-3. */
const readMagic = (json: PlainObject, person: CharacterScores) => {
  const powers = magicClassIds.flatMap((id) => {
    const cls = translateClass(id) ?? id;
    const power = parseNumber(json[`magicPower${id}`]);
    const level = classLevel(person, cls);
    return power === undefined || level === 0 ? [] : [{ cls, power, level }];
  });
  const [highest] = powers.toSorted((a, b) => b.level - a.level);
  if (highest === undefined || powers.every(({ level, power }) => power === level + abilityBonus(person, 'int')))
    return {};
  const others = powers.filter(({ power }) => power !== highest.power);
  return {
    magicPower: highest.power,
    ...(others.length > 0 && { magicPowers: Object.fromEntries(others.map(({ cls, power }) => [cls, power])) }),
  };
};

const readDefenseSets = (json: PlainObject) => {
  const pieces = listRowNumbers(json.armourNum ?? 20, 20);
  const sets = listRowNumbers(json.defenseNum ?? 1, 10).map((n) => ({
    n,
    pieces: pieces.filter((k) => json[`defTotal${n}CheckArmour${k}`] === '1'),
    evasion: parseCount(json[`defenseTotal${n}Eva`] ?? json.defenseTotalAllEva),
    defense: parseCount(json[`defenseTotal${n}Def`] ?? json.defenseTotalAllDef),
    name: parseName(json[`defenseTotal${n}Note`]),
  }));
  const used = sets.filter(({ n, pieces: worn }) => worn.length > 0 || !isBlank(json[`evasionClass${n}`]));
  return used.length > 0 ? used : sets.slice(0, 1);
};

type DefenseSet = ReturnType<typeof readDefenseSets>[number];

const findShield = (json: PlainObject, { pieces }: DefenseSet): string | undefined => {
  const shield = pieces.find((k) => json[`armour${k}Category`] === '盾');
  const name = shield === undefined ? '' : parseName(json[`armour${shield}Name`]);
  return name === '' ? undefined : name;
};

/** Reads the first set of Defense as basic. Other sets count while their shield is held. SW-GEAR-2. */
const readDefense = (json: PlainObject, person: CharacterScores) => {
  const [first, ...others] = readDefenseSets(json);
  if (first === undefined) return { sheet: {}, leftOut: [], derived: [] };
  const base = baseEvasion(person);
  const modOf = ({ evasion }: DefenseSet) => omitDerived('evaMod', base === undefined ? 0 : evasion - base, 0);
  const bare = findShield(json, first) === undefined;
  const shielded = others.filter((set) => bare && base !== undefined && findShield(json, set) !== undefined);
  const defenses = shielded.map((set) => ({
    id: set.name || phrase`with ${findShield(json, set)}`,
    holds: findShield(json, set),
    defense: set.defense,
    ...modOf(set),
  }));
  const metal = first.pieces.some((k) => json[`armour${k}Category`] === '金属鎧');
  return {
    sheet: {
      ...(first.defense !== 0 && { defense: first.defense }),
      ...(base === undefined ? omitDerived('evasion', first.evasion, 0) : modOf(first)),
      ...(metal && { metalArmor: 'metal' }),
      ...(defenses.length > 0 && { defenses }),
    },
    derived: shielded.map(
      (set) =>
        phrase`Defense ${set.defense}, Evasion ${formatSigned(set.evasion)} while ${findShield(json, set)} is held`,
    ),
    leftOut: others
      .filter((set) => !shielded.includes(set))
      .map(({ n, name, defense, evasion }) =>
        name === ''
          ? phrase`defence set ${n}: Defense ${defense}, Evasion ${evasion}`
          : phrase`defence set ${n} (${name}): Defense ${defense}, Evasion ${evasion}`,
      ),
  };
};

const parseRange = (note: unknown): number | undefined =>
  parseNumber(/射程[:：]?\s*(\d{1,3})/.exec(parseText(note).normalize('NFKC'))?.[1]);

const weaponRows = (json: PlainObject): readonly WeaponRow[] =>
  listRowNumbers(json.weaponNum, 40).flatMap((n) => {
    const given = (part: string) => json[`weapon${n}${part}`];
    const empty = ['Name', 'Usage', 'Rate', 'AccTotal', 'DmgTotal'].every((part) => isBlank(given(part)));
    if (empty) return [];
    return {
      name: parseName(given('Name')),
      kind: findWeaponKind(parseText(given('Category'))),
      usage: parseText(given('Usage')),
      power: parseNumber(given('Rate')),
      c: parseNumber(given('Crit')),
      range: parseRange(given('Note')),
      accuracy: parseNumber(given('AccTotal')),
      damage: parseNumber(given('DmgTotal')),
    };
  });

const readAccessories = (json: PlainObject) =>
  accessorySlots.flatMap(([key, slot]) =>
    ['', '_', '__'].flatMap((more) => {
      const item = parseName(json[`accessory${key}${more}Name`]);
      return item === '' ? [] : [{ slot, item }];
    }),
  );

const featLevels = ['1bat', '1', '3', '5', '7', '9', '11', '13', '15', '16', '17'];

const readFeats = (json: PlainObject): readonly string[] => {
  const chosen = featLevels.map((level) => parseName(json[`combatFeatsLv${level}`]));
  const gained = parseText(json.combatFeatsAuto).split(/[,、]/).map(parseName);
  return [...new Set([...chosen, ...gained].filter((feat) => feat !== ''))];
};

/** Fields that are not imported, with a function that describes them. */
const leftOutTexts: readonly (readonly [RegExp, (key: string, words: string) => string])[] = [
  [/^craft[A-Z][a-z]+\d+$/, (key, words) => phrase`${key}: ${words}`],
  [/^(?:magicGramarye|mysticArts)\d+$/, (key, words) => phrase`${key}: ${words}`],
  [/^commonClass\d+$/, (_key, words) => phrase`common skill ${words}`],
  [/^(?:items|cashbook|freeNote)$/, (key) => phrase`${key}: free text`],
  [/^(?:magicCastAdd|magicDamageAdd)$/, (key, words) => `${key} ${words}`],
];

const aboutThePerson = ['race', 'gender', 'age', 'faith', 'rank', 'honor', 'money'];

const describeLeftOut = (json: PlainObject, person: CharacterScores): readonly string[] => {
  const notes = Object.entries(json).flatMap(([key, value]) => {
    const say = leftOutTexts.find(([pattern]) => pattern.test(key))?.[1];
    return say === undefined || isBlank(value) ? [] : [say(key, parseName(value))];
  });
  const about = aboutThePerson.filter((key) => !isBlank(json[key]));
  const sections = parseCount(json.partNum);
  return present([
    magicClassIds.some((id) => classLevel(person, translateClass(id) ?? id) > 0) &&
      'spells: the source lists none, only class levels',
    ...notes,
    sections > 1 && phrase`${sections} sections: a character has only one section here`,
    about.length > 0 && phrase`personal details: ${listText(about)}`,
  ]);
};

/** Imports a character from ytsheet2. Each total is stored as its difference from our calculated value. */
export const importCharacter = (json: PlainObject): ImportedSheet => {
  const person = readPerson(json);
  const level = adventurerLevel(person);
  const magic = readMagic(json, person);
  const gunPower = parseNumber(json.magicPowerMag) ?? classLevel(person, 'Artificer') + abilityBonus(person, 'int');
  const arms = importWeapons(weaponRows(json), person, gunPower);
  const defense = readDefense(json, person);
  const feats = readFeats(json);
  const proficient = feats.filter(isProficiency);
  const first = arms.weapons[0];
  const initiative = classLevel(person, 'Scout') === 0 ? 0 : classLevel(person, 'Scout') + abilityBonus(person, 'agi');
  const accessories = readAccessories(json);
  const name = [json.characterName, json.namePlate, json.aka].map(parseName).find((each) => each !== '');
  return {
    name,
    sheet: {
      kind: 'pc',
      hp: parseCount(json.hpTotal),
      mp: parseCount(json.mpTotal),
      ...defense.sheet,
      ...omitDerived('fortitude', parseNumber(json.vitResistTotal), level + abilityBonus(person, 'vit')),
      ...omitDerived('willpower', parseNumber(json.mndResistTotal), level + abilityBonus(person, 'spi')),
      abilities: person.abilities,
      classes: person.classes,
      ...omitDerived('advLevel', parseNumber(json.level), level),
      ...omitDerived('speed', parseNumber(json.mobilityTotal), person.abilities.agi),
      ...omitDerived('initiativeValue', parseNumber(json.initiative), initiative),
      ...magic,
      weapons: arms.weapons,
      ...(first !== undefined && { held: [first.id] }),
      ...(accessories.length > 0 && { accessories }),
      feats: [...feats.filter((feat) => !isProficiency(feat)).flatMap(translateFeat), ...arms.proficiencies],
    },
    derived: [
      ...arms.derived,
      ...defense.derived,
      ...(proficient.length > 0 ? [phrase`${listText(proficient)}: already in the totals`] : []),
    ],
    leftOut: [...arms.leftOut, ...defense.leftOut, ...describeLeftOut(json, person)],
  };
};
