import { ref, say } from '../../core/message.ts';
import type { Offers } from '../../rules/verb.ts';
import type { State } from './state.ts';

export type Offered = Offers<State>;

export const proposers: Offered = (state) =>
  state.stunts.map(({ who, text }) => ({ value: who, label: say`${ref(who)}: ${text.slice(0, 98 - who.length)}` }));
