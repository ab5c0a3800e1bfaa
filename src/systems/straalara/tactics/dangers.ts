import { type ActionSlot, type Combatant, isAble, type Stance, type State } from '../state.ts';
import type { AttackWorth, AttackWorths } from './attack-worth.ts';
import { isAlly } from './beliefs.ts';

/** What is to be feared in the rest of the turn. */
export interface Danger {
  readonly worth: number;
  /** The chance to be brought down. */
  readonly downChance: number;
}

/** How often a foe of unknown stance comes to a second attack. */
const secondAttacks = 0.5;

/** How many attacks on this one an action of a foe is: those of which nobody knows fall on anybody of the side alike. */
const attacksBy = (slot: ActionSlot, me: Combatant, share: number): number => {
  switch (slot.status) {
    case 'empty':
      return share;
    case 'nominated':
      if (!slot.opened) return share;
      if (slot.as.class === 'plain') return 0;
      return slot.as.target === me.name ? 1 : 0;
    case 'taken':
    case 'passed':
    case 'lapsed':
    case 'lost':
      return 0;
  }
};

const attacksOf = (foe: Combatant, me: Combatant, share: number): number => {
  const { stance, dazed, actions } = foe;
  if (stance === 'defense' || dazed) return 0;
  const first = attacksBy(actions[0], me, share);
  if (stance === 'mixed') return first;
  return first + attacksBy(actions[1], me, share) * (stance === 'offense' ? 1 : secondAttacks);
};

/** What the foes will do to this one in each stance, as far as it is known what they will do. */
export const estimateDangers = (state: State, me: Combatant, strikes: AttackWorths): ((stance: Stance) => Danger) => {
  const allies = state.combatants.filter((each) => isAble(each) && isAlly(me, each)).length;
  const foes = state.combatants.flatMap((foe) => {
    const attacks = isAble(foe) && !isAlly(me, foe) ? attacksOf(foe, me, 1 / Math.max(1, allies)) : 0;
    return attacks === 0 ? [] : [{ foe, attacks }];
  });
  return (stance) => {
    const so = { ...me, stance };
    /** Of foes who are believed to have the same sheet, by their wounds. */
    const threats = new Map<number, AttackWorth>();
    const threatOf = (foe: Combatant): AttackWorth => {
      const isUsual = foe.sheet === foes[0]?.foe.sheet;
      const harm = (isUsual ? threats.get(foe.lost) : undefined) ?? strikes.threat(foe, so);
      if (isUsual) threats.set(foe.lost, harm);
      return harm;
    };
    let worth = 0;
    let stands = 1;
    for (const { foe, attacks } of foes) {
      const harm = threatOf(foe);
      worth += harm.worth * attacks;
      stands *= Math.max(0, 1 - harm.downChance * attacks);
    }
    return { worth, downChance: 1 - stands };
  };
};
