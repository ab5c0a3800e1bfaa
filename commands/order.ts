import { z } from 'zod';
import { stepByStepCommand } from '../src/app/buttons/step-by-step.ts';
import {
  type Asker,
  type Command,
  type CommandInput,
  defineCommand,
  matchingOffers,
  toEnglishInput,
  toIssuer,
} from '../src/app/command-kit/command.ts';
import { didYouMean, matchName } from '../src/app/input/match-name.ts';
import { selectTargets } from '../src/app/input/target-selector.ts';
import { maxChoices } from '../src/app/records/log-lookups.ts';
import { type PanelServices, planPanel } from '../src/app/replies/battle-panel.ts';
import {
  expectedActionsOfUser,
  isAsked,
  orderAnswer,
  outcomeReply,
  questionCard,
  suggestedOrdersControls,
} from '../src/app/replies/order-outcome.ts';
import { type CommandAnswer, createPrivateView, type Reply, selectMenu } from '../src/app/replies/reply.ts';
import { turnStoryPost } from '../src/app/replies/turn-messages.ts';
import { forLibrary, type Need } from '../src/app/services.ts';
import { defineQueryCommand } from '../src/app/verbs/query-command.ts';
import { type CommandMaker, commonOptions, defineVerbCommand } from '../src/app/verbs/verb-command.ts';
import { findAllByName } from '../src/battle/decide/decisions.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { openQuestionFor } from '../src/battle/views/expected-actions.ts';
import type { OrderReport } from '../src/battle/views/report.ts';
import {
  allowedStandingAnswers,
  describeStandingOrder,
  findStandingOrderKind,
  setStandingOrders,
} from '../src/battle/views/standing-orders.ts';
import { controlledCombatants, isGm } from '../src/battle/views/viewer.ts';
import { counted, ok, phrase, type Result, refuse, refuseInput, runForReaderOnly, term } from '../src/core/message.ts';
import { toEnglish } from '../src/core/own-words.ts';
import type { Card } from '../src/presentation/card.ts';
import { listOptions } from '../src/rules/command-options.ts';
import { line } from '../src/rules/event.ts';
import { gmActor } from '../src/rules/expected-action.ts';
import { flagParam, type ParamOffer, textParam, wholeNumberParam } from '../src/rules/verb.ts';
import { defineBattleCommand, privateCard } from './answers.ts';
import { completeEach, offersOfBattle, ownCombatants } from './completion.ts';
import { log } from './log.ts';
import { messageParams } from './say.ts';

/** Suggests the verbs and queries a user may use. Verbs that the battle expects now come first. */
const knownVerbs = (battle: OpenBattle, user: string): readonly ParamOffer[] => {
  const { ruleset, saved } = battle;
  const verbs = Object.entries(ruleset.verbs).filter(([, { role }]) => role === 'player' || isGm(saved.table, user));
  const due = expectedActionsOfUser(battle, user).flatMap((each) => each.verbs);
  const named = [...verbs, ...Object.entries(ruleset.queries)];
  const all = new Map(named.map(([name, { summary }]) => [name, `${name}: ${summary}`]));
  return [...new Set([...due, ...all.keys()])].flatMap((value) => {
    const label = all.get(value);
    return label === undefined ? [] : [{ value, label }];
  });
};

/** Parses `target=Grim, path=N N` into pairs. The value is undefined for a part without `=`. */
const parsePairs = (typed: string): readonly (readonly [name: string, value: string | undefined])[] =>
  typed
    .split(/[,;]+(?=\s*[\w-]*\s*(?:=|$))/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim(), value.length === 0 ? undefined : value.join('=').trim()];
    });

