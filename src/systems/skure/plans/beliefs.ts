import { memoizeByKey, memoizeByObject } from '../../../core/memoize.ts';
import { estimatedShare, type Reader } from '../../../rules/reader.ts';
import { pickOne, roundedMean, type SampleBelief, visibleEffects } from '../../../rules/tactics.ts';
import type { Sheet } from '../sheet.ts';
import type { Combatant, State } from '../state.ts';

const leftOf = (share: number, maxHp: number): number => Math.max(1, Math.round(share * maxHp));

const usualHp = (own: readonly Combatant[]): number => {
  const figures = own.map(({ sheet }) => sheet.maxHp);
  return Math.max(1, roundedMean(figures, 1));
};

/** SK-EXC-3. What the BM has granted on the next roll of one's own is told; how the die is to fall is not. */
const withPublicGrants = (own: Combatant): Combatant => {
  const { roll, ...next } = own.next;
  return roll === undefined ? own : { ...own, next };
};

/** A sheet as every blow tells of it: its rates and affinities; what else it says is believed to be plain. */
const plainSheet = memoizeByObject((sheet: Sheet) => {
  const plain = {
    ...sheet,
    ...{ maxEssence: 0, meleeRange: 1, rangedRange: null },
    ...{ traits: [], conversions: [], addOns: [], spells: [], breaths: [], promotion: undefined },
  };
  return memoizeByKey((maxHp: number) => memoizeByKey((size: number): Sheet => ({ ...plain, maxHp, size })));
});

const asSeen = (foe: Combatant, maxHp: number, size: number): Combatant => ({
  ...foe,
  next: {},
  hp: foe.hp <= 0 ? foe.hp : leftOf(estimatedShare(foe.hp / Math.max(1, foe.sheet.maxHp)), maxHp),
  essence: 0,
  sheet: plainSheet(foe.sheet)(maxHp)(size),
});

/** The battle as the side of this combatant knows it (`numbers` in `visibility.ts`): HP of foes in words, of a size like one's own. */
export const sideBelief = (state: State, me: Combatant): State => {
  const maxHp = usualHp(state.combatants.filter(({ team }) => team === me.team));
  return {
    ...state,
    combatants: state.combatants.map((each) =>
      each.team === me.team ? withPublicGrants(each) : asSeen(each, maxHp, me.sheet.size),
    ),
  };
};

/** The visible number to which each of the BM’s modifiers belongs. */
const termOf = {
  ...{ hit: 'attack', damage: 'attack', attack: 'attack', dodge: 'defense', harm: 'defense', defense: 'defense' },
  ...{ speed: 'speed', agility: 'agility', movement: 'sheet' },
};

/** A sheet of which what is told stands there, rates are as on one's own side, and the rest is as on the sheet of somebody there. */
const believedSheet = (foe: Combatant, own: readonly Combatant[], model: Sheet, reader: Reader): Sheet => {
  const { name, sheet } = foe;
  const tells = (term: string): boolean => reader.isNumberVisible(name, term);
  const rate = (term: 'attack' | 'defense' | 'speed' | 'agility'): number => {
    const usual = own.map((each) => each.sheet[term]);
    return tells(term) ? sheet[term] : roundedMean(usual, 0);
  };
  const { size, meleeRange, rangedRange, traits, conversions, addOns, spells, breaths } = tells('sheet')
    ? sheet
    : model;
  return {
    ...sheet,
    ...{ size, meleeRange, rangedRange, traits, conversions, addOns, spells, breaths },
    ...(!tells('sheet') && { promotion: undefined, hp: undefined, essence: undefined }),
    ...{ attack: rate('attack'), defense: rate('defense'), speed: rate('speed'), agility: rate('agility') },
    affinities: tells('affinity') ? sheet.affinities : {},
    maxHp: tells('hp') ? sheet.maxHp : usualHp(own),
    maxEssence: tells('essence') ? sheet.maxEssence : model.maxEssence,
  };
};

/** What a reader believes, to be played on: who is not told of is armed like one of their own, and how a die is to fall nobody knows. */
export const sampleBelief: SampleBelief<State> = (state, reader, draw) => {
  const own = state.combatants.filter(({ name }) => reader.knowsAllOf(name));
  return {
    ...state,
    effects: visibleEffects(state.effects, reader, termOf),
    combatants: state.combatants.map((each): Combatant => {
      const model = pickOne(own, draw);
      if (model === undefined || reader.knowsAllOf(each.name)) return withPublicGrants(each);
      const sheet = believedSheet(each, own, model.sheet, reader);
      const share = reader.estimateShare(each.name, 'hp', each.hp, each.sheet.maxHp);
      return {
        ...each,
        next: {},
        sheet,
        hp: reader.isNumberVisible(each.name, 'hp') || each.hp <= 0 ? each.hp : leftOf(share, sheet.maxHp),
        essence: reader.isNumberVisible(each.name, 'essence') ? each.essence : sheet.maxEssence,
      };
    }),
  };
};
