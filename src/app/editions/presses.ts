import type { ControlAction } from '../replies/reply.ts';

/** Steps that convert presses of older controls to the current edition. The first converts edition 1 to 2. */
const steps: readonly ((press: ControlAction) => ControlAction)[] = [];

/** The edition number of the controls that this version of the bot creates. */
export const currentControlEdition = steps.length + 1;

/** Converts the press of an older control to the current edition, so that old messages still work. */
export const upcastControlAction = (from: number, press: ControlAction, through = steps): ControlAction =>
  through.slice(from - 1).reduce((each, step) => step(each), press);
