import { gmRequestsOf } from '../../battle/saved/session.ts';
import type { LogEntry, OpenBattle } from '../../battle/saved/store.ts';
import {
  expectedActionsForViewer,
  expectedFoeActions,
  isFoe,
  leavesOneUser,
  openQuestionFor,
  usersExpectedToAct,
  usersPubliclyExpectedToAct,
} from '../../battle/views/expected-actions.ts';
import { isMessageToGm, isPartOfTurnStory } from '../../battle/views/log-view.ts';
import { type OrderReport, reportLines } from '../../battle/views/report.ts';
import { suggestedKind, suggestedKinds } from '../../battle/views/standing-orders.ts';
import {
  controlledCombatants,
  controllerOf,
  createCaller,
  isGm,
  isGmOnly,
  viewerOf,
} from '../../battle/views/viewer.ts';
import { currentDictionary, ok, phrase, type Result, runForEveryone, term, worded } from '../../core/message.ts';
import { type Card, card, formatRow, type SuggestedOrder } from '../../presentation/card.ts';
import { formatActors } from '../../presentation/view-facts.ts';
import type { Line, LineTone } from '../../rules/event.ts';
import { type ExpectedAction, mayCommand } from '../../rules/expected-action.ts';
import {
  actorName,
  decisionControls,
  hiddenTurnNote,
  linkToBattle,
  requestInboxNote,
  secretExpectedActions,
  turnNote,
} from './inbox-notes.ts';
import { lessonCards } from './preparation-steps.ts';
import {
  atMoment,
  button,
  type Control,
  createOrderResult,
  type InboxNote,
  type OrderResult,
  type PrivateViewKind,
  selectMenu,
} from './reply.ts';

/** The expected actions of a user's combatants. For the GM, those of combatants without a player too. */
export const expectedActionsOfUser = (battle: OpenBattle, user: string): readonly ExpectedAction[] => {
  const { table } = battle.saved;
  const own = controlledCombatants(battle, user);
  const gm = isGm(table, user);
  return expectedActionsForViewer(battle, user).filter(
    ({ actor }) => own.includes(actor) || (gm && table.control[actor] === undefined),
  );
};

/** True if the user may answer the open question. */
export const isAsked = (battle: OpenBattle, user: string): boolean => {
  const { pending } = battle.saved;
  return pending !== undefined && mayCommand(createCaller(battle, user, pending.question.to));
};

/** Describes what a battle in setup still needs before it can start. */
const beforeStart = ({ game }: OpenBattle): string =>
  worded(game.roster().length === 0 ? 'Players to join' : 'The GM to start');

/** The command of the app that comes next: join, start or verify. Undefined if an order of the rulebook comes next. */
export const suggestedOrder = (battle: OpenBattle, user?: string): SuggestedOrder | undefined => {
  const { game } = battle;
  if (game.status === 'ended') return { typed: '/battle verify' };
  if (game.status !== 'setup' || expectedActionsForViewer(battle, user).length > 0) return undefined;
  return game.roster().length === 0
    ? { typed: '/battle join', label: 'Join' }
    : { typed: '/battle start', label: 'Start' };
};

/** Describes which actors are expected to do what: `Bob to act`, `Ann and Cid to declare`. */
export const describeExpectedActions = (battle: OpenBattle, user?: string): string => {
  if (battle.game.status === 'ended') return battle.game.view(viewerOf(battle, user)).outcome ?? 'The battle is over.';
  const groups = Map.groupBy(expectedActionsForViewer(battle, user), ({ what }) => what);
  if (groups.size === 0 && battle.game.status === 'setup') return beforeStart(battle);
  return [...groups]
    .map(
      ([what, those], at) =>
        phrase.of('who is to do what')`${formatActors(
          those.map(({ actor }) => actor),
          at === 0,
        )} ${term(what)}`,
    )
    .join('; ');
};

/** The footer of a result: what happens next, and how the reader does it. */
type NextStep = Pick<Card, 'footer' | 'order'>;

