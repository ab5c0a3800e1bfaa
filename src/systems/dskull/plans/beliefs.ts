import type { Reader } from '../../../rules/reader.ts';
import { roundedMean, type SampleBelief, visibleEffects } from '../../../rules/tactics.ts';
import { areSeatsHostile } from '../checks.ts';
import { hasZone } from '../engagement.ts';
import type { State, Warrior, Weapon } from '../state.ts';

/** Traits that all players can see in rolls, costs and offers. */
const visibleTraits: readonly string[] = ['tough', 'fragile', 'small', 'intimidating', 'fearsome', 'awe-inspiring'];

/** Skills that all players can see in the steps of attacks. */
const shownSkills: readonly string[] = ['weapon', 'parry'];

/** Average dice of the own side’s weapons of a type, assumed for foes too. */
const usualDice = (own: readonly Warrior[], type: Weapon['type']): number => {
  const dice = own.flatMap(({ weapons }) => weapons.flatMap((each) => (each.type === type ? [each.dice] : [])));
  return roundedMean(dice, 2);
};

type UsualDice = Readonly<Record<Weapon['type'], number>>;

const calculateUsualDice = (own: readonly Warrior[]): UsualDice => ({
  melee: usualDice(own, 'melee'),
  ranged: usualDice(own, 'ranged'),
});

/** Id and name of the weapon that a foe is believed to have. */
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

/** A foe as all players see it. Its engagement zone reveals melee and reach, but not the foe’s weapon. */
const guessVisibleFoe = (state: State, foe: Warrior, dice: UsualDice): Warrior => {
  const melee = foe.weapons.filter(({ type }) => type === 'melee');
  const reach = melee.some((each) => each.reach);
  const type = melee.length > 0 ? 'melee' : 'ranged';
  const holds = !state.settings.engage.activeOnly || (foe.at !== undefined && hasZone(state, { ...foe, at: foe.at }));
  return {
    ...foe,
    body: 'grunt',
    race: 'human',
    cost: 0,
    traits: foe.traits.filter((each) => visibleTraits.includes(each)),
    skills: Object.fromEntries(Object.entries(foe.skills).filter(([skill]) => shownSkills.includes(skill))),
    weapons: [weaponOf(type, dice[type], reach)],
    held: holds ? [believedWeapon] : [],
  };
};

/** The battle as a seat’s side knows it: armour and roll steps of foes, but no triggers. */
export const sideBelief = (state: State, seat: string): State => {
  const own = state.warriors.filter(({ owner }) => !areSeatsHostile(state, owner, seat));
  const dice = calculateUsualDice(own);
  return {
    ...state,
    triggers: [],
    warriors: state.warriors.map((each) =>
      areSeatsHostile(state, each.owner, seat) ? guessVisibleFoe(state, each, dice) : each,
    ),
  };
};

/** The number whose visibility decides whether a modifier by the GM is visible. */
const termOf = {
  ...{ attack: 'steps', defence: 'steps', injury: 'steps', morale: 'steps', strength: 'steps' },
  ...{ persuasion: 'steps', medicine: 'steps', armour: 'armour', movement: 'sheet', actions: 'sheet' },
};

const armours: readonly Warrior['armour'][] = ['none', 'light', 'heavy'];

/** The armour that most of the own warriors wear, assumed for foes too. */
const usualArmour = (own: readonly Warrior[]): Warrior['armour'] => {
  const counted = armours.map((armour) => ({ armour, worn: own.filter((each) => each.armour === armour).length }));
  return counted.toSorted((a, b) => b.worn - a.worn)[0]?.armour ?? 'none';
};

const guessUnknownFoe = (state: State, foe: Warrior, own: readonly Warrior[], reader: Reader): Warrior => {
  const seen = guessVisibleFoe(state, foe, calculateUsualDice(own));
  return {
    ...seen,
    ...(!reader.isNumberVisible(foe.id, 'armour') && { armour: usualArmour(own), shield: false }),
    ...(!reader.isNumberVisible(foe.id, 'steps') && { traits: [], skills: {} }),
  };
};

/** A foe’s open activation, with the believed weapon, not the real ones. Empty for other activations. DS-ACT-2. */
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

/** A possible battle that fits what the reader knows, for simulations. Unknown foes get average values. */
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
    warriors: state.warriors.map((each) => (known(each) ? each : guessUnknownFoe(state, each, own, reader))),
  };
};
