import { z } from 'zod';
import { matchingOffers, offersOf } from '../src/app/commands/autocomplete.ts';
import { command } from '../src/app/commands/command.ts';
import { completeWho, who } from '../src/app/gm/gm-selection.ts';
import { selectTargets } from '../src/app/gm/target-selector.ts';
import { enteringFoes } from '../src/app/odds/entering-foes.ts';
import { oddsCard, together } from '../src/app/odds/odds-text.ts';
import { simulationOf } from '../src/app/odds/simulation-of.ts';
import { privateView } from '../src/app/replies/reply.ts';
import { foeNames } from '../src/app/shelf/foes.ts';
import { isGm } from '../src/battle/views/permissions.ts';
import { phrase } from '../src/core/language.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { listed, nameKey } from '../src/core/text.ts';
import { flag, text } from '../src/rules/params.ts';
import { gmViewer } from '../src/rules/reader.ts';

/** So long it is played at once, and so long where somebody waits for more, in milliseconds. */
const patience = { soon: 1200, later: 10_000 };
/** With 400 battles every share is known within five percent. */
const enough = 400;
/** Where the second half of the battles is counted from. */
const elsewhere = 1_000_000;

/** The odds of the whole battle, for the GM, from the truth. */
export const battleOdds = command({
  path: ['battle', 'odds'],
  summary: 'GM: who would win from here, who falls and how long it takes, from simulated battles',
  params: z.strictObject({
    without: who.optional(),
    careless: text('What if this side played as the rulebook does for the absent?', 40).optional(),
    beside: text('What if these foes came too, before it begins: Zombie 3, Ogre', 200).optional(),
    longer: flag('Play for ten seconds, to know it better').optional(),
  }),
  complete: async (asker, option, typed, _soFar, services) => {
    if (option === 'without') return completeWho(asker, typed, services);
    const battle = option === 'beside' ? await services.battles.open(asker.channel) : undefined;
    return battle?.ok ? matchingOffers(offersOf(await foeNames(asker, battle.value, services)), typed) : [];
  },
  run: async (asker, { without, careless, beside, longer = false }, services) => {
    const { battles, simulated, now } = services;
    const opened = await battles.open(asker.channel);
    if (!opened.ok) return opened;
    const battle = opened.value;
    if (!isGm(battle.saved.table, asker.user)) return refuse('gm-only');
    if (battle.game.status === 'ended') return refuse('already-ended');
    const begins = battle.game.status === 'setup';
    if (beside !== undefined && !begins)
      return refuse('bad-input', { option: 'beside', problem: 'it is for a battle that has not begun; leave it out' });
    const foes = await enteringFoes(asker, battle, beside ?? '', services);
    if (!foes.ok) return foes;
    const left = without === undefined ? ok<readonly string[]>([]) : selectTargets(battle, without);
    if (!left.ok) return left;
    const roster = battle.game
      .roster()
      .filter(({ id, actor }) => !left.value.includes(id) && !left.value.includes(actor));
    const sides = [
      ...new Set([...roster.map(({ side, actor }) => side ?? actor), ...foes.value.map(({ side }) => side)]),
    ];
    const lax = sides.find((side) => careless !== undefined && nameKey(side) === nameKey(careless));
    if (careless !== undefined && lax === undefined)
      return refuse('bad-input', { option: 'careless', problem: phrase`choose one of ${listed(sides)}` });
    const viewer = left.value.length === 0 ? gmViewer : { ...gmViewer, gm: false, unseen: left.value };
    const half = (first: number) =>
      simulationOf(battle, viewer, {
        policies: lax === undefined ? {} : { [lax]: 'careless' },
        until: {
          battles: enough / 2,
          milliseconds: longer ? patience.later : patience.soon,
          orders: 1500,
          dice: 30_000,
        },
        numbers: now() % 2 ** 32,
        first,
        ...(begins && { begins: foes.value }),
      });
    const [one, other] = await Promise.all([
      simulated(asker.channel, half(0)),
      simulated(phrase`${asker.channel} too`, half(elsewhere)),
    ]);
    if (one === undefined || other === undefined) return refuse('odds-superseded');
    const so = together(one, other);
    if (so.battles === 0) return refuse('odds-cannot-begin');
    const supposed = [
      ...(left.value.length === 0 ? [] : [phrase`Without ${listed(left.value)}.`]),
      ...(beside === undefined ? [] : [phrase`With ${listed(foes.value.map(({ id }) => id))} beside.`]),
      ...(lax === undefined ? [] : [phrase`With ${lax} played as the rulebook does for the absent.`]),
    ];
    const there = roster.flatMap(({ id, up }) => (up ? [id] : []));
    // Of a company that would come those alone have names who fall.
    const come = battle.ruleset.goesByPerson ? Object.keys(so.fell) : foes.value.map(({ id }) => id);
    const standing = [...new Set([...there, ...come])];
    const input = {
      ...(without !== undefined && { without }),
      ...(careless !== undefined && { careless }),
      ...(beside !== undefined && { beside }),
      longer: true,
    };
    return ok(
      privateView({
        cards: [oddsCard(so, { sides, standing, supposed })],
        controls:
          so.battles >= enough || longer
            ? []
            : [
                [
                  {
                    ...{ kind: 'button', label: 'Play on for ten seconds', style: 'secondary' },
                    press: { path: ['battle', 'odds'], input, battle: battle.saved.id, view: 'next' },
                  },
                ],
              ],
        replaces: longer && asker.view !== undefined,
      }),
    );
  },
});
