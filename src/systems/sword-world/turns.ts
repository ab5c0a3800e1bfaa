import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Draft } from './action.ts';
import type { State, Turn, Unit } from './model.ts';
import type { Code } from './refusals.ts';
import { freshTurn } from './rounds.ts';
import { bodyAble, company, theUnit, unitAble, whyUnable } from './units.ts';

/** The open turn of a unit; a fresh one where none is open, as before the first thing it does. */
export const turnOf = (state: State, unit: Unit): Turn => unit.turn ?? freshTurn(state, unit);

/** SW-ACT-3, -4, SW-MULTI-2. May this body use its Major Action? */
export const mayMajor = (state: State, unit: Unit, body: string): Result<Turn, Refusal<Code>> => {
  const turn = turnOf(state, unit);
  const own = unit.bodies.find(({ id }) => id === body);
  if (!unitAble(unit) || (own && !bodyAble(own)))
    return refuse('E_CANNOT_ACT', { unit: ref(own?.id ?? unit.id), reason: whyUnable(unit) });
  if (turn.majors.includes(body)) return refuse('E_MAJOR_ALREADY_USED');
  return turn.moveType === 'full' ? refuse('E_MAJOR_AFTER_FULL_MOVE') : ok(turn);
};

/** SW-ACT-5. May a Minor Action be taken? */
export const mayMinor = (state: State, unit: Unit, afterFull = false): Result<Turn, Refusal<Code>> => {
  const turn = turnOf(state, unit);
  if (!unitAble(unit)) return refuse('E_CANNOT_ACT', { unit: ref(unit.id), reason: whyUnable(unit) });
  return turn.moveType === 'full' && !afterFull ? refuse('E_MINOR_AFTER_FULL_MOVE') : ok(turn);
};

/** SW-ACT-10. And may weapons still be handled? */
export const mayHandle = (state: State, unit: Unit, afterFull = false): Result<Turn, Refusal<Code>> => {
  const turn = mayMinor(state, unit, afterFull);
  if (!turn.ok) return turn;
  return turn.value.majors.length > 0 ? refuse('E_WEAPON_MINOR_AFTER_MAJOR') : turn;
};

/** Notes what a unit has done of its turn. */
export const spend = (draft: Draft, id: string, change: Partial<Turn>): void => {
  const turn = turnOf(draft.now(), theUnit(draft.now(), id));
  draft.emit({ type: 'spent', turns: [{ unit: id, turn: { ...turn, ...change } }] });
};

/** SW-ACT-2, SW-MOUNT-2. A Major Action; without a movement chosen it fixes a Limited one for rider and mount. */
export const spendMajor = (draft: Draft, id: string, body: string, more: Partial<Turn> = {}): void => {
  const state = draft.now();
  const unit = theUnit(state, id);
  const turns = company(state, unit)
    .filter((each) => each.id === id || each.turn !== undefined)
    .map((each) => {
      const turn = turnOf(state, each);
      const own = each.id === id ? { majors: [...turn.majors, body], ...more } : {};
      return { unit: each.id, turn: { ...turn, moveType: turn.moveType ?? 'limited', ...own } };
    });
  draft.emit({ type: 'spent', turns });
};
