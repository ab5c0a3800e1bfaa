import { find } from './battle.ts';
import { change, slotChange } from './change.ts';
import { distance } from './engagement.ts';
import type { Attacked, EventOf, Impact } from './events.ts';
import type { Combatant, State } from './model.ts';

/** SEG-DMG-4, SEG-STUN-4, SEG-INT-3, SEG-DMG-5. */
export const suffered = (
  before: Combatant,
  { taken, hp, life, stunned, armorLoss, grievousPending, stuck, interrupted }: Impact,
): Partial<Combatant> => {
  const stopped = stunned || life !== 'up';
  return {
    hp,
    life,
    armorLoss,
    stunned: before.stunned || stunned,
    grievousPending: before.grievousPending || grievousPending,
    ...(stuck && { stuck: [...before.stuck, stuck] }),
    ...((interrupted || stopped) && { casting: undefined }),
    ...(stopped && {
      defending: undefined,
      dodging: false,
      ...(before.march && { march: { ...before.march, done: true } }),
    }),
    ...(life !== 'up' && { carried: undefined }),
    ...((taken > 0 || stunned) && { aimCarried: undefined }),
  };
};

/** SEG-HIT-6: an attack, and what the GM had named for it is spent. */
export const attackedState = (state: State, event: Attacked): State => {
  const { who, number, target, segment, impact } = event;
  const sighted = event.sights.reduce(
    (now, { who: seer, foe, seen }) => change(now, seer, ({ unseen }) => ({ unseen: { ...unseen, [foe]: seen } })),
    state,
  );
  const struck =
    number === undefined ? sighted : slotChange(sighted, who, number, { status: 'done', at: segment, target });
  const hit = impact === undefined ? struck : change(struck, target, (before) => suffered(before, impact));
  const spent = {
    ...hit,
    surprises: hit.surprises.filter((each) => each.attacker !== who || each.target !== target),
    adHocs: hit.adHocs.filter((each) => each.who !== who || (each.on !== 'attack' && each.on !== 'damage')),
    covers: hit.covers.filter((each) => each.from !== who || each.target !== target),
  };
  return event.use === 'melee' ? inMelee(spent, who, target) : spent;
};

/** SEG-RUL-20: without a map, a melee attack makes an engagement. */
const inMelee = (state: State, a: string, b: string): State => {
  const [one, other] = [find(state, a), find(state, b)];
  if (one === undefined || other === undefined || distance(state, one, other) !== undefined) return state;
  const known = state.engagements.some((pair) => pair.includes(a) && pair.includes(b));
  return known ? state : { ...state, engagements: [...state.engagements, [a, b]] };
};

/** SEG-DECL-7: later attacks of the list that named the same target follow. */
export const redirected = (state: State, { who, number, from, to, spell }: EventOf<'redirected'>): State =>
  change({ ...state, pending: undefined }, who, ({ initiatives, casting }) => ({
    initiatives: initiatives.map((slot) =>
      slot.number === number || (slot.target === from && (slot.status === 'pending' || slot.status === 'waiting'))
        ? { ...slot, target: to }
        : slot,
    ),
    ...(spell && casting && { casting: { ...casting, target: to } }),
  }));
