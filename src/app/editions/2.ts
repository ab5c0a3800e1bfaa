import type { ControlAction } from '../replies/reply.ts';

/** The ids of controls carry their edition. What they give is as it was. */
export const edition2 = (press: ControlAction): ControlAction => press;
