import type { ControlAction } from '../replies/reply.ts';

/**
 * Controls stand in messages for months: when a command, an option or what it takes is renamed, a step here makes a press of the
 * edition before into one of the next. In order: the first leads from edition 1 to 2.
 */
const steps: readonly ((press: ControlAction) => ControlAction)[] = [];

/** The edition of the controls that are made now. */
export const currentControlEdition = steps.length + 1;

/** A press of a control that was made under an edition, as it is given now. */
export const upcastControlAction = (from: number, press: ControlAction, through = steps): ControlAction =>
  through.slice(from - 1).reduce((each, step) => step(each), press);
