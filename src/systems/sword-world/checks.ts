import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { type Call, mayCommand } from '../../rules/call.ts';
import type { Draft } from './action.ts';
import { areaCalled } from './field.ts';
import type { Place, State, Unit } from './model.ts';
import type { Code } from './refusals.ts';
import { inTurn } from './rounds.ts';
import type { Side } from './sheet.ts';
import { unitCalled } from './units.ts';

export type Checked<Value> = Result<Value, Refusal<Code>>;

export const called = (state: State, name: string): Checked<Unit> => {
  const unit = unitCalled(state, name);
  return unit === undefined ? refuse('E_NO_UNIT', { unit: ref(name) }) : ok(unit);
};

/** A mount obeys whoever runs its rider. */
export const runs = (call: Call, unit: Unit): boolean =>
  mayCommand(call, unit.id) || (unit.rider !== undefined && mayCommand(call, unit.rider));

/** The unit that is commanded, by one who may. */
export const commanded = (state: State, call: Call): Checked<Unit> => {
  const unit = called(state, call.actor);
  if (!unit.ok) return unit;
  return runs(call, unit.value) ? unit : refuse('E_NOT_YOURS', { unit: ref(unit.value.id) });
};

/** The commanded unit in its turn, which is opened if need be: SW-ROUND-7. */
export const acting = (draft: Draft, call: Call): Checked<Unit> => {
  const unit = commanded(draft.now(), call);
  return unit.ok ? inTurn(draft, unit.value) : unit;
};

/** Reads a place as a chat writes it: an area, or metres. */
export const placeCalled = (state: State, text: string, side: Side | undefined): Checked<Place> => {
  if (state.settings.mode === 'simplified') {
    const area = areaCalled(text, side);
    return area === undefined ? refuse('E_NO_PLACE', { place: text }) : ok({ area });
  }
  const [, metres] = /^\s*([-−]?\d{1,5})\s*m?\s*$/.exec(text) ?? [];
  return metres === undefined
    ? refuse('E_NO_PLACE', { place: text })
    : ok({ pos: Number(metres.replace('−', '-')) || 0 });
};

/** Someone of a side, or the GM: who may decide for the side together. */
export const speaksFor = (state: State, call: Call, side: Side): boolean => {
  if (call.gm) return true;
  const unseen = call.unseenBy?.(call.actor) ?? [];
  return state.units.some((unit) => unit.side === side && call.controls.includes(unit.id) && !unseen.includes(unit.id));
};
