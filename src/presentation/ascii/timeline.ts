import type { TimelineView } from '../../rules/view.ts';
import type { FigureLabels } from '../figure-labels.ts';
import { cutText } from '../fit-text.ts';
import { slotRuns } from '../timeline-slots.ts';

const width = 80;

/** What happens when, a line for each slot; runs of empty slots are told as one. */
export const timelineText = (view: TimelineView, labels: FigureLabels): readonly string[] => {
  const told = slotRuns(view);
  const label = Math.max(0, ...told.map((stretch) => stretch.label.length));
  return [
    view.label,
    ...told.map(({ label: name, now, entries }) => {
      const what = entries.map((entry) => `${entry.done ? '✓' : ''}${labels.of(entry.id).tag} ${entry.what}`.trim());
      return cutText(`${now ? '>' : ' '} ${name.padStart(label)}  ${what.join(' · ') || '·'}`, width);
    }),
  ];
};
