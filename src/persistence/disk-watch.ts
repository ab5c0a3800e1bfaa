import { diskFullState } from './db-errors.ts';

/** How long a full disk is reported after the last failed statement (milliseconds). */
const reportedFor = 30_000;

/** Notices PostgreSQL errors caused by a full disk. */
export interface DiskWatch {
  readonly saw: (error: unknown) => void;
  /** True if a statement failed in the last 30 seconds because the disk is full. */
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
