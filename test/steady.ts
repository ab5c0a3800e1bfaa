import { configureGlobal } from 'fast-check';

/** A fixed seed for fast-check, so that each run has the same examples. */
configureGlobal({ seed: Number(process.env.SEED ?? 20_261_122) });

/** Files of tests have the same permissions for every user. */
process.umask(0o022);
