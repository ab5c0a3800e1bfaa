import { type Asker, defineCommand, toIssuer, toOffers } from '../src/app/command-kit/command.ts';
import {
  completeWhoOption,
  gmPanel,
  parsePlan,
  planOffers,
  reasonOption,
  runForSelectedCombatants,
  whoOption,
} from '../src/app/gm/gm-panel.ts';
import { knownNames } from '../src/app/input/battle-names.ts';
import { checkGmChannel } from '../src/app/outbox/notifications.ts';
import { initialPresence, requireMember, seatName } from '../src/app/people/user-presence.ts';
import { applyDisclosureChoice, disclosureLines } from '../src/app/replies/disclosure-text.ts';
import { describeExpectedActions, orderAnswer, outcomeReply } from '../src/app/replies/order-outcome.ts';
import { createPrivateView, selectMenu } from '../src/app/replies/reply.ts';
import { rollChoices, type SessionEvent } from '../src/battle/saved/session.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { expectedActionsForViewer } from '../src/battle/views/expected-actions.ts';
import { hasBattleRight, isGm } from '../src/battle/views/viewer.ts';
import { isSameName, listText, normalizeName, ok, type Result, refuse } from '../src/core/message.ts';
import { meaningsOf, toEnglish } from '../src/core/own-words.ts';
import { ownValue } from '../src/core/plain-object.ts';
import { card } from '../src/presentation/card.ts';
import { disclosureModes } from '../src/rules/reader.ts';
import { departures } from '../src/rules/removal.ts';
import { channelParam, flagParam, namesParam, oneOfParam, textParam, userParam } from '../src/rules/verb.ts';
import { changeSession, defineBattleCommand, defineGmCommand, privateCard, refuseMissing } from './answers.ts';
import { completeEach, describedOffers, offersOfBattle, visibleCombatants, whoOffers } from './completion.ts';
import { gmDecisionCommands } from './gm-decisions.ts';
import { gmEffectCommands, listFields } from './gm-effects.ts';

/** A value for a field in English. Names of combatants stay. */
const inEnglish = ({ ruleset, game }: OpenBattle, field: string, typed: string): string => {
  const { description, value } = ruleset.corrections[field] ?? {};
  const meaningOf = (word: string): string | undefined => {
    const isName = game.roster().some(({ id }) => normalizeName(id).includes(normalizeName(word)));
    const all = isName ? [] : meaningsOf(word).filter((each) => value?.safeParse(each).success);
    return all.find((each) => description?.includes(each)) ?? all[0];
  };
  return meaningOf(typed) ?? typed.replaceAll(/[^\s,、:;=>]+/g, (part) => meaningOf(part) ?? part);
};

const set = defineGmCommand([], {
  path: ['gm', 'set'],
  summary: 'GM: correct any number, condition, position or turn; no value: list what you can correct',
  params: {
    field: textParam('What to correct: hp, position, condition …', 60).optional(),
    value: textParam('The new value', 300).optional(),
    who: whoOption.optional(),
    reason: reasonOption.default('a correction'),
  },
  complete: completeEach({
    who: (asker, typed, services) => completeWhoOption(asker, typed, services, true),
    field: offersOfBattle(({ ruleset }) => describedOffers(ruleset.corrections)),
  }),
  run: async (battle, asker, { field: typed, value, who, reason }, services) => {
    const field = typed && toEnglish(typed, Object.keys(battle.ruleset.corrections));
    if (field === undefined && value === undefined) return listFields(battle, asker, who);
    if (field === undefined || value === undefined) return refuseMissing(field === undefined ? 'field' : 'value');
    const meant = inEnglish(battle, field, value);
    return who === undefined
      ? orderAnswer(await services.battles.correct(toIssuer(asker), field, [], meant, reason), asker)
      : runForSelectedCombatants(
          asker,
          who,
          services,
          (ids) => services.battles.correct(toIssuer(asker), field, ids, meant, reason),
          true,
        );
  },
});

const remove = defineCommand(['battles'], {
  path: ['gm', 'remove'],
  scope: 'battle',
  summary: 'GM: take combatants out of the battle for good, before or during it',
  params: {
    who: whoOption,
    as: oneOfParam('Why; a mistake counts as never added, others carry over wounds', departures).default('left'),
    reason: reasonOption.optional(),
  },
  complete: completeEach({ who: whoOffers }),
  run: async (asker, { who, as, reason }, services) =>
    runForSelectedCombatants(asker, who, services, (ids) => services.battles.remove(toIssuer(asker), ids, as, reason)),
});

