import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { line, step } from '../../../rules/lines.ts';
import { query } from '../action.ts';
import { commanded } from '../checks.ts';
import { areaNames } from '../field.ts';
import { moveTypes } from '../model.ts';
import { moveReach, planMove, typeNames } from '../movement.ts';
import { freshTurn } from '../rounds.ts';
import { areas } from '../sheet.ts';

/** SW-MOVE. Where each type of movement leads. */
export const reach = query({
  summary: 'Where each movement leads',
  params: z.strictObject({}),
  answer: (state, call) => {
    const unit = commanded(state, call);
    if (!unit.ok) return unit;
    const own = { ...unit.value, turn: unit.value.turn ?? freshTurn(state, unit.value) };
    const lines = moveTypes.map((type) => {
      if (state.settings.mode === 'standard')
        return line(`${typeNames[type]} Move: up to ${moveReach(state, own, type)} m.`, 'plain', [
          [step('SW-MOVE-9', `${type}`)],
        ]);
      const open = areas.filter((area) => area !== own.area && planMove(state, own, { type, to: { area } }).ok);
      const to = open.length > 0 ? open.map((area) => areaNames[area]).join(', ') : 'no other area';
      return line(`${typeNames[type]} Move: ${to}.`, 'plain', [[step('SW-MOVE-8', `${type}`)]]);
    });
    return ok({ title: `Movement of ${own.id}`, lines });
  },
});
