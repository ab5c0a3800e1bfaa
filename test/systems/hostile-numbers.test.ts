import { expect, test } from 'vitest';
import { listOptions } from '../../src/rules/command-options.ts';
import { gmActor, gmCaller } from '../../src/rules/expected-action.ts';
import type { Game } from '../../src/rules/game.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { type Pick, pickedDice, picker } from '../chance.ts';
import { type Fighter, orderNow, orderOf, runToEnd, sidesOf, startBattle } from './any-battle.ts';

type Path = readonly string[];

/** The paths of the numbers in a sheet or in settings. */
const numbersIn = (value: unknown, path: Path = []): readonly Path[] =>
  typeof value === 'number'
    ? [path]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => numbersIn(part, [...path, key]))
      : [];

const withNumber = (value: unknown, [key, ...rest]: Path, number: number): unknown => {
  if (key === undefined) return number;
  if (Array.isArray(value))
    return value.map((each, at) => (at === Number(key) ? withNumber(each, rest, number) : each));
  return { ...Object(value), [key]: withNumber(Object(value)[key], rest, number) };
};

const enormous = [1e9, 30_000, -1e9, 0];
const ownSettings: Readonly<Record<string, object>> = {
  skure: { 'board.width': 6, 'board.height': 5 },
  'sword-world': { mode: 'standard' },
};
/** Maximum size of a saved battle (characters). No sensible number leads to a larger one. */
const largestSave = 1_000_000;

const castOf = (ruleset: Ruleset, own?: unknown): readonly Fighter[] => {
  const [one, other] = sidesOf(ruleset);
  const sheets = Object.values(ruleset.presets).map(({ sheet }) => sheet);
  return [
    { id: 'A', side: one, sheet: own ?? sheets[0] },
    { id: 'B', side: other, sheet: sheets.at(-2) },
    { id: 'C', side: other, sheet: own ?? sheets[1] },
  ];
};

/** Plays on and asks all queries. It only has to end. */
const playedOn = (ruleset: Ruleset, from: Game, pick: Pick, orders: number): void => {
  let game = from;
  for (let n = 0; n < orders && game.status === 'active'; n++) {
    const ended = runToEnd(game, orderNow(ruleset, game, pick), () => pickedDice(pick));
    if (ended.kind === 'refused') continue;
    game.narrate(ended.events, gmViewer);
    ended.game.view(gmViewer);
    expect(JSON.stringify(ended.game.save()).length).toBeLessThan(largestSave);
    game = ended.game;
  }
  for (const query of Object.keys(ruleset.queries))
    game.answerQuery(query, gmCaller(gmActor, 'A'), { target: 'B' }, gmViewer);
};

const begunIfItMay = (
  ruleset: Ruleset,
  cast: readonly Fighter[],
  pick: Pick,
  settings = ownSettings[ruleset.id],
): Game | undefined => {
  try {
    return startBattle(ruleset, cast, () => pickedDice(pick), settings);
  } catch (problem) {
    if (problem instanceof Error && problem.message.endsWith('could not enter')) return undefined;
    throw problem;
  }
};

test.each(rulesets.map((ruleset) => ({ id: ruleset.id, ruleset })))(
  '$id: no number on a sheet makes an order or query endless',
  ({ ruleset }) => {
    const tried = new Set<string>();
    for (const { sheet } of Object.values(ruleset.presets))
      for (const path of numbersIn(sheet)) {
        const kind = path.filter((key) => !/^\d+$/.test(key)).join('.');
        if (tried.has(kind)) continue;
        tried.add(kind);
        for (const number of enormous) {
          const own = withNumber(sheet, path, number);
          const pick = picker(5);
          const game = ruleset.sheet.safeParse(own).success
            ? begunIfItMay(ruleset, castOf(ruleset, own), pick)
            : undefined;
          if (game !== undefined) playedOn(ruleset, game, pick, 12);
        }
      }
    expect(tried.size).toBeGreaterThan(0);
  },
  120_000,
);

test.each(rulesets.map((ruleset) => ({ id: ruleset.id, ruleset })))(
  '$id: no setting and no modifier makes an order or query endless',
  ({ ruleset }) => {
    const pinned = ruleset.completeSettings(ownSettings[ruleset.id] ?? {});
    if (!pinned.ok) throw new Error(pinned.error.code);
    for (const path of numbersIn(pinned.value))
      for (const number of enormous) {
        const settings = Object(withNumber(pinned.value, path, number));
        const pick = picker(9);
        const game = ruleset.createGame(settings).ok
          ? begunIfItMay(ruleset, castOf(ruleset), pick, settings)
          : undefined;
        if (game !== undefined) playedOn(ruleset, game, pick, 8);
      }
    for (const term of Object.keys(ruleset.modifiers))
      for (const number of [9_999, -9_999]) {
        const pick = picker(7);
        let game = begunIfItMay(ruleset, castOf(ruleset), pick);
        for (const { id: who } of game?.roster() ?? []) {
          const effect = {
            name: 'Hex',
            who,
            modifiers: { [term]: number },
            remaining: 3,
            ticks: { at: 'end' as const },
          };
          const hung =
            game &&
            runToEnd(game, { doing: { do: 'hang', who, name: 'Hex', effect }, call: gmCaller() }, () =>
              pickedDice(pick),
            );
          if (hung?.kind === 'done') game = hung.game;
        }
        if (game !== undefined) playedOn(ruleset, game, pick, 15);
      }
  },
  120_000,
);

const nasty = [
  '1000000000',
  '99999d999',
  'A1 Z99 A1 Z99 A1 Z99 A1 Z99',
  'all: 1000000000',
  '99N 99S 99N 99S',
  1e9,
  -1e9,
];

test.each(rulesets.map((ruleset) => ({ id: ruleset.id, ruleset })))(
  '$id: no typed input makes an order endless',
  ({ ruleset }) => {
    const pick = picker(11);
    const dice = () => pickedDice(pick);
    let game = startBattle(ruleset, castOf(ruleset), dice, ownSettings[ruleset.id]);
    for (let n = 0; n < 4 && game.status === 'active'; n++) {
      for (const [verb, { params }] of Object.entries(ruleset.verbs))
        for (const { name } of listOptions(params))
          for (const typed of nasty) {
            const { doing, call } = orderOf(ruleset, game, verb, pick);
            const order = { doing: { ...doing, params: { ...doing.params, [name]: typed } }, call };
            const ended = runToEnd(game, order, dice);
            if (ended.kind === 'done') {
              expect(JSON.stringify(ended.game.save()).length).toBeLessThan(largestSave);
              ended.game.expectedActions();
              ended.game.view(gmViewer);
            }
          }
      for (let m = 0; m < 6; m++) {
        const ended = runToEnd(game, orderNow(ruleset, game, pick), dice);
        if (ended.kind === 'done') game = ended.game;
      }
    }
  },
  120_000,
);
