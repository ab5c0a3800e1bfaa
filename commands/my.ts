import { morningAlarm } from '../src/app/clock/morning.ts';
import { type Asker, defineCommand, matchingOffers, toOffers } from '../src/app/command-kit/command.ts';
import { didYouMean, type NameMatch } from '../src/app/input/match-name.ts';
import { findTimeZone, timeZones } from '../src/app/input/time-zone.ts';
import { writeWithAnswer } from '../src/app/outbox/durable-answer.ts';
import { changePresence, requireMember } from '../src/app/people/user-presence.ts';
import { battleCards, findDeadlines, verbControls } from '../src/app/replies/battle-panel.ts';
import { describeWait } from '../src/app/replies/inbox-notes.ts';
import { answerControls } from '../src/app/replies/order-outcome.ts';
import { atMoment, button, type CommandAnswer, type Control, createPrivateView } from '../src/app/replies/reply.ts';
import { formatCommand } from '../src/app/replies/verb-names.ts';
import type { Need } from '../src/app/services.ts';
import { autopilotLevels } from '../src/battle/saved/session.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import type { WaitInBattle } from '../src/battle/saved/waits.ts';
import { expectedActionsForViewer } from '../src/battle/views/expected-actions.ts';
import { controlledCombatants, createCaller } from '../src/battle/views/viewer.ts';
import {
  formatDaysOff,
  formatMoment,
  formatQuietHours,
  parseDaysOff,
  parseEndTime,
  parseHour,
  parseQuietHours,
} from '../src/campaign/calendar.ts';
import { dueAt } from '../src/campaign/clock.ts';
import { type Languages, languageOffers, parseLanguage } from '../src/campaign/languages.ts';
import { findPersonalSettings, type PersonalSettings, pingKinds, pingMethods } from '../src/campaign/people.ts';
import {
  asName,
  counted,
  languageName,
  normalizeText,
  ok,
  phrase,
  type Result,
  refuse,
  refuseInput,
  term,
} from '../src/core/message.ts';
import { ownValue } from '../src/core/plain-object.ts';
import { themes } from '../src/core/theme.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { mayCommand } from '../src/rules/expected-action.ts';
import { flagParam, type InputOf, oneOfParam, textParam, userParam } from '../src/rules/verb.ts';
import { defineBattleCommand, lineIf, privateCard } from './answers.ts';
import { completeEach, offersOf } from './completion.ts';

/** Buttons for a player’s combatants that the player may place before the battle starts. */
const placingControls = ({ saved, ruleset }: OpenBattle, own: readonly string[]): readonly (readonly Control[])[] =>
  saved.status !== 'setup' || ruleset.isPlacedAfterStart || ruleset.verbs.place?.role !== 'player'
    ? []
    : [
        own.slice(0, 5).map((actor) => {
          const input = { verb: 'place', as: actor, target: actor };
          return button(phrase`Place ${actor}`, { path: ['guide'], input, ...atMoment(saved), view: 'my' });
        }),
      ];

const view = defineBattleCommand(['people', 'waits'], {
  path: ['my', 'view'],
  summary: 'The battle as you see it, your combatants, and what you can do now',
  run: async (battle, asker, _input, services) => {
    const { saved, ruleset } = battle;
    const own = controlledCombatants(battle, asker.user);
    const mine = expectedActionsForViewer(battle, asker.user).filter(({ actor }) => own.includes(actor));
    const lines = mine.flatMap(({ actor, what, verbs }) => [
      line(describeWait({ actor, what }), 'good'),
      ...verbs.map((verb) =>
        line(phrase`${formatCommand(ruleset, verb)}: ${term(ruleset.verbs[verb]?.summary ?? 'answer the question')}`),
      ),
    ]);
    const title =
      own.length === 0
        ? 'You have no combatants here'
        : lines.length === 0
          ? 'Nothing is waiting for you'
          : 'What you can do now';
    const { pending } = saved;
    const kind = asker.view === 'desk' ? 'desk' : 'my';
    const asked = pending !== undefined && mayCommand(createCaller(battle, asker.user, pending.question.to));
    const controls = asked
      ? answerControls(battle, asker.user, kind)
      : mine.length > 0
        ? verbControls(battle, asker.user, { view: kind })
        : placingControls(battle, own);
    const deadlines = await findDeadlines(battle, asker.user, services);
    const cards = [...battleCards(battle, asker.user, deadlines), card(title, { lines })];
    return ok(createPrivateView({ cards, controls, replaces: asker.view !== undefined }));
  },
});

