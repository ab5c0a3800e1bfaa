import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant, names, oneOf, whole } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { asGm, findSeat, findWarrior } from '../checks.ts';
import { everyFigure, everySeat } from '../offers.ts';
import { combinedSteps, test, testable, warbandSteps } from '../skill-tests.ts';
import { order } from '../state.ts';

/** DS-TEST-1 to DS-TEST-7. A test that the scenario or the GM calls for. */
export const check = order({
  summary: 'Call for a test: of a warrior, of several together, or of a warband',
  role: 'gm',
  params: z.strictObject({
    skill: oneOf('Which skill or ability', testable),
    warriors: names('Who tests; several help each other').optional(),
    seat: combatant('Or whose whole warband tests').optional(),
    bonus: whole('Steps that the situation adds', -5, 5).default(0),
  }),
  offers: { warriors: everyFigure, seat: everySeat },
  resolve: function* (draft, call, { skill, warriors: called = [], seat: seatName, bonus }) {
    const state = draft.now();
    const gm = asGm(state, call, 'deploy', 'preparation', 'resolution');
    if (!gm.ok) return gm;
    const warriors = called.flatMap((name) => findWarrior(state, name) ?? []);
    const missing = called.find((name) => findWarrior(state, name) === undefined);
    if (missing !== undefined) return refuse('E_WARRIOR_UNKNOWN', { warrior: ref(missing) });
    const owner = warriors[0]?.owner ?? findSeat(state, seatName ?? '')?.id;
    if (owner === undefined) return refuse('seat-unknown', { seat: seatName ?? '' });
    const stranger = warriors.find((warrior) => warrior.owner !== owner);
    if (stranger !== undefined)
      return refuse('E_NOT_YOUR_WARRIOR', { warrior: ref(stranger.id), owner: ref(stranger.owner) });
    const steps = warriors.length > 0 ? combinedSteps(state, warriors, skill) : warbandSteps(state, owner, skill);
    const who = warriors.length > 0 ? warriors.map(({ id }) => id).join(', ') : owner;
    const tested = yield* test(draft, skill, owner, { ...steps, bonus }, { kind: 'other' }, who);
    draft.emit({ type: 'tested', seat: owner, warriors: warriors.map(({ id }) => id), skill, ...tested });
    return done;
  },
});
