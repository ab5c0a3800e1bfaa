import { harm, suffer } from './armour-injury.ts';
import { gainCondition, loseCondition } from './conditions.ts';
import { gainMp } from './movement-points.ts';
import { isFigure, seatOf, warriorOf } from './seats.ts';
import type { Draft, Part } from './state.ts';
import type { Deed } from './windows.ts';

/** DS-INJ-10. Damage that no attack deals: armour only if its source says so, credit to nobody. */
export function* inflict(draft: Draft, target: string, damage: number, source: string, armour: boolean): Part {
  const warrior = warriorOf(draft.now(), target);
  if (warrior === undefined || !isFigure(warrior)) return;
  const came = yield* harm(draft, { target: warrior, damage, armour, concern: { kind: 'other' } });
  draft.emit({ type: 'harmed', target, source, harm: came });
  yield* suffer(draft, warrior, came.result, undefined);
}

function* perform(draft: Draft, deed: Deed, on: string): Part {
  const state = draft.now();
  const acts = state.activation?.warrior === on;
  switch (deed.do) {
    case 'mp':
      if (acts && deed.by > 0) yield* gainMp(draft, on, 'effect', deed.by);
      return;
    case 'actions':
      if (acts) draft.emit({ type: 'actions-changed', warrior: on, by: deed.by });
      return;
    case 'vp': {
      const seat = seatOf(state, on)?.id ?? warriorOf(state, on)?.owner;
      if (seat !== undefined) draft.emit({ type: 'scored', seat, vp: deed.by, why: 'effect' });
      return;
    }
    case 'damage':
      return yield* inflict(draft, on, deed.by, 'effect', false);
    case 'gain':
      return yield* gainCondition(draft, on, deed.condition);
    case 'clear':
      return yield* loseCondition(draft, on, deed.condition);
    case 'cancel':
    case 'amount':
    case 'say':
      return;
  }
}

/** A ruling in which effects can do all they say. */
export const withEffects = (draft: Draft): Draft => ({ ...draft, perform });
