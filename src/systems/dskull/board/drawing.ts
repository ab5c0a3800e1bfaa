import { z } from 'zod';
import { ok, phrase, refuse } from '../../../core/message.ts';
import type { RulesetLayout } from '../../../rules/content.ts';
import { type Line, line } from '../../../rules/event.ts';
import { type Answer, fileParam, oneOfParam } from '../../../rules/verb.ts';
import { requireGmWhile } from '../checks.ts';
import { event, type FieldPlan, fieldSchema, order, query, type State } from '../state.ts';
import { buildFieldPreview, findPlannedField, view } from '../view.ts';
import { formatBoard, formatBoardJson, parseBoard } from './text.ts';

/** The GM draws a board. DS-CMD-2, DS-DATA-11. */
export const groundDrawn = event('ground-drawn', {
  facts: { ground: fieldSchema },
  apply: (state, { ground }) => ({ ...state, own: ground }),
  narrate: ({ ground }) => line(phrase`The GM draws a board of ${ground.board.w} × ${ground.board.h} spaces.`),
});

/** A file with a board as text or JSON, for boards too long to type. */
const boardFile = fileParam('The board as a file of text or JSON', 65_536);

/** Replaces the scenario’s board with the GM’s own. DS-CMD-2, DS-DATA-11. */
export const drawOwnBoard = order({
  summary: 'Draw your own board, as text or JSON',
  role: 'gm',
  params: z.strictObject({
    board: z
      .string()
      .min(3)
      .max(6000)
      .meta({
        description: '10x8; wall D3/D4 B2-B5e; fence C1s; door E5/E6; use well B2 holds 3; zone 1 A1-J2 …, or JSON',
      })
      .optional(),
    file: boardFile.optional(),
  }),
  requires: requireGmWhile('setup'),
  resolve: (_draft, _call, { board: typed, file }) => {
    const read = parseBoard(file ?? typed ?? '');
    return read.ok ? groundDrawn({ ground: read.value }) : read;
  },
});

const findField = (state: State): FieldPlan | undefined => {
  const { board, objects, seats, zones } = state;
  return board ? { board, objects, zones: seats.map(({ id }) => zones[id] ?? []) } : findPlannedField(state);
};

/** Answers with a board as lines of text, or as a JSON file. */
const formatField = (
  plan: FieldPlan,
  form: 'text' | 'json',
  before: readonly Line[] = [],
): Pick<Answer, 'lines' | 'files'> =>
  form === 'json'
    ? { lines: before, files: [{ name: 'board.json', content: `${formatBoardJson(plan)}\n` }] }
    : {
        lines: [
          ...before,
          ...formatBoard(plan)
            .split('\n')
            .map((each) => line(each)),
        ],
      };

/** Shows the board as text that `drawOwnBoard` can load, or previews a drawing. DS-DATA-11. */
export const boardTextQuery = query({
  summary: 'Show the board as text, or preview a drawing',
  params: z.strictObject({
    drawing: z
      .string()
      .min(3)
      .max(6000)
      .meta({ description: 'A board to preview, as for /dskull board: 10x8; wall D3/D4; zone 1 A1-J2 …' })
      .optional(),
    file: boardFile.optional(),
    form: oneOfParam('As text or as JSON', ['text', 'json']).default('text'),
  }),
  answer: (state, _call, { drawing: typed, file, form }, reader) => {
    const drawing = file ?? typed;
    if (drawing !== undefined) {
      const read = parseBoard(drawing);
      if (!read.ok) return read;
      const untaken = line('Nothing is changed yet. Load this board with /dskull board.', 'quiet');
      const board = buildFieldPreview(state, read.value, reader);
      return ok({ title: 'Board preview', ...formatField(read.value, form, [untaken]), board });
    }
    const plan = findField(state);
    if (plan === undefined) return refuse('no-board');
    const objects = plan.objects.map(({ carrier: _, ...object }) => object);
    const zones = state.seats.every(({ id }) => reader.canSee(id)) ? plan.zones : [];
    const { board } = view(state, reader);
    return ok({ title: 'The board', ...formatField({ ...plan, objects, zones }, form), ...(board && { board }) });
  },
});

/** Exports the GM’s own board. Warriors are not included, because the rules deploy them. DS-CMD-2. */
export const layout: RulesetLayout<State> = {
  moveField: 'at',
  ground: ({ own }) => own && { verb: 'board', params: { file: formatBoardJson(own) } },
};
