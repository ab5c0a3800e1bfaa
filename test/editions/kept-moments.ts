import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { createScriptedDice } from '../../src/dice/scripted-dice.ts';
import { gmActor, gmCaller } from '../../src/rules/caller.ts';
import type { Game, GameAction } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { battleOf, setupSchema } from '../conformance/dskull/setup.ts';
import { tableOf } from '../conformance/dskull/table.ts';
import { casesOf, playOf, watched } from '../conformance/worked-cases.ts';
import { keptExports, keptText, plain } from './kept.ts';
import { systemShapes } from './saved-shapes.ts';

type See = (before: Game, events: readonly unknown[], after: Game) => void;

/** What one order did: a battle as saved, what happened, and the battle as saved thereafter. */
interface Moment {
  readonly system: string;
  readonly edition: number;
  readonly before: unknown;
  readonly events: readonly unknown[];
  readonly after: unknown;
}

/** Does a thing as the game master, who must not be refused; every die shows a 3. */
const done = (game: Game, doing: GameAction, actor = gmActor): Game => {
  const outcome = game.act(doing, gmCaller(gmActor, actor), [], createScriptedDice(Array<number>(40).fill(3)));
  if (!outcome.ok) throw new Error(`Refused: ${JSON.stringify(outcome.error)}`);
  if (outcome.value.kind !== 'decided') throw new Error(`Not decided: ${outcome.value.kind}`);
  return outcome.value.game;
};
const ordered = (game: Game, verb: string, params: object = {}, actor = gmActor): Game =>
  done(game, { do: 'verb', verb, params }, actor);

/** These presets in a battle that has begun, placed where its rulebook has them placed before. */
const begun = (
  ruleset: Ruleset,
  cast: readonly (readonly [id: string, side: string, preset: string])[],
  places: readonly object[] = [],
): Game => {
  const blank = ruleset.createGame({});
  if (!blank.ok) throw new Error(`Refused: ${JSON.stringify(blank.error)}`);
  let game = blank.value;
  for (const [id, side, preset] of cast)
    game = done(game, { do: 'enter', entrant: { id, side, sheet: ruleset.presets[preset]?.sheet } });
  for (const params of places) game = ordered(game, 'place', params);
  return done(game, { do: 'start' });
};

/** SW-WATER-8, SW-END-1. Mira runs out of breath underwater; Grim leaves and is pursued. */
const underwater = (ruleset: Ruleset): void => {
  const cast = [
    ['Mira', 'allies', 'mira'],
    ['Grim', 'enemies', 'goblin'],
  ] as const;
  const rolled = ordered(begun(ruleset, cast), 'initiative', { rollers: 'Mira' });
  const first = done(rolled, { do: 'correct', field: 'first', who: '', value: 'allies' });
  const ours = ordered(first, 'place', { side: 'allies', placement: 'all: front' });
  const wet = ordered(ours, 'field', { env: 'underwater', depth: 'deep' });
  let game = ordered(wet, 'place', { side: 'enemies', placement: 'all: front' });
  for (const spent of ['1', '99']) {
    game = done(game, { do: 'correct', field: 'breath', who: 'Mira', value: spent });
    for (let phases = 0; phases < 2; phases++) game = ordered(game, 'next');
  }
  ordered(ordered(wet, 'place', { side: 'enemies', placement: 'all: front' }), 'leave', { pursued: true }, 'Grim');
};

/** DS-TEST-1, DS-TEST-2. A warrior tests alone, and a warband as one. */
const testing = (): void => {
  const warriors = [
    { id: 'a', owner: 'A', at: [2, 2], skills: { medicine: 2 } },
    { id: 'b', owner: 'B', at: [5, 5] },
  ];
  const state = battleOf(setupSchema.parse({ board: { w: 8, h: 8, edges: [] }, warriors }));
  for (const params of [
    { skill: 'medicine', warriors: 'a' },
    { skill: 'morale', seat: 'A' },
  ])
    tableOf(state, [3, 3, 3, 3]).order('check', params, gmActor);
};

/** A battle of the first two presets that ends with nobody as its winner. */
const drawn = (ruleset: Ruleset, places: readonly object[] = []): void => {
  const presets = Object.keys(ruleset.presets).slice(0, 2);
  const cast = presets.map((preset, at) => [`Fighter ${at}`, `side ${at}`, preset] as const);
  done(begun(ruleset, cast, places), { do: 'finish', finish: { winner: undefined, reason: 'the rain' } });
};

