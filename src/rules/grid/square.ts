import { z } from 'zod';

/** A square of a grid: x grows east, y grows south, (0,0) is the north-west corner. */
export interface Square {
  readonly x: number;
  readonly y: number;
}

export const squareSchema = z.strictObject({ x: z.int(), y: z.int() });

/** The most columns and rows that a board can be written with; how many a battle may have is a cap of the house. */
export const maxBoardSide = 200;

const letters = (x: number): string =>
  (x < 26 ? '' : letters(Math.floor(x / 26) - 1)) + String.fromCharCode(65 + (x % 26));

/** As a board's edge prints it: column letter and row number, `A1` in the north-west corner. */
export const formatSquare = ({ x, y }: Square): string => (x < 0 || y < 0 ? `${x},${y}` : `${letters(x)}${y + 1}`);

/** Reads `D4`, `d4` or `3,3` (x,y counted from 0). */
export const parseSquare = (text: string): Square | undefined => {
  const [, column, row] = /^\s*([A-Za-z]{1,2})(\d{1,3})\s*$/.exec(text) ?? [];
  if (column !== undefined && row !== undefined) {
    const x = [...column.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    return Number(row) > 0 ? { x, y: Number(row) - 1 } : undefined;
  }
  const [, x, y] = /^\s*(-?\d{1,4})\s*[,;/ ]\s*(-?\d{1,4})\s*$/.exec(text) ?? [];
  return x === undefined || y === undefined ? undefined : { x: Number(x), y: Number(y) };
};

/** A parameter that names a square. */
export const squareParam = (says: string) =>
  z
    .string()
    .max(20)
    .transform((text, context) => {
      const found = parseSquare(text);
      if (found !== undefined) return found;
      context.addIssue({ code: 'custom', message: 'write a square like D4' });
      return z.NEVER;
    })
    .meta({ description: says, widget: 'square' });

/** A parameter that names squares in order: `D4 D5 E5`. */
export const squaresParam = (says: string) =>
  z
    .string()
    .max(600)
    .transform((text, context) => {
      const found = text
        .split(/[\s>]+/)
        .filter((word) => word !== '')
        .map(parseSquare);
      if (found.every((each) => each !== undefined)) return found;
      context.addIssue({ code: 'custom', message: 'write squares like D4 D5 E5' });
      return z.NEVER;
    })
    .meta({ description: says, widget: 'path' });
