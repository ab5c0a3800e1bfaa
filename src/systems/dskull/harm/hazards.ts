import { z } from 'zod';
import { isSameName, ref, say } from '../../../core/message.ts';
import { line, tallyAttack } from '../../../rules/event.ts';
import { combatantParam, doneVerdict, flagParam, textParam, wholeNumberParam } from '../../../rules/verb.ts';
import { advanceAfterOrder } from '../activation/activation.ts';
import { createOffer, offerAllFigures, requireGmInBattle, requireTarget } from '../checks.ts';
import { isStuck, passTurn } from '../rounds.ts';
import { type Draft, event, find, findByName, isFigure, order, type PartialRuling, warriorOrSeatId } from '../state.ts';
import { areStepsVisible } from '../visibility.ts';
import { applyHarm, describeHarm, harmRows, harmSchema, resolveHarm, toneOfHarm } from './harm.ts';
import { breakableObjects, damageObject } from './objects.ts';

/** DS-INJ-10. */
export const harmed = event(
  'harmed',
  { target: warriorOrSeatId, source: warriorOrSeatId, harm: harmSchema },
  {
    apply: (state) => state,
    narrate: ({ target, source, harm }, { reader }) => {
      const armoured = reader.isNumberVisible(target, 'armour');
      return line(
        say`${ref(target)} suffers ${harm.damage} damage (${source}): ${describeHarm(harm, armoured)}.`,
        toneOfHarm(harm),
        harmRows(harm, areStepsVisible(reader, target), armoured),
      );
    },
    tallies: ({ target, harm }) => tallyAttack(undefined, target, undefined, harm.final),
  },
);

/** DS-INJ-10. Damage that no attack deals: armour only if its source says so, credit to nobody. */
export function* dealHazardDamage(
  draft: Draft,
  target: string,
  damage: number,
  source: string,
  armour: boolean,
): PartialRuling {
  const warrior = find(draft.now(), target);
  if (warrior === undefined || !isFigure(warrior)) return;
  const came = yield* resolveHarm(draft, { target: warrior, damage, armour, concern: { kind: 'other' } });
  draft.emit(harmed({ target, source, harm: came }));
  yield* applyHarm(draft, warrior, came.result, undefined);
}

/** DS-INJ-10, DS-OBJ-5. */
export const harm = order({
  summary: 'Let a hazard deal damage to a warrior or an object',
  role: 'gm',
  params: z.strictObject({
    target: combatantParam('The warrior or object to damage'),
    damage: wholeNumberParam('How much damage', 1, 30),
    armour: flagParam('Does armour help? Only if the source says so').default(false),
    source: textParam('What causes the damage', 100).default('hazard'),
  }),
  offers: {
    target: (state, call, soFar) => [
      ...offerAllFigures(state, call, soFar),
      ...breakableObjects(state).map(({ name }) => createOffer(name)),
    ],
  },
  resolve: function* (draft, call, { target: name, damage, armour, source }) {
    const state = draft.now();
    const gm = requireGmInBattle(state, call, 'deploy', 'preparation', 'resolution');
    if (!gm.ok) return gm;
    const thing = breakableObjects(state).find((each) => isSameName(each.name, name));
    if (thing !== undefined && findByName(state, name) === undefined) {
      yield* damageObject(draft, { thing: thing.name, hits: damage, source, armour });
      return doneVerdict;
    }
    const target = requireTarget(state, name);
    if (!target.ok) return target;
    yield* dealHazardDamage(draft, target.value.id, damage, source, armour);
    if (state.activation !== undefined) yield* advanceAfterOrder(draft);
    else if (isStuck(draft.now()) && state.phase === 'resolution') yield* passTurn(draft);
    return doneVerdict;
  },
});