const hide = defineCommand(['battles'], {
  path: ['gm', 'hide'],
  scope: 'battle',
  summary: 'GM: hide combatants from everyone except their player',
  params: {
    who: whoOption,
    until: oneOfParam('How long they stay hidden', ['until-acts', 'until-revealed']).default('until-revealed'),
  },
  complete: completeEach({ who: whoOffers }),
  run: async (asker, input, services) =>
    runForSelectedCombatants(asker, input.who, services, (ids) =>
      services.battles.changeSession(toIssuer(asker), 'hide', 'hide', () =>
        ok(ids.map((id): SessionEvent => ({ type: 'hidden', who: id, until: input.until }))),
      ),
    ),
});

/** Ids of the hidden combatants. Empty if the user may not hide combatants. */
const hiddenFor = ({ saved: { table } }: OpenBattle, { user }: Asker): readonly string[] =>
  hasBattleRight(table, user, 'hide') ? Object.keys(table.hidden) : [];
const hiddenOffers = offersOfBattle(hiddenFor);

const reveal = defineCommand(['battles'], {
  path: ['gm', 'reveal'],
  scope: 'battle',
  summary: 'GM: reveal hidden combatants',
  params: { who: whoOption },
  complete: completeEach({ who: hiddenOffers }),
  run: async (asker, input, services) =>
    runForSelectedCombatants(asker, input.who, services, (ids) =>
      services.battles.changeSession(toIssuer(asker), 'hide', 'reveal', ({ saved: { table } }) => {
        const hidden = ids.filter((id) => table.hidden[id] !== undefined);
        return hidden.length === 0
          ? refuse('not-hidden', { who: listText(ids) })
          : ok(hidden.map((id): SessionEvent => ({ type: 'revealed', who: id })));
      }),
    ),
});

/** The actors of these combatants. Refuses a part of an actor's combatants, such as one warrior of a warband. */
const requireWholeActors = ({ game }: OpenBattle, ids: readonly string[]): Result<readonly string[]> => {
  const roster = game.roster();
  const part = roster.find(({ id, actor }) => {
    const isNamed = ids.includes(id) && !ids.includes(actor);
    return isNamed && roster.some((each) => each.actor === actor && !ids.includes(each.id));
  });
  return part === undefined
    ? ok([...new Set(ids.map((who) => roster.find(({ id }) => id === who)?.actor ?? who))])
    : refuse('part-of-actor', { who: part.id, actor: part.actor });
};

const control = defineCommand(['battles', 'channels', 'now', 'people'], {
  path: ['gm', 'control'],
  scope: 'battle',
  summary: 'GM: give a player control of combatants, or return them to the GM',
  params: {
    who: whoOption,
    player: userParam('Who controls them; default: the GM').optional(),
    name: textParam('The name to show for that player', 32).optional(),
  },
  complete: completeEach({ who: whoOffers }),
  run: async (asker, input, services) => {
    const { player } = input;
    const here = await requireMember(asker, player, services);
    if (!here.ok) return here;
    const said = player === undefined ? [] : await initialPresence(player, services);
    const name = player === undefined ? '' : await seatName(asker, player, input.name, services);
    return runForSelectedCombatants(asker, input.who, services, (ids) =>
      services.battles.changeSession(toIssuer(asker), 'give control', 'control', (battle) => {
        const actors = requireWholeActors(battle, ids);
        if (!actors.ok) return actors;
        const { gm, seats } = battle.saved.table;
        const seat = player === undefined ? undefined : ownValue(seats, player);
        const isNew = player !== undefined && player !== gm && (seat === undefined || seat.role === 'spectator');
        const user = player === undefined || player === gm ? {} : { user: player };
        return ok([
          ...(isNew
            ? [{ type: 'seated' as const, user: player, name: seat?.name ?? name, role: 'player' as const }]
            : []),
          ...(isNew && seat === undefined ? said : []),
          ...actors.value.map((actor): SessionEvent => ({ type: 'control-given', actor, ...user })),
        ]);
      }),
    );
  },
});

/** The entry in a member's menu that lists combatants to give to the member. */
const give = defineGmCommand([], {
  path: ['gm', 'give'],
  onMember: 'Give a combatant',
  summary: 'GM: choose a combatant for a member to control',
  params: { player: userParam('Who gets it') },
  run: async ({ game, saved }, _asker, { player }) => {
    const actors = [...new Set(game.roster().map(({ actor }) => actor))].slice(0, 25);
    const press = { path: ['gm', 'control'], input: { player }, battle: saved.id };
    const list = selectMenu('Which combatant?', 'who', toOffers(actors), press);
    const title = actors.length === 0 ? 'No one has joined yet' : 'Give a combatant';
    return ok(privateCard(title, {}, { controls: actors.length === 0 ? [] : [[list]] }));
  },
});

