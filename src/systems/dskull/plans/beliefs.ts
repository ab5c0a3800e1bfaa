import { hasZone } from '../engagement.ts';
import { hostileSeats } from '../players.ts';
import type { State, Warrior, Weapon } from '../state.ts';

/** Traits that show in rolls, costs and offers which everybody is told. */
const shown: readonly string[] = ['tough', 'fragile', 'small', 'intimidating', 'fearsome', 'awe-inspiring'];

/** Skills that show in the steps of an attack. */
const shownSkills: readonly string[] = ['weapon', 'parry'];

/** Dice of the weapons of that type that one's own side carries, on the average: what is believed of a foe's. */
const usualDice = (own: readonly Warrior[], type: Weapon['type']): number => {
  const dice = own.flatMap(({ weapons }) => weapons.flatMap((each) => (each.type === type ? [each.dice] : [])));
  return dice.length === 0 ? 2 : Math.round(dice.reduce((sum, each) => sum + each, 0) / dice.length);
};

const weaponOf = (type: Weapon['type'], dice: number, reach: boolean): Weapon => ({
  id: 'weapon',
  name: 'weapon',
  hands: 1,
  type,
  reach,
  apr: 2,
  dice,
  tags: [],
});

/** A foe as everybody sees it: its zone tells whether it fights hand to hand and how far it reaches, nothing with what. */
const believed = (state: State, foe: Warrior, dice: Readonly<Record<Weapon['type'], number>>): Warrior => {
  const melee = foe.weapons.filter(({ type }) => type === 'melee');
  const reach = melee.some((each) => each.reach);
  const type = melee.length > 0 ? 'melee' : 'ranged';
  const holds = !state.settings.engage.activeOnly || (foe.at !== undefined && hasZone(state, { ...foe, at: foe.at }));
  return {
    ...foe,
    body: 'grunt',
    race: 'human',
    cost: 0,
    traits: foe.traits.filter((each) => shown.includes(each)),
    skills: Object.fromEntries(Object.entries(foe.skills).filter(([skill]) => shownSkills.includes(skill))),
    weapons: [weaponOf(type, dice[type], reach)],
    held: holds ? ['weapon'] : [],
  };
};

/**
 * The battle as this seat and those allied with it know it. Of foes they are told armour and the steps of rolls, not what else stands
 * on their sheets (`numbers` in `visibility.ts`), nor the effects that others keep.
 */
export const asBelieved = (state: State, seat: string): State => {
  const own = state.warriors.filter(({ owner }) => !hostileSeats(state, owner, seat));
  const dice = { melee: usualDice(own, 'melee'), ranged: usualDice(own, 'ranged') };
  return {
    ...state,
    triggers: [],
    warriors: state.warriors.map((each) =>
      hostileSeats(state, each.owner, seat) ? believed(state, each, dice) : each,
    ),
  };
};
