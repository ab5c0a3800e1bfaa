import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { type Line, line } from '../../../rules/lines.ts';
import { oneOf } from '../../../rules/params.ts';
import type { Answer } from '../../../rules/verb.ts';
import { boardFile } from '../actions/board.ts';
import { boardJson } from '../board-json.ts';
import { boardText, readBoard } from '../board-text.ts';
import { eyesOf } from '../eyes.ts';
import { type FieldPlan, query, type State } from '../state.ts';
import { groundView, plannedGround, view } from '../view.ts';

const planOf = (state: State): FieldPlan | undefined => {
  const { board, things, seats, zones } = state;
  return board ? { board, things, zones: seats.map(({ id }) => zones[id] ?? []) } : plannedGround(state);
};

/** As lines; its JSON, which is longer than a message, as a file. */
const written = (
  plan: FieldPlan,
  form: 'text' | 'json',
  before: readonly Line[] = [],
): Pick<Answer, 'lines' | 'files'> =>
  form === 'json'
    ? { lines: before, files: [{ name: 'board.json', content: `${boardJson(plan)}\n` }] }
    : {
        lines: [
          ...before,
          ...boardText(plan)
            .split('\n')
            .map((each) => line(each)),
        ],
      };

/** DS-DATA-11. The board as it could be given back to `board`; or a drawing, seen before it is taken. */
export const boardQuery = query({
  summary: 'Show and write down the board, or look at a drawing before it is taken',
  params: z.strictObject({
    drawing: z
      .string()
      .min(3)
      .max(6000)
      .meta({ description: 'A board to look at, as /dskull board takes it: 10x8; wall D3/D4; zone 1 A1-J2 …' })
      .optional(),
    file: boardFile.optional(),
    form: oneOf('As text or as JSON', ['text', 'json']).default('text'),
  }),
  answer: (state, _call, { drawing: typed, file, form }, reader) => {
    const drawing = file ?? typed;
    const eyes = eyesOf(state, reader);
    if (drawing !== undefined) {
      const read = readBoard(drawing);
      if (!read.ok) return read;
      const untaken = line('Nothing is changed yet: /dskull board takes it.', 'quiet');
      const board = groundView(state, read.value, eyes);
      return ok({ title: 'A board to look at', ...written(read.value, form, [untaken]), board });
    }
    const plan = planOf(state);
    if (plan === undefined) return refuse('no-board');
    const things = plan.things.map(({ carrier: _, ...thing }) => thing);
    const zones = state.seats.every(({ id }) => eyes.sees(id)) ? plan.zones : [];
    const { board } = view(state, reader);
    return ok({ title: 'The board', ...written({ ...plan, things, zones }, form), ...(board && { board }) });
  },
});