/** What happens next, for the footer of an order's result. */
const stepAfter = (battle: OpenBattle, user?: string): NextStep => {
  const order = suggestedOrder(battle, user);
  const footer = battle.game.status === 'ended' ? 'You can verify the dice now' : describeExpectedActions(battle, user);
  return { footer, ...(order && { order }) };
};

const toneOf = (lines: readonly Line[]): LineTone =>
  lines.find(({ tone }) => tone === 'good' || tone === 'bad')?.tone ?? 'plain';

/** Removes the calculations from lines about automatic events. */
export const withoutAutomaticRows = (lines: readonly Line[]): readonly Line[] =>
  lines.map((each) => (each.folded ? { ...each, rows: [] } : each));

/** Removes the first line's text, which is shown as the card's title, but not that line's calculations. */
const withoutTitle = ([first, ...rest]: readonly Line[]): readonly Line[] =>
  first !== undefined && first.rows.length > 0 ? [{ ...first, text: '' }, ...rest] : rest;

const noStep: NextStep = { footer: '' };

/** A card with the first line as its title. Without lines, its title is `fallback`, or else the next step. */
const resultOf = (all: readonly Line[], next: NextStep, fallback: string): Card => {
  const lines = withoutAutomaticRows(all);
  const [first] = lines;
  if (first === undefined) return fallback === '' ? card(next.footer ?? '') : card(fallback, next);
  return card(first.text, { tone: toneOf(lines), lines: withoutTitle(lines), ...next });
};

/** The cards of an order's result. If the order only asked a question, the card of this question. */
const resultOrQuestion = (lines: readonly Line[], next: NextStep, fallback: string, asking: readonly Card[]) =>
  lines.length === 0 && asking.length > 0
    ? asking
    : [resultOf(lines, asking.length === 0 ? next : noStep, fallback), ...asking];

/** The card of the open question, with the dice rolled so far. Empty if no question is open. */
export const questionCard = (battle: OpenBattle, user?: string): readonly Card[] => {
  const question = openQuestionFor(battle, user);
  if (question === undefined) return [];
  const who = actorName(question.to);
  if (question.choices === undefined) return [card(phrase`${who} has a decision to make`)];
  const { says, rows } = question;
  return [
    card(says, {
      lines: rows.length > 0 ? [{ tone: 'plain', text: '', rows }] : [],
      footer: phrase`${who} decides`,
    }),
  ];
};

/** Buttons or a select list by which the user answers the open question. */
export const answerControls = (
  battle: OpenBattle,
  user?: string,
  view?: PrivateViewKind,
): readonly (readonly Control[])[] => {
  const question = openQuestionFor(battle, user);
  if (question?.choices === undefined) return [];
  const { choices, auto } = question;
  const made = { ...atMoment(battle.saved), ...(view !== undefined && { view }) };
  if (choices.length > 5) {
    const offers = choices.map(({ id, label }) => ({ label, value: id }));
    return [[selectMenu('Choose', 'choice', offers, { path: ['my', 'answer'], ...made })]];
  }
  return [
    choices.map(({ id, label }) =>
      button(label, { path: ['my', 'answer'], input: { choice: id }, ...made }, id === auto ? 'primary' : 'secondary'),
    ),
  ];
};

/** A select list of the rules used in a result. Choosing one explains that rule. */
export const ruleExplanationControls = (lines: readonly Line[]): readonly (readonly Control[])[] => {
  const steps = lines.flatMap(({ rows }) => rows.flat()).filter(({ rule }) => rule !== '');
  // Two attacks by one rule become one entry with both results.
  const rules = [...Map.groupBy(steps, ({ rule }) => rule)]
    .slice(0, 25)
    .map(([rule, all]) => [rule, [...new Set(all.map(({ says }) => says))].join(' · ')] as const);
  if (rules.length === 0) return [];
  const options = rules.map(([rule, says]) => ({ value: rule, label: rule, note: says }));
  const select = selectMenu('Why?', 'words', options, { path: ['rule'] });
  return lines.some(({ folded }) => folded)
    ? [[select], [button('Show every sum', { path: ['battle', 'log'] })]]
    : [[select]];
};

