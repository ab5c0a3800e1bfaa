import type { OpenBattle } from '../../battle/saved/open-battle.ts';
import type { Viewer } from '../../rules/reader.ts';
import type { Simulated, Simulation } from '../../simulation/question.ts';

/** Plays battles on in thought, each channel in its turn; nothing where a later question of the channel has taken its place. */
export type Simulate = (channel: string, asked: Simulation) => Promise<Simulated | undefined>;

/**
 * What may be simulated of a battle for one viewer: the state as far as they know of it. Its seed, its salt, its log and the ids of its
 * orders are no part of that.
 */
export const simulationOf = (
  { game, saved }: OpenBattle,
  viewer: Viewer,
  asked: Pick<Simulation, 'policies' | 'until' | 'numbers' | 'first' | 'begins'>,
): Simulation => ({ ...asked, system: saved.system, saved: game.knownTo(viewer).save() });
