import { expect, test } from 'vitest';
import { renderText } from '../../src/core/message.ts';
import { nameLookupForReader, questionForReader } from '../../src/rules/for-reader.ts';
import type { Game } from '../../src/rules/game.ts';
import { createReader, defaultNumberWords, type Viewer } from '../../src/rules/reader.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { picker, seededDice } from '../chance.ts';
import type { Proposal } from './random-battle.ts';
import { wildBattle } from './wild-battles.ts';

/** Parts and other letter case of visible names, words of the rulebooks, one letter, a regular expression, Japanese. */
const awkward = ['An', 'nn', 'aN', 'Hero', 'Foe', 'Bo', 'a', 'attack', 'the', 'turn', '.*', 'E', '1', 'ゴブリン'];
const neutral = 'Mark7Unseen';

const strangerTo = (hidden: string): Viewer => ({
  gm: false,
  user: 'p9',
  controls: [],
  knows: [],
  unseen: [hidden],
  foes: { mode: 'words', words: defaultNumberWords },
});

const seen = (ruleset: Ruleset, game: Game, { call }: Proposal, stranger: Viewer) => ({
  view: game.view(stranger),
  awaiting: game
    .expectedActions(stranger)
    .filter(({ actor }) => !stranger.unseen.includes(actor))
    .map((each): unknown => JSON.parse(JSON.stringify(each))),
  offers: Object.entries({ ...ruleset.verbs, ...ruleset.queries }).flatMap(([name, { params }]) =>
    Object.keys(params.shape).map((param) => [name, param, game.offers(name, param, call, {}, stranger)]),
  ),
});

/**
 * The texts that a stranger reads in a battle with a combatant hidden under this name. Questions are answered at
 * random.
 */
function* battleOf(ruleset: Ruleset, seed: number, hidden: string) {
  const pick = picker(seed);
  const stranger = strangerTo(hidden);
  const reading = nameLookupForReader(createReader(stranger, ruleset.numberTerms));
  const { blank, opening, propose } = wildBattle(ruleset.id, pick, hidden);
  let game = blank;
  for (let n = 0; n < 70 && game.status !== 'ended'; n++) {
    const proposal = opening[n] ?? propose(game);
    const { doing, call } = proposal;
    const told: unknown[] = [];
    const answers: string[] = [];
    for (let asked = true; asked; ) {
      const outcome = game.act(doing, call, answers, seededDice(seed * 1000 + n));
      asked = outcome.ok && outcome.value.kind === 'asked';
      if (!outcome.ok) told.push(renderText(ruleset.refusalSentence(outcome.error) ?? outcome.error.code, reading));
      else if (outcome.value.kind === 'asked') {
        const { says, choices, rows } = questionForReader(outcome.value.question, reading);
        told.push(
          says,
          choices.map(({ label }) => label),
          rows,
        );
        answers.push(choices[pick(choices.length)]?.id ?? outcome.value.question.auto);
      } else if (outcome.value.kind === 'decided') {
        told.push(game.narrate(outcome.value.events, stranger));
        game = outcome.value.game;
        if (n % 9 === 0) told.push(seen(ruleset, game, proposal, stranger));
      }
    }
    yield { typed: JSON.stringify([doing, call.actor]), told };
  }
}

/** True if the rulebook accepts the name unchanged. */
const bears = (system: string, hidden: string): boolean => {
  const { blank, opening } = wildBattle(system, picker(1), hidden);
  let game = blank;
  for (const { doing, call } of opening) {
    const entered = doing.do === 'enter' ? game.act(doing, call, [], seededDice(1)) : undefined;
    if (entered?.ok && entered.value.kind === 'decided') game = entered.value.game;
    else if (entered !== undefined) return false;
  }
  return game.roster().some(({ id }) => id === hidden);
};

const names = rulesets.flatMap((ruleset) =>
  awkward.filter((hidden) => bears(ruleset.id, hidden)).map((hidden) => ({ ruleset, hidden, system: ruleset.id })),
);

test('each rulebook accepts awkward names of hidden combatants, with few exceptions', () => {
  expect(names.length).toBeGreaterThan(rulesets.length * awkward.length - 5);
});

test.each(names)(
  '$system: a stranger reads the same whether the hidden combatant is called $hidden or not',
  ({ ruleset, hidden }) => {
    let compared = 0;
    for (const seed of seeds(1)) {
      const other = battleOf(ruleset, seed, neutral);
      for (const here of battleOf(ruleset, seed, hidden)) {
        const { value: there } = other.next();
        if (there === undefined) throw new Error('One battle is longer than the other.');
        // A user who types the hidden name reads what was typed.
        if (here.typed !== there.typed) continue;
        compared++;
        expect(here.told, here.typed).toEqual(there.told);
        expect(JSON.stringify(here.told)).not.toMatch(/\p{L}somebody|somebody\p{L}/iu);
      }
    }
    expect(compared).toBeGreaterThan(notHollow(20));
  },
  unhurried,
);
