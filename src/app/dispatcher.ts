import type { OpenBattle } from '../battle/saved/store.ts';
import { isGm } from '../battle/views/viewer.ts';
import { lazyValue } from '../core/memoize.ts';
import { err, ok, type Refusal, type Result, refuse, runForEveryone, runInLanguage } from '../core/message.ts';
import { card } from '../presentation/card.ts';
import type { ParamOffer } from '../rules/verb.ts';
import { nextActions, type RenderView, staleButtonAnswer, staleViewAnswer } from './buttons/refresh-view.ts';
import { suggestChoices, withExample } from './buttons/similar-choices.ts';
import {
  type Asker,
  type Command,
  type CommandInput,
  parseControlInput,
  toEnglishInput,
} from './command-kit/command.ts';
import { refuseUnknownCommand } from './input/unknown-command.ts';
import { inboxItems, type NotificationServices, withNotifications } from './outbox/notifications.ts';
import { channelMessage } from './outbox/outbox-items.ts';
import { type RecordServices, withEndingRecords } from './records/ending-records.ts';
import { inboxCountControl } from './replies/inbox-notes.ts';
import { expectedActionsOfUser, isAsked } from './replies/order-outcome.ts';
import { withReaderTheme, withReplyPictures } from './replies/picture-themes.ts';
import {
  type CommandAnswer,
  type Control,
  createOrderResult,
  createPrivateView,
  noNotes,
  type OrderResult,
  type Reply,
  withoutTurnParts,
} from './replies/reply.ts';
import type { Need, Services } from './services.ts';

type FinishServices = NotificationServices & RecordServices & Need<'hasTurnMessages' | 'pictures'>;

/** A command that has run, with the data needed to send its answer. */
interface FinishedRun {
  readonly path: readonly string[];
  /** The user, with the channel of the command or button. */
  readonly asker: Asker;
  /** The user, with the channel where the command took effect. For the GM channel's controls, the battle's channel. */
  readonly at: Asker;
  readonly input: CommandInput;
  readonly show: RenderView;
}

type OpenOnce = () => Promise<Result<OpenBattle>>;

/** Maximum number of rows of controls in one message. */
const maxRows = 5;

/** Completes the result of an order: notifies users, and attaches records if the battle ended. */
const finishResult = async (
  result: OrderResult,
  { asker, at, input, show }: FinishedRun,
  open: OpenOnce,
  services: FinishServices,
): Promise<OrderResult> => {
  // The order was given. If notifications fail, mention everyone.
  const told = await withNotifications(services, result, asker.orderId, open).catch(() => ({
    ...result,
    gmNotes: noNotes,
  }));
  const whole = told.ended ? await runInLanguage(told.dictionary, () => withEndingRecords(told, open, services)) : told;
  if (at.view === undefined) return whole;
  // Update the private message that contains the pressed control.
  const fresh = await show(at, input);
  return { ...whole, replacement: fresh?.ok ? fresh.value : 'gone' };
};

/** The answer to a GM in the GM channel. Its public part is posted in the battle's channel. */
const withGmChannelAnswer = async (
  said: Reply,
  { asker, at }: FinishedRun,
  services: FinishServices,
): Promise<Reply> => {
  if (said.to === 'asker' || !at.isFromGmChannel) return said;
  if (said.kind === 'result') {
    const { cards, aside, battle, replacement } = said;
    return createOrderResult({ cards: [...cards, ...aside], to: 'asker', battle, replacement });
  }
  if (said.kind === 'post') await services.outbox.send(at, [channelMessage(`desk ${asker.orderId}`, at.channel, said)]);
  return createPrivateView({ cards: said.cards });
};

/** Adds the number of GM inbox items to a GM's private answer, unless the answer lists these items. */
const withInboxCount = async (
  said: Reply,
  { path, at }: FinishedRun,
  open: OpenOnce,
  services: FinishServices,
): Promise<Reply> => {
  const shows = said.to === 'everyone' || said.controls.length >= maxRows || path.join(' ') === 'gm panel';
  if (shows || at.view === 'gm' || at.view === 'desk') return said;
  // The order has just changed the battle, so open it again.
  const ordered = said.kind === 'result' ? await open() : undefined;
  const isHere = ordered?.ok && ordered.value.saved.channel === at.channel;
  const battle = isHere ? ordered : await services.battles.open(at.channel);
  if (!battle.ok || !isGm(battle.value.saved.table, at.user)) return said;
  const { length } = await inboxItems(battle.value, services);
  return length === 0 ? said : { ...said, controls: [...said.controls, [inboxCountControl(battle.value, length)]] };
};

/** Adds what the user must know about the file of the command. */
const withFileNote = (said: Reply, { asker: { fileNote } }: FinishedRun): Reply => {
  if (fileNote === undefined) return said;
  const note = card(fileNote);
  return said.kind === 'result' ? { ...said, aside: [...said.aside, note] } : { ...said, cards: [...said.cards, note] };
};

