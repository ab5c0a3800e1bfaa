import { z } from 'zod';
import { gmRequestsOf, type HiddenPlan } from '../../battle/saved/session.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { expectedActionsForViewer, suggestionForGm } from '../../battle/views/expected-actions.ts';
import { describePlan, formatVerbAndParams, hiddenPlanOf, withRevealWarning } from '../../battle/views/hidden-plans.ts';
import { describePuts } from '../../battle/views/log-lines.ts';
import type { OrderReport } from '../../battle/views/report.ts';
import { isGm } from '../../battle/views/viewer.ts';
import {
  listText,
  normalizeName,
  ok,
  phrase,
  type Result,
  refuse,
  renderText,
  term,
  worded,
} from '../../core/message.ts';
import { setOwn } from '../../core/plain-object.ts';
import { type CardField, card } from '../../presentation/card.ts';
import { sentence } from '../../presentation/view-facts.ts';
import { type CommandOption, listOptions } from '../../rules/command-options.ts';
import { formatEffect } from '../../rules/effects.ts';
import { line } from '../../rules/event.ts';
import { gmActor } from '../../rules/expected-action.ts';
import { nameLookupShowingAll } from '../../rules/for-reader.ts';
import { type ParamOffer, parseInput, textParam } from '../../rules/verb.ts';
import { type Asker, type CommandInput, combatantOffers, toOffers } from '../command-kit/command.ts';
import { selectTargets } from '../input/target-selector.ts';
import { inboxItems } from '../outbox/notifications.ts';
import type { InboxRecord } from '../records/record-jobs.ts';
import { battleCards, findDeadlines, verbControls } from '../replies/battle-panel.ts';
import { decisionControls, hiddenTurnControls, requestControls, runFoesButton } from '../replies/inbox-notes.ts';
import { answerControls, orderAnswer } from '../replies/order-outcome.ts';
import {
  atMoment,
  button,
  type CommandAnswer,
  type Control,
  createPrivateView,
  type OrderResult,
  selectMenu,
} from '../replies/reply.ts';
import { equivalentCommands } from '../replies/verb-names.ts';
import type { Need } from '../services.ts';
import { coerceInput } from '../verbs/verb-command.ts';

/** The description of the option that selects combatants. */
const whoText = 'Which combatants: names with commas, Zombie*, side:red, all, near:D4:3 (within 3 of D4)';
export const whoOption = textParam(whoText, 300).meta({ description: whoText, widget: 'list' });
export const reasonOption = textParam('Reason (recorded in the log)');

/** Runs `act` for the combatants that a text selects. Refuses users who are not the GM with `gm-only`. */
export const runForSelectedCombatants = async (
  asker: Asker,
  text: string,
  { battles }: Need<'battles'>,
  act: (ids: readonly string[], battle: OpenBattle) => Promise<Result<OrderReport>>,
  /** True if the text may also name parts of combatants, like `Drake.head`. */
  withParts = false,
): Promise<Result<OrderResult>> => {
  const battle = await battles.open(asker.channel);
  if (!battle.ok) return battle;
  const { table } = battle.value.saved;
  if (!isGm(table, asker.user)) return refuse('gm-only');
  const ids = selectTargets(battle.value, text, withParts);
  return ids.ok ? orderAnswer(await act(ids.value, battle.value), asker) : ids;
};

/** Suggests combatants for a list of names separated by commas. */
export const completeWhoOption = async (asker: Asker, typed: string, services: Need<'battles'>, withParts = false) => {
  const cut = typed.lastIndexOf(',') + 1;
  const before = typed.slice(0, cut);
  const offers = await combatantOffers(asker, typed.slice(cut), services, withParts ? 'all and parts' : 'all');
  return toOffers(offers.map(({ label }) => `${before}${before === '' ? '' : ' '}${label}`));
};

/** Parses `target:Ann weapon:long bow` into options. Text before the first name is the first option's value. */
const parseOptions = (text: string, options: readonly CommandOption[]): CommandInput => {
  const [bare = '', ...named] = text.split(/(?:^|\s+)([\w-]+):/);
  const [first] = options;
  const given: Record<string, string> = {};
  if (bare.trim() !== '' && first !== undefined) given[first.name] = bare.trim();
  for (let at = 0; at < named.length; at += 2) setOwn(given, named[at] ?? '', (named[at + 1] ?? '').trim());
  return coerceInput(options, given);
};

