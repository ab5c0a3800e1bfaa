import { setTimeout as pause } from 'node:timers/promises';
import { createArchiver } from './archive.ts';
import type { Database } from './database.ts';

interface Keeping {
  readonly prisma: Database['prisma'];
  /** Battles go to the archive so many days after the last thing that happened in them; 0 for never. */
  readonly days: number;
  readonly now: () => number;
  /** Hears how many entries went to the archive, once there are no more. */
  readonly onArchived: (entries: number) => void;
  readonly onError: (error: unknown) => void;
}

const day = 86_400_000;
/** Between one step and the next others have their turn, and between rounds there is nothing to do, in milliseconds. */
const usualPace = { step: 250, round: 10 * 60_000 };

/** Moves battles that have long ended into the archive, a stretch at a time, until it is stopped. */
export const keepArchive = (
  { prisma, days, now, onArchived, onError }: Keeping,
  pace: typeof usualPace = usualPace,
): { readonly stop: () => Promise<void> } => {
  const { step } = createArchiver(prisma);
  const stopping = new AbortController();
  const { signal } = stopping;
  const waited = (milliseconds: number): Promise<unknown> =>
    pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);

  const round = async (): Promise<void> => {
    let moved = 0;
    while (!signal.aborted) {
      const done = await step(now() - days * day);
      if (done === 'done') break;
      moved += done.moved;
      await waited(pace.step);
    }
    if (moved > 0) onArchived(moved);
  };
  const keep = async (): Promise<void> => {
    while (!signal.aborted) {
      await waited(pace.round);
      if (!signal.aborted) await round().catch(onError);
    }
  };
  const kept = days === 0 ? Promise.resolve() : keep();
  return {
    stop: async () => {
      stopping.abort();
      await kept;
    },
  };
};
