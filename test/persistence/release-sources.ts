// Where this release keeps what `self-playing.ts` plays with. `npm run keep-release` keeps it with the sources of the release.
export type { Issuer } from '../../src/battle/decide/issuer.ts';
export { openDatabase } from '../../src/persistence/database.ts';
export { composeApp as compose } from '../../src/wiring/compose.ts';
export { createDatabaseStores as storesOn } from '../../src/wiring/database-stores.ts';

/** Two dice, as the battle service of this release is asked to roll them. */
export const twoDice = { notation: '2d6' };
