import { corrected } from './corrected.ts';
import { shakenOff } from './daze.ts';
import type { Event, EventOf, Roll } from './events.ts';
import { type Combatant, freshCombatant, type OpenBotch, type SlotNumber, type State } from './model.ts';
import { spent } from './modifiers.ts';
import type { Sheet } from './sheet.ts';
import { healed, lifeSet, wounded } from './wounds.ts';

type Change = (me: Combatant) => Combatant;

const patched = (state: State, who: string, change: Change): State => ({
  ...state,
  combatants: state.combatants.map((each) => (each.name === who ? change(each) : each)),
});

const stepOver = (state: State, who: string, slot: SlotNumber): State => ({
  ...state,
  steps: state.steps.map((step) => (step.combatant === who && step.slot === slot ? { ...step, over: true } : step)),
});

/** ST-WOUND-5: whoever is no longer able has no steps left. */
const withoutFallen = (state: State): State => {
  const up = new Set(state.combatants.flatMap(({ name, life }) => (life === 'up' ? [name] : [])));
  return state.steps.every(({ combatant, over }) => over || up.has(combatant))
    ? state
    : { ...state, steps: state.steps.filter(({ combatant, over }) => over || up.has(combatant)) };
};

const filledSlot = (me: Combatant, slot: SlotNumber, action: Combatant['actions'][number]): Combatant => ({
  ...me,
  actions: slot === 1 ? [action, me.actions[1]] : [me.actions[0], action],
});

const finished = (me: Combatant, slot: SlotNumber, status: 'taken' | 'passed' | 'lapsed' | 'lost'): Combatant => {
  const action = me.actions[slot - 1];
  return filledSlot(me, slot, { status, ...(action?.status === 'nominated' && { as: action.as }) });
};

const ended = (state: State, who: string, slot: SlotNumber, status: 'passed' | 'lapsed', move: number): State =>
  stepOver(
    patched(state, who, (me) => ({ ...finished(me, slot, status), moved: me.moved + move })),
    who,
    slot,
  );

/** ST-RES-10: taking anything else than `recover` or `none` abandons an extended action. */
const taken = (state: State, { who, slot, move, as, retarget }: EventOf<'taken'>): State => {
  const keeps = as.action === 'continue' || as.action === 'recover' || as.action === 'none';
  const change: Change = (me) => {
    const extended = !keeps ? undefined : me.extended;
    return {
      ...filledSlot(me, slot, { status: 'taken', as }),
      moved: me.moved + move,
      extended:
        extended && retarget !== undefined
          ? { ...extended, action: { ...extended.action, target: retarget } }
          : extended,
    };
  };
  return stepOver(patched(state, who, change), who, slot);
};

const botched = (me: Combatant, roll: Roll, botch: OpenBotch): Combatant =>
  roll.outcome === 'botch' ? { ...me, openBotch: botch } : me;

const extendedAfter = (me: Combatant, roll: Roll, extended: EventOf<'attacked'>['extended']): Combatant['extended'] => {
  if (extended === undefined) return me.extended;
  if (extended.completed || roll.outcome === 'botch') return undefined;
  return { action: extended.action, progress: extended.progress, goal: extended.goal };
};

