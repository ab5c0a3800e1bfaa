import { diskFullState } from './db-errors.ts';

/** Milliseconds for which a full disk is reported after the last statement that failed for it. */
const reportedFor = 30_000;

/** Notices errors of PostgreSQL that say that its disk is full. */
export interface DiskWatch {
  readonly saw: (error: unknown) => void;
  /** True if a statement failed lately because the disk is full. */
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
