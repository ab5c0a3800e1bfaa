import { benchEmbedded } from './database.ts';
import { benchDice } from './dice.ts';
import { benchLoad } from './load.ts';
import { type Measured, shown } from './measure.ts';
import { benchMemory } from './memory.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchPictures } from './pictures.ts';
import { benchRoundTrip } from './round-trip.ts';
import { benchRules } from './rules.ts';
import { benchSight } from './sight.ts';
import { benchTactics } from './tactics.ts';

const benches: Readonly<Record<string, () => Promise<readonly Measured[]>>> = {
  rules: benchRules,
  dice: benchDice,
  sight: benchSight,
  tactics: benchTactics,
  pictures: benchPictures,
  memory: benchMemory,
  embedded: benchEmbedded,
  'round-trip': benchRoundTrip,
  load: benchLoad,
  neighbours: benchNeighbours,
};

const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const each of await bench()) console.log(shown(each));
}
process.exit(0);
