import { expect, test } from 'vitest';
import { ref, say } from '../../src/core/message.ts';
import { listOptions } from '../../src/rules/command-options.ts';
import { gmActor, gmCaller } from '../../src/rules/expected-action.ts';
import type { Game } from '../../src/rules/game.ts';
import { createReader, defaultNumberWords, gmViewer, type Viewer } from '../../src/rules/reader.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { type Pick, pickedDice, picker } from '../chance.ts';
import { any, type Fighter, type Ordered, orderNow, orderOf, runToEnd, sidesOf, startBattle } from './any-battle.ts';

/** Names that are part of no word of any rulebook. */
const nameOf = (...parts: readonly number[]): string => `Qz${parts.join('q')}Z`;
const aName = /Qz\w*Z/;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The paths of texts in this value that contain a name as a word. */
const glued = (value: unknown, where: string): readonly string[] => {
  if (typeof value === 'string') return aName.test(value) ? [`${where}: ${value}`] : [];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => glued(each, where));
  if (!isObject(value) || 'ref' in value) return [];
  return Object.values(value).flatMap((each) => glued(each, where));
};

test('the check finds a name pasted into a text, but not a reference', () => {
  const who = nameOf(1);
  expect(glued({ text: say`${ref(who)} strikes ${say`${ref(who)} twice`}.` }, 'line')).toEqual([]);
  expect(glued([say`${ref(who)} strikes ${`the foe ${who}`}.`], 'line')).toHaveLength(1);
  expect(glued({ label: `Strike ${who}` }, 'offer')).toHaveLength(1);
});

/** A sheet whose warriors, if any, have such names. */
const renamed = (sheet: unknown, at: number): unknown => {
  const { warriors } = Object(sheet);
  if (!Array.isArray(warriors)) return sheet;
  return { ...Object(sheet), warriors: warriors.map((each, n) => ({ ...each, name: nameOf(at, n) })) };
};

const fightersOf = (ruleset: Ruleset, pick: Pick): readonly Fighter[] =>
  Array.from({ length: ruleset.id === 'dskull' ? 2 : 2 + pick(5) }, (_, at) => ({
    id: nameOf(at),
    side: sidesOf(ruleset)[at % 2] ?? '',
    sheet: renamed(any(Object.values(ruleset.presets), pick)?.sheet, at),
  }));

/** A viewer who sees no one. */
const nameless: Viewer = {
  gm: false,
  user: 'p9',
  controls: [],
  knows: [],
  unseen: Object.assign([], { includes: () => true }),
  foes: { mode: 'words', words: defaultNumberWords },
};

/** The rulebook's own texts before a viewer renders them. */
const unread = async (ruleset: Ruleset) => {
  const folder = `../../src/systems/${ruleset.id}`;
  const { narrate, evolve } = Object(await import(`${folder}/index.ts`)).events;
  const { expectedActions } = Object(await import(`${folder}/expected-actions.ts`));
  return {
    lines: (game: Game, events: readonly { readonly type: string }[]): readonly string[] => {
      let before: unknown = game.save();
      return events.flatMap((event) => {
        const after: unknown = evolve(before, event);
        const moments = [gmViewer, { ...nameless, unseen: [], controls: [nameOf(0)], knows: [nameOf(0)] }].map(
          (viewer) => ({ before, after, reader: createReader(viewer, ruleset.numberTerms) }),
        );
        before = after;
        return moments.flatMap((moment) =>
          narrate(event, moment).flatMap(({ text, rows }: { text: unknown; rows: unknown }) =>
            glued([text, rows], `a line of ${event.type}`),
          ),
        );
      });
    },
    awaited: (game: Game): readonly string[] =>
      expectedActions(game.save()).flatMap(
        ({ what, auto, idle }: { what: unknown; auto?: { label: unknown }; idle?: { label: unknown } }) =>
          glued([what, auto?.label, idle?.label], 'awaited'),
      ),
  };
};