/** Completes the answer of a command before it is sent to the user. */
const finishReply = async (reply: Reply, run: FinishedRun, services: FinishServices): Promise<Reply> => {
  const { at } = run;
  const open = lazyValue(() => services.battles.openCached(reply.kind === 'result' ? reply.battle : '', 0));
  const whole = reply.kind === 'result' ? await finishResult(reply, run, open, services) : reply;
  const said = withoutTurnParts(await withGmChannelAnswer(withFileNote(whole, run), run, services), services);
  const counted = await withInboxCount(said, run, open, services);
  return withReplyPictures(await withReaderTheme(counted, services, at), services);
};

export interface Dispatcher {
  readonly commands: readonly Command[];
  readonly run: (path: readonly string[], asker: Asker, input: CommandInput) => Promise<CommandAnswer>;
  readonly complete: (
    path: readonly string[],
    asker: Asker,
    option: string,
    typed: string,
    soFar: CommandInput,
  ) => Promise<readonly ParamOffer[]>;
  /** Buttons that give a refused command again, with something similar to what was typed. */
  readonly suggest: (
    path: readonly string[],
    asker: Asker,
    input: CommandInput,
    refusal: Refusal,
  ) => Promise<readonly Control[]>;
}

const trimInput = (input: CommandInput): CommandInput =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

/** Creates the function that finds and runs commands. It first checks whether a pressed control is stale. */
export const createDispatcher = (commands: readonly Command[], services: Services): Dispatcher => {
  const { languages } = services;
  const byPath = new Map(commands.map((command) => [command.path.join(' '), command]));
  const sides = services.rulesets.flatMap((each) => each.sides);
  const called = (path: readonly string[]) => byPath.get(path.join(' '));
  const show: RenderView = async (asker, last) => {
    switch (asker.view) {
      case 'gm':
      case 'desk': {
        const panel = await called(['gm', 'panel'])?.run(asker, {}, services);
        return panel?.ok ? panel : called(['my', 'view'])?.run(asker, {}, services);
      }
      case 'my':
        return called(['my', 'view'])?.run(asker, {}, services);
      case 'next':
        return nextActions(asker, last, services);
      case undefined:
        return undefined;
    }
  };
  /** The user, with the channel of the control's battle. Refuses with `gm-only` unless a GM or the one asked presses. */
  const where = async (
    asker: Asker,
    { battle: id, view, draft }: ReturnType<typeof parseControlInput>,
  ): Promise<Result<Asker>> => {
    if (view !== 'desk' || id === undefined) return ok({ ...asker, view, draft });
    const battle = await services.battles.openById(id);
    if (!battle.ok) return battle;
    const { saved } = battle.value;
    const { guild, channel, table } = saved;
    const { user } = asker;
    return isGm(table, user) || isAsked(battle.value, user) || expectedActionsOfUser(battle.value, user).length > 0
      ? ok({ ...asker, view, draft, guild, channel, isFromGmChannel: channel !== asker.channel })
      : refuse('gm-only');
  };
  /** A command whose choices are suggested to this user. */
  const completing = ({ complete, ...command }: Command, asker: Asker) => ({
    ...command,
    complete: (option: string, others: CommandInput) => complete(asker, option, '', others, services),
  });
  const run: Dispatcher['run'] = async (path, asker, input) => {
    const command = called(path);
    if (command === undefined) return refuseUnknownCommand(path.join(' '), commands);
    const press = parseControlInput(trimInput(input));
    const { battle, version } = press;
    const own = toEnglishInput(command.options, press.input, sides);
    const there = await where(asker, press);
    if (!there.ok) return there;
    const from = there.value;
    const late =
      battle === undefined || version === undefined
        ? undefined
        : await staleButtonAnswer(from, { battle, version }, services);
    if (late !== undefined) return staleViewAnswer(late, from, own, show);
    // Answers that everyone reads on request are in the language of the battle.
    const isPublic = own.public === true && languages.installed.length > 0;
    const shown = isPublic ? await services.battles.open(from.channel) : undefined;
    const execute = () => command.run(from, own, services);
    const answer = await (shown === undefined
      ? execute()
      : runForEveryone(execute, shown.ok ? shown.value.saved : undefined));
    if (!answer.ok) return err(await withExample(completing(command, from), from, own, answer.error, services));
    const finished = await finishReply(answer.value, { path, asker, at: from, input: own, show }, services);
    if (from.answerRoute === undefined) services.outbox.noteAnswered(asker.orderId);
    return ok(finished);
  };
  const complete: Dispatcher['complete'] = async (path, asker, option, typed, soFar) => {
    const press = parseControlInput(soFar);
    const there = await where(asker, press);
    const offers = there.ok ? called(path)?.complete(there.value, option, typed, press.input, services) : undefined;
    return (await offers) ?? [];
  };
  const suggest: Dispatcher['suggest'] = async (path, asker, input, refusal) => {
    const press = parseControlInput(trimInput(input));
    const there = await where(asker, press);
    const command = called(path);
    if (!there.ok || command === undefined) return [];
    return suggestChoices(completing(command, there.value), there.value, press.input, refusal, services);
  };
  if (languages.installed.length === 0) return { commands, run, suggest, complete };
  return {
    commands,
    run: (path, asker, input) => languages.runFor(asker, () => run(path, asker, input)),
    suggest,
    complete: (path, asker, ...typed) => languages.runFor(asker, () => complete(path, asker, ...typed)),
  };
};
