import { err, ok, phrase } from '../../../core/message.ts';
import { type ImportMap, impassableSquares, mapEdges } from '../../../rules/grid/map-plan.ts';
import { formatSquare, maxBoardSide } from '../../../rules/grid/square.ts';

const maxListLength = 4000;

/** Converts a map to board settings: the size and the blocked squares. SK-RUL-57. */
export const importMap: ImportMap = (plan, walls) => {
  const { columns, rows } = plan;
  if (columns < 2 || rows < 2 || columns > maxBoardSide || rows > maxBoardSide)
    return err(phrase`a board has 2 to ${maxBoardSide} columns and rows, but this has ${columns} and ${rows}`);
  const solid = impassableSquares(plan, walls);
  const blocked = solid.map(formatSquare).join(' ');
  if (blocked.length > maxListLength)
    return err(phrase`${solid.length} squares would be blocked, more than a Skure board can list`);
  const edges = mapEdges(plan).length;
  return ok({
    by: {
      settings: { 'board.width': columns, 'board.height': rows, 'board.blocked': blocked },
      key: 'board',
      says: blocked === '' ? phrase`${columns} × ${rows}` : phrase`${columns} × ${rows}, no one may enter ${blocked}`,
    },
    imported: [
      phrase`a board of ${columns} × ${rows}`,
      ...(blocked === '' ? [] : [phrase`squares no one may enter: ${blocked}`]),
    ],
    leftOut:
      edges > 0 && walls === 'none'
        ? [
            'walls between squares: Skure has only blocked squares (walls:north-west or walls:south-east blocks a square beside each wall)',
          ]
        : [],
  });
};
