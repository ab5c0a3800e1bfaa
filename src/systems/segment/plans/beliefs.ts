import { estimatedShare, type Reader } from '../../../rules/reader.ts';
import { pickOne, roundedMean, type SampleBelief, visibleEffects } from '../../../rules/tactics.ts';
import { meanDamage, preparedUses, type Sheet, type Spell, type Weapon } from '../sheet.ts';
import { areDeclarationsSecret, areHostile, type Combatant, isRanged, type State } from '../state.ts';

/** The weapons in hand as enemies see them: with reach, but without numbers. */
const visibleWeapons = ({ sheet, hand, offHand }: Combatant): readonly Weapon[] =>
  sheet.weapons
    .filter(({ name }) => name === hand || name === offHand)
    .map((weapon) => ({ ...weapon, sc: 0, rank: 0, damage: '1d1', specialization: 0 }));

type Usual = Pick<Sheet, 'maxHp' | 'con'>;

const calculateUsual = (own: readonly Combatant[]): Usual => {
  const mean = (values: readonly number[]): number => Math.max(1, roundedMean(values, 1));
  return { maxHp: mean(own.map(({ sheet }) => sheet.maxHp)), con: mean(own.map(({ sheet }) => sheet.con)) };
};

/** A foe as its enemies know it: real DEF and PROT, but hit points and CON like the enemies’ own. */
const seenFoe = (foe: Combatant, usual: Usual): Combatant => {
  const { sheet, hp } = foe;
  const share = estimatedShare(hp / Math.max(1, sheet.maxHp));
  return {
    ...foe,
    hp: hp <= 0 ? 0 : Math.max(1, Math.round(share * usual.maxHp)),
    energy: undefined,
    uses: {},
    potions: [],
    wounds: [],
    sheet: { ...sheet, ...usual, luck: 0, weapons: [...visibleWeapons(foe)], spells: [], skills: [], firstAid: 0 },
  };
};

/** The combatant without its declaration, which is secret. SEG-RUL-1. */
const withoutDeclaration = ({ declaration: _, ...seen }: Combatant): Combatant => seen;

/** Empty values in place of the GM’s modifiers and surprises, which players do not know. */
const withoutGmSecrets = { adHocs: [], surprises: [] } satisfies Partial<State>;

/** The battle as a combatant’s side knows it, without secret declarations. */
export const sideBelief = (state: State, me: Combatant): State => {
  const own = state.combatants.filter((each) => !areHostile(me, each));
  const usual = calculateUsual(own);
  const secret = areDeclarationsSecret(state);
  return {
    ...state,
    ...withoutGmSecrets,
    combatants: state.combatants.map((each) => {
      const known = secret && each.id !== me.id ? withoutDeclaration(each) : each;
      return areHostile(me, each) ? seenFoe(known, usual) : known;
    }),
  };
};

/** The term in `numberTerms` that decides whether a reader sees an effect’s modifier. */
const modifierTerms = {
  ...{ sc: 'sc', damage: 'sc', def: 'def', prot: 'prot', initiative: 'initiative', check: 'checks' },
  ...{ luck: 'sheet', tmr: 'sheet' },
};

/** The weapon and spell assumed for a foe if the reader’s own side has none to copy. */
const plainWeapon: Weapon = {
  ...{ name: 'weapon', use: 'melee', sc: 40, damage: '1d6', rank: 0, reach: 5 },
  ...{ group: 'none', penetrating: 'none', specialization: 0, hands: 1 },
};
const plainSpell: Spell = { name: 'spell', tradition: 'cleric', castingTime: 5, cost: 0, ignoresProt: false };

const weaponWorth = ({ sc, damage }: Weapon): number => sc * Math.max(0, meanDamage(damage));

/** The best ranged or melee weapon. If there is none of this kind, the best weapon. */
const bestWeapon = (weapons: readonly Weapon[], ranged: boolean): Weapon => {
  const sorted = weapons.toSorted((a, b) => weaponWorth(b) - weaponWorth(a));
  return sorted.find((each) => isRanged(each) === ranged) ?? sorted[0] ?? plainWeapon;
};