const maxListed = 10;

/** Describes a wait with its end: `Ann to act, until 12:00`. */
const waitText = async (
  wait: WaitInBattle,
  zone: string,
  { battles, people }: Need<'battles' | 'people'>,
): Promise<string> => {
  const what = describeWait(wait);
  if (wait.state === 'asked') return phrase`${what} (the time has run out)`;
  const battle = await battles.openById(wait.battle);
  if (!battle.ok || battle.value.saved.status !== 'active') return what;
  const due = dueAt(wait, battle.value.saved.table.clock, 100, await findPersonalSettings(people, wait.user));
  return due === undefined ? what : phrase`${what}, until ${formatMoment(due, zone)}`;
};

const list = defineCommand(['battles', 'now', 'people', 'rulesets', 'waits'], {
  path: ['my', 'turns'],
  summary: 'Everything waiting for you, in all servers and battles',
  run: async (asker, _input, services) => {
    const { zone } = await findPersonalSettings(services.people, asker.user);
    const all = await services.waits.forUser(asker.user, services.now());
    const byBattle = [...Map.groupBy(all, ({ battle }) => battle).values()];
    const cards = [];
    for (const waits of byBattle.slice(0, maxListed)) {
      const lines = [];
      for (const wait of waits) {
        const what = await waitText(wait, zone, services);
        const isDeputy = wait.user !== asker.user && wait.state !== 'asked';
        lines.push(line(isDeputy ? phrase`${what} (you may act for them)` : what));
      }
      const [{ name, system, guild, channel } = { name: '', system: '', guild: undefined, channel: '' }] = waits;
      const title = services.rulesets.find(({ id }) => id === system)?.title ?? system;
      const links = [{ label: 'Go to the battle', guild, channel }];
      cards.push({ ...card(phrase`${name} · ${term(title)}`, { lines }), links });
    }
    const left = byBattle.length - maxListed;
    const rest = left > 0 ? [card(phrase`… and ${counted(left, 'more battle')}`)] : [];
    return ok(
      createPrivateView({ cards: cards.length === 0 ? [card('Nothing is waiting for you')] : [...cards, ...rest] }),
    );
  },
});

const settingsParams = {
  zone: textParam('Your time zone, by its city: Berlin or Europe/Berlin', 60).optional(),
  quiet: textParam('Hours when your clock is paused and you get no notifications: 22:00-07:00; or none', 20).optional(),
  off: textParam('Days off: Sat, Sun, 2026-12-24..2026-12-27; or none', 300).optional(),
  morning: textParam('When to send you what happened, the board and your buttons: 08:00; or none', 5).optional(),
  call: oneOfParam('Which notification to change', [...pingKinds, 'all']).optional(),
  by: oneOfParam(
    'How to notify you: a mention in the channel, a direct message, or not at all',
    pingMethods,
  ).optional(),
  pictures: oneOfParam('Colors of pictures only you see: light, dark, or the server’s', [
    ...themes,
    'server',
  ]).optional(),
  language: textParam('The language of what only you read; default: that of your Discord', 40).optional(),
};

const isNone = (typed: string): boolean => /^\s*none\s*$/i.test(typed);

const changeSettings = (
  person: PersonalSettings,
  { zone: typed, quiet, off, morning, call, by, pictures, language: said }: InputOf<typeof settingsParams>,
  { now, languages }: { readonly now: number; readonly languages: Languages },
): Result<PersonalSettings> => {
  const zone: NameMatch<string> = typed === undefined ? { found: person.zone } : findTimeZone(typed, now);
  if (zone.found === undefined) return refuse('no-such-zone', { hint: didYouMean(zone.suggestions, '') });
  const { quiet: before, pictures: seen, morning: was, language: spoken, ...rest } = person;
  const language = said === undefined ? ok(spoken) : parseLanguage(languages, said);
  if (!language.ok) return language;
  const hour = morning === undefined ? was : parseHour(morning);
  if (morning !== undefined && hour === undefined && !isNone(morning))
    return refuseInput('morning', 'write an hour like 08:00, or none');
  const theme = pictures === 'server' ? undefined : (pictures ?? seen);
  const hours = quiet === undefined ? before : isNone(quiet) ? undefined : parseQuietHours(quiet);
  if (quiet !== undefined && hours === undefined && !isNone(quiet))
    return refuseInput('quiet', 'write hours like 22:00-07:00 or 10pm-7am (at most 20 hours), or none');
  const days = off === undefined ? person : parseDaysOff(isNone(off) ? '' : off);
  if (days === undefined) return refuseInput('off', 'write days like Sat, Sun, 2026-12-24..2026-12-27, or none');
  if ((call === undefined) !== (by === undefined))
    return refuseInput(call === undefined ? 'call' : 'by', 'choose both call: and by:, or neither');
  const kinds = call === 'all' ? pingKinds : pingKinds.filter((kind) => kind === call);
  return ok({
    ...rest,
    ...(hours !== undefined && { quiet: hours }),
    ...(hour !== undefined && { morning: hour }),
    zone: zone.found,
    weekdaysOff: days.weekdaysOff,
    datesOff: days.datesOff,
    ...(theme !== undefined && { pictures: theme }),
    ...(language.value !== undefined && { language: language.value }),
    pings: { ...person.pings, ...Object.fromEntries(kinds.map((kind) => [kind, by])) },
  });
};