/** Parses the plan for a hidden combatant: `nothing`, `ask`, or an order like `attack target:Ann`. */
export const parsePlan = ({ ruleset }: OpenBattle, typed: string): Result<HiddenPlan> => {
  const [word = '', rest = ''] = typed
    .trim()
    .replace(/^\//, '')
    .split(/\s+(.*)/s);
  const name = normalizeName(word);
  if (name === 'nothing' || name === 'ask') return ok({ does: name });
  const verb = ruleset.verbs[name];
  if (verb === undefined || verb.role !== 'player')
    return refuse('not-in-system', { verb: word, system: ruleset.title, order: equivalentCommands(ruleset, name) });
  const params = parseOptions(rest, listOptions(verb.params));
  const fits = parseInput(verb.params, params);
  return fits.ok ? ok({ does: 'order', verb: name, params: { ...params } }) : fits;
};

/** Suggests plans for a hidden combatant: `nothing`, `ask`, and verbs with choices for their first option. */
export const planOffers = async (
  { battles }: Need<'battles'>,
  asker: Asker,
  battle: OpenBattle,
  who: string,
): Promise<readonly ParamOffer[]> => {
  const { verbs } = battle.ruleset;
  const actor = battle.game.roster().find(({ id }) => id === who)?.actor ?? who;
  const offers: ParamOffer[] = [
    { value: 'nothing', label: 'nothing: do nothing visible while hidden' },
    { value: 'ask', label: 'ask: wait for me on its turn; everyone sees that the battle waits' },
  ];
  for (const verb of Object.keys(verbs)) {
    const [first] = listOptions(verbs[verb]?.params ?? z.object({})).filter(({ required }) => required);
    if (verbs[verb]?.role !== 'player' || verbs[verb]?.answers !== undefined) continue;
    const chosen = first && (await battles.offers(asker.channel, asker.user, verb, first.name, { as: actor }));
    // A warrior of a warband has a turn of its own.
    const own = chosen?.filter(({ value }) => value === who) ?? [];
    const orders =
      first === undefined
        ? [formatVerbAndParams(verb, {})]
        : (own.length > 0 ? own : (chosen ?? []))
            .slice(0, 4)
            .map(({ value }) => formatVerbAndParams(verb, { [first.name]: value }));
    offers.push(...orders.map((value) => ({ value: value.slice(0, 100), label: value })));
  }
  return offers;
};

const maxHiddenRolls = 8;

/** The button *Next* for the GM's own action, or *Skip* for a player's. Undefined if no one is expected. */
const nextButton = (battle: OpenBattle, user: string, view: GmView): Control | undefined => {
  const { pending, table } = battle.saved;
  const due = expectedActionsForViewer(battle, user).find(({ auto }) => auto !== undefined);
  if (pending === undefined && due === undefined) return undefined;
  const actor = pending?.question.to ?? due?.actor ?? gmActor;
  const own = actor === gmActor || table.control[actor] === undefined;
  const done = due && suggestionForGm(battle, due);
  const next = done === undefined ? worded('Next') : phrase`Next: ${done.label}`;
  const label = own ? next : phrase`Skip ${actor}`;
  const text = done === undefined ? label : withRevealWarning(battle, label, actor, done.verb);
  return button(text, { path: ['gm', 'skip'], ...atMoment(battle.saved), view });
};

type GmView = 'gm' | 'desk';

const untilTexts = { 'until-acts': 'until acts', 'until-revealed': 'until revealed' } as const;

/** Fields of the GM panel: inbox, hidden combatants, requests, effects and open question. */
const gmFields = (
  battle: OpenBattle,
  waiting: readonly string[],
  toDecide: readonly string[],
): readonly CardField[] => {
  const { game, saved } = battle;
  const { table, pending } = saved;
  const hidden = Object.entries(table.hidden).map(
    ([who, until]) => phrase`${who} (${term(untilTexts[until])}): ${term(describePlan(hiddenPlanOf(battle, who)))}`,
  );
  const effects = game.effects().map((each) => phrase`${each.who}: ${term(formatEffect(each))}`);
  const question =
    pending && phrase`${pending.question.to}: ${renderText(pending.question.says, nameLookupShowingAll)}`;
  return [
    { name: 'GM inbox', text: waiting.map(sentence).join('\n') },
    { name: 'Hidden', text: listText(hidden) },
    { name: 'Waiting for your decision', text: toDecide.join('\n') },
    { name: 'Effects', text: listText(effects) },
    { name: 'Open question', text: question ?? '' },
  ].filter(({ text }) => text !== '');
};

/** The choices of who sees rolls, with the present one marked. */
const rollOffers = ({ saved: { table } }: OpenBattle): readonly ParamOffer[] =>
  [
    { value: 'public', label: worded('everyone') },
    { value: 'private', label: worded('GM and roller') },
    { value: 'blind', label: worded('GM only') },
    { value: 'my-foes', label: worded('everyone, but only the GM for foes') },
  ].map(({ value, label }) => ({
    value,
    label: value === (table.foeRolls === undefined ? table.rolls : 'my-foes') ? phrase`Rolls now: ${label}` : label,
  }));

/** The GM's tools: buttons to continue, hidden rolls to reveal, and lists of hidden combatants. */
const gmControls = (
  battle: OpenBattle,
  user: string,
  view: GmView,
  secret: InboxRecord['secret'],
): readonly (readonly Control[])[] => {
  const { id, table } = battle.saved;
  const next = nextButton(battle, user, view);
  const rolls = secret.map(({ n, lines: [first] }) => ({
    value: String(n),
    label: phrase`${n}. ${first?.text ?? term('a roll')}`,
  }));
  return [
    [
      ...(next === undefined ? [] : [next]),
      ...runFoesButton(battle, view).flat(),
      // Commands that show further lists only work in the battle's channel.
      ...(view === 'desk'
        ? []
        : [
            button('Correct …', { path: ['gm', 'set'] }),
            button('Undo …', { path: ['undo'], input: { list: true } }, 'danger'),
            button('Log', { path: ['battle', 'log'] }),
          ]),
      button('Remind', { path: ['battle', 'clock'], input: { do: 'remind' }, view, battle: id }),
      button('Refresh', { path: ['gm', 'panel'], view, battle: id }),
    ],
    rolls.length === 0
      ? []
      : [selectMenu('Reveal a hidden roll', 'entry', rolls, { path: ['my', 'show-roll'], view, battle: id })],
    hiddenTurnControls(battle, Object.keys(table.hidden), view),
    [selectMenu('Who sees rolls', 'mode', rollOffers(battle), { path: ['gm', 'rolls'], view, battle: id })],
  ].filter((row) => row.length > 0);
};

/** What a GM sees besides the battle: hidden rolls, open decisions and tools. */
export const gmTools = async (battle: OpenBattle, user: string, view: GmView, services: Need<'records' | 'waits'>) => {
  const { table } = battle.saved;
  const desk = await services.records('desk', battle, { user });
  const { secret } = desk.ok ? desk.value : { secret: [] };
  const toDecide = describePuts(table);
  const lines = secret
    .slice(-maxHiddenRolls)
    .flatMap(({ n, lines: all }) => all.map((each) => line(phrase`${n}. ${each.text}`, each.tone)));
  const fields = gmFields(battle, await inboxItems(battle, services), toDecide);
  const requests = gmRequestsOf(table).slice(0, 2);
  return {
    shown: card(lines.length === 0 ? 'No hidden rolls' : 'Hidden rolls', { lines, fields }),
    decisions: [
      ...requests.map((request) => requestControls(battle, request, view)),
      ...(toDecide.length === 0 ? [] : decisionControls(battle, view)),
    ],
    tools: gmControls(battle, user, view, secret),
  };
};

/** Builds the GM panel: the complete picture, hidden rolls, open decisions and controls. */
export const gmPanel = async (
  battle: OpenBattle,
  asker: Asker,
  services: Need<'people' | 'records' | 'waits'>,
): Promise<CommandAnswer> => {
  const { user } = asker;
  const { pending } = battle.saved;
  const view = asker.view === 'desk' ? 'desk' : 'gm';
  const { shown, decisions, tools } = await gmTools(battle, user, view, services);
  const orders = pending === undefined ? verbControls(battle, user, { view }) : answerControls(battle, user, view);
  return ok(
    createPrivateView({
      cards: [...battleCards(battle, user, await findDeadlines(battle, user, services)), shown],
      controls: [...decisions, ...orders, ...tools].slice(0, 5),
      replaces: asker.view !== undefined,
    }),
  );
};
