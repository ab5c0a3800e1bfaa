import { shakenOff } from './daze.ts';
import type { EventOf } from './events.ts';
import type { Combatant, SlotNumber, State } from './model.ts';
import { patched } from './roster.ts';

/** One action of the turn with something new in it. */
export const filledSlot = (me: Combatant, slot: SlotNumber, action: Combatant['actions'][number]): Combatant => ({
  ...me,
  actions: slot === 1 ? [action, me.actions[1]] : [me.actions[0], action],
});

const stepOver = (state: State, who: string, slot: SlotNumber): State => ({
  ...state,
  steps: state.steps.map((step) => (step.combatant === who && step.slot === slot ? { ...step, over: true } : step)),
});

const finished = (me: Combatant, slot: SlotNumber, status: 'taken' | 'passed' | 'lapsed' | 'lost'): Combatant => {
  const action = me.actions[slot - 1];
  return filledSlot(me, slot, { status, ...(action?.status === 'nominated' && { as: action.as }) });
};

/** A step over without a roll: passed or lapsed, the walk done (ST-ACT-7, ST-NOM-8). */
export const ended = (state: State, who: string, slot: SlotNumber, status: 'passed' | 'lapsed', move: number): State =>
  stepOver(
    patched(state, who, (me) => ({ ...finished(me, slot, status), moved: me.moved + move })),
    who,
    slot,
  );

/** ST-DAZE-3. */
export const stepLost = (state: State, { who, slot }: EventOf<'step-lost'>): State =>
  stepOver(
    patched(state, who, (me) => shakenOff(finished(me, slot, 'lost'), state.settings)),
    who,
    slot,
  );

/** ST-RES-10: taking anything else than `recover` or `none` abandons an extended action. */
export const taken = (state: State, { who, slot, move, as, retarget }: EventOf<'taken'>): State => {
  const keeps = as.action === 'continue' || as.action === 'recover' || as.action === 'none';
  const change = (me: Combatant): Combatant => {
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

/** ST-WOUND-5: whoever is no longer able has no steps left. */
export const withoutFallen = (state: State): State => {
  const up = new Set(state.combatants.flatMap(({ name, life }) => (life === 'up' ? [name] : [])));
  return state.steps.every(({ combatant, over }) => over || up.has(combatant))
    ? state
    : { ...state, steps: state.steps.filter(({ combatant, over }) => over || up.has(combatant)) };
};
