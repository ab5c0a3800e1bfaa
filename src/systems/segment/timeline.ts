import { numeral } from '../../core/text.ts';
import type { Reader } from '../../rules/reader.ts';
import type { OrderView, TimelineView } from '../../rules/view.ts';
import { inTieOrder } from './battle.ts';
import { stillMoves } from './march.ts';
import type { Combatant, State } from './model.ts';
import { slotWords } from './words.ts';

interface Entry {
  readonly segment: number;
  readonly id: string;
  readonly what: string;
  readonly done: boolean;
}

const entriesOf = (state: State, who: Combatant, reader: Reader): readonly Entry[] => {
  const now = state.clock?.segment ?? 99;
  const { id, declaration, initiatives, casting, march } = who;
  const slots = initiatives
    .filter(({ segment, status }) => segment >= -5 && status !== 'carried')
    .map((slot) => ({
      segment: slot.at ?? (slot.status === 'waiting' ? Math.min(now, slot.segment) : slot.segment),
      id,
      what: slotWords(slot, declaration, reader),
      done: slot.status === 'done' || slot.status === 'lost',
    }));
  const spell = casting ? [{ segment: casting.goesOff, id, what: `${casting.spell} goes off`, done: false }] : [];
  const begins = march?.begins ?? -99;
  const walk =
    begins >= 1
      ? [{ segment: Math.min(10, begins), id, what: 'starts to move', done: !stillMoves(who) || begins > now }]
      : [];
  return [...slots, ...spell, ...walk];
};

/** Above this, segments without anything on them are left out: initiative has no highest number. */
const mostInARow = 40;

/** SEG-ROUND-1, 2: the strip of segments from the highest down to -5, with what happens on each. */
export const timeline = (state: State, reader: Reader): TimelineView | undefined => {
  if (state.status !== 'active' || state.phase !== 'resolve') return undefined;
  const entries = inTieOrder(state, state.combatants)
    .filter(({ id }) => reader.sees(id))
    .flatMap((who) => entriesOf(state, who, reader));
  const highest = Math.max(10, ...entries.map(({ segment }) => segment));
  const top = Math.min(highest, mostInARow);
  const above = new Set(entries.map(({ segment }) => segment).filter((segment) => segment > top));
  const row = Array.from({ length: top + 6 }, (_, n) => top - n);
  const segments = [...[...above].toSorted((a, b) => b - a), ...row];
  return {
    label: `Round ${state.round}`,
    slots: segments.map((segment) => ({
      label: numeral(segment),
      now: state.clock?.segment === segment,
      entries: entries.filter((each) => each.segment === segment).map(({ id, what, done }) => ({ id, what, done })),
    })),
  };
};

/** The attacks and actions of the round in order. */
export const orderView = (state: State, reader: Reader): readonly OrderView[] => {
  if (state.status !== 'active' || state.phase !== 'resolve') return [];
  const now = state.clock?.segment;
  return inTieOrder(state, state.combatants)
    .filter(({ id }) => reader.sees(id))
    .flatMap(({ id, initiatives }) =>
      initiatives
        .filter(({ status }) => status !== 'carried')
        .map(({ segment, status, at }) => ({ id, segment: at ?? segment, status })),
    )
    .toSorted((a, b) => b.segment - a.segment)
    .map(({ id, segment, status }) => ({
      id,
      note: `segment ${numeral(segment)}`,
      state: status === 'done' || status === 'lost' ? 'done' : segment === now ? 'now' : 'next',
    }));
};