/** What no worked case has. */
const playedScenes: Readonly<Record<string, (ruleset: Ruleset) => void>> = {
  skure: (ruleset) =>
    drawn(ruleset, [
      { target: 'Fighter 0', to: 'A1', facing: 'S' },
      { target: 'Fighter 1', to: 'J10', facing: 'N' },
    ]),
  dskull: testing,
  'sword-world': underwater,
  segment: (ruleset) => drawn(ruleset),
};

/** Beneath what only wraps it. */
const inner = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodReadonly ||
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodOptional
    ? inner(schema.unwrap())
    : schema instanceof z.ZodPipe
      ? inner(schema.out)
      : schema;

const optional = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodOptional || (schema instanceof z.ZodReadonly && optional(schema.unwrap()));

/** Names what a schema has of optional parts, each once as present and once as absent; of a value only what it shows. */
const partsOf = (
  given: z.core.$ZodType,
  path: string,
  shown: { readonly value: unknown } | undefined,
  levels = Number.POSITIVE_INFINITY,
): readonly string[] => {
  const schema = inner(given);
  if (schema instanceof z.ZodUnion) {
    if (shown === undefined) return schema.options.flatMap((option) => partsOf(option, path, undefined, levels));
    const fits = schema.options.find((option) => z.safeParse(option, shown.value).success);
    return fits === undefined ? [] : partsOf(fits, path, shown);
  }
  if (schema instanceof z.ZodArray || schema instanceof z.ZodRecord) {
    const element = schema instanceof z.ZodArray ? schema.element : schema.valueType;
    return shown === undefined
      ? partsOf(element, path, undefined, levels)
      : Object.values(Object(shown.value)).flatMap((value) => partsOf(element, path, { value }));
  }
  if (!(schema instanceof z.ZodObject) || levels === 0) return [];
  const { type } = schema.shape;
  const named = path === '' && type instanceof z.ZodLiteral ? String(type.value) : path;
  return [
    ...(path === '' ? [named] : []),
    ...Object.entries(schema.shape).flatMap(([key, field]: [string, z.core.$ZodType]) => {
      const below = `${named}.${key}`;
      const value: unknown = Object(shown?.value)[key];
      const deeper =
        shown === undefined
          ? partsOf(field, below, undefined, levels - 1)
          : value === undefined
            ? []
            : partsOf(field, below, { value });
      if (!optional(field)) return deeper;
      const [present, absent] = [`${below} present`, `${below} absent`];
      return shown === undefined ? [present, absent, ...deeper] : value === undefined ? [absent] : [present, ...deeper];
    }),
  ];
};

/** A moment as a line, with the parts of the schemas that it shows. */
interface Shown {
  readonly line: string;
  readonly parts: readonly string[];
}

const schemasOf = (system: string) => {
  const shapes = systemShapes[system];
  if (shapes === undefined) throw new Error(`There is no rulebook ${system}.`);
  return shapes;
};

const shownBy = (moment: Moment): Shown => {
  const { event, state } = schemasOf(moment.system);
  const parts = [
    ...moment.events.flatMap((value) => partsOf(event, '', { value })),
    ...[moment.before, moment.after].flatMap((value) => partsOf(state, 'state', { value })),
  ];
  return { line: JSON.stringify(moment), parts: [...new Set(parts)] };
};

/** The events of every entry of the battles that the edition keeps. */
const fromLogs = (ruleset: Ruleset, edition: string, see: See): void => {
  for (const { battle } of keptExports(edition).filter(({ battle }) => battle.system === ruleset.id))
    for (const [at, { events, request, table }] of battle.log.entries()) {
      const reset = table.some(({ type }) => type === 'opened' || type === 'setting-changed');
      if (reset || request.kind === 'undo' || request.kind === 'redo') continue;
      const { game } = foldLog(ruleset, battle.log.slice(0, at));
      see(game, events, game.applyEvents(events));
    }
};

