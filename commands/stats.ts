import { z } from 'zod';
import { requireCampaign } from '../src/app/campaigns/channel-campaign.ts';
import { type Asker, combatantOffers, defineCommand } from '../src/app/command-kit/command.ts';
import { toUnsentAnswer, writeWithAnswer } from '../src/app/outbox/durable-answer.ts';
import {
  describeDeeds,
  diceLines,
  listBattles,
  tallyBattles,
  visibleStatistics,
} from '../src/app/people/statistics-text.ts';
import { type CommandAnswer, createPrivateView, postOrPrivateView } from '../src/app/replies/reply.ts';
import { forCampaign, type Services } from '../src/app/services.ts';
import { type BattleTally, sumSlices, type TallySlice } from '../src/campaign/statistics.ts';
import { counted, normalizeName, ok, phrase, refuse, worded } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { combatantParam, flagParam, userParam } from '../src/rules/verb.ts';

const open = flagParam('Post the answer for everyone, with public information only').optional();
const mostShown = 15;

const footer = 'Whether high or low dice are good depends on the rulebook. /stats optout hides your statistics.';

const slicesOf = (tallies: readonly BattleTally[]): readonly TallySlice[] => tallies.flatMap(({ slices }) => slices);

const namesOf = (tallies: readonly BattleTally[]): ReadonlyMap<string, string> =>
  new Map(tallies.toReversed().flatMap(({ names }) => Object.entries(names)));

const battlesText = (count: number): string =>
  count === 1 ? worded('one battle') : counted(count, 'battle', 'battles');

/** All together, and beneath it each of several: people or combatants. */
const statisticsReply = async (
  title: string,
  noun: string,
  tallies: readonly BattleTally[],
  by: (slice: TallySlice, names: ReadonlyMap<string, string>) => string | undefined,
  reader: string | undefined,
  services: Pick<Services, 'statistics'>,
): Promise<CommandAnswer> => {
  const names = namesOf(tallies);
  const { slices, left } = await visibleStatistics(slicesOf(tallies), reader, services);
  const groups = [...Map.groupBy(slices, (slice) => by(slice, names))]
    .flatMap(([name, those]) => (name === undefined ? [] : [{ name, sum: sumSlices(those) }]))
    .map(({ name, sum }) => ({
      name,
      texts: [...describeDeeds(sum), ...diceLines(sum, noun).map(({ text }) => worded(text))],
    }));
  const fields = groups.slice(0, mostShown).map(({ name, texts }) => ({ name, text: texts.join(' · ') }));
  const sum = sumSlices(slices);
  const lines = [
    ...diceLines(sum, noun),
    ...describeDeeds({ ...sum, moves: [] }).map((text) => line(text)),
    ...(groups.length > mostShown ? [line(phrase`And ${groups.length - mostShown} more.`, 'quiet')] : []),
    ...(left === 0
      ? []
      : [
          line(
            phrase`${left === 1 ? 'One person keeps' : phrase`${left} people keep`} their statistics private and ${left === 1 ? 'is' : 'are'} not counted.`,
            'quiet',
          ),
        ]),
  ];
  return ok(
    postOrPrivateView({
      cards: [card(title, { lines, fields, footer })],
      to: reader === undefined ? 'everyone' : 'asker',
    }),
  );
};

const byPerson = ({ user }: TallySlice, names: ReadonlyMap<string, string>): string | undefined => names.get(user);

const battlesOfServer = (asker: Asker, services: Pick<Services, 'battles'>): ReturnType<typeof listBattles> =>
  listBattles(asker.user, asker.guild, services);

const battle = defineCommand(['battles', 'records', 'statistics'], {
  path: ['stats', 'battle'],
  summary: 'Show this battle’s statistics: dice luck, attacks, damage, time per turn',
  params: z.strictObject({ public: open }),
  run: async (asker, { public: all }, services) => {
    const reader = all ? undefined : asker.user;
    const there = await services.battles.open(asker.channel);
    if (!there.ok) return there;
    const { saved } = there.value;
    return statisticsReply(
      saved.table.name,
      'battle',
      await tallyBattles([saved], reader, services),
      byPerson,
      reader,
      services,
    );
  },
});

