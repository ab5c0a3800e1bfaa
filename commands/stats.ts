import { z } from 'zod';
import { requireCampaign } from '../src/app/campaigns/channel-campaign.ts';
import type { Asker } from '../src/app/commands/asker.ts';
import { otherCombatants } from '../src/app/commands/autocomplete.ts';
import { command } from '../src/app/commands/command.ts';
import { answerInWords, withAnswer } from '../src/app/outbox/durable-answer.ts';
import { battlesHere, countedIn, deedTexts, diceLines, statisticsFor } from '../src/app/people/statistics-text.ts';
import { type Answer, answerTo, privateView } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import { type Slice, type Tallied, total } from '../src/campaign/statistics.ts';
import { counted, phrase, worded } from '../src/core/language.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { nameKey } from '../src/core/text.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { combatant, flag, person as personParam } from '../src/rules/params.ts';

const open = flag('Show it to everybody, with what everybody may know').optional();
const mostShown = 15;

const footer = 'Whether high or low dice are good depends on the rulebook. /stats optout keeps yours to yourself.';

const slicesOf = (tallies: readonly Tallied[]): readonly Slice[] => tallies.flatMap(({ slices }) => slices);

const namesOf = (tallies: readonly Tallied[]): ReadonlyMap<string, string> =>
  new Map(tallies.toReversed().flatMap(({ names }) => Object.entries(names)));

const battlesText = (count: number): string =>
  count === 1 ? worded('one battle') : counted(count, 'battle', 'battles');

/** All together, and beneath it each of several: people or combatants. */
const shown = async (
  title: string,
  noun: string,
  tallies: readonly Tallied[],
  by: (slice: Slice, names: ReadonlyMap<string, string>) => string | undefined,
  reader: string | undefined,
  services: Services,
): Promise<Answer> => {
  const names = namesOf(tallies);
  const { slices, left } = await statisticsFor(slicesOf(tallies), reader, services);
  const groups = [...Map.groupBy(slices, (slice) => by(slice, names))]
    .flatMap(([name, those]) => (name === undefined ? [] : [{ name, sum: total(those) }]))
    .map(({ name, sum }) => ({
      name,
      texts: [...deedTexts(sum), ...diceLines(sum, noun).map(({ text }) => worded(text))],
    }));
  const fields = groups.slice(0, mostShown).map(({ name, texts }) => ({ name, text: texts.join(' · ') }));
  const sum = total(slices);
  const lines = [
    ...diceLines(sum, noun),
    ...deedTexts({ ...sum, moves: [] }).map((text) => line(text)),
    ...(groups.length > mostShown ? [line(phrase`And ${groups.length - mostShown} more.`, 'quiet')] : []),
    ...(left === 0
      ? []
      : [
          line(
            phrase`${left === 1 ? 'One person keeps' : phrase`${left} people keep`} theirs private and ${left === 1 ? 'is' : 'are'} left out.`,
            'quiet',
          ),
        ]),
  ];
  return ok(
    answerTo({ cards: [card(title, { lines, fields, footer })], to: reader === undefined ? 'everyone' : 'asker' }),
  );
};

const byPerson = ({ user }: Slice, names: ReadonlyMap<string, string>): string | undefined => names.get(user);

const here = (asker: Asker, services: Services): ReturnType<typeof battlesHere> =>
  battlesHere(asker.user, asker.guild, services);

const battle = command({
  path: ['stats', 'battle'],
  summary: 'The battle here in numbers: dice against expectation, blows, damage, time to move',
  params: z.strictObject({ public: open }),
  run: async (asker, { public: all }, services) => {
    const reader = all ? undefined : asker.user;
    const there = await services.battles.open(asker.channel);
    if (!there.ok) return there;
    const { saved } = there.value;
    return shown(saved.table.name, 'battle', await countedIn([saved], reader, services), byPerson, reader, services);
  },
});

