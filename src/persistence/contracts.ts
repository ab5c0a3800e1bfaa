type Release = readonly [major: number, minor: number, patch: number];

/**
 * A migration that takes away what processes older than a release still need; its folder names the release that goes without.
 * A release that changes what an older one needs does so in two steps: its plain migrations leave everything that the release
 * before asks for, and its contracts take it away once no such process is left. So it has to work before and after its own.
 */
const contract = /_after_(\d+)_(\d+)_(\d+)_contract$/;

/** How our processes introduce themselves to a Postgres. Release 1.0.0 said nothing. */
const ours = /^brotherhood-master\/(\d+)\.(\d+)\.(\d+)/;
export const clientName = (release: string): string => `brotherhood-master/${release}`;

const releaseIn = (pattern: RegExp, text: string): Release | undefined => {
  const [, major, minor, patch] = pattern.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
};

const isBefore = (a: Release, b: Release): boolean => {
  const at = a.findIndex((part, place) => part !== b[place]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
};

export const isContractMigration = (migration: string): boolean => contract.test(migration);

/** The contracts among these migrations that must wait for one of these clients to leave: one of older release, or a stranger. */
export const filterDeferredContracts = (migrations: readonly string[], clients: readonly string[]): readonly string[] =>
  migrations.filter((migration) => {
    const since = releaseIn(contract, migration);
    if (since === undefined) return false;
    return clients.some((client) => {
      const release = releaseIn(ours, client);
      return release === undefined || isBefore(release, since);
    });
  });