const campaign = defineCommand([...forCampaign, 'records', 'statistics'], {
  path: ['stats', 'campaign'],
  summary: 'Show statistics of the campaign here',
  params: z.strictObject({ public: open }),
  run: async (asker, { public: all }, services) => {
    const reader = all ? undefined : asker.user;
    const there = await requireCampaign(asker, services);
    if (!there.ok) return there;
    const { id, guild, name } = there.value;
    const fought = await services.battles.listByCampaign(guild, id);
    const tallies = await tallyBattles(fought, reader, services);
    return statisticsReply(
      phrase`${name}: ${battlesText(tallies.length)}`,
      'campaign',
      tallies,
      byPerson,
      reader,
      services,
    );
  },
});

const server = defineCommand(['battles', 'records', 'statistics'], {
  path: ['stats', 'server'],
  summary: 'Show statistics of all battles in this server',
  params: z.strictObject({ public: open }),
  run: async (asker, { public: all }, services) => {
    const reader = all ? undefined : asker.user;
    const tallies = await tallyBattles(await battlesOfServer(asker, services), reader, services);
    return statisticsReply(
      phrase`Statistics of ${battlesText(tallies.length)}`,
      'time',
      tallies,
      byPerson,
      reader,
      services,
    );
  },
});

const filterSlices = (tallies: readonly BattleTally[], fits: (slice: TallySlice) => boolean): readonly BattleTally[] =>
  tallies.map((each) => ({ ...each, slices: each.slices.filter(fits) })).filter(({ slices }) => slices.length > 0);

const person = defineCommand(['battles', 'records', 'statistics'], {
  path: ['stats', 'person'],
  summary: 'Show a player’s statistics in this server; default: yours',
  params: z.strictObject({ who: userParam('Whose').optional(), public: open }),
  run: async (asker, { who, public: all }, services) => {
    const reader = all ? undefined : asker.user;
    const user = who ?? asker.user;
    if (user !== asker.user && (await services.statistics.listPrivate([user])).has(user))
      return refuse('stats-private');
    const tallies = filterSlices(
      await tallyBattles(await battlesOfServer(asker, services), reader, services),
      (each) => each.user === user,
    );
    const name = namesOf(tallies).get(user) ?? (user === asker.user ? asker.name : 'Someone');
    const title = phrase`${name}: ${battlesText(tallies.length)}`;
    // What one asks to be shown of oneself is shown.
    return statisticsReply(
      title,
      'player',
      tallies,
      ({ actor }) => actor,
      user === asker.user ? user : reader,
      services,
    ).then((answer) =>
      answer.ok ? ok(postOrPrivateView({ cards: answer.value.cards, to: all ? 'everyone' : 'asker' })) : answer,
    );
  },
});

const character = defineCommand(['battles', 'records', 'statistics'], {
  path: ['stats', 'character'],
  summary: 'Show a combatant’s statistics in this server',
  params: z.strictObject({ name: combatantParam('The combatant’s name in the battle'), public: open }),
  complete: async (asker, _option, typed, _soFar, services) => combatantOffers(asker, typed, services, 'all'),
  run: async (asker, { name, public: all }, services) => {
    const reader = all ? undefined : asker.user;
    const tallies = filterSlices(
      await tallyBattles(await battlesOfServer(asker, services), reader, services),
      ({ actor }) => actor !== undefined && normalizeName(actor) === normalizeName(name),
    );
    const { slices, left } = await visibleStatistics(slicesOf(tallies), reader, services);
    if (slices.length === 0) return left > 0 ? refuse('stats-private') : refuse('stats-nothing', { name });
    const title = phrase`${slices[0]?.actor ?? name}: ${battlesText(tallies.length)}`;
    return statisticsReply(
      title,
      'character',
      filterSlices(tallies, (each) => slices.includes(each)),
      byPerson,
      reader,
      services,
    );
  },
});

const optout = defineCommand(['outbox', 'statistics'], {
  path: ['stats', 'optout'],
  summary: 'Hide your statistics from others, or show them again',
  params: z.strictObject({ on: flagParam('yes: hide yours; no: show them again').default(true) }),
  run: async (asker, { on }, { statistics, outbox }) => {
    const title = on
      ? 'Only you can see your statistics now. Totals that others see do not include them.'
      : 'Others can see your statistics again.';
    const shown = createPrivateView({ cards: [card(title)] });
    await writeWithAnswer({ outbox }, asker, toUnsentAnswer(shown), (said) =>
      statistics.setPrivate(asker.user, on, said),
    );
    return ok(shown);
  },
});

export const statsCommands = [battle, person, character, campaign, server, optout];