/** Sets alarms that check all of a user's waits again, because the user's available hours changed. */
const recheckWaits = async (user: string, { waits, alarms, now }: Need<'alarms' | 'now' | 'waits'>): Promise<void> => {
  for (const { battle, actor, kind, since } of await waits.forUser(user, now()))
    await alarms.set({ after: 0, data: { battle, actor, kind, since, step: 'show', due: now(), tries: 0 } });
};

const pingTexts: Readonly<Record<(typeof pingKinds)[number], string>> = {
  turn: 'when it is your turn',
  question: 'when you must answer a question',
  reminder: 'before your time runs out',
  'on-deck': 'when your turn is next',
  gm: 'when time runs out and you decide as GM',
};

const wayTexts = {
  channel: 'By a mention in the battle’s channel',
  direct: 'By a direct message',
  off: 'Not at all',
} as const;

const settings = defineCommand(['alarms', 'languages', 'now', 'outbox', 'people', 'waits'], {
  path: ['my', 'settings'],
  summary: 'Your time zone, quiet hours, days off, notifications, picture colors, and language',
  params: settingsParams,
  complete: completeEach({
    zone: async (_asker, typed, { now }) => {
      const meant = typed === '' ? { found: 'UTC' } : findTimeZone(typed, now());
      const near = meant.found === undefined ? meant.suggestions : [meant.found];
      return toOffers([...new Set([...near, ...matchingOffers(timeZones, typed).map(({ value }) => value)])]);
    },
    language: offersOf((_asker, { languages }) => languageOffers(languages)),
  }),
  run: async (asker, wanted, services) => {
    const before = await findPersonalSettings(services.people, asker.user);
    const after = changeSettings(before, wanted, { now: services.now(), languages: services.languages });
    if (!after.ok) return after;
    const { zone, quiet, pings, awayUntil, pictures, morning, language } = after.value;
    const now = services.now();
    const lines = [
      line(phrase`Time zone: ${zone}; it is ${formatMoment(now, zone)}`),
      line(phrase`Quiet hours: ${quiet === undefined ? term('none') : formatQuietHours(quiet)}`),
      line(phrase`Days off: ${formatDaysOff(after.value) || term('none')}`),
      ...(awayUntil !== undefined && awayUntil > now
        ? [line(phrase`Away until ${formatMoment(awayUntil, zone)}`)]
        : []),
      line(phrase`Morning message with what happened to you: ${morning ?? term('never')}`),
      line(phrase`Pictures only you see: ${term(pictures ?? 'same as the server')}`),
      ...lineIf(
        services.languages.installed.length > 0,
        phrase`Language of what only you read: ${language === undefined ? term('that of your Discord') : asName(languageName(language))}`,
      ),
    ];
    const byWay = Map.groupBy(pingKinds, (kind) => pings[kind]);
    const calls = [...byWay]
      .map(([way, kinds]) =>
        [phrase`${term(wayTexts[way])}:`, ...kinds.map((kind) => phrase`- ${term(pingTexts[kind])} (${kind})`)].join(
          '\n',
        ),
      )
      .join('\n');
    const shown = privateCard('Your settings', { lines, fields: [{ name: 'Notifications', text: calls }] });
    if (Object.values(wanted).some((each) => each !== undefined)) {
      await writeWithAnswer(services, asker, shown, (said) => services.people.save(after.value, said));
      await recheckWaits(asker.user, services);
      for (const alarm of morningAlarm(after.value, now)) await services.alarms.set(alarm);
    }
    return ok(shown);
  },
});

