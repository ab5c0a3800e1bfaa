import { applyBattleDefaults } from '../src/app/campaigns/battle-defaults.ts';
import { findRunningCampaign } from '../src/app/campaigns/channel-campaign.ts';
import { defineCommand, toIssuer, toSilentIssuer } from '../src/app/command-kit/command.ts';
import { matchName } from '../src/app/input/match-name.ts';
import { findSettingGroup, formatSettingValue, settingNames, settingValues } from '../src/app/input/setting-entries.ts';
import {
  differenceLines,
  listSettings,
  ruleVariants,
  settingLines,
  settingOffers,
  settingValueOffers,
  withSetting,
} from '../src/app/input/setting-text.ts';
import { findRuleset } from '../src/app/input/sheets.ts';
import { postStateOf } from '../src/app/outbox/transport.ts';
import { battleCard, battleCards, findDeadlines, panelReply } from '../src/app/replies/battle-panel.ts';
import { battleLink } from '../src/app/replies/campaign-card.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { warnOfManySides } from '../src/app/replies/preparation-steps.ts';
import { button, createOrderResult, createPanel, createPost, postOrPrivateView } from '../src/app/replies/reply.ts';
import { forCampaign, type Need } from '../src/app/services.ts';
import { rollModes, unseatedEvent } from '../src/battle/saved/session.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { isGm, roleOf, viewerOf } from '../src/battle/views/viewer.ts';
import { languageOffers, parseLanguage } from '../src/campaign/languages.ts';
import {
  asName,
  languageName,
  listed,
  normalizeName,
  ok,
  phrase,
  refuse,
  runForEveryone,
} from '../src/core/message.ts';
import { ownValue } from '../src/core/plain-object.ts';
import { card } from '../src/presentation/card.ts';
import { combatantCard } from '../src/presentation/status-card.ts';
import { line } from '../src/rules/event.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { channelParam, combatantParam, flagParam, oneOfParam, textParam } from '../src/rules/verb.ts';
import { changeSession, defineBattleCommand, privateCard } from './answers.ts';
import { battleClock, paceParam } from './battle-clock.ts';
import { battleMap } from './battle-map.ts';
import { battleOdds } from './battle-odds.ts';
import { board } from './board.ts';
import {
  battleParam,
  chosenRulesets,
  completeEach,
  offersOf,
  offersOfBattle,
  openBattleNamed,
  ownBattles,
  publicParam,
  systemOffers,
  systemParam,
  visibleCombatants,
} from './completion.ts';
import { requireInvitation } from './join.ts';

const listModes = (ruleset: Ruleset): readonly string[] => settingValues(ruleset, 'mode').map(String);

/** The first message of a battle with its setup buttons. `reads`: true to list rules that differ from the defaults. */
const openingReply = (battle: OpenBattle, reads = false) =>
  runForEveryone(() => writeOpening(battle, reads), battle.saved);

const writeOpening = (battle: OpenBattle, reads: boolean) => {
  const how = line('Next, GM: add foes with /npc add, place everyone on the board, start with /battle start.', 'quiet');
  const shown = battleCard(battle);
  const otherwise = reads ? differenceLines(battle.ruleset, battle.saved.table.settings) : [];
  const cards = [
    { ...shown, lines: [...shown.lines, how] },
    ...(otherwise.length === 0 ? [] : [card('Changed rules', { lines: otherwise })]),
  ];
  return createPanel({ battle: battle.saved.id, cards, controls: panelReply(battle).controls });
};

/** The options of a new battle. */
export const battleOptions = {
  params: {
    system: systemParam.optional(),
    name: textParam('The name of the battle', 80).default('Battle'),
    size: textParam('The size of the board, like 16x12, if the rulebook uses a board', 12).optional(),
    objective: textParam('The objective of the battle, if the rulebook has objectives').optional(),
    sides: textParam(
      'Sides for players who fight each other, like red, blue; default: all on one side',
      100,
    ).optional(),
    mode: textParam('The mode, if the rulebook has several: simplified, standard', 40).optional(),
    variant: textParam('The rule variant: as-written, usual, or one saved by this server', 60).optional(),
    settings: textParam('House rules for this battle: key=value, key=value', 1000).optional(),
    rolls: oneOfParam('Who sees rolls by default', rollModes).optional(),
    pace: paceParam,
    gmChannel: channelParam('The GM channel for hidden information; default: direct messages').optional(),
  },
  complete: completeEach<Need<'rulesets' | 'servers'>>({
    system: systemOffers,
    mode: offersOf((_asker, services, soFar) => [...new Set(chosenRulesets(soFar, services).flatMap(listModes))]),
    variant: offersOf(async ({ guild }, { rulesets, servers }, soFar) => {
      const server = guild === undefined ? undefined : await servers.settings(guild);
      const named = findRuleset(rulesets, String(soFar.system ?? ''));
      const of = named.ok ? [named.value] : rulesets;
      return [...new Set(of.flatMap((each) => ruleVariants(each, server)))];
    }),
  }),
};

