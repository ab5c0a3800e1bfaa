import { LRUCache } from 'lru-cache';
import type { OutboxPlace } from '../../battle/saved/outbox.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { usersExpectedToAct } from '../../battle/views/expected-actions.ts';
import type { NoticeStore } from '../../campaign/notices.ts';
import { listed, phrase } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { type Card, type CardLink, card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import type { Services } from '../services.ts';
import { directMessage } from './outbox-items.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import { postStateOf, type Transport } from './transport.ts';

/** What a shell tells of its places and people: each thing is noted once and told to the GM of the battle. */
export interface ChannelWatch {
  /** A battle's channel cannot be written in any more. */
  readonly channelLost: (battle: string, why: 'gone' | 'forbidden') => Promise<void>;
  /** A battle's panel is shown: its channel is well. */
  readonly panelShown: (battle: string) => Promise<void>;
  /** Somebody removed a battle's panel; another one is posted. */
  readonly panelRemoved: (battle: string, message: string) => Promise<void>;
  /** A channel, forum, thread or post was deleted. */
  readonly channelDeleted: (channel: string) => Promise<void>;
  /** The bot was put out of a server. */
  readonly serverLeft: (guild: string) => Promise<void>;
  /** Somebody did something in a server: they are there. */
  readonly userSeen: (guild: string | undefined, user: string) => void;
  /** Looks whether those a battle waits for are still there, and tags its post; as of `version` at least, where it was just read. */
  readonly checkBattle: (battle: string, version?: number) => Promise<void>;
  /** Looks for what was lost while nobody watched: the channels of all unfinished battles of these servers. */
  readonly checkServers: (guilds: readonly string[]) => Promise<void>;
}

/** Nothing is noted: where only the shell is under test. */
export const noChannelWatch: ChannelWatch = {
  channelLost: async () => {},
  panelShown: async () => {},
  panelRemoved: async () => {},
  channelDeleted: async () => {},
  serverLeft: async () => {},
  userSeen: () => {},
  checkBattle: async () => {},
  checkServers: async () => {},
};

interface Parts {
  readonly services: Pick<Services, 'battles' | 'campaigns' | 'now'>;
  readonly channels: Pick<Transport, 'find' | 'isMember' | 'tagPost'>;
  readonly outbox: Pick<OutboxRelay, 'withLease' | 'noteWritten'>;
  readonly notices: NoticeStore;
}

const hour = 3_600_000;

/** Of so many people it is known when they were last seen; of another one Discord is asked. */
const maxPeople = 10_000;

/** Of so many battles it is known that their channels are well; of another one the database is asked. */
const maxBattles = 5000;

const linkTo = ({ saved: { table, guild, channel } }: OpenBattle): CardLink => ({ label: table.name, guild, channel });

const note = (title: string, says: string, links: readonly CardLink[] = []): Card =>
  card(title, { tone: 'bad', lines: [line(says)], links });

const placeNote = (battle: OpenBattle, why: 'gone' | 'forbidden'): Card => {
  const { name } = battle.saved.table;
  return why === 'gone'
    ? note(
        phrase`The channel of ${name} was deleted`,
        phrase`The battle is saved. To continue it in another channel, go there and type /battle move battle:${name}`,
      )
    : note(
        phrase`I can no longer write in the channel of ${name}`,
        'Commands still work, but no one can see the battle’s panel. Give me the permissions again, or move the battle with /battle move.',
        [linkTo(battle)],
      );
};

const memberNote = (battle: OpenBattle, user: string): Card => {
  const { table } = battle.saved;
  const runs = Object.entries(table.control)
    .filter(([, controller]) => controller === user)
    .map(([actor]) => actor);
  const name = ownValue(table.seats, user)?.name ?? 'Someone';
  return note(
    phrase`${name} is no longer in the server`,
    phrase`${table.name} is waiting for ${runs.length === 0 ? name : listed(runs)}. Give control to someone else with /gm control, or use the option as: to act for them yourself.`,
    [linkTo(battle)],
  );
};

/** Notes what is lost and tells the GM, once for each, whichever process notices. */
export const createChannelWatch = ({ services, channels, outbox, notices }: Parts): ChannelWatch => {
  const { battles, campaigns, now } = services;
  const lastSeen = new LRUCache<string, number>({ max: maxPeople });
  /** Battles whose channel is known to be well, so that not every panel asks the database. */
  const well = new LRUCache<string, true>({ max: maxBattles });

  /** Tells one person what was noticed of a battle or a campaign, the first time. */
  const noted = async (of: OutboxPlace & { readonly id: string }, what: string, user: string, told: Card) => {
    const at = now();
    const said = outbox.withLease([directMessage(`${of.id} ${what} ${at}`, user, { cards: [told] }, 'press')]);
    const placed = said && { guild: of.guild, channel: of.channel, messages: said };
    if (await notices.note(of.id, what, at, placed)) outbox.noteWritten(of, said);
  };
  const tell = ({ saved }: OpenBattle, what: string, told: Card): Promise<void> =>
    noted(saved, what, saved.table.gm, told);

  const channelLost: ChannelWatch['channelLost'] = async (id, why) => {
    well.delete(id);
    const battle = await battles.openById(id);
    if (battle.ok && battle.value.saved.status !== 'ended')
      await tell(battle.value, `place ${battle.value.saved.channel}`, placeNote(battle.value, why));
  };

  /** The unfinished battles of a server. */
  const unfinished = (guild: string | undefined) => battles.list(guild, 'unfinished');

  return {
    channelLost,
    panelShown: async (id) => {
      if (well.has(id)) return;
      const battle = await battles.openById(id);
      if (!battle.ok) return;
      await notices.clear(id, `place ${battle.value.saved.channel}`);
      well.set(id, true);
    },
    panelRemoved: async (id, message) => {
      const battle = await battles.openById(id);
      if (!battle.ok) return;
      const { name } = battle.value.saved.table;
      const says = 'I posted a new panel. To remove it for good, end the battle with /battle end.';
      await tell(
        battle.value,
        `panel ${message}`,
        note(phrase`Someone deleted the panel of ${name}`, says, [linkTo(battle.value)]),
      );
    },
    channelDeleted: async (channel) => {
      const battle = await battles.open(channel);
      if (battle.ok) await channelLost(battle.value.saved.id, 'gone');
      const campaign = await campaigns.byPlace(channel);
      if (campaign === undefined || campaign.status === 'ended') return;
      // The threads of a channel go with it, and nobody says so.
      const of = (await unfinished(campaign.guild)).filter((each) => each.campaign === campaign.id);
      for (const each of of) {
        const place = await channels.find(each.channel);
        if (place === 'gone' || (typeof place === 'object' && place.parent === channel))
          await channelLost(each.id, 'gone');
      }
      const told = note(
        phrase`The channel of the campaign ${campaign.name} was deleted`,
        'The campaign’s battles continue in their own channels; move them with /battle move. For new battles, start a campaign in another channel.',
      );
      const { id, guild, place } = campaign;
      await noted({ id, guild, channel: place }, `place ${channel}`, campaign.gm, told);
    },
    serverLeft: async (guild) => {
      for (const { id } of await unfinished(guild)) {
        const battle = await battles.openById(id);
        if (!battle.ok) continue;
        const { name } = battle.value.saved.table;
        const says = 'The battle is saved and continues when you invite me again.';
        await tell(battle.value, 'server', note(phrase`I was removed from the server of the battle ${name}`, says));
      }
    },
    userSeen: (guild, user) => {
      if (guild !== undefined) lastSeen.set(`${guild} ${user}`, now());
    },
    checkServers: async (guilds) => {
      for (const guild of guilds)
        for (const { id, channel } of await unfinished(guild)) {
          await notices.clear(id, 'server');
          const place = await channels.find(channel);
          if (place === 'gone' || place === 'forbidden') await channelLost(id, place);
        }
    },
    checkBattle: async (id, version) => {
      const battle = await battles.openCached(id, version);
      if (!battle.ok) return;
      const { guild, channel, status } = battle.value.saved;
      await channels.tagPost(channel, postStateOf(status));
      if (guild === undefined || status === 'ended') return;
      for (const user of usersExpectedToAct(battle.value)) {
        const at = lastSeen.get(`${guild} ${user}`);
        // A clock that was put back must not put off a look.
        if (at !== undefined && Math.abs(now() - at) < hour) continue;
        if (await channels.isMember(guild, user)) {
          lastSeen.set(`${guild} ${user}`, now());
          await notices.clear(id, `member ${user}`);
        } else if (user !== battle.value.saved.table.gm)
          await tell(battle.value, `member ${user}`, memberNote(battle.value, user));
      }
    },
  };
};
