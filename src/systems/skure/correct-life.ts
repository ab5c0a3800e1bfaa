import { lifeAt } from './death.ts';
import type { Combatant, State } from './state.ts';

/** What HP set by hand make of somebody (SK-DEATH-1, SK-DEATH-2). The destroyed stay so until they live again. */
export const living = (hp: number, combatant: Combatant, { settings }: State): Partial<Combatant> => {
  const life = lifeAt(hp, settings);
  if (life !== 'dead') return { hp, life, deathCause: undefined, remains: undefined };
  const { deathCause = 'physical', remains = 'body' } = combatant;
  return { hp, life: combatant.life === 'destroyed' ? 'destroyed' : 'dead', deathCause, remains };
};

const decreed: Readonly<Record<Combatant['life'], (hp: number) => number>> = {
  conscious: (hp) => Math.max(hp, 1),
  unconscious: (hp) => (hp > 0 || hp <= -20 ? 0 : hp),
  dead: (hp) => Math.min(hp, -20),
  destroyed: () => -30,
};

/** A life that the BM decrees, with HP that fit it. */
export const decree = (combatant: Combatant, life: Combatant['life']): Partial<Combatant> => {
  const hp = decreed[life](combatant.hp);
  if (life === 'conscious' || life === 'unconscious') return { hp, life, deathCause: undefined, remains: undefined };
  const { deathCause = 'physical', remains = 'body' } = combatant;
  return { hp, life, deathCause, remains };
};