const inputOf = (pairs: ReturnType<typeof parsePairs>): CommandInput =>
  Object.fromEntries(pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** Finds the command of a verb or query in the battle's rulebook. Undefined if unknown. */
const findVerbCommand = ({ ruleset }: OpenBattle, name: string): ReturnType<CommandMaker> | undefined => {
  const [verb, query] = [ruleset.verbs[name], ruleset.queries[name]];
  if (verb !== undefined) return defineVerbCommand(name, verb.summary)([ruleset]);
  return query === undefined ? undefined : defineQueryCommand(name, query.summary)([ruleset]);
};

/** Suggests values for the last option that the text names, or names of further options. */
const completeOrder = async (
  own: Command,
  typed: string,
  ask: (option: string, begun: string, soFar: CommandInput) => Promise<readonly ParamOffer[]>,
): Promise<readonly ParamOffer[]> => {
  const pairs = parsePairs(typed);
  const last = pairs.at(-1);
  const goesOn = /[,;]\s*$/.test(typed) || last === undefined;
  const done = goesOn ? pairs : pairs.slice(0, -1);
  const before = done.map(([name, value]) => `${name}=${value ?? ''}`).join(', ');
  const led = (rest: string): string => (before === '' ? rest : `${before}, ${rest}`);
  if (!goesOn && last[1] !== undefined) {
    const [name, begun = ''] = last;
    return (await ask(name, begun, inputOf(done))).map(({ value, label }) => ({
      value: led(`${name}=${value}`).slice(0, 100),
      label: led(`${name}=${label}`),
    }));
  }
  const free = own.options.filter(({ name }) => name !== 'as' && done.every(([each]) => each !== name));
  const begun = goesOn ? '' : (last[0] ?? '');
  return matchingOffers(
    free.map(({ name, description }) => ({ value: `${name}=`, label: `${name}= ${description}` })),
    begun,
  ).map(({ value, label }) => ({ value: led(value).slice(0, 100), label: led(label) }));
};

/** The command that runs any verb or query of the battle's rulebook by name. */
const order = defineBattleCommand([...forLibrary], {
  path: ['order'],
  usualReader: 'everyone',
  summary: 'Use any action or question of this battle’s rulebook',
  params: {
    verb: textParam('The action or question', 40),
    with: textParam('Options: target=Grim, path=N N; default: you are asked', 100).optional(),
    as: commonOptions.shape.as,
  },
  complete: completeEach({
    as: ownCombatants,
    verb: offersOfBattle((battle, { user }) => knownVerbs(battle, user)),
    with: async (asker, typed, services, { verb, as }) => {
      const battle = await services.battles.open(asker.channel);
      const own = battle.ok ? findVerbCommand(battle.value, String(verb ?? '')) : undefined;
      if (own === undefined) return [];
      return completeOrder(own, typed, (name, begun, given) =>
        own.complete(asker, name, begun, { ...given, ...(as !== undefined && { as }) }, services),
      );
    },
  }),
  run: async (battle, asker, { verb, with: details, as }, services) => {
    const { ruleset } = battle;
    const names = knownVerbs(battle, asker.user).map(({ value }) => value);
    const meant = matchName(verb, names, (name) => [name]);
    const name = meant.found;
    const own = name === undefined ? undefined : findVerbCommand(battle, name);
    if (name === undefined || own === undefined) {
      const hint = didYouMean(meant.found === undefined ? meant.suggestions : [], 'Choose from the list as you type.');
      return refuse('no-such-verb', { verb, system: ruleset.title, hint });
    }
    const pairs = parsePairs(details ?? '');
    const unsaid = pairs.find(([, value]) => value === undefined);
    if (unsaid !== undefined) return refuseInput('with', phrase`write option=value, not ${unsaid[0]}`);
    const given: CommandInput = {
      ...toEnglishInput(own.options, inputOf(pairs)),
      ...(as !== undefined && { as }),
    };
    const asks = listOptions(ruleset.verbs[name]?.params ?? z.object({})).some(
      ({ name: each, required }) => required && !Object.hasOwn(given, each),
    );
    const isDue = expectedActionsOfUser(battle, asker.user).some(({ verbs }) => verbs.includes(name));
    return asks && isDue
      ? stepByStepCommand.run(asker, { verb: name, ...given }, services)
      : own.run(asker, given, services);
  },
});

const answer = defineCommand(['battles'], {
  path: ['my', 'answer'],
  scope: 'battle',
  usualReader: 'everyone',
  summary: 'Answer the open question',
  params: { choice: textParam('Your answer', 100) },
  complete: completeEach({
    choice: offersOfBattle((battle, { user }) => {
      const asked = isAsked(battle, user) ? openQuestionFor(battle, user) : undefined;
      return (asked?.choices ?? []).map(({ id, label }) => ({ value: id, label }));
    }),
  }),
  run: async (asker, { choice }, { battles }) => {
    const battle = await battles.open(asker.channel);
    const all = (battle.ok && openQuestionFor(battle.value, asker.user)?.choices) || [];
    const ids = all.map(({ id }) => id);
    const meant = all.find(({ label }) => label === choice)?.id ?? toEnglish(choice, ids);
    return orderAnswer(await battles.answer(toIssuer(asker), meant), asker);
  },
});

/** The combatants that get a standing order. Default: all combatants that the user controls. */
const actorsOf = (
  battle: OpenBattle,
  user: string,
  named: string | undefined,
  kind: string | undefined,
): Result<readonly string[]> => {
  const gm = isGm(battle.saved.table, user);
  const known = kind === undefined ? undefined : findStandingOrderKind(battle.ruleset, kind);
  const isGms = known !== undefined && battle.ruleset.standingOrderKinds[known]?.decider === 'gm';
  if (isGms) return gm ? ok([gmActor]) : refuse('gm-only');
  const own = controlledCombatants(battle, user);
  const select = gm ? selectTargets : (_: OpenBattle, one: string) => findAllByName(battle, user, [one]);
  const found = named === undefined ? undefined : select(battle, named);
  if (found !== undefined && !found.ok) return found;
  const actors = found?.value ?? own;
  const stranger = actors.find((id) => !gm && !own.includes(id));
  if (stranger !== undefined) return refuse('not-yours', { who: stranger });
  if (kind === undefined && named === undefined && gm) return ok([...actors, gmActor]);
  return actors.length === 0 ? refuse('nobody-to-command') : ok(actors);
};

const listOrders = (battle: OpenBattle, actors: readonly string[]): CommandAnswer => {
  const { ruleset, saved } = battle;
  const lines = actors.flatMap((actor) => [
    ...Object.entries(saved.table.standing[actor] ?? {}).map(([kind, choice]) =>
      describeStandingOrder(ruleset, actor, kind, choice),
    ),
    ...Object.entries(saved.table.awayOrders[actor] ?? {}).map(
      ([kind, choice]) => phrase`While the player is away: ${describeStandingOrder(ruleset, actor, kind, choice)}`,
    ),
  ]);
  const title = lines.length === 0 ? 'No standing orders' : 'Standing orders';
  const controls = suggestedOrdersControls(battle);
  return ok(privateCard(title, { lines: lines.map((each) => line(each)) }, { controls }));
};

const orders = defineBattleCommand(['records'], {
  path: ['my', 'standing-orders'],
  summary: 'Set standing orders: how your combatants answer and act without asking you',
  params: {
    kind: textParam('Which decision (depends on the rulebook): intercept, drop-dice, defense, turn …', 40).optional(),
    answer: textParam(
      'ask, auto (the bot picks the best answer), an answer, or usual to clear the order',
      60,
    ).optional(),
    as: textParam('For which combatant; the GM also Goblin* or side:enemies; default: all you control', 100).optional(),
    away: flagParam('Only while you are away (/my away)').optional(),
    try: flagParam('Only show what it would have done at the last ten moments').optional(),
  },
  complete: completeEach({
    as: ownCombatants,
    kind: offersOfBattle(({ ruleset: { standingOrderKinds, id }, saved }, { user }) =>
      Object.entries(standingOrderKinds)
        .filter(([, { decider }]) => decider === 'actor' || isGm(saved.table, user))
        .map(([value, { decider, when }]) => ({
          value,
          label: phrase.of('a decision')`${value}: ${term(decider === 'gm' ? 'the GM' : 'one')} ${term(when, id)}`,
        })),
    ),
    answer: offersOfBattle(({ ruleset }, _asker, _services, soFar) => {
      const kind = findStandingOrderKind(ruleset, String(soFar.kind ?? ''));
      const declared = kind === undefined ? undefined : ruleset.standingOrderKinds[kind];
      if (declared === undefined) return ['ask', 'auto', 'usual'];
      const answers = Object.entries(allowedStandingAnswers(declared));
      return [
        ...answers.map(([value, does]) => ({ value, label: phrase`${value}: ${term(does, ruleset.id)}` })),
        { value: 'usual', label: 'usual: clear this standing order' },
      ];
    }),
  }),
  run: async (battle, asker, { kind, answer, as, away = false, try: isTrial }, { battles, records }) => {
    const actors = actorsOf(battle, asker.user, as, kind);
    if (!actors.ok) return actors;
    if (kind === undefined || answer === undefined) return listOrders(battle, actors.value);
    const planned = setStandingOrders(battle, actors.value, { kind, answer, away, gm: true });
    const [first] = isTrial && planned.ok ? planned.value : [];
    if (first?.type === 'standing-set') {
      const trial = { user: asker.user, actor: first.actor, kind: first.kind, choice: first.choice ?? 'ask' };
      const done = await records('standing order', battle, trial);
      const told = done.ok ? [...Map.groupBy(done.value, (each) => each)] : [];
      const lines = told.map(([what, all]) =>
        line(all.length === 1 ? phrase`${what}: once` : phrase`${what}: ${counted(all.length, 'time')}`),
      );
      return ok(privateCard('At the last ten moments, it would have done this', { lines }));
    }
    const right = isGm(battle.saved.table, asker.user) ? 'standing orders any' : 'standing orders own';
    const report = await battles.changeSession(toIssuer(asker), right, 'orders', (now) =>
      setStandingOrders(now, actors.value, { kind, answer, away, gm: isGm(now.saved.table, asker.user) }),
    );
    if (!report.ok) return report;
    const told = outcomeReply(report.value, asker.user, 'Standing orders saved.');
    // Standing orders that act at once are shown to everyone, like any order.
    return ok(report.value.followUps.length > 0 ? told : { ...told, to: 'asker' });
  },
});

const undo = defineCommand(['battles', 'records'], {
  path: ['undo'],
  scope: 'battle',
  usualReader: 'everyone',
  summary: 'Undo your last order, if it revealed nothing; the GM can undo to any entry',
  params: {
    to: wholeNumberParam('GM: undo this log entry and all after it', 1, 1_000_000).optional(),
    list: flagParam('List what can be undone').optional(),
    agree: flagParam('Agree to another side’s undo request').optional(),
    reason: textParam('Why').optional(),
  },
  run: async (asker, { to, list, agree, reason }, { battles, records }) => {
    if (agree === true) return orderAnswer(await battles.agree(toIssuer(asker)), asker);
    const takeBack = async (entry: number | undefined): Promise<Result<Reply>> =>
      orderAnswer(await battles.undo(toIssuer(asker), entry, reason), asker);
    if (list !== true && to !== undefined) return takeBack(to);
    const there = await battles.open(asker.channel);
    if (!there.ok) return there;
    // Players can only undo their own last order.
    if (list !== true && !isGm(there.value.saved.table, asker.user)) return takeBack(undefined);
    const most = list === true ? maxChoices : 1;
    const takeable = await records('takeable', there.value, { user: asker.user, most });
    if (!takeable.ok) return takeable;
    if (list !== true) {
      const [newest] = takeable.value;
      // A series of automatic orders is undone as a whole.
      return takeBack(newest?.isRun ? Number(newest.value) : undefined);
    }
    if (takeable.value.length === 0) return ok(privateCard('Nothing to undo'));
    const select = selectMenu('Undo everything from this entry on …', 'to', takeable.value, { path: ['undo'] });
    return ok(privateCard('Can be undone, newest first', {}, { controls: [[select]] }));
  },
});

/** Defines a command in the menu of results. `run` gets the report of the message's order, undefined if unknown. */
const defineResultCommand = (
  name: 'Why?' | 'Undo',
  summary: string,
  run: (asker: Asker, report: OrderReport | undefined, services: Need<'battles' | 'records'>) => Promise<CommandAnswer>,
) =>
  defineCommand(['battles', 'records'], {
    path: [name === 'Undo' ? 'undo-this' : 'why-this'],
    onMessage: name,
    summary,
    params: messageParams,
    run: async (asker, { order: orderId = '' }, services) => {
      const battle = await services.battles.open(asker.channel);
      const report = battle.ok ? await services.battles.replayReport(battle.value.saved.id, orderId) : battle;
      return report.ok ? run(asker, report.value, services) : report;
    },
  });

const why = defineResultCommand('Why?', 'Show how a result came about', async (asker, report, services) =>
  report === undefined
    ? log.run(asker, {}, services)
    : ok({ ...runForReaderOnly(() => outcomeReply(report, asker.user)), to: 'asker' }),
);

/** The cards of a battle's message in the language of the user. Undefined if it is no message of the battle. */
const cardsOfMessage = async (
  battle: OpenBattle,
  asker: Asker,
  { message, order = '' }: { readonly message: string; readonly order?: string | undefined },
  services: PanelServices,
): Promise<readonly Card[] | undefined> => {
  const { id } = battle.saved;
  const panel = await services.servers.panel(id);
  if (panel?.message === message) return (await planPanel(battle, services)).reply.cards;
  const closed = panel?.story?.closed.find((each) => each.message === message);
  if (closed !== undefined) {
    const story = await services.records('turn', battle, { from: closed.from, to: closed.to });
    return story.ok ? turnStoryPost(story.value.told).cards : undefined;
  }
  if (panel?.story?.question?.message === message) return questionCard(battle);
  const report = await services.battles.replayReport(id, order);
  return report.ok && report.value !== undefined ? outcomeReply(report.value, asker.user).cards : undefined;
};

/** The entry in a message's menu that shows the message in the language of the user. */
const readThis = defineBattleCommand(
  ['languages', 'pictures', 'waits', 'people', 'servers', 'records', 'now', 'webLinks'],
  {
    path: ['read-this'],
    scope: 'person',
    onMessage: 'Read in my language',
    summary: 'Show a message of the battle in your language',
    params: messageParams,
    run: async (battle, asker, input, services) => {
      const cards = await runForReaderOnly(() => cardsOfMessage(battle, asker, input, services));
      return ok(
        cards === undefined ? privateCard('This is not a message of the battle here.') : createPrivateView({ cards }),
      );
    },
  },
);

const undoThis = defineResultCommand('Undo', 'Undo an order and all after it', (asker, report, services) =>
  report !== undefined && isGm(report.after.saved.table, asker.user)
    ? undo.run(asker, { to: report.entry.n }, services)
    : undo.run(asker, { list: true }, services),
);

const redo = defineCommand(['battles'], {
  path: ['gm', 'redo'],
  scope: 'battle',
  usualReader: 'everyone',
  summary: 'GM: redo the last undo, if nothing has happened since',
  run: async (asker, _input, { battles }) => orderAnswer(await battles.redo(toIssuer(asker)), asker),
});

export const orderCommands = [answer, order, orders, redo, undo, why, undoThis, readThis];
