import type { ControlAction } from '../replies/reply.ts';

/**
 * Steps that upcast a press of an older control when a command or option is renamed. Controls stay in messages for
 * months. The first step leads from edition 1 to 2.
 */
const steps: readonly ((press: ControlAction) => ControlAction)[] = [];

/** The edition of new controls. */
export const currentControlEdition = steps.length + 1;

/** Upcasts a press of a control of an older edition. */
export const upcastControlAction = (from: number, press: ControlAction, through = steps): ControlAction =>
  through.slice(from - 1).reduce((each, step) => step(each), press);
