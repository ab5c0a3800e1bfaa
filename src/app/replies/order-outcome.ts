import { actorName, decisionControls, requestInboxNote, secretExpectedActions, turnNote } from './inbox-notes.ts';
import { lessonCards } from './preparation-steps.ts';
import { type Control, type InboxNote, type OrderResult, type PrivateViewKind, atMoment, button, createOrderResult, selectMenu } from './reply.ts';
import { gmRequestsOf } from '../../battle/saved/session.ts';
import type { LogEntry, OpenBattle } from '../../battle/saved/store.ts';
import { expectedActionsForViewer, expectedFoeActions, openQuestionFor, usersExpectedToAct, usersPubliclyExpectedToAct } from '../../battle/views/expected-actions.ts';
import { isMessageToGm, isPartOfTurnStory } from '../../battle/views/log-view.ts';
import { type OrderReport, reportLines } from '../../battle/views/report.ts';
import { controlledCombatants, createCaller, isGm, isGmOnly, viewerOf } from '../../battle/views/viewer.ts';
import { type Result, ok, phrase, worded } from '../../core/message.ts';
import { type Card, card, formatRow } from '../../presentation/card.ts';
import { formatActors } from '../../presentation/view-facts.ts';
import type { Line, LineTone } from '../../rules/event.ts';
import { type ExpectedAction, mayCommand } from '../../rules/expected-action.ts';

/** What is awaited of this person now: of those they run, and, where they are the GM, of all that nobody else runs. */
export const expectedActionsOfUser = (battle: OpenBattle, user: string): readonly ExpectedAction[] => {
  const { table } = battle.saved;
  const own = controlledCombatants(battle, user);
  const gm = isGm(table, user);
  return expectedActionsForViewer(battle, user).filter(
    ({ actor }) => own.includes(actor) || (gm && table.control[actor] === undefined),
  );
};

/** Is the open question this person's to answer? */
export const isAsked = (battle: OpenBattle, user: string): boolean => {
  const { pending } = battle.saved;
  return pending !== undefined && mayCommand(createCaller(battle, user, pending.question.to));
};

/** What is to be done before a battle in which nothing else is awaited. */
const beforeStart = ({ game }: OpenBattle): string =>
  worded(game.roster().length === 0 ? 'Players to join (/battle join)' : 'The GM to start (/battle start)');

/** `Bob to act`, `Ann and Cid to declare`: what the battle waits for, in a few words. */
export const describeExpectedActions = (battle: OpenBattle, user?: string): string => {
  if (battle.game.status === 'ended') return battle.game.view(viewerOf(battle, user)).outcome ?? 'The battle is over.';
  const groups = Map.groupBy(expectedActionsForViewer(battle, user), ({ what }) => what);
  if (groups.size === 0 && battle.game.status === 'setup') return beforeStart(battle);
  return [...groups]
    .map(
      ([what, those], at) =>
        phrase`${formatActors(
          those.map(({ actor }) => actor),
          at === 0,
        )} ${what}`,
    )
    .join('; ');
};

/** What follows a result: who is awaited, or what there is to do once all is over and told. */
const describeAfter = (battle: OpenBattle, user?: string): string =>
  battle.game.status === 'ended' ? 'You can verify the dice now with /verify' : describeExpectedActions(battle, user);

/** The tone of the first line that has one. */
const toneOf = (lines: readonly Line[]): LineTone =>
  lines.find(({ tone }) => tone === 'good' || tone === 'bad')?.tone ?? 'plain';

/** Lines as a message tells them: of those that came by themselves no sums. */
export const withoutAutomaticRows = (lines: readonly Line[]): readonly Line[] =>
  lines.map((each) => (each.folded ? { ...each, rows: [] } : each));

/** The lines below a title that is the text of the first. */
const withoutTitle = ([first, ...rest]: readonly Line[]): readonly Line[] =>
  first !== undefined && first.rows.length > 0 ? [{ ...first, text: '' }, ...rest] : rest;

/** The first line is the title; what is left stands beneath it. Where nothing is said, who is next is all there is. */
const resultOf = (all: readonly Line[], next: string, fallback: string): Card => {
  const lines = withoutAutomaticRows(all);
  const [first] = lines;
  if (first === undefined) return fallback === '' ? card(next) : card(fallback, { footer: next });
  return card(first.text, { tone: toneOf(lines), lines: withoutTitle(lines), footer: next });
};

/** Where an order stopped to ask and nothing was said yet, the question says it all. */
const resultOrQuestion = (lines: readonly Line[], next: string, fallback: string, asking: readonly Card[]) =>
  lines.length === 0 && asking.length > 0
    ? asking
    : [resultOf(lines, asking.length === 0 ? next : '', fallback), ...asking];

/** The open question, with the dice so far. */
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

