import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { action } from '../action.ts';
import { acting } from '../checks.ts';
import { endTest } from '../ending.ts';
import { mayRetreat, retreatCount } from '../retreat.ts';
import { recompute } from '../skirmish.ts';
import { mayMajor, spendMajor, turnOf } from '../turns.ts';
import { decided, happens } from '../unfolding.ts';
import { company, unitOf } from '../units.ts';

/** SW-RETREAT-1..4, SW-RETREAT-10. With a mount it is the rider's declaration: SW-RUL-76. */
export const retreat = action({
  summary: 'Declare a retreat: the next movement may leave the melee',
  role: 'player',
  params: z.strictObject({}),
  resolve: (state, call) => {
    const turn = acting(state, call);
    if (!turn.ok) return turn;
    const { course, unit: named } = turn.value;
    const unit = unitOf(course.state, named.rider ?? '') ?? named;
    const sameTurn = state.settings.retreatTiming === 'sameTurn';
    const multi = unit.bodies.find(({ id }) => turnOf(course.state, unit).majors.includes(id));
    const major = mayMajor(course.state, unit, multi?.id ?? unit.id);
    if (!major.ok) return major;
    const way = mayRetreat(course.state, unit);
    if (!way.ok) return way;
    if (sameTurn && major.value.movementDone) return refuse('E_MOVE_ALREADY_TAKEN', { unit: ref(unit.id) });
    const { friends, hostiles, penalty } = retreatCount(course.state, unit);
    if (sameTurn)
      happens(course, { type: 'spent', turns: [{ unit: unit.id, turn: { ...major.value, majors: majorsOf(unit) } }] });
    else for (const body of majorsOf(unit).slice(0, 1)) spendMajor(course, unit.id, body, { majors: majorsOf(unit) });
    happens(course, {
      type: 'retreated',
      units: company(course.state, unit).map(({ id }) => id),
      friends,
      hostiles,
      penalty,
      ready: sameTurn,
    });
    recompute(course);
    endTest(course);
    return decided(course);
  },
});

/** The whole unit retreats: every section's Major Action goes with it. */
const majorsOf = ({ bodies }: { readonly bodies: readonly { readonly id: string }[] }): string[] =>
  bodies.map(({ id }) => id);