/** Parses a date and time within the next year. Undefined for any other text. */
const parseWithinYear = (typed: string, now: number, zone: string): number | undefined => {
  const until = parseEndTime(typed, now, zone);
  return until !== undefined && until > now && until <= now + 366 * 86_400_000 ? until : undefined;
};

const away = defineCommand(['battles', 'now', 'outbox', 'people'], {
  path: ['my', 'away'],
  summary: 'Set how long you are away; until then, your standing orders and deputy act for you',
  params: {
    until: textParam('Your last day away, like 2026-12-24, or how long: 5d, 2w, 1 month; or back, if you are back', 20),
    tactics: oneOfParam(
      'Put your combatants on autopilot until then: usual, or careless (rulebook default)',
      autopilotLevels,
    ).optional(),
  },
  run: async (asker, input, services) => {
    const person = await findPersonalSettings(services.people, asker.user);
    const now = services.now();
    const back = /^\s*(back|none|no)\s*$/i.test(input.until);
    const until = back ? undefined : parseWithinYear(input.until, now, person.zone);
    if (!back && until === undefined)
      return refuseInput(
        'until',
        'write a day within the next year, like 2026-12-24, or how long, like 5d or 2w; or back',
      );
    const tactics = input.tactics === undefined ? {} : { tactics: input.tactics };
    return ok(
      await changePresence(asker, services, { kind: 'away', ...(until !== undefined && { until, ...tactics }) }),
    );
  },
});

/** The name of another user, from a battle that both users take part in. Empty if there is none. */
const seatName = async (user: string, other: string, { battles }: Need<'battles'>): Promise<string> => {
  for (const { id } of await battles.listBySeat(user)) {
    const battle = await battles.openById(id);
    const name = battle.ok ? normalizeText(ownValue(battle.value.saved.table.seats, other)?.name ?? '') : '';
    if (name !== '') return name;
  }
  return '';
};

/** Lists the deputies of everyone in the channel's battle. */
const listDeputies = async (asker: Asker, { battles, people }: Need<'battles' | 'people'>): Promise<CommandAnswer> => {
  const battle = await battles.open(asker.channel);
  if (!battle.ok) return battle;
  const { saved, openedAt } = battle.value;
  const { zone } = await findPersonalSettings(people, asker.user);
  const lines = Object.entries(saved.table.deputies)
    .filter(([, { until }]) => until > openedAt)
    .map(([user, deputy]) => {
      const whose = ownValue(saved.table.seats, user)?.name ?? saved.table.gmName;
      return line(phrase`${deputy.name} may act for ${whose} until ${formatMoment(deputy.until, zone)}.`);
    });
  return ok(privateCard(lines.length === 0 ? 'No deputies' : 'Deputies', { lines }));
};

const deputy = defineCommand(['battles', 'channels', 'now', 'outbox', 'people'], {
  path: ['my', 'deputy'],
  summary: 'Name a deputy who may act for you in all your battles, remove them, or list the deputies here',
  params: {
    user: userParam('Who may act for you').optional(),
    until: textParam('The deputy’s last day, like 2026-12-24, or how long: 5d, 2w', 20).optional(),
    name: textParam('The name to show for this person', 32).optional(),
    remove: flagParam('Remove your deputy').optional(),
  },
  run: async (asker, { user, until: typed, name, remove }, services) => {
    if (remove) return ok(await changePresence(asker, services, { kind: 'deputy' }));
    if (user === undefined && typed === undefined && name === undefined) return listDeputies(asker, services);
    if (user === undefined) return refuseInput('user', 'choose who may act for you');
    const { zone } = await findPersonalSettings(services.people, asker.user);
    const until = parseWithinYear(typed ?? '', services.now(), zone);
    if (until === undefined)
      return refuseInput('until', 'write a day within the next year, like 2026-12-24, or how long, like 5d or 2w');
    if (user === asker.user) return refuse('own-deputy');
    const here = await requireMember(asker, user, services);
    if (!here.ok) return here;
    const called = normalizeText(name ?? '') || (await seatName(asker.user, user, services)) || 'a deputy';
    return ok(await changePresence(asker, services, { kind: 'deputy', deputy: { user, name: called, until } }));
  },
});

export const myCommands = [view, list, settings, away, deputy];