const role = defineCommand(['battles', 'channels', 'now', 'people'], {
  path: ['gm', 'role'],
  scope: 'battle',
  summary: 'GM: make someone a co-GM, player or spectator, or hand the battle over as GM',
  params: {
    who: userParam('Who gets the role'),
    role: oneOfParam('Their role', ['co-gm', 'player', 'spectator', 'gm']).default('co-gm'),
    name: textParam('The name to show for this person', 32).optional(),
  },
  run: async (asker, { who, role, name }, services) => {
    const here = await requireMember(asker, role === 'co-gm' || role === 'gm' ? who : undefined, services);
    if (!here.ok) return here;
    const shown = await seatName(asker, who, name, services);
    if (role === 'gm')
      return changeSession(asker, services, 'hand over', 'handover', ({ saved: { table } }) =>
        ok([{ type: 'gm-handed', to: who, name: name ?? ownValue(table.seats, who)?.name ?? shown }]),
      );
    const said = await initialPresence(who, services);
    return changeSession(asker, services, 'name co-gms', 'role', ({ saved: { table } }) => {
      const seat = ownValue(table.seats, who);
      return who === table.gm
        ? refuse('seat-taken')
        : ok([
            { type: 'seated', user: who, name: name ?? seat?.name ?? shown, role },
            ...(seat === undefined ? said : []),
          ]);
    });
  },
});

const telling = defineBattleCommand([], {
  path: ['gm', 'foe-info'],
  summary: 'GM: show foes’ numbers exactly, in words, or not at all; no options: show the setting',
  params: {
    mode: oneOfParam('How the numbers are shown; default: in words, if you give words', disclosureModes).optional(),
    words: textParam(
      'Words, each with the percent left at which it begins: unhurt 100, wounded 50, nearly down 1',
      300,
    ).optional(),
    numbers: namesParam('Apply this only to these numbers: essence, defense …; default: all').optional(),
  },
  complete: completeEach({ numbers: offersOfBattle(({ ruleset }) => describedOffers(ruleset.numberTerms)) }),
  run: async (battle, asker, choice, { battles }) => {
    const { ruleset, saved } = battle;
    const shows = Object.values(choice).every((each) => each === undefined);
    const report = shows
      ? undefined
      : await battles.changeSession(toIssuer(asker), 'choose telling', 'telling', (now) => {
          const chosen = applyDisclosureChoice(ruleset, now.saved.table.telling, choice);
          return chosen.ok ? ok([{ type: 'telling-set', telling: chosen.value }]) : chosen;
        });
    if (report?.ok === false) return report;
    const { table } = report?.value.after.saved ?? saved;
    const lines = disclosureLines(ruleset, table.telling, isGm(table, asker.user));
    const shown = card('How foes’ numbers are shown', { lines });
    return report === undefined
      ? ok(createPrivateView({ cards: [shown] }))
      : ok({ ...outcomeReply(report.value, asker.user), aside: [shown] });
  },
});

const rolls = defineCommand(['battles'], {
  path: ['gm', 'rolls'],
  scope: 'battle',
  summary: 'GM: set who sees rolls by default, and whether hidden rolls are announced',
  params: {
    mode: oneOfParam('Who sees rolls by default; my-foes: only the GM sees those for the GM’s combatants', rollChoices),
    trace: flagParam('Announce publicly that a hidden roll was made?').default(true),
  },
  run: (asker, { mode, trace }, services) =>
    changeSession(asker, services, 'choose telling', 'rolls', () =>
      ok([
        mode === 'my-foes'
          ? { type: 'rolls-set', rolls: 'public', foes: 'blind', trace }
          : { type: 'rolls-set', rolls: mode, trace },
      ]),
    ),
});

const consent = defineCommand(['battles'], {
  path: ['gm', 'undo-consent'],
  scope: 'battle',
  summary: 'GM: set whether a player may undo an order that revealed something, if the other side agrees',
  params: { allow: flagParam('Allow such an undo?') },
  run: (asker, { allow }, services) =>
    changeSession(asker, services, 'rule', 'consent', () => ok([{ type: 'consent-set', consent: allow }])),
});

const ruling = defineCommand(['battles'], {
  path: ['gm', 'ruling'],
  scope: 'battle',
  summary: 'GM: record a ruling in the log',
  params: { text: textParam('Your ruling', 500) },
  run: (asker, { text }, services) =>
    changeSession(asker, services, 'rule', 'ruling', () => ok([{ type: 'ruled', text }])),
});

