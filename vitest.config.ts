import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // More than there are cores: much of the time goes by in waiting for other processes.
    maxWorkers: Math.ceil(availableParallelism() * 2),
    // What a file imports is there for the next one in the same process.
    isolate: false,
    globalSetup: ['test/serve-shared.ts'],
    setupFiles: ['test/steady.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
