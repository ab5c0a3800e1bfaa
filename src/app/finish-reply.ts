import type { OpenBattle } from '../battle/saved/store.ts';
import { isGm } from '../battle/views/viewer.ts';
import { lazyValue } from '../core/memoize.ts';
import type { Refusal, Result } from '../core/message.ts';
import type { Card } from '../presentation/card.ts';
import { type RenderView, withFreshView } from './buttons/refresh-view.ts';
import type { Asker } from './command-kit/asker.ts';
import type { CommandInput } from './command-kit/command.ts';
import { inboxItems } from './outbox/gm-inbox.ts';
import { type NotificationServices, withNotifications } from './outbox/notifications.ts';
import { channelMessage } from './outbox/outbox-items.ts';
import { withEndingRecords } from './records/ending-records.ts';
import { inboxCountControl } from './replies/inbox-notes.ts';
import { withReaderTheme } from './replies/picture-themes.ts';
import { createOrderResult, createPrivateView, type OrderResult, type Reply } from './replies/reply.ts';
import { withReplyPictures } from './replies/scene-pictures.ts';
import { withoutTurnParts } from './replies/turn-messages.ts';
import type { Services } from './services.ts';

type FinishServices = NotificationServices & Pick<Services, 'hasTurnMessages' | 'pictures' | 'records'>;

/** A command that was run, and what its answer needs besides. */
interface FinishedRun {
  readonly path: readonly string[];
  /** Who ran it, where they typed or pressed it. */
  readonly asker: Asker;
  /** The same person where the command took effect: with the controls of a GM channel, where the battle is. */
  readonly at: Asker;
  readonly input: CommandInput;
  readonly show: RenderView;
}

type OpenOnce = () => Promise<Result<OpenBattle, Refusal>>;

/** Maximum number of rows of controls in a message. */
const maxRows = 5;

/** What an order came to, with the records of a battle that it ended. Whoever else is to know is told. */
const finishResult = async (
  result: OrderResult,
  { asker, at, input, show }: FinishedRun,
  open: OpenOnce,
  services: FinishServices,
): Promise<OrderResult> => {
  // What was done is done: who could not be called as they chose is mentioned.
  const told = await withNotifications(services, result, asker.orderId, open).catch(() => ({ ...result, gmNotes: [] }));
  const fresh = at.view === undefined ? told : await withFreshView(told, at, input, show);
  return fresh.ended ? withEndingRecords(fresh, open, services) : fresh;
};

/** The answer to a GM who gave an order in another channel. What everyone is to read is said where the battle is. */
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

/** A private answer to the GM with how much waits in the GM inbox, unless it shows that itself. */
const withInboxCount = async (
  said: Reply,
  { path, at }: FinishedRun,
  open: OpenOnce,
  services: FinishServices,
): Promise<Reply> => {
  const shows = said.to === 'everyone' || said.controls.length >= maxRows || path.join(' ') === 'gm panel';
  if (shows || at.view === 'gm' || at.view === 'desk') return said;
  // What an order came to was just written.
  const ordered = said.kind === 'result' ? await open() : undefined;
  const isHere = ordered?.ok && ordered.value.saved.channel === at.channel;
  const battle = isHere ? ordered : await services.battles.open(at.channel);
  if (!battle.ok || !isGm(battle.value.saved.table, at.user)) return said;
  const { length } = await inboxItems(battle.value, services);
  return length === 0 ? said : { ...said, controls: [...said.controls, [inboxCountControl(battle.value, length)]] };
};

const hasPictures = (said: Reply): boolean => {
  const shown: Card[] = [...said.cards];
  if (said.kind === 'result') {
    shown.push(...said.aside);
    if (typeof said.replacement === 'object') shown.push(...said.replacement.cards);
  }
  return (
    shown.some(({ picture }) => picture !== undefined) || (said.kind === 'private' && said.refinements !== undefined)
  );
};

/** The answer of a command as its asker gets it. */
export const finishReply = async (reply: Reply, run: FinishedRun, services: FinishServices): Promise<Reply> => {
  const { at } = run;
  const open = lazyValue(() => services.battles.openCached(reply.kind === 'result' ? reply.battle : '', 0));
  const whole = reply.kind === 'result' ? await finishResult(reply, run, open, services) : reply;
  const said = withoutTurnParts(await withGmChannelAnswer(whole, run, services), services);
  const counted = await withInboxCount(said, run, open, services);
  return hasPictures(counted) ? withReplyPictures(await withReaderTheme(counted, services, at), services) : counted;
};