const attacked = (state: State, event: EventOf<'attacked'>): State => ({
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

const defended = (state: State, { who, maneuver, with: tool, roll }: EventOf<'defended'>): State =>
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

const soaked = (state: State, target: string | undefined, soak: Roll | undefined): State =>
  target === undefined || soak === undefined ? state : patched(state, target, (me) => spent(me, 'soak'));

const acted = (state: State, { who, target, what, roll, oppose, extended, blow }: EventOf<'acted'>): State => {
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

const readied = (me: Combatant, weapon: string, change: { ready?: boolean; broken?: boolean }): Combatant => ({
  ...me,
  sheet: {
    ...me.sheet,
    weapons: me.sheet.weapons.map((each) => (each.name === weapon ? { ...each, ...change } : each)),
  },
});

const settledBotch = (state: State, event: EventOf<'botch-settled'>): State => {
  const { weapon } = event;
  const settled = patched(state, event.who, (me) => ({
    ...(weapon === undefined ? me : readied(me, weapon, { broken: true })),
    openBotch: undefined,
  }));
  return soaked(settled, event.victim, event.blow?.soak);
};

/** ST-RES-12; a sealed second action is for its own turn only. */
const cleanedUp = (state: State): State => ({
  ...state,
  stage: 'INITIATIVE',
  turn: state.turn + 1,
  elapsedSeconds: state.elapsedSeconds + 3,
  steps: [],
  endOfTurnQueue: [],
  combatants: state.combatants.map((me) => ({
    ...me,
    stance: 'none',
    actions: [{ status: 'empty' }, { status: 'empty' }],
    moved: 0,
    defensesUsed: 0,
    rating: undefined,
    score: undefined,
    dazed: me.dazed && !me.dazeEnds,
    dazeEnds: false,
    intent: { ...me.intent, second: undefined },
  })),
});

const removed = (state: State, who: string): State => ({
  ...state,
  combatants: state.combatants.filter(({ name }) => name !== who),
  steps: state.steps.filter(({ combatant }) => combatant !== who),
  effects: state.effects.filter((effect) => effect.who !== who),
});

const declared = (me: Combatant, { stance, as, opened }: EventOf<'declared'>): Combatant => ({
  ...filledSlot(me, 1, { status: 'nominated', as, opened }),
  stance,
  intent: { second: me.intent.second },
});

const opened = (me: Combatant, slot: SlotNumber): Combatant => {
  const action = me.actions[slot - 1];
  return action?.status === 'nominated' ? filledSlot(me, slot, { ...action, opened: true }) : me;
};

const sealBroken = (me: Combatant, slot: SlotNumber): Combatant => ({
  ...me,
  intent: slot === 1 ? { second: me.intent.second } : { ...me.intent, second: undefined },
});

/** Who comes in wounded is as far down the track as when it left (ST-WOUND-5). */
const entered = ({ settings }: State, who: string, side: string | undefined, sheet: Sheet): Combatant => {
  const lost = Math.min(sheet.levelsLost ?? 0, settings.healthTrack.length);
  const life = lost === settings.healthTrack.length ? 'incapacitated' : 'up';
  return { ...freshCombatant(who, side, sheet), lost, life };
};

/** The battle after an event. Pure and total: it applies what the event says, and rolls nothing. */
export const evolve = (state: State, event: Event): State => {
  switch (event.type) {
    case 'entered':
      return { ...state, combatants: [...state.combatants, entered(state, event.who, event.side, event.sheet)] };
    case 'begun':
      return { ...state, settings: event.settings, stage: 'INITIATIVE', turn: 1, elapsedSeconds: 0 };
    case 'initiative':
      return patched(state, event.who, (me) => ({ ...me, rating: event.rating, score: event.score }));
    case 'nominations-opened':
      return { ...state, stage: 'DECLARE' };
    case 'sealed':
      return patched(state, event.who, (me) => ({ ...me, intent: event.intent }));
    case 'seal-broken':
      return patched(state, event.who, (me) => sealBroken(me, event.slot));
    case 'declared':
      return patched(state, event.who, (me) => declared(me, event));
    case 'nominated':
      return patched(state, event.who, (me) => ({
        ...filledSlot(me, 2, { status: 'nominated', as: event.as, opened: event.opened }),
        intent: { ...me.intent, second: undefined },
      }));
    case 'opened':
      return {
        ...state,
        combatants: state.combatants.map((me) => (event.who.includes(me.name) ? opened(me, event.slot) : me)),
      };
    case 'actions-opened':
      return { ...state, stage: 'ACTIONS', steps: event.steps };
    case 'step-lost':
      return stepOver(
        patched(state, event.who, (me) => shakenOff(finished(me, event.slot, 'lost'), state.settings)),
        event.who,
        event.slot,
      );
    case 'step-opened':
      return { ...state, batch: state.batch + 1, open: { members: event.members, held: [] } };
    case 'taken':
      return taken(state, event);
    case 'passed':
      return ended(state, event.who, event.slot, 'passed', event.move);
    case 'lapsed':
      return ended(state, event.who, event.slot, 'lapsed', event.move);
    case 'attacked':
      return attacked(state, event);
    case 'defended':
      return defended(state, event);
    case 'struck':
      return { ...soaked(state, event.target, event.blow?.soak), pendingAttack: undefined };
    case 'attack-dropped':
      return { ...state, pendingAttack: undefined };
    case 'acted':
      return acted(state, event);
    case 'queued':
      return { ...state, endOfTurnQueue: [...state.endOfTurnQueue, event.entry] };
    case 'held':
      return state.open === undefined
        ? state
        : { ...state, open: { ...state.open, held: [...state.open.held, event.what] } };
    case 'step-closed':
      return { ...state, open: undefined };
    case 'wounded':
      return withoutFallen(
        patched(state, event.who, (me) => wounded(me, event.healthLost, event.dazed, state.settings)),
      );
    case 'readied':
      return patched(state, event.who, (me) => readied(me, event.weapon, { ready: event.ready }));
    case 'end-reached':
      return { ...state, stage: 'END' };
    case 'took-effect':
      return soaked(state, event.entry.target, event.blow?.soak);
    case 'turn-ended':
      return cleanedUp(state);
    case 'modified':
      return patched(state, event.who, (me) => ({ ...me, modifiers: [...me.modifiers, event.modifier] }));
    case 'botch-settled':
      return settledBotch(state, event);
    case 'healed':
      return patched(state, event.who, (me) => healed(me, event.levels, state));
    case 'life-set':
      return withoutFallen(patched(state, event.who, (me) => lifeSet(me, event.life, state)));
    case 'removed':
      return removed(state, event.who);
    case 'corrected':
      return withoutFallen(corrected(state, event.change));
    case 'effect-hung':
      return {
        ...state,
        effects: [
          ...state.effects.filter(({ who, name }) => who !== event.effect.who || name !== event.effect.name),
          event.effect,
        ],
      };
    case 'effect-lifted':
      return {
        ...state,
        effects: state.effects.filter(({ who, name }) => who !== event.who || name !== event.name),
      };
    case 'effects-ticked':
      return { ...state, effects: event.left };
    case 'ended':
      return {
        ...state,
        stage: 'ENDED',
        pendingAttack: undefined,
        outcome: { winner: event.winner, reason: event.reason },
      };
  }
};
