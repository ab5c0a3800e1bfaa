import { phrase } from '../core/message.ts';
import type { TimelineView } from '../rules/view.ts';

type Slot = TimelineView['slots'][number];

/** A slot that something happens in, or a run of empty ones told as one: `5 to 3`. */
export interface SlotRun {
  readonly label: string;
  readonly now: boolean;
  readonly entries: Slot['entries'];
}

/** The slots of a timeline with runs of empty ones drawn together; the present one stands alone. */
export const slotRuns = ({ slots }: TimelineView): readonly SlotRun[] => {
  const told: SlotRun[] = [];
  let empty: Slot[] = [];
  const close = () => {
    const [first] = empty;
    const last = empty.at(-1);
    if (first === undefined || last === undefined) return;
    told.push({
      label: first === last ? first.label : phrase`${first.label} to ${last.label}`,
      now: false,
      entries: [],
    });
    empty = [];
  };
  for (const slot of slots) {
    if (slot.entries.length === 0 && !slot.now) {
      empty.push(slot);
      continue;
    }
    close();
    told.push(slot);
  }
  close();
  return told;
};