/** The answers of the open question, to press. */
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
    return [[selectMenu('Choose', 'choice', offers, { path: ['answer'], ...made })]];
  }
  return [
    choices.map(({ id, label }) =>
      button(label, { path: ['answer'], input: { choice: id }, ...made }, id === auto ? 'primary' : 'secondary'),
    ),
  ];
};

/** The rules that a result stands on, to ask for one: why was it so? */
export const ruleExplanationControls = (lines: readonly Line[]): readonly (readonly Control[])[] => {
  const steps = lines.flatMap(({ rows }) => rows.flat()).filter(({ rule }) => rule !== '');
  // Of two blows both are told: what one rule came to, each time.
  const rules = [...Map.groupBy(steps, ({ rule }) => rule)]
    .slice(0, 25)
    .map(([rule, all]) => [rule, [...new Set(all.map(({ says }) => says))].join(' · ')] as const);
  if (rules.length === 0) return [];
  const options = rules.map(([rule, says]) => ({ value: rule, label: rule, note: says.slice(0, 100) }));
  const select = selectMenu('Why?', 'words', options, { path: ['rule'] });
  return lines.some(({ folded }) => folded) ? [[select], [button('Show every sum', { path: ['log'] })]] : [[select]];
};

/** What they say: whether it is good or bad depends on who reads it. */
const lineContent = ({ text, rows }: Line): string => JSON.stringify([text, rows]);

/** Do they say the same? */
const sameLines = (a: readonly Line[], b: readonly Line[]): boolean =>
  a.length === b.length && a.every((each, at) => b[at] !== undefined && lineContent(each) === lineContent(b[at]));

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.!?]) /);

/** So many characters two texts begin alike. */
const commonPrefixLength = (a: string, b: string): number => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
};

/** With fewer characters in common at their beginnings two lines tell of different things. */
const minCommonPrefix = 5;

/** A line without the sentences and sums that stand in another one that tells less of the same. */
const withoutRepeated = (own: Line, open: Line): Line => {
  const sentences = sentencesOf(open.text);
  const news = sentencesOf(own.text).filter((each) => !sentences.includes(each));
  const rows = open.rows.map(formatRow);
  return {
    ...own,
    text: news.length === 0 ? own.text : news.join(' '),
    rows: own.rows.filter((row) => !rows.includes(formatRow(row))),
  };
};

/** What stands beside a public result for the asker alone: what tells them more, and nothing twice. */
const privateCards = (open: readonly Line[], own: readonly Line[], { rolls }: LogEntry): readonly Card[] => {
  const told = new Set(open.map(lineContent));
  const mine = new Set(own.map(lineContent));
  const lesser = open.filter((each) => !mine.has(lineContent(each)));
  const more = own
    .filter((each) => !told.has(lineContent(each)))
    .map((each) => {
      const [closest] = lesser
        .map((line) => ({ line, alike: commonPrefixLength(line.text, each.text) }))
        .filter((found) => found.alike >= Math.min(minCommonPrefix, each.text.length))
        .toSorted((a, b) => b.alike - a.alike);
      return closest === undefined ? each : withoutRepeated(each, closest.line);
    });
  const opening = rolls === 'public' ? '' : 'Show it to everyone with /reveal';
  return more.length === 0 ? [] : [resultOf(more, opening, '')];
};

const sameAwaited = (a: ExpectedAction, b: ExpectedAction): boolean => a.actor === b.actor && a.kind === b.kind;

/** Those whose moment has come with it, where nobody else may know. */
const newlyExpected = ({ before, after }: OrderReport): readonly ExpectedAction[] => {
  const were = secretExpectedActions(before);
  return secretExpectedActions(after).filter((each) => !were.some((other) => sameAwaited(each, other)));
};

/** What the GM is told in private of somebody else's order: whose moment it is, what was put to them, what fell blind. */
const gmNotes = (report: OrderReport, asker: string): readonly InboxNote[] => {
  const { after, entry } = report;
  const { table } = after.saved;
  if (isGm(table, asker)) return [];
  const due = expectedFoeActions(after);
  const anew = expectedFoeActions(report.before).length === 0 || report.before.saved.status !== after.saved.status;
  const up = anew || newlyExpected(report).length > 0 ? due : [];
  const put = entry.table.some(({ type }) => type === 'put-to-gm');
  const blind = entry.rolls === 'blind' && entry.dice.length > 0;
  const asks = isMessageToGm(after, entry);
  const lines = put || blind || asks ? report.lines(table.gm) : [];
  const [first] = lines;
  const told: InboxNote[] = [];
  if (first !== undefined)
    told.push({
      card: card(first.text, {
        lines: withoutTitle(lines),
        ...(asks && { footer: 'Answer in public with /gm ruling' }),
      }),
      controls: put ? decisionControls(after, 'desk') : [],
    });
  for (const each of report.lines(table.gm).filter(({ atDesk }) => atDesk))
    told.push({ card: card(each.text, { tone: 'bad' }), controls: [] });
  for (const event of entry.table) if (event.type === 'requested') told.push(requestInboxNote(after, event.request));
  if (up.length > 0) told.push(turnNote(after, up));
  return told;
};

