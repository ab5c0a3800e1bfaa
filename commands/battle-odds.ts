import { z } from 'zod';
import { matchingOffers, offersOf } from '../src/app/commands/autocomplete.ts';
import { command } from '../src/app/commands/command.ts';
import { completeWho, who } from '../src/app/gm/gm-selection.ts';
import { oddsQuestion, sidesIn } from '../src/app/odds/odds-question.ts';
import { oddsCard } from '../src/app/odds/odds-text.ts';
import { refineOdds } from '../src/app/odds/refine-odds.ts';
import { privateView } from '../src/app/replies/reply.ts';
import { foeNames } from '../src/app/shelf/foes.ts';
import { viewerOf } from '../src/battle/views/viewer.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { flag, text } from '../src/rules/params.ts';

/** How long is played to the first answer, to each better one, and in all; in milliseconds. */
const usual = { first: 1100, next: 2500, all: 12_000 };
const longer = { ...usual, all: 40_000 };

const side = (how: string) => text(`What if this side played ${how}?`, 40).optional();

/** The odds of the whole battle: for the GM from the truth, for everybody else in it from what their side knows. */
export const battleOdds = command({
  path: ['battle', 'odds'],
  summary: 'Who would win from here, who falls and how long it takes, from simulated battles',
  params: z.strictObject({
    without: who.optional(),
    beside: text('What if these foes came too: Zombie 3, Ogre', 200).optional(),
    numbers: text('What if some numbers were different: Grim hp 40, Ann attack 12', 300).optional(),
    careless: side('as the rulebook does for the absent'),
    brave: side('without fear of harm'),
    careful: side('with three times the fear of harm'),
    mode: text('What if it were fought in another mode of the rulebook, before it begins', 40).optional(),
    longer: flag('Play for up to 40 seconds, to know it better').optional(),
  }),
  complete: async (asker, option, typed, _soFar, services) => {
    if (option === 'without') return completeWho(asker, typed, services);
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok) return [];
    if (option === 'beside') return matchingOffers(offersOf(await foeNames(asker, battle.value, services)), typed);
    const sides = sidesIn(battle.value.game.knownTo(viewerOf(battle.value, asker.user)));
    return option === 'careless' || option === 'brave' || option === 'careful'
      ? matchingOffers(offersOf(sides), typed)
      : [];
  },
  run: async (asker, { longer: patient = false, ...supposing }, services) => {
    const opened = await services.battles.open(asker.channel);
    if (!opened.ok) return opened;
    const question = await oddsQuestion(asker, opened.value, supposing, services);
    if (!question.ok) return question;
    const odds = refineOdds(question.value, services.asking(asker.channel), patient ? longer : usual);
    const first = (await odds.next()).value;
    if (!first) return refuse('odds-superseded');
    if (first.battles === 0) {
      await odds.return();
      return refuse(supposing.beside === undefined ? 'odds-cannot-begin' : 'odds-cannot-come');
    }
    const better = async function* () {
      for await (const so of odds) if (so !== undefined) yield { cards: [oddsCard(so, question.value)] };
    };
    return ok(
      privateView({
        cards: [oddsCard(first, question.value)],
        better: better(),
        replaces: patient && asker.view !== undefined,
      }),
    );
  },
});
