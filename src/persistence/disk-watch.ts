import { diskFullState } from './db-errors.ts';

/** How long a full disk is reported after a database statement failed (milliseconds). */
const reportedFor = 30_000;

/** Creates a watch that notices database errors that a full disk caused. */
export const createDiskWatch = () => {
  let until = Number.NEGATIVE_INFINITY;
  return {
    saw: (error: unknown): void => {
      if (Object(error).code === diskFullState) until = performance.now() + reportedFor;
    },
    /** True if a statement failed in the last 30 seconds because of a full disk. */
    wasFull: () => performance.now() < until,
  };
};
export type DiskWatch = ReturnType<typeof createDiskWatch>;
