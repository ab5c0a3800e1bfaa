import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { isSameName } from '../../../core/text.ts';
import { line } from '../../../rules/lines.ts';
import { combatant, flag, text, wholeNumber } from '../../../rules/params.ts';
import { blowTallies } from '../../../rules/tally.ts';
import { done } from '../../../rules/verb.ts';
import { settle } from '../activation/activation.ts';
import { everyFigure, gmNow, offer } from '../checks.ts';
import { isStuck, passTurn } from '../rounds.ts';
import { called, type Draft, event, find, isFigure, order, type Part, warriorOrSeatId } from '../state.ts';
import { tellsSteps } from '../visibility.ts';
import { applyHarm, harmSchema, resolveHarm } from './harm.ts';
import { harmRows, harmText, toneOf } from './harm-rows.ts';
import { breakable, hurtThing } from './objects.ts';

/** DS-INJ-10. */
export const harmed = event(
  'harmed',
  { target: warriorOrSeatId, source: warriorOrSeatId, harm: harmSchema },
  {
    apply: (state) => state,
    tell: ({ target, source, harm }, { reader }) => {
      const armoured = reader.tells(target, 'armour');
      return line(
        say`${ref(target)} suffers ${harm.damage} damage (${source}): ${harmText(harm, armoured)}.`,
        toneOf(harm),
        harmRows(harm, tellsSteps(reader, target), armoured),
      );
    },
    counts: ({ target, harm }) => blowTallies(undefined, target, undefined, harm.final),
  },
);

/** DS-INJ-10. Damage that no attack deals: armour only if its source says so, credit to nobody. */
export function* dealHazardDamage(draft: Draft, target: string, damage: number, source: string, armour: boolean): Part {
  const warrior = find(draft.now(), target);
  if (warrior === undefined || !isFigure(warrior)) return;
  const came = yield* resolveHarm(draft, { target: warrior, damage, armour, concern: { kind: 'other' } });
  draft.emit({ type: 'harmed', target, source, harm: came });
  yield* applyHarm(draft, warrior, came.result, undefined);
}

/** DS-INJ-10, DS-OBJ-5. */
export const harm = order({
  summary: 'Let a hazard deal damage to a warrior or an object',
  role: 'gm',
  params: z.strictObject({
    target: combatant('Whom it hurts, or which object'),
    damage: wholeNumber('How much damage', 1, 30),
    armour: flag('Does armour help? Only if the source says so').default(false),
    source: text('What does it', 100).default('hazard'),
  }),
  offers: {
    target: (state, call, soFar) => [
      ...everyFigure(state, call, soFar),
      ...breakable(state).map(({ name }) => offer(name)),
    ],
  },
  resolve: function* (draft, call, { target: name, damage, armour, source }) {
    const state = draft.now();
    const gm = gmNow(state, call, 'deploy', 'preparation', 'resolution');
    if (!gm.ok) return gm;
    const target = called(state, name);
    const thing = target === undefined ? breakable(state).find((each) => isSameName(each.name, name)) : undefined;
    if (thing !== undefined) {
      yield* hurtThing(draft, { thing: thing.name, hits: damage, source, armour });
      return done;
    }
    if (target === undefined) return refuse('E_TARGET_UNKNOWN', { target: ref(name) });
    if (!isFigure(target)) return refuse('E_TARGET_REMOVED', { target: ref(target.id) });
    yield* dealHazardDamage(draft, target.id, damage, source, armour);
    if (state.activation !== undefined) yield* settle(draft);
    else if (isStuck(draft.now()) && state.phase === 'resolution') yield* passTurn(draft);
    return done;
  },
});