const create = defineCommand([...forCampaign, 'now', 'people', 'rulesets', 'servers'], {
  path: ['battle', 'create'],
  scope: 'server',
  usualReader: 'everyone',
  summary: 'Open a battle in this channel; you are its game master',
  ...battleOptions,
  run: async (asker, { variant: reading, gmChannel: desk, ...input }, services) => {
    const wish = { ...input, reading, desk };
    const lacks = (await services.channels.missingPermissions?.(asker.channel)) ?? [];
    if (lacks.length > 0) return refuse('missing-permissions', { permissions: listed(lacks) });
    const campaign = await findRunningCampaign(asker, services);
    const draft = await applyBattleDefaults(asker, wish, campaign, services);
    if (!draft.ok) return draft;
    const report = await services.battles.create(toIssuer(asker), draft.value);
    if (!report.ok) return report;
    return ok(openingReply(report.value.after, reading !== undefined));
  },
});

/** Starts a new battle with the rulebook, settings, cast and map of a finished battle. */
const again = defineCommand([...forCampaign, 'now', 'people', 'records', 'rulesets', 'servers'], {
  path: ['battle', 'again'],
  hidden: true,
  scope: 'server',
  summary: 'Start a new battle with the same setup as a finished battle',
  params: { of: textParam('The finished battle', 100) },
  run: async (asker, { of }, services) => {
    const past = await services.battles.openById(of);
    if (!past.ok) return past;
    const { ruleset, saved } = past.value;
    const { channel, table } = saved;
    if (channel !== asker.channel) return refuse('other-battle');
    const campaign = await findRunningCampaign(asker, services);
    const wish = { system: ruleset.id, name: table.name, rolls: table.rolls, sides: table.sides?.join() };
    const draft = await applyBattleDefaults(asker, wish, campaign, services, table);
    if (!draft.ok) return draft;
    // The game master stays the same, even if another user presses the button.
    const gm = { user: table.gm, name: table.gmName };
    const cast = await services.records('cast', past.value, {});
    if (!cast.ok) return cast;
    const { entrants, ...map } = cast.value;
    const seats = Object.entries(table.seats).map(([user, seat]) => ({ user, ...seat }));
    const created = { ...draft.value, settings: table.settings, seats: [...seats, ...(draft.value.seats ?? [])] };
    const report = await services.battles.create({ ...toIssuer(asker), ...gm }, created);
    if (!report.ok || entrants.length === 0) return report.ok ? ok(openingReply(report.value.after)) : report;
    const silent = { ...toSilentIssuer(asker), ...gm, orderId: `${asker.orderId}:cast` };
    const joined = await services.battles.addEntrants(silent, entrants, map);
    return joined.ok ? ok(openingReply(joined.value.after)) : joined;
  },
});

const watch = defineBattleCommand(['campaigns'], {
  path: ['battle', 'watch'],
  usualReader: 'everyone',
  summary: 'Join as a spectator: you see what everyone sees, and may speak',
  run: async (battle, asker, _input, services) => {
    const welcome = await requireInvitation(asker, battle, services);
    if (!welcome.ok) return welcome;
    return changeSession(asker, services, 'join', 'watch', ({ saved: { table } }) =>
      roleOf(table, asker.user) === 'stranger'
        ? ok([{ type: 'seated', user: asker.user, name: asker.name, role: 'spectator' }])
        : refuse('seated-already'),
    );
  },
});

const leave = defineCommand(['battles'], {
  path: ['battle', 'leave'],
  scope: 'battle',
  usualReader: 'everyone',
  summary: 'Leave the battle; the GM takes over your combatants',
  run: (asker, _input, services) =>
    changeSession(asker, services, 'look', 'leave', ({ saved: { table } }) => {
      if (asker.user === table.gm) return refuse('seat-taken');
      return ownValue(table.seats, asker.user) === undefined
        ? refuse('no-seat')
        : ok([unseatedEvent(table, asker.user)]);
    }),
});

