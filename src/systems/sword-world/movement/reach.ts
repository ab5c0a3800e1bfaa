import { z } from 'zod';
import { phrase } from '../../../core/language.ts';
import { ref, say } from '../../../core/message.ts';
import { ok } from '../../../core/result.ts';
import { listed } from '../../../core/text.ts';
import { line, step } from '../../../rules/lines.ts';
import { requireCommandedUnit } from '../checks.ts';
import { areas } from '../sheet.ts';
import { moveTypes, query } from '../state.ts';
import { placeWithArticle } from '../text.ts';
import { freshTurn } from '../turns.ts';
import { moveReach, moveTypeNames, planMove } from './movement.ts';

const lengths = { limited: '3 m at most', normal: 'the Move Speed', full: 'three times the Move Speed' } as const;

const spans = { limited: 'stays in its area', normal: 'one area', full: 'two areas' } as const;

const simplifiedRules = { limited: 'SW-MOVE-3', normal: 'SW-MOVE-4', full: 'SW-MOVE-5' } as const;

/** SW-MOVE-3, SW-MOVE-4, SW-MOVE-5, SW-MOVE-9. Where each type of movement leads. */
export const reachQuery = query({
  summary: 'Show how far each movement goes',
  params: z.strictObject({}),
  answer: (state, call) => {
    const unit = requireCommandedUnit(state, call);
    if (!unit.ok) return unit;
    const own = { ...unit.value, turn: unit.value.turn ?? freshTurn(state, unit.value) };
    const lines = moveTypes.map((type) => {
      if (state.settings.mode === 'standard')
        return line(say`${moveTypeNames[type]} Move: up to ${moveReach(state, own, type)} m.`, 'plain', [
          [step('SW-MOVE-9', lengths[type])],
        ]);
      const open = areas.filter((area) => area !== own.area && planMove(state, own, { type, to: { area } }).ok);
      const to =
        open.length > 0
          ? phrase`to ${listed(
              open.map((area) => placeWithArticle({ area })),
              'or',
            )}`
          : 'to no other area';
      return line(say`${moveTypeNames[type]} Move: ${to}.`, 'plain', [[step(simplifiedRules[type], spans[type])]]);
    });
    return ok({ title: say`Movement of ${ref(own.id)}`, lines });
  },
});
