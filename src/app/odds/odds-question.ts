import { z } from 'zod';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { isGm, roleOf, viewerOf } from '../../battle/views/viewer.ts';
import { listed, normalizeName, ok, phrase, type Result, refuse, refuseInput, worded } from '../../core/message.ts';
import { sideName } from '../../presentation/view-facts.ts';
import { gmCaller } from '../../rules/expected-action.ts';
import type { Game } from '../../rules/game.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { hashText } from '../../rules/tactics.ts';
import type { Policy, SimulationRequest, WhatIfEntrant } from '../../simulation/simulation-request.ts';
import type { Asker } from '../command-kit/command.ts';
import { splitNames } from '../input/match-name.ts';
import { selectTargets } from '../input/target-selector.ts';
import type { FoeServices } from '../services.ts';
import { parseEnteringFoes } from './entering-foes.ts';
import { battleLimits, createSimulationRequest } from './simulation-request.ts';

/** A number of a combatant that a question about odds changes, such as hp. */
export interface WhatIfNumber {
  readonly who: string;
  readonly field: string;
  readonly value: string;
}

/** Splits a text after the longest known name that it begins with. */
const splitLongestName = (
  text: string,
  names: readonly string[],
): readonly [name: string, rest: string] | undefined => {
  const name = names
    .filter(
      (each) =>
        normalizeName(text).startsWith(`${normalizeName(each)} `) || normalizeName(text) === normalizeName(each),
    )
    .toSorted((a, b) => b.length - a.length)[0];
  return name === undefined ? undefined : [name, text.slice(name.length).trim()];
};

const example = 'write a name, a field and a number, like Grim hp 40, Ann attack 12';

/** Parses `Grim hp 40, Ann attack 12`, as `/gm set` does. A part without a name belongs to the part before it. */
export const parseWhatIfNumbers = (
  text: string,
  game: Game,
  { corrections }: Pick<Ruleset, 'corrections'>,
): Result<readonly WhatIfNumber[]> => {
  const bad = (problem: string) => refuseInput('numbers', problem);
  const names = game.roster().flatMap(({ id, actor, parts = [] }) => [id, actor, ...parts]);
  const fields = Object.keys(corrections).join(', ');
  const all: WhatIfNumber[] = [];
  for (const part of splitNames(text, names)) {
    const whose = splitLongestName(part, names);
    const last = all.at(-1);
    if (whose === undefined) {
      if (last === undefined) return bad(phrase`${part} names no combatant of this battle; ${worded(example)}`);
      all[all.length - 1] = { ...last, value: `${last.value}, ${part}` };
      continue;
    }
    const [who, rest] = whose;
    const [field, value] = splitLongestName(rest, Object.keys(corrections)) ?? [];
    if (field === undefined || value === undefined || value === '')
      return bad(
        rest === ''
          ? phrase`a number is missing after ${who}; ${worded(example)}. Fields: ${fields}`
          : phrase`${rest} after ${who} is not a field with a number; ${worded(example)}. Fields: ${fields}`,
      );
    all.push({ who, field, value });
  }
  return ok(all);
};

/** Changes numbers of a battle as corrections by the GM would. Refuses what these corrections would refuse. */
export const applyWhatIfNumbers = (game: Game, numbers: readonly WhatIfNumber[]): Result<Game> => {
  let now = game;
  for (const { who, field, value } of numbers) {
    const noDice = { roll: () => 1, rolledDice: () => [] };
    const outcome = now.act(
      { do: 'correct', field, who, value },
      { ...gmCaller(), moreFollows: true },
      [],
      noDice,
      ({ auto }) => auto,
    );
    if (!outcome.ok) return outcome;
    if (outcome.value.kind === 'decided') now = outcome.value.game;
  }
  return ok(now);
};

/** What a question about odds changes in the battle before it is simulated. */
export interface WhatIfOptions {
  readonly without?: string | undefined;
  readonly beside?: string | undefined;
  readonly numbers?: string | undefined;
  readonly mode?: string | undefined;
  readonly careless?: string | undefined;
  readonly brave?: string | undefined;
  readonly careful?: string | undefined;
}

/** A question about the odds of a battle, ready to be simulated. */
export interface OddsQuestion {
  readonly simulation: SimulationRequest;
  readonly sides: readonly string[];
  /** The combatants at the start with their sides. Members of added companies are listed only after they went down. */
  readonly combatants: readonly { readonly id: string; readonly side: string }[];
  /** Sentences about what the question changes in the battle. */
  readonly assumptions: readonly string[];
  /** Whether the simulation uses the true state, or only what the user's side knows. */
  readonly basis: 'truth' | 'side';
}

const manners = ['careless', 'brave', 'careful'] as const;

const mannerTexts: Readonly<Record<(typeof manners)[number], (side: string) => string>> = {
  careless: (side) => phrase`With ${side} played using the rulebook’s default for absent players.`,
  brave: (side) => phrase`With ${side} played without fear of danger.`,
  careful: (side) => phrase`With ${side} played three times as cautious.`,
};

const withSettings = z.looseObject({ settings: z.record(z.string(), z.unknown()) });