const start = defineCommand(['battles'], {
  path: ['battle', 'start'],
  scope: 'battle',
  usualReader: 'everyone',
  summary: 'GM: start the battle; after that, its settings can no longer be changed',
  run: async (asker, _input, { battles }) => {
    const report = await battles.start(toIssuer(asker));
    const warnings = report.ok ? warnOfManySides(report.value.after, asker.user) : [];
    const cards = warnings.map(({ text }) => card(text, { tone: 'bad' }));
    return orderAnswer(report, asker, 'The battle begins.', cards);
  },
});

const status = defineBattleCommand(['people', 'waits'], {
  path: ['battle', 'status'],
  summary: 'Show the battle as you see it: board, turn order, combatants',
  params: {
    public: publicParam,
    whole: flagParam('Show the whole board, even if its squares get small').optional(),
    who: combatantParam('Show only this combatant, with the sheet details you may see').optional(),
  },
  complete: completeEach({ who: visibleCombatants }),
  run: async (battle, asker, { public: open, whole, who }, services) => {
    const reader = open ? undefined : asker.user;
    if (who !== undefined) {
      const view = battle.game.view(viewerOf(battle, reader));
      const { found } = matchName(who, view.combatants, ({ id }) => [id]);
      return found === undefined
        ? refuse('no-such-combatant', { who })
        : ok(postOrPrivateView({ cards: [combatantCard(view, found)], to: open ? 'everyone' : 'asker' }));
    }
    const { controls } = panelReply(battle);
    const deadlines = await findDeadlines(battle, reader, services);
    const cards = battleCards(battle, reader, deadlines, { whole: whole ?? false });
    return ok(postOrPrivateView({ cards, to: open ? 'everyone' : 'asker', controls }));
  },
});

/** Maximum number of values of a setting that are offered as buttons. */
const maxValues = 5;

/** Finds settings of a battle by key, title or group. If the text is undefined: all settings. */
const findSettings = ({ ruleset, saved: { table } }: OpenBattle, text: string | undefined) =>
  listSettings(ruleset, table.settings).filter(
    ({ key }) =>
      text === undefined ||
      [...settingNames(ruleset, key), findSettingGroup(ruleset, key)].some((name) =>
        normalizeName(name).includes(normalizeName(text)),
      ),
  );

/** The key of the language of a battle's public texts, which no rulebook defines. */
const languageKey = 'language';

const isLanguage = (key: string): boolean => normalizeName(key) === languageKey;

const settings = defineBattleCommand(['languages'], {
  path: ['battle', 'settings'],
  summary: 'Show the settings of this battle, or change a setting before the battle starts',
  params: {
    key: textParam('Which setting to show or change', 80).optional(),
    value: textParam('The new value', 200).optional(),
  },
  complete: completeEach({
    key: offersOfBattle(({ ruleset, saved: { table } }, _asker, { languages }: Need<'battles' | 'languages'>) => [
      ...settingOffers(ruleset, table.settings),
      ...(languages.installed.length === 0
        ? []
        : [{ value: languageKey, label: phrase`Language: ${asName(languageName(table.language))}` }]),
    ]),
    value: offersOfBattle(({ ruleset, saved }, _asker, { languages }: Need<'battles' | 'languages'>, { key }) =>
      isLanguage(String(key ?? ''))
        ? languageOffers(languages)
        : settingValueOffers(ruleset, saved.table.settings, String(key ?? '')),
    ),
  }),
  run: async (battle, asker, { key, value }, services) => {
    const { battles, languages } = services;
    const { ruleset, saved } = battle;
    if (key !== undefined && value !== undefined && isLanguage(key)) {
      const chosen = parseLanguage(languages, value, 'value');
      if (!chosen.ok) return chosen;
      const { language } = languages.find(chosen.value) ?? {};
      const usual = chosen.value === undefined ? (await languages.forServer(asker))?.language : language;
      return changeSession(asker, services, 'choose settings', 'language', () =>
        ok([{ type: 'language-set', ...(usual !== undefined && { language: usual }) }]),
      );
    }
    if (key !== undefined && value !== undefined) {
      const changed = withSetting(ruleset, saved.table.settings, key, value);
      if (!changed.ok) return changed;
      const { settings: next, key: of, value: says } = changed.value;
      return orderAnswer(await battles.changeSetting(toIssuer(asker), next, of, says), asker);
    }
    const known = findSettings(battle, key);
    if (known.length === 0) return refuse('no-such-setting', { key: key ?? '' });
    const only = known.length === 1 ? known[0] : undefined;
    const offers = only === undefined ? [] : settingValueOffers(ruleset, saved.table.settings, only.key);
    const possible = listed(
      offers.map(({ label }) => label),
      'or',
    );
    const values = offers.length === 0 ? [] : [line(phrase`Possible values: ${possible}.`)];
    const mayChange = isGm(saved.table, asker.user) && battle.game.status === 'setup';
    const others = offers.filter((offer) => offer.value !== formatSettingValue(only?.value)).slice(0, maxValues);
    const buttons = others.map(({ label, value }) =>
      button(label, { path: ['battle', 'settings'], input: { key: only?.key ?? '', value }, battle: saved.id }),
    );
    const lines = [...settingLines(ruleset, known, 30), ...values];
    return ok(
      privateCard(phrase`Settings of ${saved.table.name}`, { lines }, { controls: [mayChange ? buttons : []] }),
    );
  },
});

