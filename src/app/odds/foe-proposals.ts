import type { OpenBattle } from '../../battle/saved/store.ts';
import { counted, ok, phrase, type Refusal, type Result, refuse } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { type Line, line } from '../../rules/event.ts';
import type { Asker } from '../command-kit/asker.ts';
import { foeNames } from '../library/foes.ts';
import type { Control, RefinedAnswer } from '../replies/reply.ts';
import type { FoeServices, Services } from '../services.ts';
import { foesOfMix } from './entering-foes.ts';
import { type CountTrial, findFairCount, largestFairCount, maxFoeCount } from './fair-count.ts';
import { formatShare } from './odds-text.ts';

/** Where no kind is named, so many are tried, those that the GM keeps first; the more there are, the less is played for each. */
const maxKinds = 6;
const efforts = {
  one: { search: { battles: 60, milliseconds: 700 }, confirm: { battles: 400, milliseconds: 2500 } },
  several: { search: { battles: 16, milliseconds: 250 }, confirm: { battles: 40, milliseconds: 500 } },
} as const;

interface ProposalRequest {
  /** Kinds with commas between, each by itself; left out: several are tried. */
  readonly foe: string | undefined;
  readonly side: string;
  /** In percent. */
  readonly chance: number;
}

const triedText = (name: string, side: string, { count, wins, battles }: CountTrial): string =>
  phrase`${name} ×${count}: victory for ${side} in ${formatShare(wins, battles)}`;

const addFoesButton = (battle: OpenBattle, name: string, count: number): Control => ({
  ...{ kind: 'button', label: phrase`Add ${name} ×${count}`, style: 'primary' },
  press: { path: ['npc', 'add'], input: { preset: name, count }, battle: battle.saved.id },
});

/** A name that has a comma in it is one name where it is somebody’s. */
const foeKinds = async (
  asker: Asker,
  battle: OpenBattle,
  foe: string | undefined,
  services: FoeServices,
): Promise<readonly string[]> => {
  if (foe === undefined) return (await foeNames(asker, battle, services)).slice(0, maxKinds);
  if ((await foesOfMix(asker, battle, foe, services)).ok) return [foe];
  return foe
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .slice(0, maxKinds);
};

/** How many of each kind make a fair fight, said again with each kind that is known; a refusal ends it. */
export async function* proposeFoeCounts(
  asker: Asker,
  battle: OpenBattle,
  { foe, side, chance }: ProposalRequest,
  services: FoeServices & Pick<Services, 'askSimulation'>,
): AsyncGenerator<Result<RefinedAnswer, Refusal>, void, undefined> {
  const names = await foeKinds(asker, battle, foe, services);
  const effort = names.length === 1 ? efforts.one : efforts.several;
  const [lines, brings]: [Line[], Control[]] = [[], []];
  const asking = services.askSimulation(asker.channel);
  try {
    for (const [at, name] of names.entries()) {
      const mix = await foesOfMix(asker, battle, name, services);
      if (!mix.ok) return yield mix;
      const all = await findFairCount(battle, asking, mix.value.foes, { side, chance: chance / 100, ...effort });
      if (all === undefined) return yield refuse('odds-superseded');
      if (all.length === 0 && names.length === 1) return yield refuse('odds-cannot-begin');
      const best = largestFairCount(all, chance / 100) ?? all[0];
      const isFair = best !== undefined && best.wins / best.battles >= chance / 100 && best.count < maxFoeCount;
      const shown = names.length > 1 ? all.filter((each) => each === best && isFair) : all;
      lines.push(...shown.map((each) => line(triedText(name, side, each), each === best ? 'good' : 'plain')));
      if (isFair)
        brings.push(...mix.value.members.map((each) => addFoesButton(battle, each.name, each.count * best.count)));
      else if (best === undefined)
        lines.push(line(phrase`${name}: the battle could not start with any number of these.`, 'quiet'));
      else
        lines.push(
          line(
            phrase`${name}: ${best.count === maxFoeCount ? 'even the maximum number is too few' : 'one is too many'}.`,
            'quiet',
          ),
        );
      const left = names.length - at - 1;
      yield ok({
        cards: [
          card(phrase`Foes that ${side} would beat about ${chance} % of the time`, {
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
