import { corrected } from './corrected.ts';
import type { Event } from './events.ts';
import { declared, nominated, opened, sealBroken } from './evolve-nominations.ts';
import { acted, attacked, defended, readied, settledBotch, soaked } from './evolve-rolls.ts';
import { ended, stepLost, taken, withoutFallen } from './evolve-steps.ts';
import { type Combatant, freshCombatant, type State } from './model.ts';
import { patched } from './roster.ts';
import type { Sheet } from './sheet.ts';
import { healed, lifeSet, wounded } from './wounds.ts';

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
      return patched(state, event.who, (me) => nominated(me, event));
    case 'opened':
      return {
        ...state,
        combatants: state.combatants.map((me) => (event.who.includes(me.name) ? opened(me, event.slot) : me)),
      };
    case 'actions-opened':
      return { ...state, stage: 'ACTIONS', steps: event.steps };
    case 'step-lost':
      return stepLost(state, event);
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
