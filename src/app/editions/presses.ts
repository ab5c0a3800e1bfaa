import type { ControlAction } from '../replies/reply.ts';

/** Steps that upcast presses of controls in old messages. The first step leads from edition 1 to 2. */
const steps: readonly ((press: ControlAction) => ControlAction)[] = [];

/** The edition of new controls. */
export const currentControlEdition = steps.length + 1;

/** Upcasts the press of an older control. */
export const upcastControlAction = (from: number, press: ControlAction, through = steps): ControlAction =>
  through.slice(from - 1).reduce((each, step) => step(each), press);
