import { expect, test } from 'vitest';
import { gmActor } from '../../src/rules/expected-action.ts';
import type { Game } from '../../src/rules/game.ts';
import { defaultNumberWords, gmViewer, type Viewer } from '../../src/rules/reader.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { createRandomStream, playBattle } from '../../src/simulation/simulate.ts';
import { rulesets } from '../../src/systems/index.ts';
import { isLong, notHollow, seeds, unhurried } from '../budget.ts';
import { type Pick, pickedDice, picker } from '../chance.ts';
import { any, orderNow, runToEnd, sidesOf, startBattle } from '../systems/any-battle.ts';
import { otherwise as otherwiseInDskull } from './untold/dskull.ts';
import { otherwise as otherwiseInSegment } from './untold/segment.ts';
import { otherwise as otherwiseInSkure } from './untold/skure.ts';
import { otherwise as otherwiseInStraalara } from './untold/straalara.ts';
import { otherwise as otherwiseInSwordWorld } from './untold/sword-world.ts';

interface Untold {
  /** The battle with everything changed that the actor's side cannot know by default. */
  readonly otherwise: (saved: unknown, actor: string, seed: number) => unknown;
  /** Settings of every other battle, with more secrets or another position. */
  readonly settings?: object;
}

const untold: Readonly<Record<string, Untold>> = {
  dskull: { otherwise: otherwiseInDskull },
  skure: { otherwise: otherwiseInSkure },
  straalara: {
    otherwise: otherwiseInStraalara,
    settings: { declarations: 'private', earlyDeclarations: 'sealed' },
  },
  segment: { otherwise: otherwiseInSegment, settings: { declarations: 'private' } },
  'sword-world': { otherwise: otherwiseInSwordWorld, settings: { mode: 'standard' } },
};

const rulesetOf = (id: string): Ruleset => {
  const found = rulesets.find((each) => each.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};

/** An order from the best plan or at random, so that battles reach all kinds of states. */
const played = (ruleset: Ruleset, game: Game, pick: Pick): Game => {
  const ended = runToEnd(game, orderNow(ruleset, game, pick), () => pickedDice(pick));
  return ended.kind === 'done' ? ended.game : game;
};

test.each(Object.entries(untold))(
  'in %s no plan depends on what its side may not know',
  (id, { otherwise, settings = {} }) => {
    const ruleset = rulesetOf(id);
    const kinds = Object.keys(ruleset.presets);
    let planned = 0;
    for (const seed of seeds(2)) {
      const pick = picker(seed * 7919);
      const fighters = sidesOf(ruleset).flatMap((side) =>
        [1, 2].map((at) => ({ id: `${side} ${at}`, side, sheet: ruleset.presets[any(kinds, pick) ?? '']?.sheet })),
      );
      let game = startBattle(ruleset, fighters, () => pickedDice(pick), seed % 2 === 0 ? settings : {});
      for (let n = 0; n < 60 && game.status === 'active'; n++) {
        for (const { actor } of game.expectedActions()) {
          if (actor === gmActor) continue;
          const plans = game.plans(actor, gmViewer);
          const other = ruleset.openGame(otherwise(game.save(), actor, seed * 1000 + n));
          expect(other.plans(actor, gmViewer), `${id}, seed ${seed}, order ${n}, ${actor}`).toEqual(plans);
          planned += plans.length;
        }
        game = played(ruleset, game, pick);
      }
    }
    expect(planned).toBeGreaterThan(notHollow(50));
  },
  unhurried,
);

/** A player who controls an actor, with default disclosure. */
const playerOf = (game: Game, actor: string): Viewer => {
  const roster = game.roster();
  const mine = roster.find((each) => each.actor === actor || each.id === actor);
  const ours = roster.filter(({ side }) => side !== undefined && side === mine?.side);
  return {
    ...{ gm: false, user: 'ada', controls: [actor], unseen: [] },
    knows: ours.flatMap((each) => [each.id, each.actor]),
    foes: { mode: 'words', words: defaultNumberWords },
  };
};

test.each(Object.entries(untold))(
  'in %s a belief does not depend on hidden facts, and can be played to an end',
  (id, { otherwise, settings = {} }) => {
    const ruleset = rulesetOf(id);
    const kinds = Object.keys(ruleset.presets);
    let [believed, playedOn, ended] = [0, 0, 0];
    for (const seed of seeds(2)) {
      const pick = picker(seed * 104_729);
      const fighters = sidesOf(ruleset).flatMap((side) =>
        [1, 2].map((at) => ({ id: `${side} ${at}`, side, sheet: ruleset.presets[any(kinds, pick) ?? '']?.sheet })),
      );
      let game = startBattle(ruleset, fighters, () => pickedDice(pick), seed % 2 === 0 ? settings : {});
      for (let n = 0; n < 60 && game.status === 'active'; n++) {
        for (const actor of new Set(game.roster().map((each) => each.actor))) {
          const viewer = playerOf(game, actor);
          const of = (other: Game) => other.sampleBelief(viewer, picker(n)).save();
          const other = ruleset.openGame(otherwise(game.save(), actor, seed * 1000 + n));
          expect(of(other), `${id}, seed ${seed}, order ${n}, ${actor}`).toEqual(of(game));
          believed += 1;
        }
        if (n % 30 === 10) {
          const [{ actor } = { actor: '' }] = game.roster();
          const saved = JSON.parse(JSON.stringify(game.sampleBelief(playerOf(game, actor), picker(n)).save()));
          const so = playBattle(ruleset, ruleset.createPlayout(saved), {}, createRandomStream(seed, n), {
            orders: 1500,
            dice: 30_000,
          });
          ended += so.winners === undefined ? 0 : 1;
          playedOn += 1;
        }
        game = played(ruleset, game, pick);
      }
    }
    expect(believed).toBeGreaterThan(notHollow(60));
    expect(ended / playedOn).toBeGreaterThan(isLong ? 0.8 : 0.4);
  },
  unhurried,
);