/** Orders without typed names, since a user who types a name reads it again. */
const withoutTypedNames = (ruleset: Ruleset, game: Game, ordered: Ordered): Ordered => {
  const { doing, call } = ordered;
  if (doing.do !== 'verb') return ordered;
  const params = ruleset.verbs[doing.verb]?.params;
  const free = params === undefined ? [] : listOptions(params).filter(({ widget }) => widget !== 'combatant');
  const input = Object.fromEntries(
    Object.entries(Object(doing.params)).map(([key, value]) => {
      const typed = free.some(({ name }) => name === key) && typeof value === 'string' && aName.test(value);
      const offered = game.offers(doing.verb, key, call, Object(doing.params), gmViewer) ?? [];
      return [key, typed && !offered.some((each) => each.value === value) ? 'D4' : value];
    }),
  );
  return { call, doing: { ...doing, params: input } };
};

const corrected = (ruleset: Ruleset, game: Game, pick: Pick): Ordered => {
  const roster = game.roster();
  const who = any([...roster.flatMap(({ id, actor }) => [id, actor]), 'battle'], pick) ?? 'battle';
  const field = any(Object.keys(ruleset.corrections), pick) ?? '';
  return { doing: { do: 'correct', field, who, value: any(['5', '0', 'none', 'N', 'D4'], pick) }, call: gmCaller() };
};

const proposed = (ruleset: Ruleset, game: Game, pick: Pick): Ordered => {
  if (pick(12) === 0) return corrected(ruleset, game, pick);
  const verb = any(Object.keys(ruleset.verbs), pick) ?? '';
  const { doing, call } = pick(5) === 0 ? orderOf(ruleset, game, verb, pick) : orderNow(ruleset, game, pick);
  const own = { gm: false, controls: [call.actor] };
  return withoutTypedNames(ruleset, game, { doing, call: pick(3) === 0 ? { ...call, ...own } : call });
};

/** The names in offers and in answers to all verbs and queries, for a viewer who sees no one. */
const offeredNames = (ruleset: Ruleset, game: Game, pick: Pick): readonly string[] => {
  const call = gmCaller(gmActor, any(game.expectedActions(), pick)?.actor);
  return Object.entries({ ...ruleset.verbs, ...ruleset.queries }).flatMap(([name, { params }]) => {
    let chosen: Record<string, unknown> = {};
    const labels = Object.keys(params.shape).flatMap((param) => {
      const labelled = (game.offers(name, param, call, chosen, nameless) ?? []).map(({ label }) => label);
      const value = any(game.offers(name, param, call, chosen, gmViewer) ?? [], pick)?.value;
      if (value !== undefined && pick(2) === 0) chosen = { ...chosen, [param]: value };
      return glued(labelled, `an offer of ${name} ${param}`);
    });
    const answer = name in ruleset.queries ? game.answerQuery(name, call, chosen, nameless) : undefined;
    if (answer === undefined) return labels;
    const said = answer.ok ? [answer.value.title, answer.value.lines] : answer.error.facts;
    return [...labels, ...glued(said, `an answer of ${name}`)];
  });
};

test.each(rulesets.map((ruleset) => ({ id: ruleset.id, ruleset })))(
  '$id: texts name combatants by reference only',
  async ({ ruleset }) => {
    const { lines, awaited } = await unread(ruleset);
    let told = 0;
    for (const seed of seeds(3)) {
      const pick = picker(seed * 7919);
      let game = startBattle(ruleset, fightersOf(ruleset, pick), () => pickedDice(pick));
      for (let n = 0; n < 120 && game.status !== 'ended'; n++) {
        const ordered = proposed(ruleset, game, pick);
        const found: string[] = [];
        const dice = pickedDice(pick);
        const ended = runToEnd(
          game,
          ordered,
          () => dice,
          ({ says, rows, choices }) => {
            found.push(...glued([says, rows, choices.map(({ label }) => label)], 'a question'));
            return any(choices, pick)?.id;
          },
        );
        found.push(...glued(dice.rolledDice(), 'a die'));
        if (ended.kind === 'refused') found.push(...glued(ended.refusal.facts, `a refusal ${ended.refusal.code}`));
        else {
          found.push(...lines(game, ended.events));
          game = ended.game;
          found.push(...awaited(game), ...(n % 8 === 0 ? offeredNames(ruleset, game, pick) : []));
          told += 1;
        }
        expect(found, `seed ${seed}, ${JSON.stringify(ordered.doing)}`).toEqual([]);
      }
    }
    expect(told).toBeGreaterThan(notHollow(15));
  },
  unhurried,
);
