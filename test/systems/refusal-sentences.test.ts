import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { isUntimely } from '../../src/app/command-kit/refusal-messages.ts';
import { type Refusal, type Result, renderText, type Wording } from '../../src/core/message.ts';
import { type Caller, gmActor, gmCaller } from '../../src/rules/expected-action.ts';
import { nameLookupShowingAll } from '../../src/rules/for-reader.ts';
import type { Game } from '../../src/rules/game.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { refusalSentence } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { situationsOf } from '../app/standing-situations.ts';
import { someOf } from '../budget.ts';
import { seededDice } from '../chance.ts';
import { sentenceIn } from '../sentence.ts';
import { refusals as dskull } from './dskull/inner.ts';
import { saysWhatToDo } from './next-step.ts';
import { refusals as segment } from './segment/inner.ts';
import { refusals as skure } from './skure/inner.ts';
import { refusals as straalara } from './straalara/inner.ts';
import { refusals as swordWorld } from './sword-world/inner.ts';

const wordings: Readonly<Record<string, Readonly<Record<string, Wording>>>> = {
  skure,
  dskull,
  segment,
  straalara,
  'sword-world': swordWorld,
};

const holesOf = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

test.each(rulesets)('$id: each wording of a refusal is a sentence whose placeholders its facts fill', (ruleset) => {
  const silent: string[] = [];
  for (const [code, wording] of Object.entries(wordings[ruleset.id] ?? {}))
    for (const sentence of [wording].flat()) {
      expect(sentence, code).toMatch(/^[A-Z{/].*\.$/);
      expect(sentence, code).not.toMatch(/ {2}|'s\b|[a-z]'[a-z]|\bno one\b/);
      const facts = Object.fromEntries(holesOf(sentence).map((name) => [name, 'Xe']));
      // A problem says what to do, and the text of an untimely order what the battle waits for.
      if (!/\{(?:why|problems?|phase|want|advice)\}/.test(sentence) && !isUntimely({ code, facts: {} }))
        if (!saysWhatToDo(sentence)) silent.push(sentence);
      expect(sentenceIn(ruleset, { code, facts }), code).toBe(sentence.replaceAll(/\{\w+\}/g, 'Xe'));
    }
  expect(silent).toEqual([]);
});

test('sword-world: refusals use the sentences of section 17', () => {
  const rules = readFileSync(new URL('../../src/systems/sword-world/RULES.md', import.meta.url), 'utf8');
  const rows = [...rules.matchAll(/^\| `(E_[A-Z_]+)`\s*\| (.*?)\s*\|$/gm)];
  expect(rows.length).toBeGreaterThan(70);
  for (const [, code = '', says] of rows) expect([wordings['sword-world']?.[code]].flat(), code).toContain(says);
});

test('the first wording whose facts are all present is used', () => {
  const wording = ['{who} has no {thing}; it has {things}.', '{who} has no {thing}.', 'Say who.'] as const;
  const says = (facts: Refusal['facts']) => renderText(refusalSentence(wording, facts), nameLookupShowingAll);
  expect(says({ who: 'Ann', thing: 'bow', things: 'a sling' })).toBe('Ann has no bow; it has a sling.');
  expect(says({ who: 'Ann', thing: 'bow', things: '' })).toBe('Ann has no bow.');
  expect(says({ who: undefined, thing: 'bow' })).toBe('Say who.');
  // The GM's seat is no combatant, and is named only if nothing else is.
  expect(says({ who: { ref: gmActor }, thing: 'bow' })).toBe('Say who.');
  expect(renderText(refusalSentence('It waits for {who}.', { who: { ref: gmActor } }), nameLookupShowingAll)).toBe(
    'It waits for the GM.',
  );
});

/** True if a sentence has a stand-in word for a missing name. */
const placeholder =
  /[{}]|\b(?:called|no) (?:one|nobody|anybody|somebody|nowhere|the GM)\b|\bthe GM(?:’s)? (?:is|has|cannot|holds|knows|keeps)\b|\b(?:run|not|of|on|who|than) the GM\b|\b(?:undefined|null|nowhere)\b|: ?[.;,]| [.;,]|\(\)|“”| {2}|^the /;

const nonsense = 'Xyzzy';

/** Inputs that leave a parameter out, leave it blank, name an unknown combatant, or name the actor. */
const inputsOf = (params: z.ZodObject, names: readonly string[]): readonly Record<string, unknown>[] => {
  const takes = (key: string, value: string): boolean => params.shape[key]?.safeParse(value).success === true;
  const filledWith = (value: string) =>
    Object.fromEntries(Object.keys(params.shape).flatMap((key) => (takes(key, value) ? [[key, value]] : [])));
  return [
    {},
    ...['', nonsense, ...names].flatMap((name) => {
      const all = filledWith(name);
      const needed = Object.fromEntries(
        Object.entries(all).filter(([key]) => !params.shape[key]?.safeParse(undefined).success),
      );
      return [all, needed, ...Object.keys(all).map((key) => ({ ...needed, [key]: all[key] }))];
    }),
  ];
};

const callsOf = (actor: string): readonly Caller[] => [
  gmCaller(),
  gmCaller('gm', actor),
  { ...gmCaller('eve', gmActor), gm: false },
  { ...gmCaller('ann', actor), gm: false, controls: [actor] },
  gmCaller('gm', nonsense),
];

/** The battles of the worked cases, one of each kind. */
const gamesOf = (ruleset: (typeof rulesets)[number]) =>
  [...situationsOf(ruleset).moves.values()].flatMap((moves) =>
    moves.slice(0, 2).map(({ game, actor }) => ({ game: ruleset.openGame(game), actor })),
  );

test.each(rulesets)('$id: no word replaces a name that was not given', (ruleset) => {
  const bad = new Set<string>();
  const judge = (what: string, outcome: Result<unknown>): void => {
    if (outcome.ok) return;
    const sentence = ruleset.refusalSentence(outcome.error);
    const says = sentence && renderText(sentence, nameLookupShowingAll);
    if (says !== undefined && placeholder.test(says)) bad.add(`${outcome.error.code}: ${says} (${what})`);
  };
  const ordered = (game: Game, actor: string): void => {
    const others = game
      .roster()
      .map(({ id }) => id)
      .filter((id) => id !== actor);
    const names = [actor, ...others.slice(0, 1)];
    for (const call of callsOf(actor)) {
      for (const [verb, { params }] of Object.entries(ruleset.verbs))
        for (const input of inputsOf(params, names))
          judge(verb, game.act({ do: 'verb', verb, params: input }, call, [], seededDice(1)));
      for (const [query, { params }] of Object.entries(ruleset.queries))
        for (const input of inputsOf(params, names)) judge(query, game.answerQuery(query, call, input, gmViewer));
    }
  };
  for (const { game, actor } of someOf(gamesOf(ruleset), 4)) ordered(game, actor);
  expect([...bad]).toEqual([]);
});
