import { roundedMean, type SampleBelief, visibleEffects } from '../../../rules/beliefs.ts';
import type { Reader } from '../../../rules/reader.ts';
import { areSeatsHostile } from '../checks.ts';
import { hasZone } from '../engagement.ts';
import type { State, Warrior, Weapon } from '../state.ts';

/** Traits that show in rolls, costs and offers which everybody is told. */
const shown: readonly string[] = ['tough', 'fragile', 'small', 'intimidating', 'fearsome', 'awe-inspiring'];

/** Skills that show in the steps of an attack. */
const shownSkills: readonly string[] = ['weapon', 'parry'];

/** Dice of the weapons of that type that one's own side carries, on the average: what is believed of a foe's. */
const usualDice = (own: readonly Warrior[], type: Weapon['type']): number => {
  const dice = own.flatMap(({ weapons }) => weapons.flatMap((each) => (each.type === type ? [each.dice] : [])));
  return roundedMean(dice, 2);
};

type UsualDice = Readonly<Record<Weapon['type'], number>>;

const usualOf = (own: readonly Warrior[]): UsualDice => ({
  melee: usualDice(own, 'melee'),
  ranged: usualDice(own, 'ranged'),
});

/** With what a foe is believed to fight. */
const believedWeapon = 'weapon';

const weaponOf = (type: Weapon['type'], dice: number, reach: boolean): Weapon => ({
  id: believedWeapon,
  name: believedWeapon,
  hands: 1,
  type,
  reach,
  apr: 2,
  dice,
  tags: [],
});

/** A foe as everybody sees it. Its zone tells whether it fights hand to hand and how far it reaches, nothing with what. */
const seenFoe = (state: State, foe: Warrior, dice: UsualDice): Warrior => {
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
    held: holds ? [believedWeapon] : [],
  };
};

/**
 * The battle as this seat and those allied with it know it. Of foes they are told armour and the steps of rolls, not what else stands
 * on their sheets (`numbers` in `visibility.ts`), nor the effects that others keep.
 */
export const sideBelief = (state: State, seat: string): State => {
  const own = state.warriors.filter(({ owner }) => !areSeatsHostile(state, owner, seat));
  const dice = usualOf(own);
  return {
    ...state,
    triggers: [],
    warriors: state.warriors.map((each) =>
      areSeatsHostile(state, each.owner, seat) ? seenFoe(state, each, dice) : each,
    ),
  };
};

/** Which number of the rulebook a modifier of the GM's belongs to. */
const termOf = {
  ...{ attack: 'steps', defence: 'steps', injury: 'steps', morale: 'steps', strength: 'steps' },
  ...{ persuasion: 'steps', medicine: 'steps', armour: 'armour', movement: 'sheet', actions: 'sheet' },
};

const armours: readonly Warrior['armour'][] = ['none', 'light', 'heavy'];

/** The armour that most of these wear. */
const usualArmour = (own: readonly Warrior[]): Warrior['armour'] => {
  const counted = armours.map((armour) => ({ armour, worn: own.filter((each) => each.armour === armour).length }));
  return counted.toSorted((a, b) => b.worn - a.worn)[0]?.armour ?? 'none';
};

const asUnknown = (state: State, foe: Warrior, own: readonly Warrior[], reader: Reader): Warrior => {
  const seen = seenFoe(state, foe, usualOf(own));
  return {
    ...seen,
    ...(!reader.isNumberVisible(foe.id, 'armour') && { armour: usualArmour(own), shield: false }),
    ...(!reader.isNumberVisible(foe.id, 'steps') && { traits: [], skills: {} }),
  };
};

/** DS-ACT-2. What a foe whose activation is open holds, as far as it is seen. */
const activationSeen = (state: State, foes: readonly Warrior[]): Pick<State, 'activation'> => {
  const { activation } = state;
  const foe = activation && foes.find(({ id }) => id === activation.warrior);
  if (activation === undefined || foe === undefined) return {};
  const { primary, attacks, ...rest } = activation;
  const made = Object.values(attacks).reduce((sum, each) => sum + each, 0);
  return {
    activation: {
      ...rest,
      active: activation.active.length > 0 ? [believedWeapon] : [],
      ...(primary !== undefined && { primary: believedWeapon }),
      attacks: made > 0 ? { [believedWeapon]: made } : {},
    },
  };
};

/** What a reader believes, to be played on: who is not told of strikes as one of their own warbands does; what others keep for later is unknown. */
export const sampleBelief: SampleBelief<State> = (state, reader) => {
  const own = state.warriors.filter(({ id, owner }) => reader.knowsAllOf(id) || reader.knowsAllOf(owner));
  const known = ({ id, owner }: Warrior): boolean =>
    reader.knowsAllOf(id) || reader.knowsAllOf(owner) || reader.isNumberVisible(id, 'sheet');
  const foes = state.warriors.filter((each) => !known(each));
  return {
    ...state,
    ...activationSeen(state, foes),
    effects: visibleEffects(state.effects, reader, termOf),
    triggers: state.triggers.filter(({ owner }) => reader.knowsAllOf(owner)),
    warriors: state.warriors.map((each) => (known(each) ? each : asUnknown(state, each, own, reader))),
  };
};
