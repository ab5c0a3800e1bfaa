import { type EventIn, eventTable } from '../../rules/event.ts';
import { aimed, aimLost } from './aim.ts';
import { struck } from './attack/blow.ts';
import { chargeEffect, chargeEnded, pushed } from './charge.ts';
import { bled, conditionEnded, conditioned } from './conditions.ts';
import { revived } from './death.ts';
import { guardEnded } from './defending-ally/guard.ts';
import { intercepted } from './defending-ally/interception.ts';
import { stanceTaken } from './defending-self.ts';
import { droppedBack, moved } from './movement/movement.ts';
import { passedBy } from './opportunity.ts';
import { castAt } from './spells.ts';
import type { State } from './state.ts';
import { turned } from './turning.ts';

/** The events that are in their rooms already. */
const kinds = [
  aimed,
  aimLost,
  stanceTaken,
  guardEnded,
  intercepted,
  struck,
  revived,
  turned,
  droppedBack,
  moved,
  passedBy,
  chargeEffect,
  chargeEnded,
  pushed,
  castAt,
  bled,
  conditioned,
  conditionEnded,
] as const;
export type KindEvent = EventIn<typeof kinds>;
export const table = eventTable<State, typeof kinds>(kinds);
const types = new Set<string>(kinds.map(({ type }) => type));
export const isKind = (event: { readonly type: string }): event is KindEvent => types.has(event.type);
