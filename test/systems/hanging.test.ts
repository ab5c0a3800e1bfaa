import { expect, test } from 'vitest';
import { createScriptedDice } from '../../src/dice/dice.ts';
import { gmCaller } from '../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../src/rules/game.ts';
import { rulesets } from '../../src/systems/index.ts';
import { pickedDice, picker } from '../chance.ts';
import { sidesOf, startBattle } from './any-battle.ts';

const ownCodes: Readonly<Record<string, { readonly nobody: string; readonly term: string; readonly lift: string }>> = {
  skure: { nobody: 'NO_SUCH_TARGET', term: 'bad-input', lift: 'no-such-effect' },
  dskull: { nobody: 'E_WARRIOR_UNKNOWN', term: 'bad-input', lift: 'no-such-effect' },
  straalara: { nobody: 'NO_SUCH_COMBATANT', term: 'bad-input', lift: 'no-such-effect' },
  segment: { nobody: 'NO_SUCH_COMBATANT', term: 'bad-input', lift: 'no-such-effect' },
  'sword-world': { nobody: 'E_NO_UNIT', term: 'bad-input', lift: 'no-such-effect' },
};

test.each(rulesets)('$id: an effect can be applied, replaced and removed, and invalid ones are refused', (ruleset) => {
  const [one, other] = sidesOf(ruleset);
  const [sheet] = Object.values(ruleset.presets).map((preset) => preset.sheet);
  const game = startBattle(
    ruleset,
    [
      { id: 'A', side: one, sheet },
      { id: 'B', side: other, sheet },
    ],
    () => pickedDice(picker(7)),
  );
  const who = game.roster()[0]?.id ?? '';
  const [term = ''] = Object.keys(ruleset.modifiers);
  const hang = (whom: string, changes?: Readonly<Record<string, number>>): GameAction => ({
    do: 'hang',
    who: whom,
    name: 'Hex',
    effect: changes && { name: 'Hex', who: whom, modifiers: changes, ticks: { at: 'end' } },
  });
  const outcomeOf = (of: Game, doing: GameAction) => {
    const outcome = of.act(doing, gmCaller(), [], createScriptedDice([]));
    if (!outcome.ok) return outcome.error.code;
    if (outcome.value.kind !== 'decided') throw new Error(`It stopped: ${outcome.value.kind}.`);
    return outcome.value;
  };
  const done = (of: Game, doing: GameAction) => {
    const outcome = outcomeOf(of, doing);
    if (typeof outcome === 'string') throw new Error(`Refused: ${outcome}.`);
    return { game: outcome.game, types: outcome.events.map(({ type }) => type) };
  };

  expect({
    nobody: outcomeOf(game, hang('Nobody', { [term]: 1 })),
    term: outcomeOf(game, hang(who, { [term]: 1, stranger: 1 })),
    lift: outcomeOf(game, hang(who)),
  }).toEqual(ownCodes[ruleset.id]);

  const hung = done(game, hang(who, { [term]: 1 }));
  const replaced = done(hung.game, hang(who, { [term]: 2 }));
  const lifted = done(replaced.game, hang(who));
  expect([hung.types, replaced.types, lifted.types]).toEqual([['effect-hung'], ['effect-hung'], ['effect-lifted']]);
  expect(replaced.game.effects()).toMatchObject([{ who, modifiers: { [term]: 2 } }]);
  expect(lifted.game.effects()).toEqual([]);
});
