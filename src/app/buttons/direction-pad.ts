import { formatSquare } from '../../rules/grid/square.ts';
import type { ParamOffer } from '../../rules/verb.ts';
import type { CompassDirection } from '../../rules/view.ts';
import type { Control, ControlAction } from '../replies/reply.ts';

/** As they lie on the board; the middle is where one stands. */
const rows: readonly (readonly (CompassDirection | undefined)[])[] = [
  ['NW', 'N', 'NE'],
  ['W', undefined, 'E'],
  ['SW', 'S', 'SE'],
];
const arrows: Readonly<Record<CompassDirection, string>> = {
  NW: '↖',
  N: '↑',
  NE: '↗',
  W: '←',
  E: '→',
  SW: '↙',
  S: '↓',
  SE: '↘',
};

/** The eight steps as they lie around one, each with the square it leads to; none where no single step is offered. Each lengthens the draft of the way. */
export const directionPad = (offers: readonly ParamOffer[], press: ControlAction): readonly (readonly Control[])[] => {
  const steps = new Map(
    offers.flatMap(({ step, value }) => (step === undefined ? [] : [[step.way, { to: step.to, value }] as const])),
  );
  if (steps.size === 0) return [];
  return rows.map((row) =>
    row.map((way): Control => {
      const step = way && steps.get(way);
      const input = { ...press.input, draft: step?.value ?? way ?? '' };
      const arrow = way === undefined ? '·' : arrows[way];
      const label = step === undefined ? arrow : `${arrow} ${formatSquare(step.to)}`;
      return {
        kind: 'button',
        label,
        style: 'secondary',
        press: { ...press, input },
        disabled: step === undefined,
      };
    }),
  );
};
