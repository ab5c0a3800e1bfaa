import type { OpenBattle } from '../../battle/saved/store.ts';
import { usersPubliclyExpectedToAct } from '../../battle/views/expected-actions.ts';
import type { TurnStoryEntry } from '../../battle/views/log-view.ts';
import { usersToNotify } from '../../battle/views/viewer.ts';
import { isFreeTime } from '../../campaign/calendar.ts';
import { findPersonalSettings } from '../../campaign/people.ts';
import type { ClosedTurn, PanelStory, PostedPanel } from '../../campaign/servers.ts';
import { type CardLine, card, formatRow } from '../../presentation/card.ts';
import { gmActor } from '../../rules/expected-action.ts';
import type { Need } from '../services.ts';
import { answerControls, questionCard, ruleExplanationControls, withoutAutomaticRows } from './order-outcome.ts';
import { createPost, type Panel, type Post } from './reply.ts';

export type { ClosedTurn, PanelStory, PostedPanel };

type TurnServices = Need<'servers' | 'records' | 'people' | 'now'>;

/** Maximum length of a turn message (characters). Longer text continues in another turn message. */
const maxLength = 3500;

/** Maximum number of past turns whose messages are updated after an undo. */
const maxClosedTurns = 60;

const lengthOf = ({ lines, isUndone }: TurnStoryEntry): number =>
  lines.reduce(
    (sum, { text, rows, folded }) =>
      sum + text.length + 6 + (isUndone || folded ? 0 : rows.reduce((all, row) => all + formatRow(row).length + 4, 0)),
    0,
  );

/** The last of the log entries that fit into one turn message. */
const lastFitting = (told: readonly TurnStoryEntry[]): TurnStoryEntry | undefined => {
  let room = maxLength;
  for (const [at, each] of told.entries()) {
    room -= lengthOf(each);
    if (room < 0 && at > 0) return told[at - 1];
  }
  return told.at(-1);
};

const storyLines = (told: readonly TurnStoryEntry[]): readonly CardLine[] =>
  told.flatMap(({ lines, isUndone }) =>
    withoutAutomaticRows(lines).map((each) =>
      isUndone ? { tone: 'quiet' as const, text: each.text, rows: [], struck: true as const } : each,
    ),
  );

/** The message of a past turn. Entries that were undone are struck through. */
export const turnStoryPost = (told: readonly TurnStoryEntry[]): Post => {
  const lines = storyLines(told);
  return createPost({
    cards: [card('', { lines })],
    controls: ruleExplanationControls(told.flatMap((each) => (each.isUndone ? [] : each.lines))),
  });
};

const hasLines = (told: readonly TurnStoryEntry[]): boolean => told.some(({ lines }) => lines.length > 0);

/** Planned changes to the messages of a battle's turns. */
export interface TurnMessages {
  /** The panel message that existed when these changes were planned. */
  readonly lastPanel: PostedPanel | undefined;
  /** The new panel, with the log entries of the current turn. */
  readonly reply: Panel;
  /** The panel `stays` (edited), `moves` (posted again, old one deleted) or `opens` (old one becomes `closed`). */
  readonly panelChange: 'stays' | 'moves' | 'opens';
  readonly closed: Post | undefined;
  /** True if the panel is posted again at the end of the channel. False if players saw no change. */
  readonly movesDown: boolean;
  /** Ids of the users whom the battle waits for. The panel mentions them. */
  readonly expectedUsers: readonly string[];
  /** Ids of the expected users whom the new message notifies. */
  readonly ping: readonly string[];
  readonly story: Omit<PanelStory, 'message' | 'question'>;
  /** Messages of past turns to update, because entries were undone or redone. */
  readonly updatedTurns: readonly (Pick<ClosedTurn, 'channel' | 'message'> & { readonly reply: Post })[];
  /** A question to a user other than the one whose turn it is. Undefined if there is no such question. */
  readonly question: { readonly key: string; readonly reply: Post } | undefined;
  /** True if the entries do not fit into one message, so that another one must follow. */
  readonly hasMore: boolean;
}

/** Selects the users who want notifications in the channel and are not busy now. */
const usersToPing = async (
  { people, now }: Need<'people' | 'now'>,
  users: readonly string[],
  kind: 'turn' | 'question',
): Promise<readonly string[]> => {
  const called: string[] = [];
  for (const user of new Set(users)) {
    const person = await findPersonalSettings(people, user);
    if (person.pings[kind] === 'channel' && isFreeTime(now(), person)) called.push(user);
  }
  return called;
};

