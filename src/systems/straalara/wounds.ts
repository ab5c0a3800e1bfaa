import type { Combatant, State } from './model.ts';
import type { Settings } from './settings.ts';

/** ST-WOUND-2: the name of the level. */
export const levelOf = ({ lost }: Combatant, { healthTrack }: Settings): string =>
  lost === 0 ? 'Unhurt' : (healthTrack[lost - 1]?.level ?? 'Incapacitated');

/** ST-WOUND-2, ST-WOUND-4: dice lost at the current level; none for who cannot act. */
export const woundPenalty = ({ life, lost }: Combatant, { healthTrack }: Settings): number | undefined =>
  life !== 'up' ? undefined : lost === 0 ? 0 : (healthTrack[lost - 1]?.penalty ?? 0);

/** ST-WOUND-4, ST-RUL-29: what wounds take from attack, defense, action and oppose pools. */
export const poolPenalty = (me: Combatant, settings: Settings): number =>
  settings.woundsReducePools ? (woundPenalty(me, settings) ?? 0) : 0;

/** ST-WOUND-5: what falling ends. The life is set by the caller. */
export const fallen = (me: Combatant): Combatant => ({
  ...me,
  stance: 'none',
  dazed: false,
  dazeEnds: false,
  extended: undefined,
  actions: [
    me.actions[0].status === 'nominated' ? { status: 'lost', as: me.actions[0].as } : me.actions[0],
    me.actions[1].status === 'nominated' ? { status: 'lost', as: me.actions[1].as } : me.actions[1],
  ],
});

/** ST-WOUND-1, ST-WOUND-5..7, ST-DAZE-4: the combatant after losing that many levels at once. */
export const wounded = (me: Combatant, healthLost: number, dazes: boolean, settings: Settings): Combatant => {
  const most = settings.healthTrack.length;
  const lost = Math.min(most, me.lost + healthLost);
  const overflow = me.overflow + me.lost + healthLost - lost;
  const hurt = { ...me, lost, overflow };
  if (me.life === 'dead' || lost < most) return me.life === 'up' && dazes ? { ...hurt, dazed: true } : hurt;
  const dies = settings.death === 'overflow' && overflow >= 1 && healthLost >= 1;
  return { ...fallen(hurt), life: dies ? 'dead' : 'incapacitated' };
};

/** ST-GM-3: overflow falls first, then levels; who stands up again has no stance and, but in INITIATIVE, no score. */
export const healed = (me: Combatant, levels: number, { settings, stage }: State): Combatant => {
  const overflow = Math.max(0, me.overflow - levels);
  const lost = Math.max(0, me.lost - (levels - (me.overflow - overflow)));
  const better = { ...me, overflow, lost };
  return me.life === 'incapacitated' && lost < settings.healthTrack.length ? risen(better, stage) : better;
};

/** ST-RUL-4: up again, acting from the next turn on. */
export const risen = (me: Combatant, stage: State['stage']): Combatant => ({
  ...me,
  life: 'up',
  stance: 'none',
  ...(stage === 'INITIATIVE' ? {} : { rating: undefined, score: undefined }),
});

/** ST-GM-4. */
export const lifeSet = (me: Combatant, life: Combatant['life'], { settings, stage }: State): Combatant => {
  const most = settings.healthTrack.length;
  if (life !== 'up') return { ...fallen(me), life, lost: most };
  const alive = me.lost >= most ? { ...me, lost: most - 1, overflow: 0 } : me;
  return me.life === 'up' ? alive : risen(alive, stage);
};

/** Levels put right by hand: life follows them, as damage or healing would have it. */
export const woundsCorrected = (me: Combatant, { settings, stage }: State): Combatant => {
  const full = me.lost >= settings.healthTrack.length;
  if (!full) return me.life === 'incapacitated' ? risen({ ...me, overflow: 0 }, stage) : { ...me, overflow: 0 };
  if (me.life === 'dead') return me;
  return { ...fallen(me), life: settings.death === 'overflow' && me.overflow >= 1 ? 'dead' : 'incapacitated' };
};
