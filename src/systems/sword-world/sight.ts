import { z } from 'zod';
import { ok, phrase, ref, refuse, say } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { combatantParam } from '../../rules/verb.ts';
import { areasApart } from './battlefield.ts';
import { offerAllBodies, refuseTarget, requireCommandedUnit } from './checks.ts';
import { featNames, hasFeat } from './feats.ts';
import { misfireCandidates } from './misfire.ts';
import { findShield } from './range.ts';
import { query } from './state.ts';
import { capitalize } from './text.ts';
import { findBody, findByName, formatBodyName } from './units.ts';

/** SW-RANGE-2, SW-SHIELD-1, SW-MISFIRE-1. What lies between the unit and a target. */
export const sightQuery = query({
  summary: 'Show how far away a target is, and what hides it',
  params: z.strictObject({ target: combatantParam('The target') }),
  offers: { target: offerAllBodies },
  answer: (state, call, { target }, reader) => {
    const unit = requireCommandedUnit(state, call);
    if (!unit.ok) return unit;
    const whole = findByName(state, target);
    const [core] = whole?.bodies ?? [];
    const found = findBody(state, target) ?? (whole && core && { unit: whole, body: core });
    if (found === undefined || !reader.canSee(found.unit.id)) return refuseTarget(state, target, reader.canSee);
    const from = unit.value;
    const { area, pos } = found.unit;
    const title = say`${ref(from.id)} to ${whole === undefined ? formatBodyName(found.unit, found.body) : ref(whole.id)}`;
    const risky = misfireCandidates(state, from, found, { kind: 'weapon', shape: 'shot' }, featNames(from)).length > 0;
    const misfires = risky
      ? [
          line('A shot there misfires: it may hit anyone in the melee.', 'bad', [
            [step('SW-MISFIRE-1', 'target at random')],
          ]),
        ]
      : [];
    if (area !== undefined && from.area !== undefined) {
      const need = areasApart(from.area, area) * state.settings.areaDistance;
      return ok({
        title,
        lines: [
          line(need === 0 ? 'In the same area.' : say`Needs a range of ${need} m.`, 'plain', [
            [step('SW-RANGE-2', phrase`${need} m`)],
          ]),
          ...misfires,
        ],
      });
    }
    if (pos === undefined || from.pos === undefined)
      return refuse('E_NO_PLACE', { unit: ref((from.pos === undefined ? from : found.unit).id) });
    const shield = findShield(state, from, pos);
    const text = shield
      ? say`${capitalize(shield)} hides the target${hasFeat(featNames(from), 'Hawk Eye') ? ', but not from Hawk Eye' : ''}.`
      : 'In plain sight.';
    return ok({
      title,
      lines: [
        line(say`${Math.abs(pos - from.pos)} m. ${text}`, 'plain', [[step('SW-SHIELD-1', 'line of sight')]]),
        ...misfires,
      ],
    });
  },
});