const momentsOf = (ruleset: Ruleset, edition: string): readonly Shown[] => {
  const shown = new Map<string, Shown>();
  const see: See = (before, events, after) => {
    if (events.length === 0) return;
    const saved = { before: plain(before.save()), events: events.map(plain), after: plain(after.save()) };
    const line = JSON.stringify(saved);
    if (
      shown.has(line) ||
      !isDeepStrictEqual(plain(ruleset.openGame(saved.before).applyEvents(saved.events).save()), saved.after)
    )
      return;
    shown.set(line, shownBy({ system: ruleset.id, edition: ruleset.editions.present, ...saved }));
  };
  watched(
    ruleset,
    {
      ruled: (game, _order, outcome) => {
        if (outcome.ok && outcome.value.kind === 'decided') see(game, outcome.value.events, outcome.value.game);
      },
    },
    () => {
      for (const worked of casesOf(ruleset.id)) playOf(ruleset.id)(worked);
      playedScenes[ruleset.id]?.(ruleset);
    },
  );
  fromLogs(ruleset, edition, see);
  return [...shown.values()];
};

/** How many characters a rulebook's moments may take for more than they must show. */
const roomFor = 180_000;

/** The moments that show the most of what is wanted for their length, while there is room. */
const shortest = (all: readonly Shown[], of: ReadonlySet<string>, room: number): readonly Shown[] => {
  const wanted = new Set(of);
  const few: Shown[] = [];
  let left = room;
  for (;;) {
    const worth = ({ line, parts }: Shown): number =>
      line.length > left ? 0 : parts.filter((part) => wanted.has(part)).length / line.length;
    const [best] = all.map((shown) => ({ shown, worth: worth(shown) })).toSorted((x, y) => y.worth - x.worth);
    if (best === undefined || best.worth === 0) return few;
    few.push(best.shown);
    left -= best.shown.line.length;
    for (const part of best.shown.parts) wanted.delete(part);
  }
};

/** Without the moments, the longest first, that the others make up for. */
const pruned = (few: readonly Shown[], of: ReadonlySet<string>): readonly Shown[] => {
  let kept = few;
  for (const shown of few.toSorted((x, y) => y.line.length - x.line.length)) {
    const others = kept.filter((each) => each !== shown);
    const there = new Set(others.flatMap(({ parts }) => parts));
    if (shown.parts.every((part) => !of.has(part) || there.has(part))) kept = others;
  }
  return kept;
};

/** What shows all the goals, then what there is of other parts while there is room. */
const chosen = (all: readonly Shown[], goals: ReadonlySet<string>): readonly Shown[] => {
  const needed = pruned(shortest(all, goals, Number.POSITIVE_INFINITY), goals);
  const there = new Set(needed.flatMap(({ parts }) => parts));
  const rest = new Set(all.flatMap(({ parts }) => parts).filter((part) => !there.has(part)));
  return [...needed, ...shortest(all, rest, roomFor - needed.reduce((sum, { line }) => sum + line.length, 0))];
};

/** Every type of event, and every optional field of an event or of the state, with and without it. */
const goalsOf = (system: string): readonly string[] => {
  const { event, state } = schemasOf(system);
  return [...new Set([...partsOf(event, '', undefined, 1), ...partsOf(state, 'state', undefined, 1)])];
};

const heading = '\n## Moments\n';

/** Writes the moments of an edition, and into its README what they do not show. */
export const writtenMoments = (edition: string): void => {
  const kept = rulesets.map((ruleset) => {
    const goals = goalsOf(ruleset.id);
    const few = chosen(momentsOf(ruleset, edition), new Set(goals));
    const shown = new Set(few.flatMap(({ parts }) => parts));
    return { system: ruleset.id, few, goals, missing: goals.filter((goal) => !shown.has(goal)) };
  });
  const says = kept.map(
    ({ system, few, goals, missing }) =>
      `- ${system}: ${few.length} moments, ${goals.length - missing.length} of ${goals.length} types of events and optional parts${missing.length === 0 ? '' : `; missing: ${missing.join(', ')}`}`,
  );
  const text = `${heading}
\`moments.jsonl\`: single orders from the worked cases, the kept logs and a few scenes, as the battle before, the events, and the battle after. Every type
of event and every optional field of an event or a state is there, with it and without it, but for what is missing here.

${says.join('\n')}
`;
  const folder = new URL(`./${edition}/`, import.meta.url);
  const [before] = keptText(edition, 'README.md').split(heading);
  writeFileSync(
    new URL('moments.jsonl', folder),
    kept.flatMap(({ few }) => few.map(({ line }) => `${line}\n`)).join(''),
  );
  writeFileSync(new URL('README.md', folder), `${before}${text}`);
  console.log(says.join('\n'));
};
