import { gmRequestsOf } from '../../battle/saved/session.ts';
import type { LogEntry, OpenBattle, SavedBattle } from '../../battle/saved/store.ts';
import { isGmOnly, viewerOf } from '../../battle/views/viewer.ts';
import { isFreeTime } from '../../campaign/calendar.ts';
import { findPersonalSettings } from '../../campaign/people.ts';
import { ok, phrase, refuse, renderText, say } from '../../core/message.ts';
import type { Card } from '../../presentation/card.ts';
import { nameLookupShowingAll } from '../../rules/for-reader.ts';
import type { Asker } from '../command-kit/asker.ts';
import { isDecided } from '../records/record-jobs.ts';
import { describeRequest } from '../replies/gm-request-cards.ts';
import { actorName, describeFailedPlans, linkToBattle, secretExpectedActions } from '../replies/inbox-notes.ts';
import type { InboxNote } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { channelMessage, directMessage } from './outbox-items.ts';

/** The channel or thread in which the GM of a battle is told things in private, where one was named. */
const findGmChannel = async (
  { saved: { table, channel, guild } }: OpenBattle,
  { servers }: Pick<Services, 'servers'>,
): Promise<string | undefined> => {
  const desk = table.desk ?? (guild === undefined ? undefined : (await servers.settings(guild))?.desk);
  return desk === channel ? undefined : desk;
};

/**
 * Tells the GM something in private: at the desk that was named, else by direct message. Where neither reaches them, or they are not
 * to be called now, it stands on their next private answer (`inboxItems`). Under the same key `once` it is said once.
 */
export const notifyGm = async (
  services: Pick<Services, 'servers' | 'people' | 'outbox' | 'now'>,
  battle: OpenBattle,
  note: InboxNote,
  once: string,
): Promise<'told' | 'untold'> => {
  const { gm, name } = battle.saved.table;
  const person = await findPersonalSettings(services.people, gm);
  const called = person.pings.gm !== 'off' && isFreeTime(services.now(), person);
  const told: Card = { ...note.card, title: phrase`${name}: ${note.card.title}`, links: [linkToBattle(battle)] };
  const alone = { cards: [told], controls: note.controls };
  const desk = await findGmChannel(battle, services);
  if (desk === undefined && !called) return 'untold';
  const saying =
    desk === undefined
      ? directMessage(once, gm, alone, 'nothing')
      : channelMessage(
          once,
          desk,
          { ...alone, ping: called ? [gm] : [] },
          undefined,
          called ? { user: gm, ...alone } : undefined,
        );
  await services.outbox.send(battle.saved, [saying]);
  return 'told';
};

/** How much of the end of a log is looked through for what waits, at most. */
const maxEntries = 60;

const isGmOrder =
  ({ table }: SavedBattle) =>
  ({ user }: LogEntry): boolean =>
    user === table.gm;

/** The end of a log, back to what was decided last and to the GM's last order: as a rule the GM gave the last one. */
const endOfLog = async (
  saved: SavedBattle,
  { battles }: Pick<Services, 'battles'>,
  length = 4,
): Promise<readonly LogEntry[]> => {
  const from = Math.max(1, saved.version - length);
  const entries = await battles.entries(saved, from, saved.version);
  return from === 1 || length >= maxEntries || (entries.some(isDecided) && entries.some(isGmOrder(saved)))
    ? entries
    : endOfLog(saved, { battles }, maxEntries);
};

/**
 * What waits at the desk of a battle's GM, a text each: who is due in secret, what the GM was asked since the last order, blind rolls
 * since the GM's own last order. Nothing is kept for it: it follows from the battle and the end of its log.
 */
export const inboxItems = async (
  battle: OpenBattle,
  { battles, waits }: Pick<Services, 'battles' | 'waits'>,
): Promise<readonly string[]> => {
  const { saved } = battle;
  if (saved.status === 'ended') return [];
  const entries = await endOfLog(saved, { battles });
  const done = entries.findLastIndex(isDecided);
  const own = entries.findLastIndex(isGmOrder(saved));
  // Where nobody is hidden nobody's time is secret.
  const waiting = viewerOf(battle).unseen.length === 0 ? [] : await waits.forBattle(saved.id);
  const over = waiting.filter(({ actor, state }) => state === 'asked' && isGmOnly(battle, actor));
  return [
    ...secretExpectedActions(battle).map((each) =>
      [
        phrase`${actorName(each.actor)} ${each.what}`,
        ...describeFailedPlans(battle, each).map(({ text }) => text.replace(/\.$/, '')),
      ].join('. '),
    ),
    ...over.map(({ actor }) => phrase`${actorName(actor)}: time is up`),
    ...gmRequestsOf(saved.table).map((request) => describeRequest(battle, request).replace(/\.$/, '')),
    ...entries
      .slice(done + 1)
      .flatMap(({ table }) =>
        table.flatMap((event) =>
          event.type === 'put-to-gm'
            ? [renderText(say`${event.actor} wants: ${event.order}`, nameLookupShowingAll)]
            : [],
        ),
      ),
    ...entries
      .slice(own + 1)
      .filter(({ rolls, dice, n }) => rolls === 'blind' && dice.length > 0 && !saved.table.opened.includes(n))
      .map(({ n }) => phrase`A blind roll (log entry ${n})`),
  ];
};

/** Checks a place that is to be a desk: in the same server, not where a battle is read, and one that can be written in. */
export const checkGmChannel = async (
  { guild }: Pick<Asker, 'guild'>,
  channel: string,
  battle: string | undefined,
  { channels }: Pick<Services, 'channels'>,
) => {
  if (channel === battle) return refuse('desk-in-battle');
  const place = await channels.find(channel);
  if (place === 'gone') return refuse('place-gone');
  if (place === 'forbidden') return refuse('place-forbidden');
  if (place.kind === 'forum') return refuse('desk-in-forum');
  return place.guild === guild ? ok(channel) : refuse('desk-elsewhere');
};
