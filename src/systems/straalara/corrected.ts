import type { Change } from './change.ts';
import type { Combatant, State } from './model.ts';
import { comparedRating } from './rating.ts';
import { patched } from './roster.ts';
import { comesLate, inActingOrder, secondValue } from './stance.ts';
import { lifeSet, woundsCorrected } from './wounds.ts';

/** The battle after the GM put something right (ST-GEN-4). */
export const corrected = (state: State, change: Change): State => {
  const changed = (who: string, to: (me: Combatant) => Combatant): State => patched(state, who, to);
  switch (change.set) {
    case 'lost':
      return changed(change.who, (me) => woundsCorrected({ ...me, lost: change.n }, state));
    case 'overflow':
      return changed(change.who, (me) => woundsCorrected({ ...me, overflow: change.n }, state));
    case 'life':
      return changed(change.who, (me) => lifeSet(me, change.life, state));
    case 'dazed':
      return changed(change.who, (me) => ({ ...me, dazed: change.on, dazeEnds: false }));
    case 'rating':
      return reordered(
        changed(change.who, (me) => ({ ...me, rating: change.n })),
        change.who,
      );
    case 'score':
      return reordered(
        changed(change.who, (me) => ({ ...me, score: change.n, rating: me.rating ?? 0 })),
        change.who,
      );
    case 'stance':
      return changed(change.who, (me) => ({ ...me, stance: change.stance }));
    case 'action':
      return changed(change.who, (me) => {
        const action = { status: 'nominated' as const, as: change.as, opened: true };
        return { ...me, actions: change.slot === 1 ? [action, me.actions[1]] : [me.actions[0], action] };
      });
    case 'moved':
      return changed(change.who, (me) => ({ ...me, moved: change.n }));
    case 'defenses-used':
      return changed(change.who, (me) => ({ ...me, defensesUsed: change.n }));
    case 'progress':
      return changed(change.who, (me) => ({
        ...me,
        extended: me.extended && { ...me.extended, progress: change.n },
      }));
    case 'no-extended':
      return changed(change.who, (me) => ({ ...me, extended: undefined }));
    case 'no-botch':
      return changed(change.who, (me) => ({ ...me, openBotch: undefined }));
    case 'modifiers':
      return changed(change.who, (me) => ({ ...me, modifiers: change.modifiers }));
    case 'attribute':
      return changed(change.who, (me) => ({
        ...me,
        sheet: { ...me.sheet, attributes: { ...me.sheet.attributes, [change.name]: change.n } },
      }));
    case 'ability':
      return changed(change.who, (me) => ({
        ...me,
        sheet: { ...me.sheet, abilities: { ...me.sheet.abilities, [change.name]: change.n } },
      }));
    case 'armor':
      return changed(change.who, (me) => ({ ...me, sheet: { ...me.sheet, armor: change.n } }));
    case 'walk':
      return changed(change.who, (me) => ({ ...me, sheet: { ...me.sheet, walkSpeed: change.n } }));
    case 'weapon':
      return changed(change.who, (me) => ({
        ...me,
        sheet: {
          ...me.sheet,
          weapons: me.sheet.weapons.map((each) =>
            each.name === change.weapon ? { ...each, ready: change.ready, broken: change.broken } : each,
          ),
        },
      }));
    case 'next': {
      const mine = state.steps.find(({ combatant, over }) => combatant === change.who && !over);
      if (mine === undefined) return state;
      return {
        ...reopened(state),
        steps: [...state.steps.filter(({ over }) => over), mine, ...state.steps.filter((s) => !s.over && s !== mine)],
      };
    }
    case 'turn':
      return { ...state, turn: change.n };
    case 'seconds':
      return { ...state, elapsedSeconds: change.n };
    case 'no-attack':
      return { ...state, pendingAttack: undefined };
    case 'stage':
      return restaged(state, change.stage);
  }
};

/** A step that was open, but of which nothing is done yet, is opened anew in the order put right. */
const reopened = (state: State): State => {
  const { open, pendingAttack, steps } = state;
  const begun = open?.members.some(({ combatant, slot }) =>
    steps.some((step) => step.combatant === combatant && step.slot === slot && step.over),
  );
  return begun || pendingAttack !== undefined ? state : { ...state, open: undefined };
};

/** A score or rating put right moves the steps that are not over yet. */
const reordered = (after: State, who: string): State => {
  const me = after.combatants.find(({ name }) => name === who);
  if (me?.score === undefined) return after;
  const { score } = me;
  const rating = comparedRating(me, after);
  const steps = after.steps.map((step) =>
    step.combatant !== who || step.over
      ? step
      : {
          ...step,
          rating,
          value: step.slot === 1 ? score : secondValue(score),
          late: comesLate(step.slot, score, after.settings),
        },
  );
  const rosterOrder = after.combatants.flatMap(({ name }) => steps.filter((s) => s.combatant === name && !s.over));
  return {
    ...reopened(after),
    steps: [...steps.filter(({ over }) => over), ...inActingOrder(rosterOrder, after.settings)],
  };
};

/** To another stage of the same turn: what is done in it is done again. */
const restaged = (state: State, stage: 'INITIATIVE' | 'DECLARE' | 'END'): State => {
  const again = { ...state, stage, open: undefined, pendingAttack: undefined, steps: [] };
  if (stage === 'END') return again;
  return {
    ...again,
    combatants: state.combatants.map((me) => ({
      ...me,
      stance: 'none',
      actions: [{ status: 'empty' }, { status: 'empty' }],
      ...(stage === 'INITIATIVE' && { rating: undefined, score: undefined }),
    })),
  };
};
