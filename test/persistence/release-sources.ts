// Where this release keeps what `self-playing.ts` plays with. `npm run keep-release` keeps it with the sources of the release.
export type { Giver } from '../../src/battle/decide/issuer.ts';
export { openDatabase } from '../../src/persistence/database.ts';
export { compose } from '../../src/wiring/compose.ts';
export { storesOn } from '../../src/wiring/database-stores.ts';