/** The content of a line, for comparison. Without its tone, which differs between readers. */
const lineContent = ({ text, rows }: Line): string => JSON.stringify([text, rows]);

const sameLines = (a: readonly Line[], b: readonly Line[]): boolean =>
  a.length === b.length && a.every((each, at) => b[at] !== undefined && lineContent(each) === lineContent(b[at]));

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.!?]) /);

/** Number of characters at the beginning that two texts have in common. */
const commonPrefixLength = (a: string, b: string): number => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
};

/** Minimum number of common characters at which two lines describe the same event. */
const minCommonPrefix = 5;

/** Removes from a private line the sentences and calculations that the public line contains too. */
const withoutRepeated = (own: Line, open: Line): readonly Line[] => {
  const sentences = sentencesOf(open.text);
  const news = sentencesOf(own.text).filter((each) => !sentences.includes(each));
  const openRows = open.rows.map(formatRow);
  const rows = own.rows.filter((row) => !openRows.includes(formatRow(row)));
  if (news.length > 0) return [{ ...own, text: news.join(' '), rows }];
  const [first, ...others] = rows;
  return first === undefined ? [] : [{ ...own, text: formatRow(first), rows: others }];
};

/** Cards for the user of the command only, without lines that the public result contains too. */
const privateCards = (open: readonly Line[], own: readonly Line[], { rolls }: LogEntry): readonly Card[] => {
  const told = new Set(open.map(lineContent));
  const mine = new Set(own.map(lineContent));
  const lesser = open.filter((each) => !mine.has(lineContent(each)));
  const more = own
    .filter((each) => !told.has(lineContent(each)))
    .flatMap((each) => {
      const [closest] = lesser
        .map((line) => ({ line, alike: commonPrefixLength(line.text, each.text) }))
        .filter((found) => found.alike >= Math.min(minCommonPrefix, each.text.length))
        .toSorted((a, b) => b.alike - a.alike);
      return closest === undefined ? each : withoutRepeated(each, closest.line);
    });
  const toShow: NextStep = { footer: 'You can show it to everyone', order: { typed: '/my show-roll' } };
  return more.length === 0 ? [] : [resultOf(more, rolls === 'public' ? noStep : toShow, '')];
};

/** A button that sets the standing orders that forum pace suggests. Empty if it suggests none. */
export const suggestedOrdersControls = (battle: OpenBattle): readonly (readonly Control[])[] => {
  const press = { path: ['my', 'standing-orders'], input: { kind: suggestedKind, answer: 'auto' } };
  return suggestedKinds(battle).length === 0 ? [] : [[button('Use suggested standing orders', press)]];
};

/** Expected actions that are new since the order and that only the GM may know. */
const newlyExpected = ({ before, after }: OrderReport): readonly ExpectedAction[] => {
  const were = secretExpectedActions(before);
  return secretExpectedActions(after).filter(
    (each) => !were.some(({ actor, kind }) => actor === each.actor && kind === each.kind),
  );
};

/** Whether the order waits for the GM, as its actor's first such order or a further one. */
const putOf = ({ before, entry }: OrderReport): 'first' | 'further' | undefined => {
  const put = entry.table.find((event) => event.type === 'put-to-gm');
  return put && (before.saved.table.puts?.[put.actor] === undefined ? 'first' : 'further');
};

