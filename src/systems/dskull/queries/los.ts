import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { signed } from '../../../core/text.ts';
import { type Square, squareFrom, squareName } from '../../../rules/grid/square.ts';
import { line, step } from '../../../rules/lines.ts';
import { oneOf, text } from '../../../rules/params.ts';
import { onBoard } from '../board.ts';
import { findWarrior } from '../checks.ts';
import { terrainOf } from '../engagement.ts';
import { type Eyes, eyesOf } from '../eyes.ts';
import { everyFigure } from '../offers.ts';
import { coverStep } from '../ranged.ts';
import { actingIn } from '../seats.ts';
import { corners, coverOf, sight } from '../sight.ts';
import { query, type State } from '../state.ts';

/** A space by its name, or where a warrior stands whom the reader may see. */
export const placeCalled = (state: State, eyes: Eyes, called: string): Square | undefined => {
  const warrior = findWarrior(state, called);
  return warrior !== undefined && eyes.sees(warrior.id) ? warrior.at : squareFrom(called);
};

const words = { 'no-los': 'no line of sight', heavy: 'heavy cover', light: 'light cover', none: 'a clear view' };

/** DS-CMD-16, DS-LOS-1 to DS-LOS-15. Figures the reader must not know of are left out. */
export const los = query({
  summary: 'Count the lines of sight and name the cover',
  params: z.strictObject({
    target: text('To which space or warrior', 100),
    from: text('From which space or warrior; left out, the one who acts', 100).optional(),
    corner: oneOf('From which corner; left out, the best', corners).optional(),
  }),
  offers: { target: everyFigure, from: everyFigure },
  answer: (state, _call, { target, from, corner }, reader) => {
    const terrain = terrainOf(state);
    if (terrain === undefined || state.board === undefined) return refuse('no-board');
    const eyes = eyesOf(state, reader);
    const acting = actingIn(state)?.warrior;
    const own = acting && eyes.sees(acting.id) ? acting.at : undefined;
    const start = from === undefined ? own : placeCalled(state, eyes, from);
    const end = placeCalled(state, eyes, target);
    if (start === undefined) return refuse('E_OUT_OF_BOARD', { space: from ?? 'Nobody acts: the start' });
    if (end === undefined) return refuse('E_OUT_OF_BOARD', { space: target });
    const off = [start, end].find(
      (each) => !onBoard(terrain.state.board ?? { w: 0, h: 0, edges: [], voids: [] }, each),
    );
    if (off !== undefined) return refuse('E_OUT_OF_BOARD', { space: squareName(off) });
    const figures = terrain.figures.filter(({ id }) => eyes.sees(id)).map(({ at }) => at);
    const seen = sight(terrain.ground, figures, state.settings.los, start, end, corner);
    const cover = coverOf(seen.count);
    const clear = seen.lines.filter((each) => each.clear).length;
    const by = coverStep(state.settings, seen.count);
    return ok({
      title: `Line of sight from ${squareName(start)} to ${squareName(end)}`,
      lines: [
        line(
          `${seen.count} of 4 lines from the ${seen.corner} corner: ${words[cover]}.`,
          seen.count < 2 ? 'bad' : 'good',
          [
            seen.lines.map((each, index) =>
              step('DS-LOS-4', `to the ${corners[index] ?? ''} corner ${each.clear ? 'clear' : 'blocked'}`),
            ),
            [
              ...(clear > seen.count ? [step('DS-LOS-10', `${clear} clear, those of one direction count once`)] : []),
              step('DS-LOS-12', `count ${seen.count}`),
              ...(by === 0 ? [] : [step('DS-COVER-1', `step ${signed(by)}`)]),
            ],
          ],
        ),
      ],
      strokes: seen.lines.map((each) => ({
        kind: each.clear ? ('sight' as const) : ('blocked-sight' as const),
        points: [seen.from, each.to],
      })),
    });
  },
});
