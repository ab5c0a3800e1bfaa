import { err, listText, ok, phrase, present } from '../../../core/message.ts';
import { childObject, childObjects, isPlainObject, ownValue, type PlainObject } from '../../../core/plain-object.ts';
import type { ImportedSheet, Importer } from '../../../rules/spreadsheet.ts';
import { abilities } from '../sheet.ts';
import { parseCheck, parseMovement, parseWeaknesses } from './monster-fields.ts';
import { abilityKeys, findWeaponKind, isProficiency, translateClass, translateFeat } from './names.ts';
import { abilityBonus, adventurerLevel, baseEvasion, type CharacterScores, classLevel, readScores } from './person.ts';
import {
  isBlank,
  omitUndefined,
  omitZero,
  parseCount,
  parseName,
  parseNumber,
  parseText,
  poolSheet,
} from './values.ts';
import { importWeapons, type WeaponRow } from './weapons.ts';

const listParts = (tree: PlainObject): PlainObject =>
  isPlainObject(tree.system) ? tree.system : childObject(tree, 'data');

const listItems = (json: PlainObject) =>
  childObjects(json.items)
    .slice(0, 1000)
    .map((item) => ({ name: parseName(item.name), type: parseText(item.type), of: listParts(item) }));

/** An item of an actor. `of` contains its fields, in either version of Foundry’s format. */
type Item = ReturnType<typeof listItems>[number];

const ofType = (items: readonly Item[], wanted: string): readonly Item[] => items.filter(({ type }) => type === wanted);

const readLevels = (items: readonly Item[]) =>
  ofType(items, 'skill').map(({ name, of }) => ({
    name: translateClass(name) ?? name,
    said: name,
    level: parseCount(of.skilllevel),
    kind: parseText(of.skilltype),
    mod: parseCount(of.skillmod),
  }));

type Levels = ReturnType<typeof readLevels>;

const readPerson = (own: PlainObject, levels: Levels): CharacterScores => ({
  classes: Object.fromEntries(
    levels.filter(({ kind, level }) => kind !== 'commonskill' && level > 0).map(({ name, level }) => [name, level]),
  ),
  abilities: readScores((ability) => {
    const keys = abilityKeys[ability];
    const given = childObject(childObject(own, 'abilities'), keys.foundry);
    const race = childObject(childObject(own, 'abilities'), keys.race).racevalue;
    return (
      parseCount(race) + parseCount(given.valuebase) + parseCount(given.valuegrowth) + parseCount(given.valuemodify)
    );
  }),
});

/** An actor: its fields, items, class levels and scores. */
const readActor = (json: PlainObject) => {
  const own = listParts(json);
  const items = listItems(json);
  const levels = readLevels(items);
  return { own, attributes: childObject(own, 'attributes'), items, levels, person: readPerson(own, levels) };
};

type Actor = ReturnType<typeof readActor>;

const yes = (value: unknown): boolean => value === true || value === 'true';

/** A weapon’s total for checks or damage: class level, ability, modifier. Undefined without a class. */
const totalOf = ({ person, levels }: Actor, skill: unknown, ability: unknown, more: number, dedicated = false) => {
  const said = parseText(skill);
  if (said === '') return undefined;
  const level = said === 'adv' ? adventurerLevel(person) : (levels.find((each) => each.said === said)?.level ?? 0);
  const key = abilities.find((each) => abilityKeys[each].foundry === ability);
  const score = key === undefined ? 0 : person.abilities[key];
  return level + Math.floor((score + (dedicated && key === 'dex' ? 2 : 0)) / 6) + more;
};

const weaponRows = (actor: Actor): readonly WeaponRow[] =>
  ofType(actor.items, 'weapon')
    .slice(0, 40)
    .filter(({ name }) => name !== '')
    .map(({ name, of }) => {
      const { hitmod, dmod } = actor.attributes;
      const hit = parseCount(of.checkmod) + parseCount(of.hit) + parseCount(hitmod);
      const damageBonus = parseCount(of.powermod) + parseCount(of.dmod) + parseCount(dmod);
      return {
        name,
        kind: findWeaponKind(parseText(of.category)),
        usage: parseText(of.usage),
        power: parseNumber(of.power),
        c: parseCount(of.cvalue) || 10,
        range: parseNumber(/\d{1,3}/.exec(parseText(of.range))?.[0]),
        accuracy: totalOf(actor, of.checkskill, of.checkabi, hit, yes(of.dedicated)),
        damage: totalOf(actor, of.powerskill, of.powerabi, damageBonus),
      };
    });

