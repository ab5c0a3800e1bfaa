import { requireCampaign } from '../src/app/campaigns/channel-campaign.ts';
import { type Asker, defineCommand } from '../src/app/command-kit/command.ts';
import {
  describeDeeds,
  diceLines,
  listBattles,
  tallyBattles,
  visibleStatistics,
} from '../src/app/people/statistics-text.ts';
import { type CommandAnswer, postOrPrivateView } from '../src/app/replies/reply.ts';
import { forCampaign, type Need } from '../src/app/services.ts';
import { type BattleTally, sumSlices, type TallySlice } from '../src/campaign/statistics.ts';
import { counted, isSameName, ok, phrase, refuse, term, worded } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { combatantParam, flagParam, userParam } from '../src/rules/verb.ts';
import { defineBattleCommand, lineIf, privateCard, writeAndAnswer } from './answers.ts';
import { completeEach, publicParam, visibleCombatants } from './completion.ts';

const mostShown = 15;

const footer = 'Whether high or low dice are good depends on the rulebook. /my stats hidden:yes hides your statistics.';

const slicesOf = (tallies: readonly BattleTally[]): readonly TallySlice[] => tallies.flatMap(({ slices }) => slices);

const namesOf = (tallies: readonly BattleTally[]): ReadonlyMap<string, string> =>
  new Map(tallies.toReversed().flatMap(({ names }) => Object.entries(names)));

const battlesText = (count: number): string =>
  count === 1 ? worded('one battle') : counted(count, 'battle', 'battles');

/** The statistics shown in one message. */
interface Shown {
  readonly title: string;
  /** The plural noun for what was counted, used in lines about dice. */
  readonly noun: string;
  readonly tallies: readonly BattleTally[];
  /** Names the group that a slice counts in. Default: the user's name. Undefined: counts in the total only. */
  readonly by?: (slice: TallySlice, names: ReadonlyMap<string, string>) => string | undefined;
}

/** A reply with the total and the statistics of each group. */
const statisticsReply = async (
  { title, noun, tallies, by = ({ user }, names) => names.get(user) }: Shown,
  reader: string | undefined,
  services: Need<'statistics'>,
  isPublic = reader === undefined,
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
    ...lineIf(left > 0, phrase`Not counted: ${counted(left, 'person', 'people')} with private statistics.`, 'quiet'),
  ];
  return ok(
    postOrPrivateView({ cards: [card(title, { lines, fields, footer })], to: isPublic ? 'everyone' : 'asker' }),
  );
};

const battle = defineBattleCommand(['records', 'statistics'], {
  path: ['battle', 'stats'],
  summary: 'Show this battle’s statistics: dice luck, attacks, damage, time per turn',
  params: { public: publicParam },
  run: async ({ saved }, asker, { public: all }, services) => {
    const reader = all ? undefined : asker.user;
    const tallies = await tallyBattles([saved], reader, services);
    return statisticsReply({ title: saved.table.name, noun: 'battle', tallies }, reader, services);
  },
});

const campaign = defineCommand([...forCampaign, 'records', 'statistics'], {
  path: ['campaign', 'stats'],
  summary: 'Show statistics of the campaign here',
  params: { public: publicParam },
  run: async (asker, { public: all }, services) => {
    const reader = all ? undefined : asker.user;
    const there = await requireCampaign(asker, services);
    if (!there.ok) return there;
    const { id, guild, name } = there.value;
    const tallies = await tallyBattles(await services.battles.listByCampaign(guild, id), reader, services);
    const title = phrase`${name}: ${battlesText(tallies.length)}`;
    return statisticsReply({ title, noun: 'campaign', tallies }, reader, services);
  },
});

const tallyServer = async (
  asker: Asker,
  reader: string | undefined,
  services: Need<'battles' | 'records' | 'statistics'>,
) => tallyBattles(await listBattles(asker.user, asker.guild, services), reader, services);

const filterSlices = (tallies: readonly BattleTally[], fits: (slice: TallySlice) => boolean): readonly BattleTally[] =>
  tallies.map((each) => ({ ...each, slices: each.slices.filter(fits) })).filter(({ slices }) => slices.length > 0);

const hideStatistics = (
  asker: Asker,
  hidden: boolean,
  { statistics, outbox }: Need<'outbox' | 'statistics'>,
): Promise<CommandAnswer> => {
  const title = hidden
    ? 'Only you can see your statistics now. Totals that others see do not include them.'
    : 'Others can see your statistics again.';
  return writeAndAnswer(asker, privateCard(title), { outbox }, (said) =>
    statistics.setPrivate(asker.user, hidden, said),
  );
};

const person = defineCommand(['battles', 'outbox', 'records', 'statistics'], {
  path: ['my', 'stats'],
  summary: 'Show your statistics in this server, someone else’s, or the server’s; hide or show yours',
  params: {
    who: userParam('Whose; default: yours').optional(),
    server: flagParam('Show the statistics of all battles in this server').optional(),
    hidden: flagParam('yes: hide your statistics from others; no: show them again').optional(),
    public: publicParam,
  },
  run: async (asker, { who: user = asker.user, server, hidden, public: isPublic }, services) => {
    if (hidden !== undefined) return hideStatistics(asker, hidden, services);
    const reader = isPublic ? undefined : asker.user;
    const isOwn = user === asker.user;
    if (!server && !isOwn && (await services.statistics.listPrivate([user])).has(user)) return refuse('stats-private');
    const all = await tallyServer(asker, reader, services);
    if (server) {
      const title = phrase`Statistics of ${battlesText(all.length)}`;
      return statisticsReply({ title, noun: 'time', tallies: all }, reader, services);
    }
    const tallies = filterSlices(all, (each) => each.user === user);
    const name = namesOf(tallies).get(user) ?? (isOwn ? asker.name : term('Someone'));
    const title = phrase`${name}: ${battlesText(tallies.length)}`;
    // Users always see their own statistics.
    return statisticsReply(
      { title, noun: 'player', tallies, by: ({ actor }) => actor },
      isOwn ? user : reader,
      services,
      isPublic,
    );
  },
});

const character = defineCommand(['battles', 'records', 'statistics'], {
  path: ['character', 'stats'],
  summary: 'Show a combatant’s statistics in this server',
  params: { name: combatantParam('The combatant’s name in the battle'), public: publicParam },
  complete: completeEach({ name: visibleCombatants }),
  run: async (asker, { name, public: all }, services) => {
    const reader = all ? undefined : asker.user;
    const tallies = filterSlices(
      await tallyServer(asker, reader, services),
      ({ actor }) => actor !== undefined && isSameName(actor, name),
    );
    const { slices, left } = await visibleStatistics(slicesOf(tallies), reader, services);
    if (slices.length === 0) return left > 0 ? refuse('stats-private') : refuse('stats-nothing', { name });
    const title = phrase`${slices[0]?.actor ?? name}: ${battlesText(tallies.length)}`;
    const shown = filterSlices(tallies, (each) => slices.includes(each));
    return statisticsReply({ title, noun: 'character', tallies: shown }, reader, services);
  },
});

export const statsCommands = [battle, person, character, campaign];
