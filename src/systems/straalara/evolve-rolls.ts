import type { EventOf, Roll } from './events.ts';
import type { Combatant, OpenBotch, State } from './model.ts';
import { spent } from './modifiers.ts';
import { patched } from './roster.ts';

const botched = (me: Combatant, roll: Roll, botch: OpenBotch): Combatant =>
  roll.outcome === 'botch' ? { ...me, openBotch: botch } : me;

const extendedAfter = (me: Combatant, roll: Roll, extended: EventOf<'attacked'>['extended']): Combatant['extended'] => {
  if (extended === undefined) return me.extended;
  if (extended.completed || roll.outcome === 'botch') return undefined;
  return { action: extended.action, progress: extended.progress, goal: extended.goal };
};

/** ST-RES steps 1 and 2: what the roll used up, a botch, and whether the target is asked. */
export const attacked = (state: State, event: EventOf<'attacked'>): State => ({
  ...patched(state, event.who, (me) => ({
    ...botched(spent(me, 'take'), event.roll, {
      roll: 'attack',
      maneuver: event.maneuver,
      weapon: event.weapon,
      base: event.base,
      batch: state.batch,
    }),
    extended: extendedAfter(me, event.roll, event.extended),
  })),
  pendingAttack: event.pending,
});

/** ST-DEF-8, ST-DEF-9. */
export const defended = (state: State, { who, maneuver, with: tool, roll }: EventOf<'defended'>): State =>
  roll === undefined
    ? state
    : patched(state, who, (me) => ({
        ...botched(spent(me, 'defend'), roll, {
          roll: 'defense',
          maneuver,
          weapon: maneuver === 'parry' ? tool : undefined,
          batch: state.batch,
        }),
        defensesUsed: me.defensesUsed + 1,
      }));

/** A soak roll uses up what waited for it (ST-GM-1). */
export const soaked = (state: State, target: string | undefined, soak: Roll | undefined): State =>
  target === undefined || soak === undefined ? state : patched(state, target, (me) => spent(me, 'soak'));

/** ST-ACT-1, ST-ACT-2. */
export const acted = (state: State, { who, target, what, roll, oppose, extended, blow }: EventOf<'acted'>): State => {
  const after = patched(state, who, (me) => ({
    ...botched(spent(me, 'take'), roll, { roll: 'action', maneuver: what, batch: state.batch }),
    extended: extendedAfter(me, roll, extended),
  }));
  const opposed =
    target === undefined || oppose === undefined
      ? after
      : patched(after, target, (me) =>
          botched(spent(me, 'defend'), oppose, { roll: 'oppose', maneuver: what, batch: state.batch }),
        );
  return soaked(opposed, target, blow?.soak);
};

/** A weapon drawn, put away or broken (ST-ACT-5, ST-GM-2). */
export const readied = (me: Combatant, weapon: string, change: { ready?: boolean; broken?: boolean }): Combatant => ({
  ...me,
  sheet: {
    ...me.sheet,
    weapons: me.sheet.weapons.map((each) => (each.name === weapon ? { ...each, ...change } : each)),
  },
});

/** ST-GM-2. */
export const settledBotch = (state: State, event: EventOf<'botch-settled'>): State => {
  const { weapon } = event;
  const settled = patched(state, event.who, (me) => ({
    ...(weapon === undefined ? me : readied(me, weapon, { broken: true })),
    openBotch: undefined,
  }));
  return soaked(settled, event.victim, event.blow?.soak);
};
