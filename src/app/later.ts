/** What is said after an answer, so that nobody waits for it. */
export interface Later {
  readonly run: (task: () => Promise<unknown>) => void;
  /** Settles when nothing is left to be said. */
  readonly idle: () => Promise<void>;
}

export const later = (onError: (error: unknown) => void): Later => {
  const running = new Set<Promise<unknown>>();
  return {
    run: (task) => {
      const done = task()
        .catch(onError)
        .finally(() => running.delete(done));
      running.add(done);
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
};