const questionOf = async (services: TurnServices, battle: OpenBattle): Promise<TurnMessages['question']> => {
  const { pending, table } = battle.saved;
  if (pending === undefined) return undefined;
  const { to } = pending.question;
  const asked = to === gmActor ? table.gm : (table.control[to] ?? table.gm);
  const cards = questionCard(battle);
  // A secret question is sent in private, so the public message does not mention it.
  const open = usersPubliclyExpectedToAct(battle);
  const called = usersToNotify(battle, asked).filter((each) => open.includes(each));
  if (asked === pending.user || cards.length === 0 || called.length === 0) return undefined;
  return {
    key: `${pending.orderId} ${pending.answers.length}`,
    reply: createPost({
      cards,
      controls: answerControls(battle),
      ping: await usersToPing(services, called, 'question'),
    }),
  };
};

/** Plans the changes to a battle's turn messages from its log and the messages that exist. */
export const planTurnMessages = async (
  services: TurnServices,
  battle: OpenBattle,
  shown: Panel,
): Promise<TurnMessages> => {
  const { id, status, version } = battle.saved;
  const lastPanel = await services.servers.panel(id);
  const before = lastPanel?.story?.closed ?? [];
  // During setup each order has its own message, so the first turn begins after these.
  if (status === 'setup')
    return {
      ...{ lastPanel, reply: shown, panelChange: 'stays', movesDown: false, hasMore: false },
      ...{ closed: undefined, question: undefined, expectedUsers: [], ping: [], updatedTurns: [] },
      story: { from: version + 1, closed: before },
    };
  const found = await services.records('turn', battle, {
    from: lastPanel?.story?.from,
    closed: before.map(({ from, to, taken }) => ({ from, to, taken })),
  });
  if (!found.ok) throw new Error(`The turn could not be told: ${found.error.code}.`);
  const { told, taken } = found.value;
  const from = lastPanel?.story?.from ?? told[0]?.n ?? 1;

  const passed = status === 'ended' ? undefined : told.findLast(({ endsTurn }) => endsTurn);
  const fitting = lastFitting(told.filter(({ n }) => passed === undefined || n <= passed.n));
  const isLong =
    fitting !== undefined && told.some(({ n, lines }) => n > fitting.n && lines.length > 0 && n <= (passed?.n ?? n));
  // The first message contains all entries that no message shows yet. Its turn can pass only after it is posted.
  const cut = lastPanel === undefined ? undefined : isLong ? fitting : passed;
  const next = cut === undefined ? from : cut.n + 1;
  const rest = told.filter(({ n }) => n >= next);
  const isPassing = cut !== undefined && cut === passed;
  const over = told.filter(({ n }) => n < next);

  const question = await questionOf(services, battle);
  const answered = lastPanel?.story?.question !== undefined && lastPanel.story.question.key !== question?.key;
  const expectedUsers = usersPubliclyExpectedToAct(battle);
  const giver = told.findLast(({ lines }) => lines.length > 0)?.user;
  const called = isPassing
    ? passed.notifies
    : answered && question === undefined
      ? expectedUsers.filter((each) => each !== giver)
      : [];
  const panelChange = cut !== undefined ? (hasLines(over) ? 'opens' : 'moves') : called.length > 0 ? 'moves' : 'stays';

  const updatedTurns: { channel: string; message: string; reply: Post }[] = [];
  const closed: ClosedTurn[] = [];
  for (const [at, each] of before.entries()) {
    const now = taken[at] ?? each.taken;
    closed.push({ ...each, taken: now });
    if (now === each.taken) continue;
    const of = await services.records('turn', battle, { from: each.from, to: each.to });
    if (of.ok) updatedTurns.push({ channel: each.channel, message: each.message, reply: turnStoryPost(of.value.told) });
  }
  if (panelChange === 'opens' && lastPanel !== undefined)
    closed.push({
      ...{ channel: lastPanel.channel, message: lastPanel.message, from, to: next - 1 },
      taken: over.filter((each) => each.isUndone).length,
    });
  const lines = storyLines(rest);
  const why = ruleExplanationControls(rest.flatMap((each) => (each.isUndone ? [] : each.lines)));
  return {
    ...{ lastPanel, panelChange, expectedUsers, updatedTurns, question },
    hasMore: isLong || (lastPanel === undefined && passed !== undefined),
    reply: {
      ...shown,
      cards: [
        ...(lines.length === 0 ? [] : [card('', { lines })]),
        ...(question === undefined ? questionCard(battle) : []),
        ...shown.cards,
      ],
      controls: [...shown.controls.slice(0, 5 - why.length), ...why],
    },
    movesDown: status === 'active' && (told.at(-1)?.lines.length ?? 0) > 0,
    closed: panelChange === 'opens' ? turnStoryPost(over) : undefined,
    ping: await usersToPing(
      services,
      called.filter((each) => expectedUsers.includes(each)),
      'turn',
    ),
    story: { from: next, closed: closed.slice(-maxClosedTurns) },
  };
};
