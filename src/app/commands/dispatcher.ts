import { isGm } from '../../battle/views/permissions.ts';
import { runInLanguage } from '../../core/language.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { ParamOffer } from '../../rules/verb.ts';
import { parseControlInput } from '../buttons/button-payload.ts';
import { nextActions, type RenderView, staleViewAnswer, withFreshView } from '../buttons/refresh-view.ts';
import { staleButtonAnswer } from '../buttons/stale-button.ts';
import { inboxItems } from '../gm/gm-inbox.ts';
import { inboxCountControl } from '../gm/inbox-notes.ts';
import { withEndingRecords } from '../log/ending-records.ts';
import { withNotifications } from '../outbox/notifications.ts';
import { channelMessage } from '../outbox/outbox-items.ts';
import { withReaderTheme } from '../replies/picture-themes.ts';
import { type CommandAnswer, createOrderResult, createPrivateView, type Reply } from '../replies/reply.ts';
import { withReplyPictures } from '../replies/scene-pictures.ts';
import { applyMessageMode } from '../replies/turn-messages.ts';
import type { Services } from '../services.ts';
import type { Asker } from './asker.ts';
import type { Command, CommandInput } from './command.ts';
import { refuseUnknownCommand } from './unknown-command.ts';

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
}

/** What was typed, without the blanks around it. */
const trimInput = (input: CommandInput): CommandInput =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

/** How many rows of controls a message has at most. */
const maxRows = 5;

/** Finds the command for a path and runs it. A pressed control is first held against the battle it was made for. */
export const createDispatcher = (commands: readonly Command[], services: Services): Dispatcher => {
  const byPath = new Map(commands.map((command) => [command.path.join(' '), command]));
  const called = (path: readonly string[]) => byPath.get(path.join(' '));
  const show: RenderView = async (asker, last) => {
    switch (asker.view) {
      case 'gm':
      case 'desk':
        return called(['gm', 'panel'])?.run(asker, {}, services);
      case 'my':
        return called(['my', 'view'])?.run(asker, {}, services);
      case 'next':
        return nextActions(asker, last, services);
      case undefined:
        return undefined;
    }
  };
  /** Whose control stands at a desk gives the order where the battle is. */
  const where = async (
    asker: Asker,
    { battle: id, view }: ReturnType<typeof parseControlInput>,
  ): Promise<Result<Asker, Refusal>> => {
    if (view !== 'desk' || id === undefined) return ok({ ...asker, view });
    const battle = await services.battles.openById(id);
    if (!battle.ok) return battle;
    const { saved } = battle.value;
    return isGm(saved.table, asker.user)
      ? ok({
          ...asker,
          view,
          guild: saved.guild,
          channel: saved.channel,
          isFromGmChannel: saved.channel !== asker.channel,
        })
      : refuse('gm-only');
  };
  /** What everybody is to read is said where the battle is, an order's by itself; and beside it to the GM who gave it elsewhere. */
  const fromDesk = async (said: Reply, asker: Asker, from: Asker): Promise<Reply> => {
    if (said.to === 'asker' || !from.isFromGmChannel) return said;
    if (said.kind === 'result') {
      const { cards, aside, battle, replacement } = said;
      return createOrderResult({ cards: [...cards, ...aside], to: 'asker', battle, replacement });
    }
    if (said.kind === 'post')
      await services.outbox.send(from, [channelMessage(`desk ${asker.orderId}`, from.channel, said)]);
    return createPrivateView({ cards: said.cards });
  };
  /** A private answer to the GM says how much waits at the desk, unless it shows that itself. */
  const counted = async (said: Reply, path: readonly string[], asker: Asker): Promise<Reply> => {
    const shows = said.to === 'everyone' || said.controls.length >= maxRows || path.join(' ') === 'gm panel';
    if (shows || asker.view === 'gm' || asker.view === 'desk') return said;
    // What an order came to was just written.
    const ordered = said.kind === 'result' ? await services.battles.openCached(said.battle, 0) : undefined;
    const isHere = ordered?.ok && ordered.value.saved.channel === asker.channel;
    const battle = isHere ? ordered : await services.battles.open(asker.channel);
    if (!battle.ok || !isGm(battle.value.saved.table, asker.user)) return said;
    const { length } = await inboxItems(battle.value, services);
    return length === 0 ? said : { ...said, controls: [...said.controls, [inboxCountControl(battle.value, length)]] };
  };
  const run: Dispatcher['run'] = async (path, asker, input) => {
    const command = called(path);
    if (command === undefined) return refuseUnknownCommand(path.join(' '), commands);
    const press = parseControlInput(trimInput(input));
    const { battle, version, input: own } = press;
    const there = await where(asker, press);
    if (!there.ok) return there;
    const from = there.value;
    const late =
      battle === undefined || version === undefined
        ? undefined
        : await staleButtonAnswer(from, { battle, version }, services);
    if (late !== undefined) return staleViewAnswer(late, from, own, show);
    const answer = await command.run(from, own, services);
    if (!answer.ok) return answer;
    // What was done is done: who could not be called as they chose is mentioned.
    const said = await withNotifications(services, answer.value, asker.orderId).catch(() =>
      answer.value.kind === 'result' ? { ...answer.value, gmNotes: [] } : answer.value,
    );
    const whole = await withEndingRecords(await withFreshView(said, from, own, show), services);
    const answered = await counted(
      await applyMessageMode(await fromDesk(whole, asker, from), services, from.guild),
      path,
      from,
    );
    if (from.answerRoute === undefined) services.outbox.noteAnswered(asker.orderId);
    return ok(await withReplyPictures(await withReaderTheme(answered, services, from), services));
  };
  const complete: Dispatcher['complete'] = async (path, asker, option, typed, soFar) => {
    const press = parseControlInput(soFar);
    const there = await where(asker, press);
    const offers = there.ok ? called(path)?.complete(there.value, option, typed, press.input, services) : undefined;
    return (await offers) ?? [];
  };
  const languageOf = ({ guild, user }: Asker) => services.findDictionary(guild ?? user);
  return {
    commands,
    run: (path, asker, input) => runInLanguage(languageOf(asker), () => run(path, asker, input)),
    complete: (path, asker, ...typed) => runInLanguage(languageOf(asker), () => complete(path, asker, ...typed)),
  };
};