const skip = defineGmCommand([], {
  path: ['gm', 'skip'],
  summary: 'GM: act for absent players: the best order, or the rulebook’s default',
  params: {
    who: textParam('Who to act for; default: the first one the battle is waiting for', 80).optional(),
  },
  complete: completeEach({ who: visibleCombatants }),
  run: async (battle, asker, { who: named }, { battles }) => {
    const { pending } = battle.saved;
    if (pending !== undefined) return orderAnswer(await battles.answer(toIssuer(asker), pending.question.auto), asker);
    const there = expectedActionsForViewer(battle, asker.user).filter(
      ({ actor }) => named === undefined || isSameName(actor, named),
    );
    const due = there.find(({ auto }) => auto !== undefined);
    if (due === undefined) {
      const [stuck] = there;
      if (stuck !== undefined) return refuse('no-default', { who: stuck.actor, what: stuck.what });
      if (named !== undefined && !knownNames(battle, asker.user).some((name) => isSameName(name, named)))
        return refuse('no-such-combatant', { who: named });
      const next = describeExpectedActions(battle, asker.user);
      return refuse('no-opinion', named === undefined ? {} : { who: named, next });
    }
    return orderAnswer(await battles.skip(toIssuer(asker), due), asker);
  },
});

const withdraw = defineCommand(['battles'], {
  path: ['gm', 'cancel-order'],
  scope: 'battle',
  summary: 'GM: cancel the order that is waiting for an answer',
  run: async (asker, _input, { battles }) => orderAnswer(await battles.withdraw(toIssuer(asker)), asker),
});

const rename = defineCommand(['battles'], {
  path: ['battle', 'rename'],
  scope: 'battle',
  summary: 'GM: rename the battle, or with who: a combatant',
  params: {
    name: textParam('The new name', 80),
    who: textParam('The combatant to rename; default: the battle', 80).optional(),
  },
  complete: completeEach({ who: visibleCombatants }),
  run: async (asker, { name, who }, services) =>
    who === undefined
      ? changeSession(asker, services, 'rule', 'rename', () => ok([{ type: 'renamed', name }]))
      : orderAnswer(await services.battles.rename(toIssuer(asker), who, name), asker),
});

const plan = defineCommand(['battles'], {
  path: ['gm', 'plan'],
  scope: 'battle',
  summary: 'GM: plan what hidden combatants do on their turn, unnoticed by others',
  params: {
    who: whoOption,
    order: textParam('What to do: nothing, ask (you decide on the turn), or an order like attack target:Ann', 300),
  },
  complete: completeEach({
    who: hiddenOffers,
    order: offersOfBattle((battle, asker, services, { who }) => {
      const [first = ''] = hiddenFor(battle, asker).filter((id) => typeof who !== 'string' || isSameName(id, who));
      return hasBattleRight(battle.saved.table, asker.user, 'hide') ? planOffers(services, asker, battle, first) : [];
    }),
  }),
  run: async (asker, { who: whom, order }, services) =>
    runForSelectedCombatants(asker, whom, services, (ids) =>
      services.battles.changeSession(toIssuer(asker), 'hide', 'plan', (battle) => {
        const { hidden } = battle.saved.table;
        const roster = battle.game.roster();
        // A warband can be visible while one of its warriors is hidden.
        const actorOf = (id: string) => roster.find((each) => each.id === id)?.actor ?? id;
        const actors = [...new Set(ids.map((id) => (hidden[id] === undefined ? actorOf(id) : id)))];
        const open = actors.find((id) => hidden[id] === undefined);
        if (open !== undefined) return refuse('not-hidden', { who: open });
        const read = parsePlan(battle, order);
        if (!read.ok) return read;
        return ok(actors.map((actor): SessionEvent => ({ type: 'plan-set', actor, plan: read.value })));
      }),
    ),
});

const desk = defineGmCommand(['channels', 'people', 'records', 'waits'], {
  path: ['gm', 'channel'],
  scope: 'server',
  summary: 'GM: choose the channel or thread for hidden information, or direct messages',
  params: {
    channel: channelParam('The channel or thread; only people who may see everything should have access').optional(),
    direct: flagParam('Use direct messages again, or the server’s GM channel if there is one').optional(),
  },
  run: async (battle, asker, { channel: wanted, direct }, services) => {
    if (wanted === undefined && !direct) return gmPanel(battle, asker, services);
    const place = wanted === undefined ? ok(undefined) : await checkGmChannel(asker, wanted, asker.channel, services);
    if (!place.ok) return place;
    const at = place.value;
    return changeSession(asker, services, 'hide', 'desk', () =>
      ok([{ type: 'desk-set', ...(at !== undefined && { channel: at }) }]),
    );
  },
});

const panel = defineGmCommand(['people', 'records', 'waits'], {
  path: ['gm', 'panel'],
  summary: 'GM: show everything: full view, hidden rolls, open decisions',
  run: async (battle, asker, _input, services) => gmPanel(battle, asker, services),
});

export const gmCommands = [
  set,
  ...gmEffectCommands,
  remove,
  hide,
  reveal,
  control,
  give,
  role,
  telling,
  rolls,
  consent,
  ruling,
  ...gmDecisionCommands,
  skip,
  withdraw,
  rename,
  plan,
  desk,
  panel,
];
