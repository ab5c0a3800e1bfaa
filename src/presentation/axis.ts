import type { LineBoardView } from '../rules/view.ts';

/** A line's ends in metres, further out where somebody or something lies beyond them; never of no length. */
export const axisRange = ({
  from,
  to,
  units,
  objects,
}: LineBoardView): { readonly from: number; readonly to: number } => {
  const places = [from, to, ...units.map(({ at }) => at), ...objects.map(({ at }) => at)];
  const least = Math.min(...places);
  return { from: least, to: Math.max(...places, least + 1) };
};

/** Metres between ticks: about ten of them, on round numbers. */
export const tickInterval = (length: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, length / 10)));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => length / each <= 11) ?? power * 10;
};