/** The names of weapons and spells that others have seen a combatant hold or declare. */
const findUsedNames = ({ hand, offHand, declaration, initiatives, casting, carried }: Combatant) => ({
  weapons: new Set([
    hand,
    offHand,
    ...(declaration?.attacks ?? []).map(({ weapon }) => weapon),
    ...initiatives.map(({ weapon }) => weapon),
    ...(declaration?.options.draw ?? []).map(({ weapon }) => weapon),
    declaration?.weapon,
  ]),
  spells: [...new Set([declaration?.spell, casting?.spell, carried?.spell])].filter((spell) => spell !== undefined),
});

/** A foe’s visible weapons, each with the numbers of the best weapon of its kind in `model`. */
const believedWeapons = (foe: Combatant, model: readonly Weapon[]): Weapon[] => {
  const { weapons } = findUsedNames(foe);
  const seen = foe.sheet.weapons.filter(({ name }) => weapons.has(name));
  const asUsed = seen.map((weapon): Weapon => {
    const { sc, damage, rank, specialization } = bestWeapon(model, isRanged(weapon));
    return { ...weapon, sc, damage, rank, specialization };
  });
  return asUsed.length > 0 ? asUsed : [...model];
};

const believedSpells = (foe: Combatant, model: readonly Spell[]): Spell[] => {
  const harmful = model.find(({ damage }) => damage !== undefined) ?? plainSpell;
  const seen = findUsedNames(foe).spells.map(
    (name): Spell => ({ ...(model.find((each) => each.name === name) ?? harmful), name }),
  );
  return [...seen, ...model.filter(({ name }) => seen.every((each) => each.name !== name))];
};

/** A foe with the numbers that the reader knows; other numbers are copied from the sheet `model`. */
const believedFoe = (foe: Combatant, usual: Usual, model: Sheet, reader: Reader): Combatant => {
  const { id, sheet, hp } = foe;
  const isKnown = (term: 'hp' | 'energy' | 'sheet'): boolean => reader.isNumberVisible(id, term);
  const maxHp = isKnown('hp') ? sheet.maxHp : usual.maxHp;
  const { luck, skills, firstAid, potions } = model;
  const own: Sheet = isKnown('sheet')
    ? { ...sheet, maxHp }
    : {
        ...{ ...sheet, maxHp, con: usual.con, luck, skills, firstAid, potions },
        ...{ weapons: believedWeapons(foe, model.weapons), spells: believedSpells(foe, model.spells) },
        ...{ energy: model.energy, hp: undefined, left: undefined },
      };
  return {
    ...foe,
    sheet: own,
    ...(!isKnown('hp') && {
      hp: hp <= 0 ? hp : Math.max(1, Math.round(reader.estimateShare(id, 'hp', hp, sheet.maxHp) * maxHp)),
      ...{ entryHp: maxHp, wounds: [] },
    }),
    ...(!isKnown('energy') && { energy: own.energy }),
    ...(!isKnown('sheet') && {
      uses: preparedUses(own.spells),
      potions: [...potions],
    }),
  };
};

/** A battle that fits what a reader knows. Secret declarations are removed, to be made again. SEG-RUL-1. */
export const sampleBelief: SampleBelief<State> = (state, reader, draw) => {
  const own = state.combatants.filter(({ id }) => reader.knowsAllOf(id));
  const usual = calculateUsual(own);
  const secret = areDeclarationsSecret(state);
  return {
    ...state,
    effects: visibleEffects(state.effects, reader, modifierTerms),
    ...withoutGmSecrets,
    combatants: state.combatants.map((each) => {
      const model = pickOne(own, draw);
      const known = secret && !reader.isControlled(each.id) ? withoutDeclaration(each) : each;
      return model === undefined || reader.knowsAllOf(each.id) ? known : believedFoe(known, usual, model.sheet, reader);
    }),
  };
};
