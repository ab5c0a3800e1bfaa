import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { acting } from '../checks.ts';
import { endTest } from '../ending.ts';
import { mayRetreat, retreatCount } from '../retreat.ts';
import { recompute } from '../skirmish.ts';
import { mayMajor, spendMajor, turnOf } from '../turns.ts';
import { company, unitOf } from '../units.ts';

/** SW-RETREAT-1..4, SW-RETREAT-10. With a mount it is the rider's declaration: SW-RUL-76. */
export const retreat = order({
  summary: 'Declare a retreat: the next movement may leave the melee',
  role: 'player',
  params: z.strictObject({}),
  resolve: (draft, call) => {
    const state = draft.now();
    const turn = acting(draft, call);
    if (!turn.ok) return turn;
    const named = turn.value;
    const unit = unitOf(draft.now(), named.rider ?? '') ?? named;
    const sameTurn = state.settings.retreatTiming === 'sameTurn';
    const multi = unit.bodies.find(({ id }) => turnOf(draft.now(), unit).majors.includes(id));
    const major = mayMajor(draft.now(), unit, multi?.id ?? unit.id);
    if (!major.ok) return major;
    const way = mayRetreat(draft.now(), unit);
    if (!way.ok) return way;
    if (sameTurn && major.value.movementDone) return refuse('E_MOVE_ALREADY_TAKEN', { unit: ref(unit.id) });
    const { friends, hostiles, penalty } = retreatCount(draft.now(), unit);
    if (sameTurn)
      draft.emit({ type: 'spent', turns: [{ unit: unit.id, turn: { ...major.value, majors: majorsOf(unit) } }] });
    else for (const body of majorsOf(unit).slice(0, 1)) spendMajor(draft, unit.id, body, { majors: majorsOf(unit) });
    draft.emit({
      type: 'retreated',
      units: company(draft.now(), unit).map(({ id }) => id),
      friends,
      hostiles,
      penalty,
      ready: sameTurn,
    });
    recompute(draft);
    endTest(draft);
    return done;
  },
});

/** The whole unit retreats: every section's Major Action goes with it. */
const majorsOf = ({ bodies }: { readonly bodies: readonly { readonly id: string }[] }): string[] =>
  bodies.map(({ id }) => id);