/** Those whose requests were granted or refused before everybody. */
const answeredAskers = ({ before, entry }: OrderReport): readonly string[] =>
  entry.table.flatMap((event) => {
    if (event.type !== 'request-granted' && event.type !== 'request-refused') return [];
    const asked = gmRequestsOf(before.saved.table).find(({ n }) => n === event.n);
    return asked === undefined || isGmOnly(before, asked.actor) ? [] : [asked.user];
  });

/** How it is told where a turn has one message: that calls these people, and tells it all unless something of it stands apart. */
const turnParts = (report: OrderReport, notifies: readonly string[]): OrderResult['turn'] =>
  report.after.saved.status === 'active'
    ? {
        notifies,
        isComplete: [report, ...report.followUps].every((each) =>
          isPartOfTurnStory(each.before, each.after, each.entry),
        ),
      }
    : undefined;

/** What an order came to, without what is learnt by it. */
const plainOutcome = (report: OrderReport, asker: string, fallback: string): OrderResult => {
  const { after, before, entry } = report;
  const { table } = after.saved;
  const open = reportLines(report);
  const own = reportLines(report, asker);
  const anew = before.saved.status !== after.saved.status;
  const calledFrom = (were: readonly string[], are: readonly string[]): readonly string[] =>
    are.filter((person) => person !== asker && (anew || !were.includes(person)));
  const openly = usersPubliclyExpectedToAct(after);
  // Who is called before everybody follows from what everybody may know, and from nothing else.
  const ping = [...calledFrom(usersPubliclyExpectedToAct(before), openly)];
  const called = calledFrom(usersExpectedToAct(before), usersExpectedToAct(after));
  // Nobody else knows what there is to decide.
  const isPut = entry.table.some(
    (event) => event.type === 'put-to-gm' || (event.type === 'requested' && !isGmOnly(after, event.request.actor)),
  );
  const calls = [...ping];
  const isAsked =
    isMessageToGm(after, entry) && entry.request.kind === 'order' && !isGmOnly(after, entry.request.actor);
  const heard = [...(isPut || isAsked ? [table.gm] : []), ...answeredAskers(report)];
  ping.push(...heard.filter((person) => person !== asker && !ping.includes(person)));
  const next = describeAfter(after);
  const asking = questionCard(after);
  // To the GM who gives the order it is said beside its answer.
  const up = isGm(table, asker) ? newlyExpected(report) : [];
  const due = up.length === 0 ? [] : [turnNote(after, up).card];
  const shared = {
    cards: resultOrQuestion(open, next, fallback, asking),
    ping,
    privatePing: called.filter((person) => !openly.includes(person) && person !== table.gm),
    gmNotes: gmNotes(report, asker),
    battle: after.saved.id,
    turn: turnParts(report, calls),
    ended: before.saved.status !== 'ended' && after.saved.status === 'ended',
    controls: [...answerControls(after), ...ruleExplanationControls(open)],
  };
  if (sameLines(open, own)) {
    const untold = open.length === 0 && asking.length === 0 && ping.length === 0;
    const silent = untold && (isGm(table, asker) || describeExpectedActions(before) === next);
    return createOrderResult({ ...shared, to: silent ? 'asker' : 'everyone', aside: due });
  }
  if (open.length > 0) return createOrderResult({ ...shared, aside: [...privateCards(open, own, entry), ...due] });
  const ownCards = resultOrQuestion(own, describeAfter(after, asker), fallback, questionCard(after, asker));
  // A private message calls nobody.
  if (ping.length > 0) return createOrderResult({ ...shared, aside: [...ownCards, ...due] });
  const controls = [...answerControls(after, asker), ...ruleExplanationControls(own)];
  return createOrderResult({ ...shared, cards: ownCards, to: 'asker', controls });
};

/** What an order came to, as a message: for everybody what everybody may know, for the asker alone what only they may. */
export const outcomeReply = (report: OrderReport, asker: string, fallback = ''): OrderResult => {
  const told = plainOutcome(report, asker, fallback);
  const learnt = isGm(report.after.saved.table, asker) ? lessonCards(report.before, report.after) : [];
  return learnt.length === 0 ? told : { ...told, aside: [...told.aside, ...learnt] };
};

/** The answer to who gave an order: what it came to, or why it was refused. */
export const orderAnswer = (
  report: Result<OrderReport>,
  { user }: { readonly user: string },
  fallback = '',
): Result<OrderResult> => (report.ok ? ok(outcomeReply(report.value, user, fallback)) : report);
