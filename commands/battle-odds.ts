import { whoOption } from '../src/app/gm/gm-panel.ts';
import { listSides, parseOddsQuestion } from '../src/app/odds/odds-question.ts';
import { oddsCard } from '../src/app/odds/odds-text.ts';
import { refineOdds } from '../src/app/odds/refine-odds.ts';
import { createPrivateView } from '../src/app/replies/reply.ts';
import { forFoe } from '../src/app/services.ts';
import { viewerOf } from '../src/battle/views/viewer.ts';
import { ok, refuse } from '../src/core/message.ts';
import { flagParam, textParam } from '../src/rules/verb.ts';
import { defineBattleCommand } from './answers.ts';
import { completeEach, foesToCome, offersOfBattle, whoOffers } from './completion.ts';

/** Simulation time (milliseconds): until the first answer, for each better answer, and in total. */
const usual = { first: 1100, perRefinement: 2500, total: 12_000 };
const longer = { ...usual, total: 40_000 };

const side = (how: string) => textParam(`What if this side played ${how}?`, 40).optional();

const sideOffers = offersOfBattle((battle, { user }) => listSides(battle.game.asKnownTo(viewerOf(battle, user))));

/** Simulates the battle to its end. GMs get odds from the true state, players from their side's knowledge. */
export const battleOdds = defineBattleCommand([...forFoe, 'askSimulation'], {
  path: ['battle', 'odds'],
  summary: 'Simulate the rest of the battle: who wins, who goes down, how long it takes',
  params: {
    without: whoOption.optional(),
    beside: textParam('What if these foes were added: Zombie 3, Ogre', 200).optional(),
    numbers: textParam('What if some numbers were different: Grim hp 40, Ann attack 12', 300).optional(),
    careless: side('using the rulebook’s default for absent players'),
    brave: side('ignoring danger'),
    careful: side('three times as cautious'),
    mode: textParam(
      'What if the battle used another mode of the rulebook (only before the battle starts)',
      40,
    ).optional(),
    longer: flagParam('Simulate for up to 40 seconds, for a better estimate').optional(),
  },
  complete: completeEach({
    without: whoOffers,
    beside: foesToCome,
    careless: sideOffers,
    brave: sideOffers,
    careful: sideOffers,
  }),
  run: async (battle, asker, { longer: patient = false, ...supposing }, services) => {
    const question = await parseOddsQuestion(asker, battle, supposing, services);
    if (!question.ok) return question;
    const odds = refineOdds(question.value, services.askSimulation(asker.channel), patient ? longer : usual);
    const first = (await odds.next()).value;
    if (!first) return refuse('odds-superseded');
    if (first.battles === 0) {
      await odds.return();
      return refuse(supposing.beside === undefined ? 'odds-cannot-begin' : 'odds-cannot-come');
    }
    const better = async function* () {
      for await (const so of odds) if (so !== undefined) yield { cards: [oddsCard(so, question.value)] };
    };
    const cards = [oddsCard(first, question.value)];
    const replaces = patient && asker.view !== undefined;
    return ok(createPrivateView({ cards, refinements: better(), replaces }));
  },
});