/** Notes that inform the GM about another user's order: turns, requests, questions and blind rolls. */
const gmNotes = (report: OrderReport, asker: string): readonly InboxNote[] => {
  const { after, entry } = report;
  const { table } = after.saved;
  if (isGm(table, asker)) return [];
  const due = expectedFoeActions(after);
  const anew = expectedFoeActions(report.before).length === 0 || report.before.saved.status !== after.saved.status;
  // A GM who is called in public gets no private note too.
  const isLeft = leavesOneUser(report.before, after, table.gm) && !usersPubliclyExpectedToAct(after).includes(table.gm);
  const up = anew || isLeft || newlyExpected(report).length > 0 ? due : [];
  const put = putOf(report) === 'first';
  const blind = entry.rolls === 'blind' && entry.dice.length > 0;
  const asks = isMessageToGm(after, entry);
  const lines = put || blind || asks ? report.lines(table.gm) : [];
  const [first] = lines;
  const told: InboxNote[] = [];
  if (first !== undefined)
    told.push({
      card: card(first.text, {
        lines: withoutTitle(lines),
        ...(asks && { footer: 'You can answer in public', order: { typed: '/gm ruling' } }),
      }),
      controls: put ? decisionControls(after, 'desk') : [],
    });
  const isForGm = ({ atDesk, toOwner }: Line) => atDesk || (toOwner && controllerOf(after, toOwner) === table.gm);
  for (const each of reportLines(report, table.gm).filter(isForGm))
    told.push({ card: card(each.text, { tone: 'bad' }), controls: [] });
  for (const event of entry.table) if (event.type === 'requested') told.push(requestInboxNote(after, event.request));
  if (up.length > 0) told.push(turnNote(after, up));
  const { pending } = after.saved;
  const isNew = pending?.answers.length !== report.before.saved.pending?.answers.length;
  if (pending && isNew && isFoe(after, pending.question.to) && isGmOnly(after, pending.question.to))
    for (const each of questionCard(after, table.gm))
      told.push({ card: each, controls: answerControls(after, table.gm, 'desk'), isCall: true });
  return told;
};

/** What the players of combatants must know of another user's order, such as a sealed nomination that was dropped. */
const ownerNotes = (report: OrderReport, asker: string): ReturnType<OrderResult['ownerNotes']> => {
  const { after } = report;
  const { gm, name } = after.saved.table;
  const concerned = reportLines(report, gm).flatMap(({ toOwner }) => (toOwner ? controllerOf(after, toOwner) : []));
  return [...new Set(concerned)].flatMap((user) =>
    user === asker || user === gm
      ? []
      : reportLines(report, user)
          .filter(({ toOwner }) => toOwner)
          .map(({ text }) => ({ user, card: { ...card(phrase`${name}: ${text}`), links: [linkToBattle(after)] } })),
  );
};

/** Ids of users whose requests the order approved or refused in public, or whose waiting orders the GM has settled. */
const answeredAskers = ({ before, entry }: OrderReport): readonly string[] =>
  entry.table.flatMap((event) => {
    if (event.type === 'revealed' || (event.type === 'ruled' && event.of === undefined))
      return Object.keys(before.saved.table.puts ?? {}).flatMap((actor) =>
        isGmOnly(before, actor) ? [] : controllerOf(before, actor),
      );
    if (event.type !== 'request-granted' && event.type !== 'request-refused') return [];
    const asked = gmRequestsOf(before.saved.table).find(({ n }) => n === event.n);
    return asked === undefined || isGmOnly(before, asked.actor) ? [] : [asked.user];
  });

/** The users whom the turn message notifies, and whether it contains the whole result. Undefined outside turns. */
const turnParts = (report: OrderReport, notifies: readonly string[]): OrderResult['turn'] =>
  report.after.saved.status === 'active'
    ? {
        notifies,
        isComplete: [report, ...report.followUps].every((each) =>
          isPartOfTurnStory(each.before, each.after, each.entry),
        ),
      }
    : undefined;

