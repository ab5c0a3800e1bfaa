import type { OpenBattle } from '../../battle/saved/store.ts';
import { ok, type Result } from '../../core/message.ts';
import type { Game } from '../../rules/game.ts';
import type { Viewer } from '../../rules/reader.ts';
import { deterministicDraws } from '../../rules/tactics.ts';
import type { SimulationRequest, SimulationResult } from '../../simulation/simulation-request.ts';

/** A question about odds that is being simulated. A later question in the same channel replaces it. */
export interface SimulationHandle {
  /** Simulates battles. `part`: the first or second of two halves. Undefined if a newer question replaced this one. */
  readonly play: (asked: SimulationRequest, part: 0 | 1) => Promise<SimulationResult | undefined>;
  /** Ends the question and stops its simulations. */
  readonly close: () => void;
}

/** Starts a question about odds in a channel. */
export type StartSimulation = (channel: string) => SimulationHandle;

/** Limits of each simulated battle. A battle that exceeds a limit counts as unfinished. */
export const battleLimits = { orders: 1500, dice: 30_000 };

/** Number of the first battle in the second half of a simulation, so that both halves simulate different battles. */
export const secondHalfOffset = 1_000_000;

/** Number of different guesses at the facts that the viewer does not know. */
const maxWorlds = 8;

/** Changes a battle for a question about odds, or refuses the change. */
type ApplyWhatIf = (game: Game) => Result<Game>;

/** Builds a simulation from what one viewer knows, and guesses the rest. Contains no seed, salt, log or order ids. */
export const createSimulationRequest = (
  { game, saved }: OpenBattle,
  viewer: Viewer,
  asked: Omit<SimulationRequest, 'system' | 'state' | 'worlds'>,
  suppose: ApplyWhatIf = ok,
): Result<SimulationRequest> => {
  const worlds: unknown[] = [];
  for (let n = 0; n < (viewer.gm ? 1 : maxWorlds); n++) {
    const world = suppose(game.sampleBelief(viewer, deterministicDraws(`${asked.seed} ${n}`)));
    if (!world.ok) return world;
    worlds.push(world.value.save());
  }
  return ok({ ...asked, system: saved.system, state: worlds[0], ...(worlds.length > 1 && { worlds }) });
};
