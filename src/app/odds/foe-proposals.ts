import type { OpenBattle } from '../../battle/saved/store.ts';
import { counted, ok, phrase, type Result, refuse, sideTerm, term } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { type Line, line } from '../../rules/event.ts';
import { gmViewer } from '../../rules/reader.ts';
import { hashText } from '../../rules/tactics.ts';
import type { WhatIfEntrant } from '../../simulation/simulation-request.ts';
import type { Asker } from '../command-kit/command.ts';
import { splitNames } from '../input/match-name.ts';
import { foeNames } from '../library/foes.ts';
import { button, type Control, type RefinedAnswer } from '../replies/reply.ts';
import type { FoeServices, Need } from '../services.ts';
import { type FoeMix, foesOfMix } from './entering-foes.ts';
import { formatShare, mergeCounts } from './odds-text.ts';
import {
  battleLimits,
  createSimulationRequest,
  type SimulationHandle,
  secondHalfOffset,
} from './simulation-request.ts';

/** How many simulated battles the heroes won against a given number of foes. */
export interface CountTrial {
  readonly count: number;
  readonly wins: number;
  readonly battles: number;
}

/** How many battles to simulate for each number of foes, and for how long (milliseconds). */
interface SearchEffort {
  readonly battles: number;
  readonly milliseconds: number;
}

/** The side that should win, its chance (0 to 1), and the effort for search and final check. */
interface FairCountRequest {
  readonly side: string;
  readonly chance: number;
  readonly search: SearchEffort;
  readonly confirm: SearchEffort;
}

/** Maximum number of foes of one kind in a proposal. */
export const maxFoeCount = 20;

/** The side of the players' combatants. Undefined if there are none. */
export const heroesSide = ({ game, saved: { table } }: OpenBattle): string | undefined => {
  const hero = game.roster().find(({ actor }) => table.control[actor] !== undefined);
  return hero && (hero.side ?? hero.actor);
};

const winShare = ({ wins, battles }: CountTrial): number => (battles === 0 ? 1 : wins / battles);

/** The number of foes with the odds nearest to the chance. Undefined if no foes at all, a sure victory, are nearer. */
export const nearestFairCount = (all: readonly CountTrial[], chance: number): CountTrial | undefined => {
  const distance = (each: CountTrial): number => Math.abs(winShare(each) - chance);
  const tried = all.filter(({ battles }) => battles > 0).toReversed();
  const [nearest] = tried.toSorted((a, b) => distance(a) - distance(b));
  return nearest !== undefined && distance(nearest) < 1 - chance ? nearest : undefined;
};

/** Simulates one half of the battles against these foes. Undefined if they cannot begin, or were replaced. */
const playHalf = async (
  battle: OpenBattle,
  asking: SimulationHandle,
  entrantsAtStart: readonly WhatIfEntrant[],
  { battles, milliseconds }: SearchEffort,
  part: 0 | 1,
) => {
  const asked = createSimulationRequest(battle, gmViewer, {
    ...{ policies: {}, entrantsAtStart, seed: hashText(`${battle.saved.id} ${battle.saved.version}`) },
    firstBattle: part * secondHalfOffset,
    stopCondition: { ...battleLimits, battles: battles / 2, milliseconds },
  });
  return asked.ok ? asking.play(asked.value, part) : undefined;
};

/** Finds, by bisection, how many foes make the battle fair. Undefined if a newer question replaced this one. */
export const findFairCount = async (
  battle: OpenBattle,
  asking: SimulationHandle,
  foes: (count: number) => readonly WhatIfEntrant[],
  { side, chance, search, confirm }: FairCountRequest,
): Promise<readonly CountTrial[] | undefined> => {
  const all = new Map<number, CountTrial>();
  const tryOut = async (count: number, effort: SearchEffort): Promise<CountTrial | undefined> => {
    const half = (part: 0 | 1) => playHalf(battle, asking, foes(count), effort, part);
    const [one, other] = await Promise.all([half(0), half(1)]);
    if (one === undefined || other === undefined) return undefined;
    const so = mergeCounts(one, other);
    const result = { count, wins: so.wins[side] ?? 0, battles: so.battles };
    all.set(count, result);
    return result;
  };
  const sorted = () => [...all.values()].toSorted((a, b) => a.count - b.count);
  let [low, high] = [0, maxFoeCount + 1];
  for (let count = 1; count > low && count < high; ) {
    const result = await tryOut(count, search);
    if (result === undefined) return undefined;
    if (winShare(result) >= chance) low = count;
    else high = count;
    count = high > maxFoeCount ? Math.min(maxFoeCount, low * 2) : Math.floor((low + high) / 2);
  }
  const best = nearestFairCount(sorted(), chance);
  if (best !== undefined && (await tryOut(best.count, confirm)) === undefined) return undefined;
  return sorted().filter(({ battles }) => battles > 0);
};

