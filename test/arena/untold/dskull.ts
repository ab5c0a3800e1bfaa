import { type State, stateSchema, type Warrior } from '../../../src/systems/dskull/state.ts';
import { type Pick, picker } from '../../chance.ts';

const teamOf = ({ seats }: State, owner: string): string | undefined => seats.find(({ id }) => id === owner)?.team;

/** A warrior with other weapons of the same reach, other traits and skills that no roll shows, and another cost. */
const otherSheet = (each: Warrior, pick: Pick): Warrior => {
  const melee = each.weapons.some(({ type }) => type === 'melee');
  const weapons = each.weapons.map((weapon) => ({ ...weapon, dice: 1 + pick(4), apr: 1 + pick(4), tags: [] }));
  const bow = { id: 'other bow', name: 'other bow', hands: 2, type: 'ranged', reach: false, apr: 2, dice: 3, tags: [] };
  return {
    ...each,
    body: 'bruiser',
    race: 'orc',
    cost: 1 + pick(20),
    weapons: melee && pick(2) === 0 ? [...weapons, { ...bow, type: 'ranged' }] : weapons,
    traits: [...each.traits, ...(pick(2) === 0 ? ['very-fast', 'strong', 'very-strong'] : ['slow', 'brave'])],
    skills: { ...each.skills, tactics: pick(3), medicine: pick(3) },
  };
};

/** The battle with everything changed that the seat's side cannot know by default. */
export const otherwise = (saved: unknown, actor: string, seed: number): State => {
  const state = stateSchema.parse(saved);
  const pick = picker(seed);
  return {
    ...state,
    triggers: state.triggers.filter(({ owner }) => teamOf(state, owner) === teamOf(state, actor)),
    warriors: state.warriors.map((each) =>
      teamOf(state, each.owner) === teamOf(state, actor) ? each : otherSheet(each, pick),
    ),
  };
};
