import { z } from 'zod';
import { ref, say } from '../../core/message.ts';
import { line } from '../../rules/lines.ts';
import { bodyConditions } from './conditions.ts';
import { applyDamage } from './falling.ts';
import { rollDeathCheck } from './life.ts';
import { isCharacter } from './relations.ts';
import { type Draft, event, unitOrThingId } from './state.ts';
import { isDead, requireUnit, update } from './units.ts';
import { isBreathless } from './water.ts';

/** SW-WATER-8, SW-WATER-9. */
export const breathUpdated = event(
  'breath',
  { unit: unitOrThingId, rounds: z.int(), drowning: z.int().optional() },
  {
    apply: (state, { unit, rounds, drowning }) => update(state, unit, () => ({ underwaterRounds: rounds, drowning })),
    narrate: ({ unit, drowning }) => (drowning === undefined ? undefined : line(say`${ref(unit)} has no breath left.`)),
  },
);

/** SW-WATER-9. Six rounds are a minute. */
const roundsPerMinute = 6;

/** SW-WATER-8, SW-WATER-9, SW-WATER-12, SW-RUL-73. Out of breath after Vitality rounds; then a Death Check a minute, each harder. */
export const checkBreath = (draft: Draft, id: string): void => {
  const unit = requireUnit(draft.now(), id);
  const [body] = unit.bodies;
  if (body === undefined || !isCharacter(unit) || !isBreathless(draft.now(), unit) || isDead(body)) return;
  const vitality =
    unit.sheet.abilities?.vit ?? (unit.sheet.mods.vit === undefined ? undefined : unit.sheet.mods.vit * 6);
  const spent = unit.underwaterRounds;
  if (body.hp <= 0 || bodyConditions(unit, body).includes('unconscious')) {
    const since = unit.drowning ?? (vitality !== undefined && spent > vitality ? spent - vitality - 1 : -1);
    const drowning = since + 1;
    draft.emit(breathUpdated({ unit: id, rounds: spent + 1, drowning }));
    const due = drowning > 0 ? drowning % roundsPerMinute === 0 : spent === vitality && unit.drowning === undefined;
    if (due) rollDeathCheck(draft, body.id, drowning / roundsPerMinute);
    return;
  }
  const out = vitality !== undefined && spent >= vitality;
  draft.emit(breathUpdated({ unit: id, rounds: spent + 1, ...(out && { drowning: 0 }) }));
  if (out) applyDamage(draft, body.id, 'hp', body.hp);
};