/** The result of an order, without the card of a lesson's next step. */
const plainOutcome = (report: OrderReport, asker: string, fallback: string): OrderResult => {
  const { after, before, entry } = report;
  const { table } = after.saved;
  const open = reportLines(report);
  const own = reportLines(report, asker);
  const anew = before.saved.status !== after.saved.status;
  const calledFrom = (were: readonly string[], are: readonly string[], isLeft: boolean): readonly string[] =>
    isLeft ? are : are.filter((person) => person !== asker && (anew || !were.includes(person)));
  const openly = usersPubliclyExpectedToAct(after);
  // Public notifications must follow from public knowledge.
  const ping = [...calledFrom(usersPubliclyExpectedToAct(before), openly, leavesOneUser(before, after))];
  const isLeft = leavesOneUser(before, after, table.gm);
  const called = calledFrom(usersExpectedToAct(before), usersExpectedToAct(after), isLeft);
  // Only the GM knows that the GM must decide.
  const put = putOf(report);
  const isPut =
    put === 'first' || entry.table.some((event) => event.type === 'requested' && !isGmOnly(after, event.request.actor));
  const calls = [...ping];
  const isAsked =
    isMessageToGm(after, entry) && entry.request.kind === 'order' && !isGmOnly(after, entry.request.actor);
  const heard = [...new Set([...(isPut || isAsked ? [table.gm] : []), ...answeredAskers(report)])];
  ping.push(...heard.filter((person) => person !== asker && !ping.includes(person)));
  const next = stepAfter(after);
  const asking = questionCard(after);
  const reader = currentDictionary();
  const openResult = () => {
    const dictionary = currentDictionary();
    const isSame = dictionary === reader;
    const lines = isSame ? open : reportLines(report);
    return {
      cards: resultOrQuestion(
        lines,
        isSame ? next : stepAfter(after),
        worded(fallback),
        isSame ? asking : questionCard(after),
      ),
      controls: [...answerControls(after), ...ruleExplanationControls(lines)],
      dictionary,
    };
  };
  // A GM who gives the order gets the notes with the answer.
  const up = isGm(table, asker) ? newlyExpected(report) : [];
  const due = up.length === 0 ? [] : [turnNote(after, up).card];
  const shared = {
    ...runForEveryone(openResult, after.saved),
    ping,
    privatePing: called.filter((person) => !openly.includes(person) && person !== table.gm),
    gmNotes: () => gmNotes(report, asker),
    ownerNotes: () => ownerNotes(report, asker),
    battle: after.saved.id,
    turn: turnParts(report, calls),
    ended: before.saved.status !== 'ended' && after.saved.status === 'ended',
  };
  if (sameLines(open, own)) {
    const untold = open.length === 0 && asking.length === 0 && ping.length === 0;
    const silent = untold && (isGm(table, asker) || describeExpectedActions(before) === next.footer);
    return createOrderResult({ ...shared, to: silent || put === 'further' ? 'asker' : 'everyone', aside: due });
  }
  if (open.length > 0) return createOrderResult({ ...shared, aside: [...privateCards(open, own, entry), ...due] });
  const ownCards = resultOrQuestion(own, stepAfter(after, asker), fallback, questionCard(after, asker));
  // A private message notifies no one.
  if (ping.length > 0) return createOrderResult({ ...shared, aside: [...ownCards, ...due] });
  const controls = [...answerControls(after, asker), ...ruleExplanationControls(own)];
  return createOrderResult({ ...shared, cards: ownCards, to: 'asker', controls });
};

/** The result of an order as a reply: public facts for everyone, private facts for the order's user only. */
export const outcomeReply = (report: OrderReport, asker: string, fallback = ''): OrderResult => {
  const told = plainOutcome(report, asker, fallback);
  if (!isGm(report.after.saved.table, asker)) return told;
  const aside = [...told.aside, ...lessonCards(report.before, report.after)];
  const hides = hiddenTurnNote(report.after, report.entry);
  if (hides === undefined) return { ...told, aside };
  // Only a private answer has room for buttons that others must not see.
  return told.to === 'asker'
    ? { ...told, aside, cards: [...told.cards, hides.card], controls: [...told.controls, ...hides.controls] }
    : { ...told, aside, gmNotes: () => [...told.gmNotes(), hiddenTurnNote(report.after, report.entry) ?? hides] };
};

/** The answer to an order: its result, with further private cards for the user, or the refusal. */
export const orderAnswer = (
  report: Result<OrderReport>,
  { user }: { readonly user: string },
  fallback = '',
  more: readonly Card[] = [],
): Result<OrderResult> => {
  if (!report.ok) return report;
  const told = outcomeReply(report.value, user, fallback);
  return ok({ ...told, aside: [...told.aside, ...more] });
};
