import { z } from 'zod';
import { done } from '../../../rules/verb.ts';
import { readBoard } from '../board-text.ts';
import { asGm } from '../checks.ts';
import { order } from '../state.ts';

/** A board that is longer than an option may be: its text or JSON as a file. */
export const boardFile = z
  .string()
  .max(65_536)
  .meta({ description: 'The board as a file of text or JSON', widget: 'file' });

/** DS-CMD-2, DS-DATA-11. The GM's own ground takes the place of the scenario's. */
export const board = order({
  summary: 'Draw your own board, as text or JSON',
  role: 'gm',
  params: z.strictObject({
    board: z
      .string()
      .min(3)
      .max(6000)
      .meta({ description: '10x8; wall D3/D4 B2-B5e; fence C1s; door E5/E6; void A1; zone 1 A1-J2 …, or JSON' })
      .optional(),
    file: boardFile.optional(),
  }),
  resolve: (draft, call, { board: typed, file }) => {
    const state = draft.now();
    const gm = asGm(state, call, 'setup');
    if (!gm.ok) return gm;
    const read = readBoard(file ?? typed ?? '');
    if (!read.ok) return read;
    draft.emit({ type: 'ground-drawn', ground: read.value });
    return done;
  },
});
