import { type Combatant, type State, stateSchema } from '../../../src/systems/skure/state.ts';
import { type Pick, picker } from '../../chance.ts';

/** What is left, in the five words of default disclosure. */
const word = (hp: number, maxHp: number): number => (hp >= maxHp ? 4 : Math.floor((hp / maxHp) * 4));

/** Another foe with the same visible life and the rates that attacks reveal; the rest of its sheet differs. */
const other = (foe: Combatant, pick: Pick): Combatant => {
  const { sheet, hp } = foe;
  const maxHp = 10 + pick(90);
  const alike = Array.from({ length: maxHp }, (_, n) => n + 1).filter(
    (each) => word(each, maxHp) === word(hp, sheet.maxHp),
  );
  return {
    ...foe,
    hp: hp <= 0 ? hp : (alike[pick(alike.length)] ?? maxHp),
    essence: pick(30),
    sheet: {
      ...sheet,
      maxHp,
      hp: 1 + pick(maxHp),
      maxEssence: 30,
      size: 1 + pick(20),
      meleeRange: 1 + pick(3),
      rangedRange: pick(2) === 0 ? null : 1 + pick(9),
      traits: pick(2) === 0 ? ['BACKSTABBER', 'SUPER_DEFENSE'] : [],
      addOns: [{ element: 'fire', percent: 1 + pick(99) }],
      conversions: [{ element: 'cold', percent: 1 + pick(99) }],
      spells: [],
      breaths: [{ name: 'Other', range: 9, damage: 40, element: null, usesHitRoll: false }],
    },
  };
};

/** The battle with everything changed that the combatant's side cannot know by default. */
export const otherwise = (saved: unknown, actor: string, seed: number): State => {
  const state = stateSchema.parse(saved);
  const pick = picker(seed);
  const mine = state.combatants.find(({ id }) => id === actor);
  return {
    ...state,
    combatants: state.combatants.map((each) => {
      const roll = pick(2) === 0 ? {} : { roll: 1 + pick(100) };
      return each.team === mine?.team
        ? { ...each, next: { ...each.next, ...roll } }
        : { ...other(each, pick), next: { hit: pick(50), ...roll } };
    }),
  };
};
