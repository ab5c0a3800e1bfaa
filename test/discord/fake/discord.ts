import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, type Faults, matching } from './faults.ts';
import { type GatewayCounts, type Hearing, gateway as newGateway } from './gateway.ts';
import { channelPayload, guildPayload } from './payloads.ts';
import { type Person, person } from './person.ts';
import { type Logged, rest as newRest } from './rest.ts';
import { type OddPayload, type Sent, send } from './sending.ts';
import { everythingShown } from './shown.ts';
import { type Line, typedCommand } from './typing.ts';
import {
  aChannel,
  type ChannelType,
  dmWith,
  type FakeChannel,
  type FakeGuild,
  type FakeMessage,
  newWorld,
  type StoredCommand,
} from './world.ts';

interface Place {
  readonly id: string;
}

/** A small strict Discord on loopback, with users. */
export interface FakeDiscord {
  /** The base of the API, for the bot's settings. */
  readonly api: string;
  readonly token: string;
  /** The base of the API for the named process, which identifies its requests. */
  readonly apiFor: (by: string) => string;
  /** The default server and its first channel. */
  readonly guild: Place;
  readonly channel: Place;
  /** `closed`: the bot may not register commands there. `community`: the language of a Community server. */
  readonly newGuild: (name: string, more?: { readonly closed?: boolean; readonly community?: string }) => Place;
  readonly newChannel: (name: string, guild?: Place) => Place;
  /** A user writes a message that does not concern the bot. */
  readonly chat: (where: Place) => void;
  /** A thread of a text channel. */
  readonly newThread: (name: string, parent?: Place) => Place;
  /** A post in a new forum. */
  readonly newPost: (name: string, guild?: Place) => Place;
  /** An empty forum; `mayTag: false`: the bot may not create tags; `needsTag`: each post needs a tag. */
  readonly newForum: (
    name: string,
    more?: { readonly mayTag?: boolean; readonly needsTag?: boolean; readonly tags?: readonly string[] },
  ) => Place;
  /** The posts and threads of a channel, with the names of their tags. */
  readonly threads: (
    parent: Place,
  ) => readonly (Place & { readonly name: string; readonly tags: readonly string[]; readonly sleepsAfter: number })[];
  /** A member leaves or rejoins the server. */
  readonly leave: (user: Place, guild?: Place) => void;
  readonly return: (user: Place, guild?: Place) => void;
  /** Removes the bot from a server. */
  readonly putOut: (guild?: Place) => void;
  /** Archives a thread; `lock`: a message of the bot does not unarchive it. */
  readonly archive: (thread: Place, lock?: boolean) => void;
  readonly isArchived: (thread: Place) => boolean;
  readonly deleteChannel: (channel: Place) => void;
  /** Deletes a thread without an event, as when its channel is deleted. */
  readonly forget: (channel: Place) => void;
  readonly forbid: (channel: Place, what: FakeChannel['forbidden']) => void;
  /** Deletes all webhooks. */
  readonly forgetWebhooks: () => void;
  readonly deleteMessage: (id: string) => void;
  /** Puts a channel or thread into slow mode: seconds between two messages of one person. */
  readonly slow: (channel: Place, seconds: number) => void;
  /** The bot's commands in the context menu of a message. */
  readonly menus: (guild?: Place) => FakeGuild['menus'];
  /** A member of the server with `rights` in addition to the usual ones. `manages` grants Manage Server. */
  readonly user: (
    name: string,
    more?: {
      readonly manages?: boolean;
      readonly rights?: bigint;
      readonly guild?: Place;
      readonly nick?: string;
      readonly dms?: boolean;
      readonly locale?: string;
    },
  ) => Person;
  readonly commands: (guild?: Place) => readonly StoredCommand[];
  readonly directCommands: () => readonly StoredCommand[];
  /** Answers matching requests (`PATCH /channels/`) with 429 the given number of times. */
  readonly limit: (on: RegExp, times: number, seconds?: number) => void;
  /** Answers matching requests with 503 the given number of times, or until the returned function is called. */
  readonly outage: (on?: RegExp, times?: number) => () => void;
  /** Applies a fault to matching requests the given number of times, or until the returned function is called. */
  readonly strike: (on: RegExp, fault: Fault, times?: number) => () => void;
  /** Chooses a fault for each request until the returned function is called. */
  readonly trouble: (choose: Faults) => () => void;
  /** Delivers the next interaction more than once, or too late to be answered. */
  readonly nextDelivered: (times: number) => void;
  readonly nextTooLate: () => void;
  /** Changes the next interaction before it is delivered. */
  readonly nextChanged: (change: (payload: OddPayload) => object) => void;
  /** Sends an event that concerns nothing here, in any shape. */
  readonly sendEvent: (event: string, data: unknown) => void;
  /** Sends such an event to each new connection before its servers. */
  readonly sendEarly: (event: string, data: unknown) => void;
  /** Delivers the newest interaction again. */
  readonly deliverAgain: () => void;
  /** Types a command without waiting. Returns the interaction and the time it was sent. */
  readonly types: (user: Place, line: Line, channel: Place) => { readonly id: string; readonly leftAt: number };
  /** Cuts the gateway; `forget` also forgets the session, so that it cannot be resumed. */
  readonly drop: (forget?: boolean) => void;
  /** Disconnects one process until the returned function is called. `gateway` leaves its requests alone, and with
   * `handshake` new connections to the gateway get no answer. */
  readonly cut: (by: string, what?: 'gateway' | 'handshake') => () => void;
  /** Sets whether an interaction goes to all processes that serve its server, or to them in turn. */
  readonly hearing: (hearing: Hearing) => void;
  readonly connections: () => GatewayCounts;
  readonly isConnected: () => boolean;
  /** Every message that one of these users could ever read, deleted ones included, oldest first. */
  readonly messagesOf: (person: Person) => readonly (FakeMessage & { readonly isGone: boolean })[];
  /** Everything these users were ever shown: messages with all their edits, alt texts, suggestions. */
  readonly told: (people: readonly Person[]) => readonly string[];
  /** The interactions of a person, oldest first, with when they went on their way, in milliseconds of `performance.now()`. */
  readonly sentBy: (person: Place) => readonly { readonly token: string; readonly leftAt: number }[];
  /** Every request so far. */
  readonly requests: () => readonly Logged[];
  /** Number of unanswered requests. */
  readonly inFlight: () => number;
  /** Returns and clears what the bot sent that Discord would refuse. */
  readonly takeFaults: () => readonly string[];
  /** Waits until the bot has received everything and makes no more requests. */
  readonly quiet: (milliseconds?: number) => Promise<void>;
  /** Throws if there were faults that no test took. */
  readonly close: () => Promise<void>;
}

