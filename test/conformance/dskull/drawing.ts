import { dskull } from '../../../src/systems/dskull/index.ts';
import { type FieldPlan, type State, stateSchema } from '../../../src/systems/dskull/state.ts';
import { tableOf } from './table.ts';

/** A battle without warriors. */
export const blank = (settings: unknown): State => {
  const game = dskull.createGame(settings);
  if (!game.ok) throw new Error(game.error.code);
  return stateSchema.parse(game.value.save());
};

/** A board as the GM draws it, in text or JSON, or the code with which it is refused. */
export const drawBoard = (written: string): FieldPlan | string => {
  const told = tableOf(blank({}), []).order('board', { file: written }, 'gm');
  if (told.kind !== 'done') return told.kind === 'refused' ? told.code : told.kind;
  const ground = told.after.own;
  if (ground === undefined) throw new Error('Nothing was drawn.');
  return ground;
};
