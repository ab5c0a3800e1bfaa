import type { Combatant, State } from './state.ts';

/** The middle of what is left, as the usual words tell it: unhurt, scratched, wounded, badly wounded, nearly felled. */
const believedShare = (share: number): number =>
  share >= 1 ? 1 : share >= 0.75 ? 0.875 : share >= 0.5 ? 0.625 : share >= 0.25 ? 0.375 : 0.125;

/** A foe as every blow tells of it: its rates and affinities; what else its sheet says is believed to be plain. */
const believed = (foe: Combatant, maxHp: number, size: number): Combatant => ({
  ...foe,
  hp: foe.hp <= 0 ? foe.hp : Math.max(1, Math.round(believedShare(foe.hp / Math.max(1, foe.sheet.maxHp)) * maxHp)),
  essence: 0,
  sheet: {
    ...foe.sheet,
    ...{ maxHp, size, maxEssence: 0, meleeRange: 1, rangedRange: null },
    ...{ traits: [], conversions: [], addOns: [], spells: [], breaths: [], promotion: undefined },
  },
});

/** The battle as the side of this combatant knows it (`numbers` in `visibility.ts`): HP of foes in words, of a size like one's own. */
export const asBelieved = (state: State, me: Combatant): State => {
  const own = state.combatants.filter(({ team }) => team === me.team);
  const maxHp = Math.max(1, Math.round(own.reduce((sum, { sheet }) => sum + sheet.maxHp, 0) / Math.max(1, own.length)));
  return {
    ...state,
    combatants: state.combatants.map((each) => (each.team === me.team ? each : believed(each, maxHp, me.sheet.size))),
  };
};