interface Options {
  /** Milliseconds since 1970; a test may turn it forward. */
  readonly now?: () => number;
  readonly heartbeat?: number;
  /** Settles when the bot has no running command; `still`: and nothing left to show or send. */
  readonly settled?: () => Promise<void>;
  readonly still?: () => Promise<void>;
  /** For loads of thousands of orders: called for each request, and nothing old is stored. */
  readonly onRequest?: (request: Logged) => void;
  /** The language of users’ clients. Default: English. */
  readonly locale?: string;
}

/** Starts a local Discord. */
export const fakeDiscord = async ({
  now = Date.now,
  heartbeat = 41_250,
  settled,
  still = async () => {},
  onRequest,
  locale: usualLocale = 'en-US',
}: Options = {}): Promise<FakeDiscord> => {
  const world = newWorld(now, onRequest !== undefined);
  const faults: string[] = [];
  const troubles: Faults[] = [];
  const uploads = new Map<string, Uint8Array>();
  let port = 0;
  const base = () => `http://127.0.0.1:${port}`;
  const fault = (what: string) => {
    faults.push(what);
  };
  const gatewayUrl = (by: string | undefined) => `ws://127.0.0.1:${port}/${by ?? ''}`;
  const gateway = newGateway(world, gatewayUrl, heartbeat, fault);
  const { server, requests, inFlight } = newRest({
    world,
    gatewayUrl,
    cdn: () => `${base()}/cdn`,
    announce: gateway.dispatch,
    fault,
    faults: troubles,
    uploads,
    onRequest,
  });
  server.on('upgrade', gateway.upgrade);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'object' && address !== null) port = address.port;

  const sending: Sent = {
    world,
    cdn: () => `${base()}/cdn`,
    dispatch: gateway.dispatch,
    settled,
    next: { deliveries: 1, expired: false, change: undefined },
    last: undefined,
    attach: ({ name, content }) => {
      const id = world.id();
      const bytes = Buffer.from(content);
      const path = `/cdn/attachments/${id}/${encodeURIComponent(name)}`;
      uploads.set(path, bytes);
      const url = `${base()}${path}`;
      return {
        id,
        filename: name,
        size: bytes.length,
        url,
        proxy_url: url,
        content_type: 'text/plain',
        ephemeral: true,
      };
    },
  };

  const addChannel = (name: string, type: ChannelType, guild: string, parent?: string): FakeChannel => {
    const channel = aChannel({ id: world.id(), guild, type, name, parent });
    world.channels.set(channel.id, channel);
    gateway.dispatch(type === 11 ? 'THREAD_CREATE' : 'CHANNEL_CREATE', channelPayload(world, channel), guild);
    return channel;
  };
  const addGuild = (name: string, more: { readonly closed?: boolean; readonly community?: string } = {}): FakeGuild => {
    const { closed = false, community } = more;
    const guild: FakeGuild = { id: world.id(), name, members: new Map(), commands: [], menus: [], closed, community };
    world.guilds.set(guild.id, guild);
    gateway.dispatch('GUILD_CREATE', guildPayload(world, guild), guild.id);
    return guild;
  };
  const channelOf = ({ id }: Place): FakeChannel => {
    const channel = world.channels.get(id);
    if (channel === undefined) throw new Error(`There is no channel ${id}.`);
    return channel;
  };

  const strike: FakeDiscord['strike'] = (on, fault, times = Number.POSITIVE_INFINITY) => {
    const { choose, stop } = matching(on, times, fault);
    troubles.push(choose);
    return stop;
  };

  const home = addGuild('Skirmish Club');
  const arena = addChannel('arena', 0, home.id);

  return {
    api: `${base()}/api`,
    token: world.token,
    apiFor: (by) => `${base()}/${by}/api`,
    guild: home,
    channel: arena,
    newGuild: addGuild,
    chat: (where) => {
      channelOf(where).chat = world.id();
    },
    newChannel: (name, guild = home) => addChannel(name, 0, guild.id),
    newThread: (name, parent = arena) => addChannel(name, 11, channelOf(parent).guild ?? home.id, parent.id),
    newPost: (name, guild = home) => addChannel(name, 11, guild.id, addChannel(`${name} forum`, 15, guild.id).id),
    newForum: (name, { mayTag = true, needsTag = false, tags = [] } = {}) => {
      const forum = addChannel(name, 15, home.id);
      forum.mayTag = mayTag;
      forum.needsTag = needsTag;
      forum.tags = tags.map((tag) => ({ id: world.id(), name: tag }));
      gateway.dispatch('CHANNEL_UPDATE', channelPayload(world, forum), home.id);
      return forum;
    },
    threads: (parent) => {
      const { tags } = channelOf(parent);
      return [...world.channels.values()]
        .filter((channel) => channel.parent === parent.id)
        .map(({ id, name, applied, sleepsAfter }) => ({
          id,
          name,
          sleepsAfter,
          tags: applied.map((tag) => tags.find((each) => each.id === tag)?.name ?? tag),
        }));
    },
    leave: (user, guild = home) => {
      world.guilds.get(guild.id)?.members.delete(user.id);
    },
    return: (user, guild = home) => {
      world.guilds.get(guild.id)?.members.set(user.id, { nick: undefined, manages: false, rights: 0n });
    },
    putOut: (guild = home) => {
      gateway.dispatch('GUILD_DELETE', { id: guild.id }, guild.id);
    },
    archive: (thread, lock = false) => {
      const channel = channelOf(thread);
      channel.archived = true;
      channel.locked = lock;
      gateway.dispatch('THREAD_UPDATE', channelPayload(world, channel), channel.guild);
    },
    isArchived: (thread) => channelOf(thread).archived,
    deleteChannel: (place) => {
      const channel = channelOf(place);
      world.channels.delete(channel.id);
      gateway.dispatch(
        channel.type === 11 ? 'THREAD_DELETE' : 'CHANNEL_DELETE',
        channelPayload(world, channel),
        channel.guild,
      );
    },
    forget: ({ id }) => {
      world.channels.delete(id);
    },
    forbid: (channel, what) => {
      channelOf(channel).forbidden = what;
    },
    forgetWebhooks: () => world.webhooks.clear(),
    deleteMessage: (id) => {
      world.messages.delete(id);
    },
    slow: (place, seconds) => {
      const channel = channelOf(place);
      channel.slowMode = seconds;
      gateway.dispatch(
        channel.type === 11 ? 'THREAD_UPDATE' : 'CHANNEL_UPDATE',
        channelPayload(world, channel),
        channel.guild,
      );
    },
    menus: (guild = home) => world.guilds.get(guild.id)?.menus ?? [],
    user: (name, { manages = false, rights = 0n, guild = home, nick, dms = true, locale = usualLocale } = {}) => {
      const user = {
        id: world.id(),
        username: name.toLowerCase().replace(/\W/g, '') || 'user',
        global_name: name,
        bot: false,
        dms,
        locale,
      };
      world.users.set(user.id, user);
      world.guilds.get(guild.id)?.members.set(user.id, { nick, manages, rights });
      return person(user, sending, guild.id === home.id ? arena : undefined, () => dmWith(world, user.id));
    },
    commands: (guild = home) => world.guilds.get(guild.id)?.commands ?? [],
    directCommands: () => world.globalCommands,
    limit: (on, times, seconds = 0.2) => {
      troubles.push(matching(on, times, { kind: 'rate limit', seconds }).choose);
    },
    outage: (on = /./, times = Number.POSITIVE_INFINITY) => strike(on, { kind: 'error', status: 503 }, times),
    strike,
    trouble: (choose) => {
      troubles.push(choose);
      return () => {
        troubles.splice(troubles.indexOf(choose), 1);
      };
    },
    nextDelivered: (times) => {
      sending.next.deliveries = times;
    },
    nextTooLate: () => {
      sending.next.expired = true;
    },
    nextChanged: (change) => {
      sending.next.change = change;
    },
    sendEvent: (event, data) => gateway.dispatch(event, data, undefined),
    sendEarly: gateway.early,
    deliverAgain: () => {
      if (sending.last) gateway.dispatch('INTERACTION_CREATE', sending.last.payload, sending.last.guild);
    },
    types: ({ id }, line, place) => {
      const channel = channelOf(place);
      const user = world.users.get(id);
      if (user === undefined) throw new Error(`There is nobody ${id}.`);
      const commands = world.guilds.get(channel.guild ?? '')?.commands ?? [];
      const interaction = send(sending, {
        kind: 'command',
        user,
        channel,
        data: typedCommand(sending, line, commands, channel, {}),
      });
      return { id: interaction, leftAt: world.interactions.get(interaction)?.leftAt ?? performance.now() };
    },
    drop: (forget = false) => gateway.drop(forget),
    cut: (by, what) => {
      const heal = gateway.cut(by, what !== 'handshake');
      if (what !== undefined) return heal;
      const hangUp: Faults = (request) => (request.by === by ? { kind: 'hang-up', unread: true } : undefined);
      troubles.push(hangUp);
      return () => {
        troubles.splice(troubles.indexOf(hangUp), 1);
        heal();
      };
    },
    hearing: gateway.hearing,
    connections: gateway.counts,
    isConnected: gateway.isConnected,
    messagesOf: ({ id: person }) =>
      world.everyMessage
        .filter(({ channel, onlyFor = world.channels.get(channel)?.recipient }) => (onlyFor ?? person) === person)
        .map((message) => ({ ...message, isGone: !world.messages.has(message.id) })),
    told: (people) =>
      everythingShown(
        world,
        people.map(({ id }) => id),
      ),
    sentBy: ({ id }) => [...world.interactions.values()].filter(({ user }) => user === id),
    requests: () => [...requests],
    inFlight,
    takeFaults: () => faults.splice(0),
    quiet: async (milliseconds = 30) => {
      let seen = -1;
      while (seen !== requests.length || inFlight() > 0) {
        seen = requests.length;
        await gateway.heard();
        await sleep(milliseconds);
        await still();
      }
    },
    close: async () => {
      gateway.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      if (faults.length > 0) throw new Error(`The bot did what Discord does not take:\n${faults.join('\n')}`);
    },
  };
};