/** Changes the mode of a battle in setup. Refuses if the battle has started or has no modes. */
const withMode = (game: Game, mode: string): Result<Game> => {
  const bad = (problem: string) => refuseInput('mode', problem);
  const state = withSettings.safeParse(game.save());
  if (!state.success || state.data.settings.mode === undefined)
    return bad('this rulebook has no modes; leave this option out');
  if (game.status !== 'setup') return bad('the mode cannot change after the battle has started; leave this option out');
  const changed = game.withSettings({ ...state.data.settings, mode: mode.toLowerCase() });
  return changed.ok ? changed : bad(String(changed.error.facts.problem ?? 'there is no such mode'));
};

/** Parses which side plays in which style into a policy for each side. */
const policiesFor = (
  supposing: WhatIfOptions,
  sides: readonly string[],
): Result<readonly (readonly [string, Policy])[]> => {
  const all: (readonly [string, Policy])[] = [];
  for (const manner of manners) {
    const wanted = supposing[manner];
    if (wanted === undefined) continue;
    const side = sides.find((each) => normalizeName(each) === normalizeName(wanted));
    if (side === undefined) return refuseInput(manner, phrase`choose one of ${listed(sides.map(worded))}`);
    all.push([side, manner]);
  }
  return ok(all);
};

export const listSides = (game: Game): readonly string[] => [
  ...new Set(game.roster().map(({ side, actor }) => side ?? actor)),
];

/** Parses a question about odds. The GM's question uses the true state, a player's what the player's side knows. */
export const parseOddsQuestion = async (
  asker: Asker,
  battle: OpenBattle,
  supposing: WhatIfOptions,
  services: FoeServices,
): Promise<Result<OddsQuestion>> => {
  const { saved, ruleset } = battle;
  const { table } = saved;
  const { status } = battle.game;
  if (roleOf(table, asker.user) === 'stranger') return refuse('odds-not-in-battle');
  if (status === 'ended') return refuse('already-ended');
  const gm = isGm(table, asker.user);
  const viewer = viewerOf(battle, asker.user);
  const known: OpenBattle = { ...battle, game: battle.game.asKnownTo(viewer) };
  const left = supposing.without === undefined ? ok<readonly string[]>([]) : selectTargets(known, supposing.without);
  if (!left.ok) return left;
  const game = known.game.asKnownTo({ ...viewer, unseen: left.value });
  const roster = game.roster();
  if (!gm && !roster.some(({ id, actor }) => viewer.knows.includes(id) || viewer.knows.includes(actor)))
    return refuse('odds-nobody-known');
  const foes = await parseEnteringFoes(asker, known, supposing.beside ?? '', services);
  if (!foes.ok) return foes;
  if (foes.value.length > 0 && status !== 'setup' && ruleset.usesPlayerName === true)
    return refuseInput('beside', 'in this rulebook no one can join after the battle has started');
  const sides = [...new Set([...listSides(game), ...foes.value.map(({ side }) => side)])];
  if (!gm && sides.length < 2) return refuse('odds-no-foe-known');
  const policies = policiesFor(supposing, sides);
  if (!policies.ok) return policies;
  const numbers: Result<readonly WhatIfNumber[]> =
    supposing.numbers === undefined ? ok([]) : parseWhatIfNumbers(supposing.numbers, game, ruleset);
  if (!numbers.ok) return numbers;
  const simulation = createSimulationRequest(
    { ...battle, game },
    { ...viewer, unseen: [] },
    {
      policies: Object.fromEntries(policies.value),
      stopCondition: { ...battleLimits, battles: 0, milliseconds: 0 },
      // Equal questions about an unchanged battle use the same dice.
      ...{ seed: hashText(`${saved.id} ${saved.version}`), firstBattle: 0 },
      ...(status === 'setup' ? { entrantsAtStart: foes.value } : foes.value.length > 0 && { newEntrants: foes.value }),
    },
    (world) => {
      const moded = supposing.mode === undefined ? ok(world) : withMode(world, supposing.mode);
      return moded.ok ? applyWhatIfNumbers(moded.value, numbers.value) : moded;
    },
  );
  if (!simulation.ok) return simulation;
  return ok({
    simulation: simulation.value,
    sides,
    combatants: [
      ...roster.flatMap(({ id, up, side, actor }) => (up ? [{ id, side: side ?? actor }] : [])),
      ...(ruleset.usesPlayerName === true ? [] : foes.value.map(({ id, side }) => ({ id, side }))),
    ],
    assumptions: describeAssumptions(supposing, status, left.value, foes.value, numbers.value),
    basis: gm ? 'truth' : 'side',
  });
};

const describeAssumptions = (
  supposing: WhatIfOptions,
  status: Game['status'],
  left: readonly string[],
  foes: readonly WhatIfEntrant[],
  numbers: readonly WhatIfNumber[],
): readonly string[] => [
  ...(left.length === 0 ? [] : [phrase`Without ${listed(left)}.`]),
  ...(foes.length === 0
    ? []
    : [
        status === 'setup'
          ? phrase`With ${listed(foes.map(({ id }) => id))} added.`
          : phrase`With ${listed(foes.map(({ id }) => id))} added, from now on.`,
      ]),
  ...(numbers.length === 0
    ? []
    : [
        phrase`With other numbers: ${listed(numbers.map(({ who, field, value }) => phrase`${who} ${field} ${value}`))}.`,
      ]),
  ...(supposing.mode === undefined ? [] : [phrase`In the mode ${supposing.mode}.`]),
  ...manners.flatMap((manner) => {
    const side = supposing[manner];
    return side === undefined ? [] : [mannerTexts[manner](sideName(side))];
  }),
];
