import type { Sheet, Weapon } from '../sheet.ts';
import { type Combatant, hostile, keepsSecret, type State } from '../state.ts';

/** The middle of what is left, as the usual words tell it: unhurt, scratched, wounded, badly wounded, nearly felled. */
const believedShare = (share: number): number =>
  share >= 1 ? 1 : share >= 0.75 ? 0.875 : share >= 0.5 ? 0.625 : share >= 0.25 ? 0.375 : 0.125;

const mean = (values: readonly number[]): number =>
  Math.max(1, Math.round(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)));

/** What is held stands in sight, and how far it reaches; how well it is used does not. */
const heldInSight = ({ sheet, hand, offHand }: Combatant): readonly Weapon[] =>
  sheet.weapons
    .filter(({ name }) => name === hand || name === offHand)
    .map((weapon) => ({ ...weapon, sc: 0, rank: 0, damage: '1d1', specialization: 0 }));

/** A foe as its side’s enemies know it: what its defense and protection come to is told by every blow, the rest is as in one’s own side. */
const believed = (foe: Combatant, usual: Pick<Sheet, 'maxHp' | 'con'>): Combatant => {
  const { sheet, hp } = foe;
  const share = believedShare(hp / Math.max(1, sheet.maxHp));
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

/** The battle as the side of this combatant knows it (`numbers` in `visibility.ts`): declarations that are kept secret are unknown. */
export const asBelieved = (state: State, me: Combatant): State => {
  const own = state.combatants.filter((each) => !hostile(me, each));
  const usual = { maxHp: mean(own.map(({ sheet }) => sheet.maxHp)), con: mean(own.map(({ sheet }) => sheet.con)) };
  const secret = keepsSecret(state);
  return {
    ...state,
    combatants: state.combatants.map((each) => {
      const known = secret && each.id !== me.id ? undeclared(each) : each;
      return hostile(me, each) ? believed(known, usual) : known;
    }),
  };
};
