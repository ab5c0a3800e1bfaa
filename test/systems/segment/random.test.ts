import { expect, test } from 'vitest';
import { createScriptedDice, type ScriptedDie } from '../../../src/dice/dice.ts';
import type { RuleEvent } from '../../../src/rules/event.ts';
import { gmCaller, type Question } from '../../../src/rules/expected-action.ts';
import type { Game } from '../../../src/rules/game.ts';
import { defaultNumberWords, gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import { seeds, unhurried } from '../../budget.ts';
import { type Pick, pickedDice } from '../../chance.ts';
import { sentenceIn } from '../../sentence.ts';
import { expectGoodFooting } from '../footing.ts';
import { hiddenName, type Ordered, randomBattle } from './random.ts';

/** Pseudorandom numbers that are the same every time. */
const pickFrom = (seed: number): Pick => {
  let state = (seed * 2654435761) % 4294967296;
  return (n) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return n <= 0 ? 0 : Math.floor((state / 4294967296) * n);
  };
};

const outsider: Viewer = {
  gm: false,
  user: undefined,
  controls: [],
  knows: [],
  unseen: [hiddenName],
  foes: { mode: 'words', words: defaultNumberWords },
};

const callOf = ({ actor, gm, controls }: Ordered) => ({ actor, by: 'somebody', gm, controls, pending: undefined });
/** The GM chooses where a stopped push ends. SEG-RUL-72. */
const answersTo = ({ to, kind, choices, auto }: Question, pick: Pick): readonly string[] => {
  expect([to, kind]).toEqual(['gm', 'push-landing']);
  expect(choices.map(({ id }) => id)).toContain(auto);
  return [choices[pick(choices.length)]?.id ?? auto];
};

const mentions = (thing: unknown): boolean => JSON.stringify(thing).includes(hiddenName);

const playOut = (seed: number, orders: number): Game => {
  const pick = pickFrom(seed);
  const battle = randomBattle(pick);
  const opened = segment.createGame(battle.settings);
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  const blank = opened.value;
  const events: RuleEvent[] = [];
  let game = blank;
  const take = (ordered: Ordered) => {
    const dice = pickedDice(pick);
    const first = game.act(ordered.doing, callOf(ordered), [], dice);
    const answers = first.ok && first.value.kind === 'asked' ? answersTo(first.value.question, pick) : [];
    const done = answers.length === 0 ? first : game.act(ordered.doing, callOf(ordered), answers, dice);
    if (!done.ok) {
      expect(dice.rolledDice(), `a refused order rolls nothing: ${JSON.stringify(ordered.doing)}`).toEqual([]);
      const { code } = done.error;
      if (!/^(bad-input|gm-only|unknown|pending|no-such-effect)/.test(code))
        expect(sentenceIn(segment, done.error), code).not.toMatch(/\{\w+\}/);
      return;
    }
    if (done.value.kind !== 'decided') throw new Error('a push asks once');
    const script: ScriptedDie[] = [...done.value.dice];
    const again = game.act(ordered.doing, callOf(ordered), answers, createScriptedDice(script));
    expect(again.ok && again.value.kind === 'decided' && again.value.events).toEqual(done.value.events);
    expect(mentions(game.narrate(done.value.events, outsider))).toBe(false);
    game.narrate(done.value.events, gmViewer);
    events.push(...done.value.events);
    expectGoodFooting(segment, game, done.value.game);
    game = done.value.game;
  };
  const byGm = (doing: Ordered['doing']): Ordered => ({ actor: 'gm', gm: true, controls: [], doing });
  for (const entrant of battle.entrants) take(byGm(entrant));
  for (const { entrant } of battle.entrants)
    take(
      byGm({
        do: 'verb',
        verb: 'place',
        params: { target: entrant.id, to: `${String.fromCharCode(65 + pick(7))}${1 + pick(7)}` },
      }),
    );
  take(byGm({ do: 'start' }));
  for (let n = 0; n < orders && game.status === 'active'; n++) {
    take(battle.propose(game));
    if (game.status === 'active') expect(game.expectedActions().length).toBeGreaterThan(0);
    if (n % 10 === 0) {
      expect(mentions(game.view(outsider))).toBe(false);
      game.view(gmViewer);
    }
  }
  const saved = JSON.parse(JSON.stringify(game.save()));
  expect(segment.openGame(saved).save()).toEqual(game.save());
  expect(blank.applyEvents(JSON.parse(JSON.stringify(events))).save()).toEqual(game.save());
  return game;
};

test('random battles keep every promise', { timeout: unhurried }, () => {
  for (const seed of seeds(8)) playOut(seed, 90);
});

/** Plays by the suggestions alone, until the GM ends it or one side is left. */
test('battles on autopilot end', { timeout: unhurried }, () => {
  for (const seed of seeds(3)) {
    const pick = pickFrom(seed + 1000);
    const blank = segment.createGame({ autoEnd: true, contingency: 'auto' });
    if (!blank.ok) throw new Error('settings');
    let game = blank.value;
    const act = (doing: Ordered['doing'], actor = 'gm') => {
      const done = game.act(doing, gmCaller('gm', actor), [], pickedDice(pick));
      if (done.ok && done.value.kind === 'decided') game = done.value.game;
    };
    for (const [n, preset] of ['Hedda Stane', 'Grummoth', 'Orrin Vale'].entries()) {
      act({
        do: 'enter',
        entrant: { id: preset, side: n % 2 === 0 ? 'Wardens' : 'Hollow', sheet: segment.presets[preset]?.sheet },
      });
      act({ do: 'verb', verb: 'place', params: { target: preset, to: `C${2 + 3 * n}` } });
    }
    act({ do: 'start' });
    for (let n = 0; n < 1500 && game.status === 'active'; n++) {
      const [first] = game.expectedActions();
      if (first?.auto) act({ do: 'verb', verb: first.auto.verb, params: first.auto.params }, first.actor);
    }
    expect(game.status).toBe('ended');
  }
});
