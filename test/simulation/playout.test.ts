import { expect, test } from 'vitest';
import { renderText, type Text } from '../../src/core/message.ts';
import { gmActor, gmCaller, type Suggestion } from '../../src/rules/expected-action.ts';
import { nameLookupShowingAll } from '../../src/rules/for-reader.ts';
import type { Game, Playout } from '../../src/rules/game.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { isLong, notHollow, seeds, unhurried } from '../budget.ts';
import { pickedDice, picker, seededDice } from '../chance.ts';
import { kindsFor, orderNow, sidesOf, startBattle } from '../systems/any-battle.ts';

/** Maximum number of orders in a compared battle. */
const most = 100;

const bytes = (value: unknown): string => JSON.stringify(value);

const read = (suggestion: Suggestion<Text> | undefined) =>
  suggestion && { ...suggestion, label: renderText(suggestion.label, nameLookupShowingAll) };

/** Expects both to wait for the same actor with the same verbs, defaults and plans. */
const expectSameDue = (game: Game, playout: Playout, withPlans: boolean): void => {
  const [slow] = game.expectedActions();
  const fast = playout.firstExpectedAction();
  expect(fast?.actor).toBe(slow?.actor);
  expect(fast?.kind).toBe(slow?.kind);
  expect(fast?.verbs).toEqual(slow?.verbs);
  expect(read(fast?.idle)).toEqual(slow?.idle);
  if (!withPlans || fast === undefined || slow === undefined) return;
  const plans = playout.plans(fast.actor);
  expect(plans.map((each) => ({ ...each, label: renderText(each.label, nameLookupShowingAll) }))).toEqual(
    game.plans(fast.actor, gmViewer),
  );
  const best = playout.bestOrder(fast.actor, fast.verbs);
  expect(best?.verb).toBe(
    plans.find(({ orders: [first] }) => first && fast.verbs.includes(first.verb))?.orders[0]?.verb,
  );
  if (best !== undefined) expect(best).toEqual({ verb: slow.auto?.verb, params: slow.auto?.params });
  expect(read(fast.auto)).toEqual(slow.fallback ?? slow.auto);
};

/** Plays one battle of random orders in both ways. Returns the number of compared orders. */
const compared = (ruleset: Ruleset, seed: number): number => {
  const pick = picker(seed * 7_919);
  const [one, other] = sidesOf(ruleset);
  const fighters = kindsFor(ruleset, pick, 'mixed').flatMap(([left, right], at) => [
    { id: `${one} ${at}`, side: one, sheet: ruleset.presets[left]?.sheet },
    { id: `${other} ${at}`, side: other, sheet: ruleset.presets[right]?.sheet },
  ]);
  const saved = bytes(startBattle(ruleset, fighters, () => pickedDice(pick)).save());
  let game = ruleset.openGame(JSON.parse(saved));
  let playout = ruleset.createPlayout(JSON.parse(saved));
  let orders = 0;
  for (; orders < most && game.status === 'active'; orders++) {
    // A plan costs a thousand times as much as an order.
    expectSameDue(game, playout, orders % 16 === 0);
    const { doing, call } = orderNow(ruleset, game, pick);
    if (doing.do !== 'verb') continue;
    const params = JSON.parse(bytes(doing.params));
    const [slowDice, fastDice] = [seededDice(seed * 1000 + orders), seededDice(seed * 1000 + orders)];
    const slow = game.act(doing, gmCaller(gmActor, call.actor), [], slowDice, ({ auto }) => auto);
    const fast = playout.play(call.actor, { verb: doing.verb, params }, fastDice);
    const where = `${ruleset.id}, seed ${seed}, order ${orders}: ${bytes(doing)}`;
    expect(bytes(fastDice.rolledDice()), where).toBe(bytes(slowDice.rolledDice()));
    if (!slow.ok || slow.value.kind !== 'decided') {
      // An answer without a question is refused.
      expect(fast.ok, where).toBe(false);
      if (!slow.ok && !fast.ok) expect(bytes(fast.error), where).toBe(bytes(slow.error));
      continue;
    }
    if (!fast.ok) throw new Error(`${where} was refused: ${fast.error.code}`);
    expect(bytes(fast.value.events), where).toBe(bytes(slow.value.events));
    game = slow.value.game;
    playout = fast.value.playout;
    expect(bytes(playout.save()), where).toBe(bytes(game.save()));
    expect(bytes(playout.roster()), where).toBe(bytes(game.roster()));
    expect(playout.status, where).toBe(game.status);
  }
  return orders;
};

test.each(rulesets.map((ruleset) => [ruleset.id, ruleset] as const))(
  '%s: a playout equals the real battle byte for byte over 10,000 random orders',
  (_, ruleset) => {
    let orders = 0;
    // A battle of random orders may be over soon: in the long run more are played until there are enough.
    for (const seed of seeds(isLong ? 500 : 4)) if (orders < 10_000) orders += compared(ruleset, seed);
    expect(orders).toBeGreaterThanOrEqual(notHollow(100));
  },
  unhurried,
);
