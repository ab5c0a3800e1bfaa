import type { OpenBattle } from '../../battle/saved/store.ts';
import { ok, type Result } from '../../core/message.ts';
import type { Game } from '../../rules/game.ts';
import type { Viewer } from '../../rules/reader.ts';
import { deterministicDraws } from '../../rules/tactics.ts';
import type { SimulationRequest, SimulationResult } from '../../simulation/simulation-request.ts';

/** A question of a channel, as long as it is asked: a later one of the same channel takes its place. */
export interface SimulationHandle {
  /** Plays battles on in thought; `part` is one of two that are played beside each other. Nothing where a later question is asked. */
  readonly play: (asked: SimulationRequest, part: 0 | 1) => Promise<SimulationResult | undefined>;
  /** It is asked no more. */
  readonly close: () => void;
}

/** Begins a question of a channel. */
export type StartSimulation = (channel: string) => SimulationHandle;

/** Limits of each battle that is played in thought: one that takes more is left open. */
export const battleLimits = { orders: 1500, dice: 30_000 };

/** Where the battles of the second half of a question are counted from. */
export const secondHalfOffset = 1_000_000;

/** In so many ways a battle is thought of of which somebody does not know all. */
const maxWorlds = 8;

/** What is changed of a battle for the question alone; a refusal where that cannot be. */
type ApplyWhatIf = (game: Game) => Result<Game>;

/**
 * What may be simulated of a battle for one viewer: its state as far as they know of it, and in place of what they are not told what they
 * believe. Its seed, its salt, its log and the ids of its orders are no part of that.
 */
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
