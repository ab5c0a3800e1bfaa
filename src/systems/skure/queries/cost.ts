import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { listed } from '../../../core/text.ts';
import { squareName } from '../../../rules/grid/square.ts';
import { line, step } from '../../../rules/lines.ts';
import { combatant } from '../../../rules/params.ts';
import { everybody } from '../checks.ts';
import { provokedOn, walkOf } from '../movement.ts';
import { paths } from '../offers.ts';
import { called, isPlaced, query } from '../state.ts';
import { pointsLeft, readPath } from '../ways.ts';

/** SK-MOVE-3, SK-AOO-1: what a path costs and whom it provokes, before it is walked. */
export const cost = query({
  summary: 'What a path costs, and whose attack of opportunity it brings',
  params: z.strictObject({
    path: z.string().max(600).meta({ description: 'Steps like N NE 2E, or squares like D4 D5', widget: 'path' }),
    target: combatant('Who would walk it; left out: you').optional(),
  }),
  offers: { path: paths, target: everybody },
  answer: (state, call, { path, target: name }, reader) => {
    const who = called(state, name ?? call.actor);
    if (who === undefined || !isPlaced(who) || !reader.sees(who.name) || !reader.tells(who.name, 'sheet'))
      return refuse('NO_SUCH_TARGET', { target: ref(name ?? call.actor) });
    const read = readPath(state, who, path);
    if (!read.ok) return read;
    const walk = walkOf(state, who, read.value);
    if (!walk.ok) return walk;
    const provoked = provokedOn(state, who.name, walk.value.path).filter((each) => reader.sees(each));
    return ok({
      title: `The way of ${who.name}`,
      lines: [
        line(
          `To ${squareName(walk.value.path.at(-1)?.at ?? who.at)}: ${walk.value.cost} of ${pointsLeft(state, who)} points.`,
          'plain',
          [walk.value.path.map(({ at, cost: each }) => step('SK-MOVE-3', `${squareName(at)} ${each}`))],
        ),
        line(provoked.length === 0 ? 'It provokes nobody.' : `It provokes ${listed(provoked)}.`),
      ],
      strokes: [
        {
          kind: 'move',
          points: [who.at, ...walk.value.path.map(({ at }) => at)].map(({ x, y }) => ({ x: x + 0.5, y: y + 0.5 })),
        },
      ],
    });
  },
});