/** Reads Defense, Evasion and metal armour from the worn items. */
const readDefense = ({ items, own, attributes, person, levels }: Actor) => {
  const worn = ofType(items, 'armor').filter(({ of }) => yes(of.equip));
  const sum = (key: string) => worn.reduce((all, { of }) => all + parseCount(of[key]), 0);
  const dodging = parseText(own.dodgeskill);
  const skill = levels.find(({ said }) => said === dodging);
  const shield = worn.some(({ of }) => of.category === 'shield' && yes(of.dedicated)) ? 2 : 0;
  const agility = Math.floor((person.abilities.agi + shield) / 6);
  const evasion = (skill?.level ?? 0) + agility + (skill?.mod ?? 0) + sum('dodge') + parseCount(attributes.dodgemod);
  const base = baseEvasion(person);
  const defense = sum('pp') + parseCount(attributes.ppmod) + parseCount(attributes.dreduce);
  return {
    sheet: {
      ...omitZero('defense', defense),
      ...(base === undefined || skill === undefined
        ? omitZero('evaMod', sum('dodge') + parseCount(attributes.dodgemod))
        : omitZero('evaMod', evasion - base)),
      ...(worn.some(({ of }) => of.category === 'metalarmor') && { metalArmor: 'metal' }),
    },
    leftOut: present([
      dodging !== '' &&
        skill === undefined &&
        phrase`class for Evasion ${dodging}: the character does not have this class`,
      sum('mpp') + parseCount(attributes.mppmod) !== 0 && 'Defense against magic',
    ]),
    lightened: worn.some(({ of }) => of.category !== 'shield' && yes(of.dedicated)) ? 2 : 0,
  };
};

/** Reads HP and MP, and the points left. */
const readPools = (own: PlainObject, hp: number, mp: number) => ({
  ...poolSheet('hp', hp, parseNumber(childObject(own, 'hp').value)),
  ...poolSheet('mp', mp, parseNumber(childObject(own, 'mp').value)),
});

const slotNames: Readonly<Record<string, string>> = { rhand: 'right hand', lhand: 'left hand' };

const read = new Set(['skill', 'weapon', 'armor', 'accessory', 'combatability', 'spell', 'monsterability']);

/** Lists items that our sheet has no field for, by kind. */
const describeOtherItems = (items: readonly Item[]): readonly string[] => {
  const kinds = [...new Set(items.map(({ type }) => type).filter((type) => type !== '' && !read.has(type)))];
  return kinds.slice(0, 20).map((kind) => {
    const names = ofType(items, kind).map(({ name }) => name);
    const shown = listText(names.slice(0, 10));
    return names.length > 10 ? phrase`${kind}: ${shown} and ${names.length - 10} more` : phrase`${kind}: ${shown}`;
  });
};

const describeEffects = (json: PlainObject): readonly string[] =>
  childObjects(json.effects).length === 0 ? [] : ['active effects: their changes are not in these numbers'];

const importCharacter = (json: PlainObject): ImportedSheet => {
  const actor = readActor(json);
  const { own, attributes, items, levels, person } = actor;
  const magic = levels.filter(({ kind }) => kind === 'magicuserskill').reduce((sum, { level }) => sum + level, 0);
  const hp = person.abilities.vit + 3 * adventurerLevel(person) + parseCount(childObject(own, 'hp').hpmod);
  const mp = Math.max(0, person.abilities.spi + 3 * magic + parseCount(childObject(own, 'mp').mpmod));
  const defense = readDefense(actor);
  const gunPower = classLevel(person, 'Artificer') + abilityBonus(person, 'int');
  const arms = importWeapons(weaponRows(actor), person, gunPower);
  const speed = person.abilities.agi + parseCount(childObject(attributes, 'move').movemod) + defense.lightened;
  const accessories = ofType(items, 'accessory').map(({ name, of }) => {
    const part = parseText(of.accpart) || 'other';
    return { slot: ownValue(slotNames, part) ?? part, item: name };
  });
  const feats = ofType(items, 'combatability').map(({ name }) => name);
  const held = ofType(items, 'weapon').find(({ of }) => yes(of.equip))?.name ?? arms.weapons[0]?.id;
  return {
    name: parseName(json.name) || undefined,
    sheet: {
      kind: 'pc',
      ...readPools(own, hp, mp),
      ...defense.sheet,
      abilities: person.abilities,
      classes: person.classes,
      ...(speed !== person.abilities.agi && { speed: Math.max(0, speed) }),
      weapons: arms.weapons,
      ...(held !== undefined && { held: [held] }),
      ...(accessories.length > 0 && { accessories }),
      feats: [
        ...feats.filter((feat) => feat !== '' && !isProficiency(feat)).flatMap(translateFeat),
        ...arms.proficiencies,
      ],
    },
    derived: [
      phrase`HP ${hp}: from Vitality, 3 for each adventurer level, and bonuses`,
      phrase`MP ${mp}: from Spirit, 3 for each level of magic, and bonuses`,
      'Accuracy, Evasion, Defense and damage: from classes, abilities and equipment',
      ...arms.derived,
    ],
    leftOut: present([
      ...levels.map(({ said, level, kind }) => kind === 'commonskill' && phrase`common skill ${said} ${level}`),
      ...ofType(items, 'weapon').map(
        ({ name, of }) =>
          isBlank(of.checkskill) &&
          phrase`weapon ${name}: the source names no class for Accuracy, so no class level is added`,
      ),
      ...ofType(items, 'spell').map(
        ({ name, of }) => phrase`spell ${name} (${parseCount(of.mpcost)} MP): range, shape, resistance are free text`,
      ),
      ...defense.leftOut,
      ...arms.leftOut,
      ...describeOtherItems(items),
      ...describeEffects(json),
    ]),
  };
};

