import { configureGlobal } from 'fast-check';

/** The same run finds the same: what random examples a test looks at is chosen by this number, not by the day. */
configureGlobal({ seed: Number(process.env.SEED ?? 20_261_122) });

/** What others may read of the files that tests make does not depend on who runs them. */
process.umask(0o022);
