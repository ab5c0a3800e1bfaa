import { memoizeByKey, memoizeByObject } from '../../../core/memoize.ts';
import { estimatedShare, type Reader } from '../../../rules/reader.ts';
import { pickOne, roundedMean, type SampleBelief, visibleEffects } from '../../../rules/tactics.ts';
import type { Sheet } from '../sheet.ts';
import type { Combatant, State } from '../state.ts';

const estimateHp = (share: number, maxHp: number): number => Math.max(1, Math.round(share * maxHp));

const meanMaxHp = (own: readonly Combatant[]): number => {
  const figures = own.map(({ sheet }) => sheet.maxHp);
  return Math.max(1, roundedMean(figures, 1));
};

/** The combatant without a die result set by the GM. The GM’s other modifiers are public. SK-EXC-3. */
const withPublicModifiers = (own: Combatant): Combatant => {
  const { roll, ...next } = own.next;
  return roll === undefined ? own : { ...own, next };
};

/** A foe’s sheet as its enemies know it: rates and affinities, but no traits, spells or ranged attack. */
const createPlainSheet = memoizeByObject((sheet: Sheet) => {
  const plain = {
    ...sheet,
    ...{ maxEssence: 0, meleeRange: 1, rangedRange: null },
    ...{ traits: [], conversions: [], addOns: [], spells: [], breaths: [], promotion: undefined },
  };
  return memoizeByKey((maxHp: number) => memoizeByKey((size: number): Sheet => ({ ...plain, maxHp, size })));
});

const createBelievedFoe = (foe: Combatant, maxHp: number, size: number): Combatant => ({
  ...foe,
  next: {},
  hp: foe.hp <= 0 ? foe.hp : estimateHp(estimatedShare(foe.hp / Math.max(1, foe.sheet.maxHp)), maxHp),
  essence: 0,
  sheet: createPlainSheet(foe.sheet)(maxHp)(size),
});

/** The battle as this combatant’s side believes it to be, with estimated HP and sizes of foes. */
export const sideBelief = (state: State, me: Combatant): State => {
  const maxHp = meanMaxHp(state.combatants.filter(({ team }) => team === me.team));
  return {
    ...state,
    combatants: state.combatants.map((each) =>
      each.team === me.team ? withPublicModifiers(each) : createBelievedFoe(each, maxHp, me.sheet.size),
    ),
  };
};

/** The number whose visibility decides whether a modifier by the GM is visible. */
const termsByModifier = {
  ...{ hit: 'attack', damage: 'attack', attack: 'attack', dodge: 'defense', defense: 'defense' },
  ...{ 'damage-taken': 'defense', speed: 'speed', agility: 'agility', movement: 'sheet' },
};

/** A sheet as a reader believes it: visible numbers, the own side’s mean rates, and the rest from `model`. */
const createBelievedSheet = (foe: Combatant, own: readonly Combatant[], model: Sheet, reader: Reader): Sheet => {
  const { id, sheet } = foe;
  const isVisible = (term: string): boolean => reader.isNumberVisible(id, term);
  const rate = (term: 'attack' | 'defense' | 'speed' | 'agility'): number => {
    const usual = own.map((each) => each.sheet[term]);
    return isVisible(term) ? sheet[term] : roundedMean(usual, 0);
  };
  const { size, meleeRange, rangedRange, traits, conversions, addOns, spells, breaths } = isVisible('sheet')
    ? sheet
    : model;
  return {
    ...sheet,
    ...{ size, meleeRange, rangedRange, traits, conversions, addOns, spells, breaths },
    ...(!isVisible('sheet') && { promotion: undefined, hp: undefined, essence: undefined }),
    ...{ attack: rate('attack'), defense: rate('defense'), speed: rate('speed'), agility: rate('agility') },
    affinities: isVisible('affinity') ? sheet.affinities : {},
    maxHp: isVisible('hp') ? sheet.maxHp : meanMaxHp(own),
    maxEssence: isVisible('essence') ? sheet.maxEssence : model.maxEssence,
  };
};

/** A possible battle that fits what the reader knows. Hidden sheets copy one of the reader’s combatants. */
export const sampleBelief: SampleBelief<State> = (state, reader, draw) => {
  const own = state.combatants.filter(({ id }) => reader.knowsAllOf(id));
  return {
    ...state,
    effects: visibleEffects(state.effects, reader, termsByModifier),
    combatants: state.combatants.map((each): Combatant => {
      const model = pickOne(own, draw);
      if (model === undefined || reader.knowsAllOf(each.id)) return withPublicModifiers(each);
      const sheet = createBelievedSheet(each, own, model.sheet, reader);
      const share = reader.estimateShare(each.id, 'hp', each.hp, each.sheet.maxHp);
      return {
        ...each,
        next: {},
        sheet,
        hp: reader.isNumberVisible(each.id, 'hp') || each.hp <= 0 ? each.hp : estimateHp(share, sheet.maxHp),
        essence: reader.isNumberVisible(each.id, 'essence') ? each.essence : sheet.maxEssence,
      };
    }),
  };
};
