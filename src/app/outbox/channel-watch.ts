import { LRUCache } from 'lru-cache';
import type { UpcastNotices } from '../../battle/commit/battle-loader.ts';
import type { OutboxPlace } from '../../battle/saved/outbox.ts';
import { unseatedEvent } from '../../battle/saved/session.ts';
import type { OpenBattle, SavedBattle } from '../../battle/saved/store.ts';
import { usersExpectedToAct } from '../../battle/views/expected-actions.ts';
import type { OrderReport } from '../../battle/views/report.ts';
import type { NoticeStore } from '../../campaign/notices.ts';
import { listed, ok, phrase, refuse, runForPerson } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { type Card, type CardLink, card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import type { Need } from '../services.ts';
import { directMessage } from './outbox-items.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import { postStateOf, type Transport } from './transport.ts';

/** Watches for lost channels, servers and members. Notifies the GM of a battle once about each loss. */
export type ChannelWatch = ReturnType<typeof createChannelWatch>;

interface Noticing {
  readonly outbox: Pick<OutboxRelay, 'withLease' | 'noteWritten' | 'noteAnswered'>;
  readonly notices: NoticeStore;
  readonly now: () => number;
}

interface Parts extends Omit<Noticing, 'now'> {
  readonly services: Need<'battles' | 'campaigns' | 'languages' | 'now'>;
  readonly channels: Pick<Transport, 'find' | 'isMember' | 'tagPost'>;
}

const hour = 3_600_000;

/** Maximum number of users whose last activity is cached. For other users we ask Discord. */
const maxPeople = 10_000;

/** Maximum number of battles cached because their channels work. For other battles we ask the database. */
const maxBattles = 5000;

const linkTo = ({ table, guild, channel }: SavedBattle): CardLink => ({ label: table.name, guild, channel });

const note = (title: string, says: string, links: readonly CardLink[] = []): Card =>
  card(title, { tone: 'bad', lines: [line(says)], links });

/** Notifies a user of a problem with a battle or campaign. The same problem is reported only once. */
const noteOnce = async (
  { outbox, notices, now }: Noticing,
  of: OutboxPlace & { readonly id: string },
  what: string,
  user: string,
  told: () => Card,
): Promise<boolean> => {
  const { id, guild, channel } = of;
  const at = now();
  const message = await runForPerson(user, () =>
    directMessage(`${id} ${what} ${at}`, user, { cards: [told()] }, 'press'),
  );
  const said = outbox.withLease([message]);
  const isNew = await notices.note(id, what, at, said && { guild, channel, messages: said });
  if (isNew) outbox.noteWritten(of, said);
  return isNew;
};

const tellGm = async ({ outbox, notices, services }: Parts, { saved }: OpenBattle, what: string, told: () => Card) => {
  const noticing = { outbox, notices, now: services.now };
  await services.languages.runForAll(() => noteOnce(noticing, saved, what, saved.table.gm, told));
};

const placeNote = (battle: OpenBattle, why: 'gone' | 'forbidden'): Card => {
  const { name } = battle.saved.table;
  return why === 'gone'
    ? note(
        phrase`The channel of ${name} was deleted`,
        phrase`The battle is saved. To continue it in another channel, go there and type /battle relocate battle:${name}`,
      )
    : note(
        phrase`I can no longer write in the channel of ${name}`,
        'Commands still work, but no one can see the battle’s panel. Give me the permissions again, or move the battle with /battle relocate.',
        [linkTo(battle.saved)],
      );
};

const memberNote = ({ saved }: OpenBattle, { name, actors }: ReturnType<typeof unseatedEvent>): Card =>
  note(
    phrase`${name} is no longer in the server`,
    actors.length === 0
      ? phrase`The battle ${saved.table.name} no longer waits for them.`
      : phrase`In ${saved.table.name} you now control ${listed(actors)}. To give control to someone else, use /gm control.`,
    [linkTo(saved)],
  );

interface Watch extends Parts {
  readonly lastSeen: LRUCache<string, number>;
  /** Cache of battles whose channels work, which avoids reads of the database. */
  readonly well: LRUCache<string, true>;
}

const channelLost = async (watch: Watch, id: string, why: 'gone' | 'forbidden'): Promise<void> => {
  watch.well.delete(id);
  const battle = await watch.services.battles.openById(id);
  if (battle.ok && battle.value.saved.status !== 'ended')
    await tellGm(watch, battle.value, `place ${battle.value.saved.channel}`, () => placeNote(battle.value, why));
};

const channelDeleted = async (watch: Watch, channel: string): Promise<void> => {
  const { services, channels, outbox, notices } = watch;
  const battle = await services.battles.open(channel);
  if (battle.ok) await channelLost(watch, battle.value.saved.id, 'gone');
  const campaign = await services.campaigns.byPlace(channel);
  if (campaign === undefined || campaign.status === 'ended') return;
  const { id, guild, place, name, gm } = campaign;
  // Discord deletes a channel's threads with it, without events for them.
  for (const each of await services.battles.list(guild, 'unfinished')) {
    if (each.campaign !== id) continue;
    const found = await channels.find(each.channel);
    if (found === 'gone' || (typeof found === 'object' && found.parent === channel))
      await channelLost(watch, each.id, 'gone');
  }
  const told = () =>
    note(
      phrase`The channel of the campaign ${name} was deleted`,
      'The campaign’s battles continue in their own channels; move them with /battle relocate. For new battles, start a campaign in another channel.',
    );
  const noticing = { outbox, notices, now: services.now };
  await services.languages.runForAll(() =>
    noteOnce(noticing, { id, guild, channel: place }, `place ${channel}`, gm, told),
  );
};

/** Removes a user who left the server from a battle, gives their combatants to the GM, and notifies the GM. */
const unseatMember = async (watch: Watch, battle: OpenBattle, user: string): Promise<void> => {
  const { id, guild, channel, version, table } = battle.saved;
  await tellGm(watch, battle, `member ${user}`, () => memberNote(battle, unseatedEvent(table, user)));
  const orderId = `left:${id}:${version}:${user}`;
  await watch.services.battles.changeSession(
    {
      ...{ user: table.gm, name: table.gmName, guild, channel, orderId },
      announcement: { scope: 'all', act: 'default', interaction: orderId },
    },
    'look',
    'leave',
    ({ saved }) =>
      saved.id === id && ownValue(saved.table.seats, user) !== undefined
        ? ok([unseatedEvent(saved.table, user)])
        : refuse('no-seat'),
  );
  watch.outbox.noteAnswered(orderId);
};

/** Removes players whom the battle waits for if they have left the server. */
const checkMembers = async (watch: Watch, battle: OpenBattle): Promise<void> => {
  const { lastSeen, channels, notices, services } = watch;
  const { id, guild, status, table } = battle.saved;
  if (guild === undefined || status === 'ended') return;
  for (const user of usersExpectedToAct(battle)) {
    const at = lastSeen.get(`${guild} ${user}`);
    // The clock may have been set back.
    if (at !== undefined && Math.abs(services.now() - at) < hour) continue;
    if (await channels.isMember(guild, user)) {
      lastSeen.set(`${guild} ${user}`, services.now());
      await notices.clear(id, `member ${user}`);
    } else if (user !== table.gm) await unseatMember(watch, battle, user);
  }
};

export const createChannelWatch = (parts: Parts) => {
  const { services, channels, notices } = parts;
  const { battles, now } = services;
  const lastSeen = new LRUCache<string, number>({ max: maxPeople });
  const well = new LRUCache<string, true>({ max: maxBattles });
  const watch: Watch = { ...parts, lastSeen, well };
  return {
    /** Called after a battle's channel was deleted, or after Discord forbade writing there. */
    channelLost: (battle: string, why: 'gone' | 'forbidden') => channelLost(watch, battle, why),
    /** Called after a battle's panel was shown, which proves that its channel works. */
    panelShown: async (id: string) => {
      if (well.has(id)) return;
      const battle = await battles.openById(id);
      if (!battle.ok) return;
      await notices.clear(id, `place ${battle.value.saved.channel}`);
      well.set(id, true);
    },
    /** Called after a user deleted a battle's panel. Posts a new panel. */
    panelRemoved: async (id: string, message: string) => {
      const battle = await battles.openById(id);
      if (!battle.ok) return;
      const { saved } = battle.value;
      const says = 'I posted a new panel. To remove it for good, end the battle with /battle end.';
      await tellGm(watch, battle.value, `panel ${message}`, () =>
        note(phrase`Someone deleted the panel of ${saved.table.name}`, says, [linkTo(saved)]),
      );
    },
    /** Called after a channel, forum, thread or post was deleted. */
    channelDeleted: (channel: string) => channelDeleted(watch, channel),
    /** Called after the bot was removed from a server. */
    serverLeft: async (guild: string) => {
      for (const { id } of await battles.list(guild, 'unfinished')) {
        const battle = await battles.openById(id);
        if (!battle.ok) continue;
        const { name } = battle.value.saved.table;
        const says = 'The battle is saved and continues when you invite me again.';
        await tellGm(watch, battle.value, 'server', () =>
          note(phrase`I was removed from the server of the battle ${name}`, says),
        );
      }
    },
    /** Called after a user did something in a server, which proves that the user is a member. */
    userSeen: (guild: string | undefined, user: string) => {
      if (guild !== undefined) lastSeen.set(`${guild} ${user}`, now());
    },
    /** Checks the channels of all unfinished battles in these servers, after the bot was offline. */
    checkServers: async (guilds: readonly string[]) => {
      for (const guild of guilds)
        for (const { id, channel } of await battles.list(guild, 'unfinished')) {
          await notices.clear(id, 'server');
          const place = await channels.find(channel);
          if (place === 'gone' || place === 'forbidden') await channelLost(watch, id, place);
        }
    },
    /** Checks that expected players are members, and tags the battle's post. `version`: minimum for a cached battle. */
    checkBattle: async (id: string, version?: number) => {
      const battle = await battles.openCached(id, version);
      if (!battle.ok) return;
      await channels.tagPost(battle.value.saved.channel, postStateOf(battle.value.saved.status));
      await checkMembers(watch, battle.value);
    },
  };
};

interface UpcastParts extends Noticing {
  /** Logs an error for the person who runs the bot. */
  readonly onError: (problem: unknown) => void;
}

/** Creates notices about battles that were upcast to a new edition, or could not be. */
export const createUpcastNotices = ({ onError, ...noticing }: UpcastParts): UpcastNotices => ({
  upcast: (report: OrderReport) => {
    const { saved } = report.after;
    const [event] = report.entry.table;
    if (event?.type !== 'lifted' || (event.withdrew === undefined && event.kept.length === 0)) return [];
    const concerned = new Set([saved.table.gm, ...(event.withdrew === undefined ? [] : [event.withdrew.user])]);
    return [...concerned].map((user) => {
      const title = phrase`${saved.table.name}: the bot was updated`;
      const shown = card(title, { lines: report.lines(user), links: [linkTo(saved)] });
      return directMessage(`${saved.id} ${report.entry.orderId} ${user}`, user, { cards: [shown] }, 'press');
    });
  },
  failed: async (saved, problem) => {
    const { id, system, edition, table } = saved;
    const says =
      'The bot was updated, but this battle could not be converted. It is unchanged and nothing is lost: read it with /battle log, save it with /battle export, and tell the person who runs the bot.';
    const shown = note(phrase`${table.name} must wait for a fix of the bot`, says, [linkTo(saved)]);
    if (!(await noteOnce(noticing, saved, `lift ${problem}`.slice(0, 200), table.gm, () => shown))) return;
    onError(
      new Error(`The battle ${id} (${system}, edition ${edition.house}.${edition.rules}) cannot be lifted: ${problem}`),
    );
  },
});
