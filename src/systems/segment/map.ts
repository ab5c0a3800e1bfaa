import { phrase } from '../../core/language.ts';
import { err, ok } from '../../core/result.ts';
import { type ImportMap, mapEdges, solidSquares } from '../../rules/grid/map-plan.ts';
import { maxBoardSide } from '../../rules/grid/square.ts';

const maxBlocked = 2000;

/** SEG-RUL-20. A map as the setting of the board: its size in squares of 5 feet, and those no path may enter. */
export const importMap: ImportMap = (plan, walls) => {
  const { columns, rows } = plan;
  if (columns > maxBoardSide || rows > maxBoardSide)
    return err(phrase`a map has at most ${maxBoardSide} columns and rows, but this has ${columns} and ${rows}`);
  const blocked = solidSquares(plan, walls);
  if (blocked.length > maxBlocked)
    return err(phrase`${blocked.length} squares would be blocked, but the limit is ${maxBlocked}`);
  const says = `${columns} × ${rows}${blocked.length === 0 ? '' : phrase`, ${blocked.length} blocked`}`;
  return ok({
    by: {
      settings: { useMap: true, board: { width: columns, height: rows, blocked: [...blocked] } },
      key: 'board',
      says,
    },
    imported: [
      phrase`a map of ${columns} × ${rows} squares of 5 feet`,
      ...(blocked.length === 0 ? [] : [phrase`${blocked.length} squares that no path may enter`]),
    ],
    leftOut: [
      ...(mapEdges(plan).length > 0 && walls === 'none'
        ? [
            'walls between squares: Segment Rounds has only blocked squares (walls:north-west or walls:south-east blocks the square beside each wall)',
          ]
        : []),
      ...(plan.walls.length + blocked.length > 0 ? ['cover: the GM sets it with /cover (SEG-RANGED-5)'] : []),
    ],
  });
};