/** Maximum number of kinds of foes to try. */
const maxKinds = 6;
const efforts = {
  compare: { battles: 8, milliseconds: 60 },
  one: { search: { battles: 60, milliseconds: 700 }, confirm: { battles: 400, milliseconds: 2500 } },
  several: { search: { battles: 16, milliseconds: 250 }, confirm: { battles: 40, milliseconds: 500 } },
} as const;

interface ProposalRequest {
  /** Kinds of foes to try, separated by commas. Default: several kinds that can be added. */
  readonly foe: string | undefined;
  readonly side: string;
  /** The chance of winning that the heroes should have (percent). */
  readonly chance: number;
}

const triedText = (name: string, side: string, { count, wins, battles }: CountTrial): string =>
  phrase`${name} ×${count}: victory for ${sideTerm(side)} in ${formatShare(wins, battles)}`;

const addFoesButton = (battle: OpenBattle, name: string, count: number): Control => {
  const press = { path: ['npc', 'add'], input: { preset: name, count }, battle: battle.saved.id };
  return button(phrase`Add ${name} ×${count}`, press, 'primary');
};

/** The kinds of foes to try. A comma within a known name does not separate kinds. */
const foeKinds = async (
  asker: Asker,
  battle: OpenBattle,
  foe: string | undefined,
  services: FoeServices,
): Promise<readonly string[]> => {
  const known = await foeNames(asker, battle, services);
  return foe === undefined ? known.slice(0, 40) : splitNames(foe, known).slice(0, maxKinds);
};

/** The life that one foe of a kind leaves the heroes. */
const lifeLeftBy = async (battle: OpenBattle, asking: SimulationHandle, { foes }: FoeMix): Promise<number> => {
  const so = await playHalf(battle, asking, foes(1), efforts.compare, 0);
  const left = battle.game.roster().map(({ id }) => so?.lifeLeft[id] ?? 0);
  return left.reduce((sum, each) => sum + each, 0) / Math.max(1, so?.battles ?? 0);
};

/** Sorts kinds of foes by the life that they leave the heroes: weakest first. Selects some of all strengths. */
export const selectByStrength = <Kind extends { readonly left: number }>(kinds: readonly Kind[]): readonly Kind[] => {
  const apart = Math.max(1, (kinds.length - 1) / (maxKinds - 1));
  const sorted = kinds.toSorted((a, b) => b.left - a.left);
  return sorted.filter((_, at) => Math.round(Math.round(at / apart) * apart) === at);
};

/** Yields the fair number of foes of each kind, again after each kind. Stops after a refusal. */
export async function* proposeFoeCounts(
  asker: Asker,
  battle: OpenBattle,
  { foe, side, chance }: ProposalRequest,
  services: FoeServices & Need<'askSimulation'>,
): AsyncGenerator<Result<RefinedAnswer>, void, undefined> {
  const names = await foeKinds(asker, battle, foe, services);
  const effort = names.length === 1 ? efforts.one : efforts.several;
  const [lines, brings]: [Line[], Control[]] = [[], []];
  const asking = services.askSimulation(asker.channel);
  try {
    const compared = [];
    for (const name of names) {
      const mix = await foesOfMix(asker, battle, name, services);
      if (!mix.ok) return yield mix;
      const left = names.length === 1 ? 0 : await lifeLeftBy(battle, asking, mix.value);
      compared.push({ name, left, ...mix.value });
    }
    const kinds = selectByStrength(compared);
    for (const [at, { name, foes, members }] of kinds.entries()) {
      const all = await findFairCount(battle, asking, foes, { side, chance: chance / 100, ...effort });
      if (all === undefined) return yield refuse('odds-superseded');
      if (all.length === 0 && names.length === 1) return yield refuse('odds-cannot-begin');
      const fair = nearestFairCount(all, chance / 100);
      const best = fair ?? all[0];
      const isFair = best !== undefined && best === fair && best.count < maxFoeCount;
      const shown = names.length > 1 ? all.filter((each) => each === best && isFair) : all;
      lines.push(...shown.map((each) => line(triedText(name, side, each), each === best ? 'good' : 'plain')));
      if (isFair) brings.push(...members.map((each) => addFoesButton(battle, each.name, each.count * best.count)));
      else if (best === undefined)
        lines.push(line(phrase`${name}: the battle could not start with any number of these.`, 'quiet'));
      else
        lines.push(
          line(
            phrase`${name}: ${term(best.count === maxFoeCount ? 'even the maximum number is too few' : 'one is too many')}.`,
            'quiet',
          ),
        );
      const left = kinds.length - at - 1;
      yield ok({
        cards: [
          card(phrase`Foes that ${sideTerm(side)} would beat about ${chance} % of the time`, {
            lines: [
              ...lines,
              ...(left > 0
                ? [line(phrase`${counted(left, 'more kind is', 'more kinds are')} being tried …`, 'quiet')]
                : []),
            ],
            footer: 'Simulated with the rulebook’s tactics; no die of this battle was rolled',
          }),
        ],
        controls: [brings.slice(0, 5)],
      });
    }
  } finally {
    asking.close();
  }
}
