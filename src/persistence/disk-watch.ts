import { diskFullState } from './db-errors.ts';

/** How long a full disk is reported after a database statement failed (milliseconds). */
const reportedFor = 30_000;

/** Notices database errors that a full disk caused. */
export interface DiskWatch {
  readonly saw: (error: unknown) => void;
  /** True if a statement failed in the last 30 seconds because of a full disk. */
  readonly wasFull: () => boolean;
}

export const createDiskWatch = (): DiskWatch => {
  let until = Number.NEGATIVE_INFINITY;
  return {
    saw: (error) => {
      if (Object(error).code === diskFullState) until = performance.now() + reportedFor;
    },
    wasFull: () => performance.now() < until,
  };
};