const end = defineCommand(['battles'], {
  path: ['battle', 'end'],
  scope: 'battle',
  usualReader: 'everyone',
  summary: 'GM: end the battle; everyone can then verify its dice',
  params: {
    winner: textParam('The winning side; default: none', 80).optional(),
    reason: textParam('Why the battle ends').default('The GM ends the battle'),
  },
  run: async (asker, { winner, reason }, { battles }) =>
    orderAnswer(
      await battles.finish(toIssuer(asker), winner, reason.replace(/\.\s*$/, '')),
      asker,
      'The battle is over.',
    ),
});

const maxListed = 25;

const list = defineCommand(['battles'], {
  path: ['battle', 'list'],
  scope: 'server',
  summary: 'List this server’s battles',
  params: { ended: flagParam('Include finished battles').optional() },
  run: async (asker, { ended }, { battles }) => {
    const shown = await battles.list(asker.guild, ended === true ? 'all' : 'unfinished', maxListed);
    const links = shown
      .map(battleLink)
      .map((link, at) => ({ ...link, label: phrase`${link.label}, ${shown[at]?.system}` }));
    return ok(privateCard(links.length === 0 ? 'No battles here' : 'Battles', { links }));
  },
});

const move = defineCommand(['battles', 'channels'], {
  path: ['battle', 'relocate'],
  scope: 'server',
  usualReader: 'everyone',
  summary: 'GM: move a battle to another channel, thread or post',
  params: {
    battle: battleParam,
    to: channelParam('The channel, thread or post to move it to; default: this one').optional(),
  },
  complete: completeEach({ battle: ownBattles('unfinished') }),
  run: async (asker, { battle: wanted, to }, services) => {
    const battle = await openBattleNamed(asker, wanted, services, 'unfinished');
    if (!battle.ok) return battle;
    const { id } = battle.value.saved;
    const place = await services.channels.find(to ?? asker.channel);
    if (place === 'gone' || place === 'forbidden') return refuse(`place-${place}`);
    const { name } = battle.value.saved.table;
    const opening = {
      ...{ name, state: postStateOf(battle.value.saved.status) },
      reply: runForEveryone(() => createPost({ cards: [battleCard(battle.value)] }), battle.value.saved),
    };
    if (!isGm(battle.value.saved.table, asker.user)) return refuse('gm-only');
    const there = place.kind === 'forum' ? await services.channels.open(place.id, opening) : place;
    if (there === 'gone' || there === 'forbidden') return refuse(`place-${there}`);
    const report = await services.battles.moveToChannel(toIssuer(asker), id, there.id);
    if (!report.ok) return report;
    const links = [{ label: name, guild: asker.guild, channel: there.id }];
    return ok(
      runForEveryone(
        () => createOrderResult({ cards: [card('Battle moved', { links })], battle: id }),
        battle.value.saved,
      ),
    );
  },
});

export const battleCommands = [
  battleOdds,
  create,
  again,
  watch,
  leave,
  start,
  status,
  settings,
  battleMap,
  battleClock,
  end,
  list,
  move,
  board,
];
