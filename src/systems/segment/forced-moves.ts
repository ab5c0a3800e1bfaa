import { z } from 'zod';
import { phrase } from '../../core/language.ts';
import { joined, ref, say } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { barrierAt, describeBarrier } from '../../rules/grid/forced-path.ts';
import { formatSquare, squareParam, squareSchema } from '../../rules/grid/square.ts';
import { line } from '../../rules/lines.ts';
import { combatantParam, wholeNumberParam } from '../../rules/params.ts';
import { doneVerdict } from '../../rules/verb.ts';
import { rollAttributeMultiple } from './attribute-checks.ts';
import { offerAllCombatants, requireGmTarget } from './checks.ts';
import { barrierChecksFor } from './engagement.ts';
import { proneRows } from './prone.ts';
import { percentRow } from './rows.ts';
import { combatantId, event, order, percentRollSchema, update } from './state.ts';
import { isSumVisible } from './visibility.ts';

export const forceMoved = event(
  'force-moved',
  {
    who: combatantId,
    to: squareSchema.optional(),
    feet: z.int().optional(),
    stopped: z.boolean(),
    interrupted: z.boolean(),
    roll: percentRollSchema.optional(),
    prone: z.boolean(),
  },
  {
    apply: (state, event) =>
      update(state, event.who, (before) => ({
        pos: event.to ?? before.pos,
        prone: before.prone || event.prone,
        aimCarried: undefined,
        ...(event.interrupted && { casting: undefined }),
        ...(event.stopped && {
          actionsLost: 'moved',
          ...(before.march && { march: { ...before.march, done: true } }),
        }),
      })),
    narrate: ({ who, to, stopped, interrupted, prone, roll }, { reader, after }) =>
      line(
        joined(
          [
            say`${ref(who)} is forced to move${to === undefined ? '' : phrase` to ${formatSquare(to)}`}.`,
            ...(stopped ? ['It loses the rest of its round.'] : []),
            ...(interrupted ? ['The spell is interrupted.'] : []),
            ...(prone ? [say`${ref(who)} falls.`] : []),
          ],
          ' ',
        ),
        'bad',
        [
          ...(roll && isSumVisible(reader, who, 'checks', roll.parts) ? [percentRow('SEG-NOMOVE-4', roll)] : []),
          ...(prone ? proneRows(after) : []),
        ],
      ),
  },
);

/** SEG-NOMOVE-4, SEG-INT-3: something moves a combatant against its will. */
export const forceMove = order({
  summary: 'Move a combatant against its will',
  role: 'gm',
  params: z.strictObject({
    target: combatantParam('Who is moved'),
    to: squareParam('The square to move to; leave it out if there is no map').optional(),
    feet: wholeNumberParam('Without a map: the distance in feet', 0, 1000).optional(),
  }),
  offers: { target: offerAllCombatants },
  resolve: (draft, call, { target, to, feet }) => {
    const state = draft.now();
    const found = requireGmTarget(state, call, target);
    if (!found.ok) return found;
    const who = found.value;
    const by = to && barrierAt(barrierChecksFor(state, who.id), to);
    if (to !== undefined && by !== undefined)
      return refuse('CANNOT_STAND', { square: formatSquare(to), problem: describeBarrier(by) });
    const still = who.noMovement && who.life === 'up';
    const roll = still ? rollAttributeMultiple(state, who, 'dex', 2, draft.dice) : undefined;
    draft.emit(
      forceMoved({
        who: who.id,
        ...(to !== undefined && { to }),
        ...(feet !== undefined && { feet }),
        stopped: still,
        interrupted: who.casting !== undefined,
        ...(roll && { roll }),
        prone: roll !== undefined && !roll.success,
      }),
    );
    return doneVerdict;
  },
});