const campaign = command({
  path: ['stats', 'campaign'],
  summary: 'The campaign here in numbers',
  params: z.strictObject({ public: open }),
  run: async (asker, { public: all }, services) => {
    const reader = all ? undefined : asker.user;
    const there = await requireCampaign(asker, services);
    if (!there.ok) return there;
    const { id, guild, name } = there.value;
    const fought = await services.battles.inCampaign(guild, id);
    const tallies = await countedIn(fought, reader, services);
    return shown(phrase`${name}: ${battlesText(tallies.length)}`, 'campaign', tallies, byPerson, reader, services);
  },
});

const server = command({
  path: ['stats', 'server'],
  summary: 'All battles of this server in numbers',
  params: z.strictObject({ public: open }),
  run: async (asker, { public: all }, services) => {
    const reader = all ? undefined : asker.user;
    const tallies = await countedIn(await here(asker, services), reader, services);
    return shown(phrase`Here: ${battlesText(tallies.length)}`, 'time', tallies, byPerson, reader, services);
  },
});

const only = (tallies: readonly Tallied[], fits: (slice: Slice) => boolean): readonly Tallied[] =>
  tallies.map((each) => ({ ...each, slices: each.slices.filter(fits) })).filter(({ slices }) => slices.length > 0);

const person = command({
  path: ['stats', 'person'],
  summary: 'Somebody’s battles in this server in numbers; by default yours',
  params: z.strictObject({ who: personParam('Whose').optional(), public: open }),
  run: async (asker, { who, public: all }, services) => {
    const reader = all ? undefined : asker.user;
    const user = who ?? asker.user;
    if (user !== asker.user && (await services.statistics.private([user])).has(user)) return refuse('stats-private');
    const tallies = only(await countedIn(await here(asker, services), reader, services), (each) => each.user === user);
    const name = namesOf(tallies).get(user) ?? (user === asker.user ? asker.name : 'Somebody');
    const title = phrase`${name}: ${battlesText(tallies.length)}`;
    // What one asks to be shown of oneself is shown.
    return shown(title, 'player', tallies, ({ actor }) => actor, user === asker.user ? user : reader, services).then(
      (answer) => (answer.ok ? ok(answerTo({ cards: answer.value.cards, to: all ? 'everyone' : 'asker' })) : answer),
    );
  },
});

const character = command({
  path: ['stats', 'character'],
  summary: 'A combatant’s battles in this server in numbers',
  params: z.strictObject({ name: combatant('Its name in battle'), public: open }),
  complete: async (asker, _option, typed, _soFar, services) => otherCombatants(asker, typed, services, 'all'),
  run: async (asker, { name, public: all }, services) => {
    const reader = all ? undefined : asker.user;
    const tallies = only(
      await countedIn(await here(asker, services), reader, services),
      ({ actor }) => actor !== undefined && nameKey(actor) === nameKey(name),
    );
    const { slices, left } = await statisticsFor(slicesOf(tallies), reader, services);
    if (slices.length === 0) return left > 0 ? refuse('stats-private') : refuse('stats-nothing', { name });
    const title = phrase`${slices[0]?.actor ?? name}: ${battlesText(tallies.length)}`;
    return shown(
      title,
      'character',
      only(tallies, (each) => slices.includes(each)),
      byPerson,
      reader,
      services,
    );
  },
});

const optout = command({
  path: ['stats', 'optout'],
  summary: 'Keep your statistics to yourself, or show them again',
  params: z.strictObject({ on: flag('Yes: nobody else is shown yours').default(true) }),
  run: async (asker, { on }, { statistics, outbox }) => {
    const title = on
      ? 'Only you see your statistics now, and they count in no totals that others see.'
      : 'Your statistics are shown to others again.';
    const shown = privateView({ cards: [card(title)] });
    await withAnswer({ outbox }, asker, answerInWords(shown), (said) => statistics.setPrivate(asker.user, on, said));
    return ok(shown);
  },
});

export const statsCommands = [battle, person, character, campaign, server, optout];
