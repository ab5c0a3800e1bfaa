import { estimatedShare, type Reader } from '../../../rules/reader.ts';
import { pickOne, roundedMean, type SampleBelief, visibleEffects } from '../../../rules/tactics.ts';
import { meanDamage, type Sheet, type Spell, type Weapon } from '../sheet.ts';
import { areDeclarationsSecret, areHostile, type Combatant, isRanged, type State } from '../state.ts';

/** What is held stands in sight, and how far it reaches; how well it is used does not. */
const heldInSight = ({ sheet, hand, offHand }: Combatant): readonly Weapon[] =>
  sheet.weapons
    .filter(({ name }) => name === hand || name === offHand)
    .map((weapon) => ({ ...weapon, sc: 0, rank: 0, damage: '1d1', specialization: 0 }));

type Usual = Pick<Sheet, 'maxHp' | 'con'>;

const usualOf = (own: readonly Combatant[]): Usual => {
  const mean = (values: readonly number[]): number => Math.max(1, roundedMean(values, 1));
  return { maxHp: mean(own.map(({ sheet }) => sheet.maxHp)), con: mean(own.map(({ sheet }) => sheet.con)) };
};

/** A foe as its side’s enemies know it: what its defense and protection come to is told by every blow, the rest is as in one’s own side. */
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
    sheet: { ...sheet, ...usual, luck: 0, weapons: [...heldInSight(foe)], spells: [], skills: [], firstAid: 0 },
  };
};

/** SEG-RUL-1. Somebody whose declaration is kept secret, from their own side as well. */
const undeclared = ({ declaration: _, ...seen }: Combatant): Combatant => seen;

/** What the GM has named for a roll to come, and of surprise, only the GM is told. */
const namedByGm = { adHocs: [], surprises: [] } satisfies Partial<State>;

/** The battle as the side of this combatant knows it (`numberTerms` in `rows.ts`): declarations that are kept secret are unknown. */
export const sideBelief = (state: State, me: Combatant): State => {
  const own = state.combatants.filter((each) => !areHostile(me, each));
  const usual = usualOf(own);
  const secret = areDeclarationsSecret(state);
  return {
    ...state,
    ...namedByGm,
    combatants: state.combatants.map((each) => {
      const known = secret && each.id !== me.id ? undeclared(each) : each;
      return areHostile(me, each) ? seenFoe(known, usual) : known;
    }),
  };
};

/** Which number of the rulebook a modifier of the GM's belongs to. */
const termOf = {
  ...{ sc: 'sc', damage: 'sc', def: 'def', prot: 'prot', initiative: 'initiative', check: 'checks' },
  ...{ luck: 'sheet', tmr: 'sheet' },
};

/** A fist, and a spell that takes a while: what is believed where one's own side has nothing of the kind. */
const plainWeapon: Weapon = {
  ...{ name: 'weapon', use: 'melee', sc: 40, damage: '1d6', rank: 0, reach: 5 },
  ...{ group: 'none', penetrating: 'none', specialization: 0, hands: 1 },
};
const plainSpell: Spell = { name: 'spell', tradition: 'cleric', castingTime: 5, cost: 0, ignoresProt: false };

const weaponWorth = ({ sc, damage }: Weapon): number => sc * Math.max(0, meanDamage(damage));

/** The best weapon of a sheet of that kind, or of any. */
const bestWeapon = (weapons: readonly Weapon[], ranged: boolean): Weapon => {
  const sorted = weapons.toSorted((a, b) => weaponWorth(b) - weaponWorth(a));
  return sorted.find((each) => isRanged(each) === ranged) ?? sorted[0] ?? plainWeapon;
};

/** Weapons and spells that somebody is seen to use, by name: in hand, or declared where that is open. */
const inUse = ({ hand, offHand, declaration, initiatives, casting, carried }: Combatant) => ({
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

/** How well a weapon is used nobody sees: as well as one of their own uses such a one. */
const believedWeapons = (foe: Combatant, model: readonly Weapon[]): Weapon[] => {
  const { weapons } = inUse(foe);
  const seen = foe.sheet.weapons.filter(({ name }) => weapons.has(name));
  const asUsed = seen.map((weapon): Weapon => {
    const { sc, damage, rank, specialization } = bestWeapon(model, isRanged(weapon));
    return { ...weapon, sc, damage, rank, specialization };
  });
  return asUsed.length > 0 ? asUsed : [...model];
};

const believedSpells = (foe: Combatant, model: readonly Spell[]): Spell[] => {
  const harmful = model.find(({ damage }) => damage !== undefined) ?? plainSpell;
  const seen = inUse(foe).spells.map(
    (name): Spell => ({ ...(model.find((each) => each.name === name) ?? harmful), name }),
  );
  return [...seen, ...model.filter(({ name }) => seen.every((each) => each.name !== name))];
};

/** What is told of a foe as it is, and all else as one of their own has it. */
const asUnknown = (foe: Combatant, usual: Usual, model: Sheet, reader: Reader): Combatant => {
  const { id, sheet, hp } = foe;
  const tells = (term: 'hp' | 'energy' | 'sheet'): boolean => reader.isNumberVisible(id, term);
  const maxHp = tells('hp') ? sheet.maxHp : usual.maxHp;
  const { luck, skills, firstAid, potions } = model;
  const own: Sheet = tells('sheet')
    ? { ...sheet, maxHp }
    : {
        ...{ ...sheet, maxHp, con: usual.con, luck, skills, firstAid, potions },
        ...{ weapons: believedWeapons(foe, model.weapons), spells: believedSpells(foe, model.spells) },
        ...{ energy: model.energy, hp: undefined, left: undefined },
      };
  return {
    ...foe,
    sheet: own,
    ...(!tells('hp') && {
      hp: hp <= 0 ? hp : Math.max(1, Math.round(reader.estimateShare(id, 'hp', hp, sheet.maxHp) * maxHp)),
      ...{ entryHp: maxHp, wounds: [] },
    }),
    ...(!tells('energy') && { energy: own.energy }),
    ...(!tells('sheet') && {
      uses: Object.fromEntries(
        own.spells.flatMap(({ name, prepared }) => (prepared === undefined ? [] : [[name, prepared]])),
      ),
      potions: [...potions],
    }),
  };
};

/** SEG-RUL-1. What a reader believes, to be played on: foes fight like one of their own, and what is declared in secret is declared anew. */
export const sampleBelief: SampleBelief<State> = (state, reader, draw) => {
  const own = state.combatants.filter(({ id }) => reader.knowsAllOf(id));
  const usual = usualOf(own);
  const secret = areDeclarationsSecret(state);
  return {
    ...state,
    effects: visibleEffects(state.effects, reader, termOf),
    ...namedByGm,
    combatants: state.combatants.map((each) => {
      const model = pickOne(own, draw);
      const known = secret && !reader.isControlled(each.id) ? undeclared(each) : each;
      return model === undefined || reader.knowsAllOf(each.id) ? known : asUnknown(known, usual, model.sheet, reader);
    }),
  };
};