/** The rolls of a monster’s ability, by label. */
const readRolls = ({ of }: Item): ReadonlyMap<string, number> =>
  new Map(
    ['1', '2', '3'].flatMap((n) => {
      const called = parseText(of[`label${n}`]);
      return called === '' ? [] : [[called, parseCount(of[`checkbasemod${n}`]) + parseCount(of[`checkmod${n}`])]];
    }),
  );

const importMonster = (json: PlainObject): ImportedSheet => {
  const own = listParts(json);
  const attributes = childObject(own, 'attributes');
  const items = listItems(json);
  const listed = ofType(items, 'monsterability').map((item) => ({ name: item.name, rolls: readRolls(item) }));
  const found = (called: string) => listed.flatMap(({ rolls }) => rolls.get(called) ?? [])[0];
  const [first, ...more] = listed.filter(({ rolls }) => rolls.has('打撃'));
  const hp = parseCount(own.hpbase ?? childObject(own, 'hp').value);
  const mp = Math.max(0, parseCount(own.mpbase ?? childObject(own, 'mp').value));
  const movement = parseMovement(own.move);
  const weaknesses = parseWeaknesses(own.weakness);
  const used = ['生命', '精神', '命中', '打撃', '回避'];
  const name = parseName(json.name);
  const numbers = omitUndefined({
    accuracy: parseCheck(found('命中')),
    evasion: parseCheck(found('回避')),
    fortitude: parseCheck(found('生命')),
    willpower: parseCheck(found('精神')),
    initiative: parseNumber(own.preemptive),
    reputation: parseNumber(own.popularity),
    weaknessValue: parseNumber(own.weakpoint),
    advLevel: parseNumber(own.monlevel),
  });
  return {
    name: name || undefined,
    sheet: {
      kind: 'monster',
      ...readPools(own, hp, mp),
      defense: parseCount(own.ppbase) + parseCount(attributes.ppmod) + parseCount(attributes.dreduce),
      ...(first && { attack: { damage: { x: first.rolls.get('打撃') ?? 0 } } }),
      ...(more.length > 0 && {
        attacks: more.slice(0, 20).map(({ name: id, rolls }) => ({
          ...(id !== '' && { id }),
          damage: { x: rolls.get('打撃') ?? 0 },
          ...(rolls.has('命中') && { check: parseCheck(rolls.get('命中')) }),
        })),
      }),
      ...movement.sheet,
      ...numbers,
      ...weaknesses.sheet,
    },
    derived: listed.length > 0 ? ['fixed values: the modifier plus 7'] : [],
    leftOut: present([
      /[(（].+[)）]\s*$/.test(name) && 'the other sections: in Foundry each is a separate actor',
      ...listed.map(({ name: called, rolls }) => !used.some((each) => rolls.has(each)) && phrase`ability ${called}`),
      found('命中') === undefined && 'Accuracy: no roll is labelled 命中',
      ...movement.leftOut,
      ...weaknesses.leftOut,
      parseCount(own.mppbase) !== 0 && 'Defense against magic',
      !isBlank(own.part) && phrase`sections ${parseName(own.part)}`,
      ...describeOtherItems(items),
      ...describeEffects(json),
    ]),
  };
};

const findSystem = (json: PlainObject): unknown =>
  childObject(json, '_stats').systemId ?? childObject(childObject(json, 'flags'), 'exportSource').system;

/** Imports an actor of Foundry’s system sw25. Calculates totals from its stored parts. */
export const foundry: Importer = {
  format: 'an actor of the Foundry system sw25',
  recognises: ({ json }) => {
    if (json === undefined || !Array.isArray(json.items) || typeof json.type !== 'string') return false;
    const system = findSystem(json);
    const own = listParts(json);
    return system === undefined
      ? 'monlevel' in own ||
          ('mnd' in childObject(own, 'abilities') && childObjects(json.items).some(({ type }) => type === 'skill'))
      : system === 'sw25';
  },
  read: ({ json = {} }) => {
    if (json.type === 'character') return ok(importCharacter(json));
    if (json.type !== 'monster' && json.type !== 'npc')
      return err(phrase`its type is ${parseName(json.type)}, not character, monster or npc`);
    const monster = importMonster(json);
    const own = listParts(json);
    return parseNumber(own.hpbase) === undefined && parseNumber(childObject(own, 'hp').value) === undefined
      ? err('it has no HP')
      : ok(monster);
  },
};
