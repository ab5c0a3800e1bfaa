import type { SuggestedOrder } from '../../presentation/card.ts';
import type { ControlAction } from '../replies/reply.ts';
import { isShown } from './spots.ts';
import { isOnBoard, possiblePresses, type TableView } from './table-view.ts';

/** The order that a lesson asks for. */
type AskedOrder = Pick<SuggestedOrder, 'verb' | 'params'>;

/** What a page marks for a learner. */
export interface LessonHint {
  readonly hint: string | undefined;
  readonly isHint: (press: ControlAction) => boolean;
}

/** Writes each step of a path: `2E` as `E E`. */
const spellPath = (path: string): string =>
  path.replaceAll(/(\d+)([NESW]+)/g, (_, times, way) => Array(Number(times)).fill(way).join(' '));

const isSame = (a: unknown, b: unknown): boolean =>
  spellPath(String(a)).toLowerCase() === spellPath(String(b)).toLowerCase();

/** How far a press follows the asked order: options that agree count most. Undefined for other orders. */
const rankPress = ({ verb, params = {} }: AskedOrder, { path, input, draft }: ControlAction): number | undefined => {
  const { verb: own, as: _, ...given } = input;
  const isAnswer = path.join(' ') === 'my answer';
  if (!isAnswer && (path.join(' ') !== 'guide' || own !== verb)) return undefined;
  const wanted = Object.values(params);
  const values = Object.entries(given).map(([key, value]) =>
    (isAnswer ? wanted : [params[key]]).some((each) => isSame(each, value)),
  );
  const drafted = draft === undefined ? [] : [wanted.some((each) => isSame(each, draft))];
  const all = [...values, ...drafted];
  return all.filter(Boolean).length * 10 + all.length;
};

/** Finds the spot or the control that follows the lesson's order best. `isDialog`: the controls are those of a dialog. */
export const findLessonHint = (
  order: AskedOrder | undefined,
  { controls, taps, view }: Pick<TableView, 'controls' | 'taps' | 'view'>,
  isDialog: boolean,
): LessonHint => {
  const rank = (press: ControlAction): number => (order && rankPress(order, press)) ?? -1;
  const [press] = controls
    .flat()
    .flatMap(possiblePresses)
    .toSorted((a, b) => rank(b) - rank(a));
  const rankOf = (spot: string): number => Math.max(...(taps.get(spot)?.map((tap) => rank(tap.press)) ?? [-1]));
  const [spot] = [...taps.keys()].filter((each) => isShown(view, each)).toSorted((a, b) => rankOf(b) - rankOf(a));
  const best = press === undefined ? -1 : rank(press);
  // While buttons are open, these are nearer than the board.
  const least =
    isDialog && !controls.flat().some((control) => isOnBoard(view, control)) ? best + 1 : Math.max(best, 10);
  if (spot !== undefined && rankOf(spot) >= least) return { hint: spot, isHint: () => false };
  const key = best >= 0 ? JSON.stringify(press) : '';
  return { hint: undefined, isHint: (each) => JSON.stringify(each) === key };
};
