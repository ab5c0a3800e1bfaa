import { lineIsClear, zoneOf } from './board.ts';
import { type Combatant, type Draft, find, type Placed, type State } from './state.ts';

const bonuses = [0, 20, 35, 45] as const;

/** SK-AIM-3: what completed turns of aim add to the roll; held from the third on. */
export const aimBonus = (turns: number): number => bonuses[Math.min(turns, 3)] ?? 0;

/** SK-AIM-4, SK-RUL-35, SK-RUL-57. */
export const hasInSight = (state: State, aimer: Placed, target: Placed): boolean => {
  const zone = zoneOf(aimer, target.at, state.settings);
  return (
    (zone === 'front' || (zone === 'flank' && state.settings['aim.sight'] === 'visible')) &&
    lineIsClear(state, aimer.at, target.at)
  );
};

const keepsSight = (state: State, aimer: Combatant): boolean => {
  const target = aimer.aim === undefined ? undefined : find(state, aimer.aim.target);
  return (
    aimer.at === undefined ||
    target?.at === undefined ||
    hasInSight(state, { ...aimer, at: aimer.at }, { ...target, at: target.at })
  );
};

/** SK-AIM-4: after `who` moved or turned, every aim of it and on it that lost its target from sight is over. */
export const checkAims = ({ now, emit }: Draft, who: string): void => {
  for (const aimer of now().combatants)
    if (aimer.aim !== undefined && (aimer.name === who || aimer.aim.target === who) && !keepsSight(now(), aimer))
      emit({ type: 'aim-lost', who: aimer.name, target: aimer.aim.target, why: 'sight' });
};

/** SK-AIM-10. */
export const dropAimsAt = ({ now, emit }: Draft, who: string): void => {
  for (const { name, aim } of now().combatants)
    if (aim?.target === who) emit({ type: 'aim-lost', who: name, target: who, why: 'death' });
};
