import { z } from 'zod';
import {
  ApiError,
  acknowledged,
  archivedThread,
  cannotDm,
  editsExhausted,
  invalidBody,
  missingAccess,
  missingPermissions,
  unknownChannel,
  unknownInteraction,
  unknownMessage,
  unknownWebhook,
} from './api-error.ts';
import { respondToInteraction } from './callback.ts';
import { readCommands, readMenus } from './command-rules.ts';
import { readMessage, type Upload } from './message-rules.ts';
import { channelPayload, memberPayload, messagePayload, userPayload } from './payloads.ts';
import { idOfToken } from './sending.ts';
import { changeChannel, readThread } from './threads.ts';
import { listEmojis, listWebhooks, newEmoji, newWebhook, removeEmoji, spokenThrough } from './webhooks.ts';
import {
  aChannel,
  blankMessage,
  dmWith,
  type FakeChannel,
  type FakeFile,
  type FakeGuild,
  type FakeMessage,
  fill,
  type Interaction,
  notifiedBy,
  type World,
} from './world.ts';

export interface Request {
  readonly world: World;
  /** The part of the path at the nth pair of braces. */
  readonly at: (hole: number) => string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly uploads: readonly Upload[];
  readonly gatewayUrl: string;
  readonly cdn: string;
  /** Sends the bot an event about a changed thread. */
  readonly announce: (event: string, data: unknown, guild: string | undefined) => void;
}

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  /** Interactions carry their own token; everything else wants the bot's. */
  readonly open?: boolean;
  readonly answer: (request: Request) => unknown;
}

const hour = 3_600_000;
const ephemeral = 64;

const filesOf = (
  world: World,
  uploads: readonly Upload[],
  attachments: readonly { id: string | number; description?: string | undefined }[] = [],
): readonly FakeFile[] =>
  uploads.map(({ index, name, bytes }) => ({
    id: world.id(),
    name,
    description: attachments.find(({ id }) => String(id) === String(index))?.description,
    bytes: world.isLean ? new Uint8Array() : bytes,
  }));

const shown = ({ world, cdn }: Request, message: FakeMessage) => messagePayload(world, cdn, message);

const channelFor = (world: World, id: string, doing: 'see' | 'write'): FakeChannel => {
  const channel = world.channels.get(id);
  if (channel === undefined) throw unknownChannel();
  if (channel.forbidden === 'see') throw missingAccess();
  if (doing === 'write' && channel.forbidden === 'write') throw missingPermissions();
  return channel;
};

const ownMessage = (world: World, channel: string, id: string): FakeMessage => {
  const message = world.messages.get(id);
  if (message === undefined || message.channel !== channel || message.onlyFor !== undefined) throw unknownMessage();
  return message;
};

/** The public messages after another one, newest first, as Discord lists them. */
const listed = (request: Request) => {
  const { world, query } = request;
  const channel = channelFor(world, request.at(0), 'see');
  const after = query.get('after');
  const limit = Number(query.get('limit') ?? 50);
  if (after === null || limit < 1 || limit > 100) throw invalidBody(['after and limit']);
  return (world.inChannel.get(channel.id) ?? [])
    .flatMap((id) => world.messages.get(id) ?? [])
    .filter((each) => each.onlyFor === undefined && BigInt(each.id) > BigInt(after))
    .toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
    .slice(0, limit)
    .toReversed()
    .map((each) => shown(request, each));
};

/** A message unarchives its thread, unless that is locked. */
const wake = ({ world, announce }: Request, channel: FakeChannel): void => {
  if (!channel.archived) return;
  if (channel.locked) throw archivedThread();
  channel.archived = false;
  announce('THREAD_UPDATE', channelPayload(world, channel), channel.guild);
};

const sendable = new Set([4, 4096, 4100]);

const send = (request: Request) => {
  const { world, uploads } = request;
  const channel = channelFor(world, request.at(0), 'write');
  if (channel.type === 15) throw new ApiError(400, 50008, 'Cannot send messages in a non-text channel');
  const recipient = world.users.get(channel.recipient ?? '');
  if (channel.type === 1 && recipient?.dms === false) throw cannotDm();
  if (channel.type === 1 && ![...world.guilds.values()].some(({ members }) => members.has(recipient?.id ?? '')))
    throw new ApiError(403, 50278, 'Cannot send messages to this user due to having no mutual guilds');
  const body = readMessage(request.body, uploads, true);
  if (body.flags !== undefined && body.flags !== 0 && !sendable.has(body.flags))
    throw invalidBody([`flags: ${body.flags}`]);
  const nonce = body.enforce_nonce && body.nonce !== undefined ? `${channel.id} ${body.nonce}` : undefined;
  const before = world.messages.get(world.nonces.get(nonce ?? '') ?? '');
  if (before !== undefined) return shown(request, before);
  wake(request, channel);
  const message = blankMessage(world, channel.id, { flags: body.flags ?? 0 });
  if (nonce !== undefined) world.nonces.set(nonce, message.id);
  fill(message, body, filesOf(world, uploads, body.attachments), false);
  // A silent message mentions users without a ping.
  for (const id of (message.flags & 4096) === 0 ? notifiedBy(body) : []) message.notified.add(id);
  return shown(request, message);
};

const openThread = (request: Request) => {
  const { world, uploads, announce } = request;
  const parent = channelFor(world, request.at(0), 'write');
  const { name, tags, message: first } = readThread(parent, request.body);
  const body = parent.type === 15 ? readMessage(first, uploads, true) : undefined;
  const thread = aChannel({ id: world.id(), guild: parent.guild, type: 11, name, parent: parent.id, applied: tags });
  world.channels.set(thread.id, thread);
  announce('THREAD_CREATE', { ...channelPayload(world, thread), newly_created: true }, thread.guild);
  if (body === undefined) return channelPayload(world, thread);
  const message = blankMessage(world, thread.id, { flags: body.flags ?? 0 });
  fill(message, body, filesOf(world, uploads, body.attachments), false);
  for (const id of notifiedBy(body)) message.notified.add(id);
  return { ...channelPayload(world, thread), message: shown(request, message) };
};

const change = ({ world, at, body, announce }: Request) => {
  const channel = channelFor(world, at(0), 'see');
  changeChannel(world, channel, body);
  announce(channel.type === 11 ? 'THREAD_UPDATE' : 'CHANNEL_UPDATE', channelPayload(world, channel), channel.guild);
  return channelPayload(world, channel);
};

const member = ({ world, at }: Request) => {
  const guild = guildOf(world, at(0));
  const user = world.users.get(at(1));
  if (user === undefined) throw new ApiError(404, 10013, 'Unknown User');
  if (!guild.members.has(user.id)) throw new ApiError(404, 10007, 'Unknown Member');
  return memberPayload(guild, user);
};

/** Members whose user name or nickname begins so, in any letter case. It needs no right and no privileged intent. */
const searchMembers = ({ world, at, query }: Request) => {
  const guild = guildOf(world, at(0));
  const beginning = (query.get('query') ?? '').toLowerCase();
  return [...guild.members]
    .flatMap(([id, { nick }]) => {
      const user = world.users.get(id);
      const begins = [user?.username, nick].some((name) => name?.toLowerCase().startsWith(beginning));
      return user !== undefined && begins ? [memberPayload(guild, user)] : [];
    })
    .slice(0, Number(query.get('limit') ?? 1));
};

const edit = (request: Request) => {
  const { world, uploads } = request;
  const channel = channelFor(world, request.at(0), 'see');
  const message = ownMessage(world, channel.id, request.at(1));
  if (channel.archived) throw archivedThread();
  if (world.now() - message.sentAt > hour) throw editsExhausted();
  const body = readMessage(request.body, uploads, false);
  fill(message, body, filesOf(world, uploads, body.attachments), true);
  message.edits += 1;
  return shown(request, message);
};

const remove = (request: Request) => {
  const channel = channelFor(request.world, request.at(0), 'see');
  const message = ownMessage(request.world, channel.id, request.at(1));
  if (channel.archived) throw archivedThread();
  request.world.messages.delete(message.id);
  return undefined;
};

const tokenLives = 15 * 60_000;

const byToken = (world: World, token: string): Interaction => {
  const found = world.interactions.get(idOfToken(token));
  if (found === undefined || found.response === 'none' || world.now() - found.bornAt > tokenLives)
    throw unknownWebhook();
  return found;
};

const loadingOf = (world: World, { original }: Interaction): FakeMessage | undefined => {
  const message = world.messages.get(original ?? '');
  return message?.loading ? message : undefined;
};

/** Posts the message of a webhook in its channel or in a thread of it. */
const execute = (request: Request) => {
  const { world, at, query } = request;
  const { place, body: said, author } = spokenThrough(world, at(0), at(1), query.get('thread_id'), request.body);
  const body = readMessage(said, [], true);
  wake(request, place);
  const message = blankMessage(world, place.id, { flags: body.flags ?? 0, author });
  fill(message, body, [], false);
  for (const id of notifiedBy(body)) message.notified.add(id);
  return query.get('wait') === 'true' ? shown(request, message) : undefined;
};

const followUp = (request: Request) => {
  const { world, uploads } = request;
  if (request.at(0) !== world.application) return execute(request);
  const interaction = byToken(world, request.at(1));
  const body = readMessage(request.body, uploads, true);
  const files = filesOf(world, uploads, body.attachments);
  interaction.touched = true;
  // The first follow-up to a deferred answer fills the placeholder, keeps its visibility and pings no one.
  const loading = loadingOf(world, interaction);
  if (loading) {
    fill(loading, body, files, false);
    return shown(request, loading);
  }
  const isPrivate = ((body.flags ?? 0) & ephemeral) !== 0;
  const channel = world.channels.get(interaction.channel);
  if (channel) wake(request, channel);
  const message = blankMessage(world, interaction.channel, {
    onlyFor: isPrivate ? interaction.user : undefined,
    flags: body.flags ?? 0,
    interaction: interaction.id,
  });
  fill(message, body, files, false);
  if (!isPrivate) for (const id of notifiedBy(body)) message.notified.add(id);
  interaction.messages.push(message.id);
  return shown(request, message);
};

const itsMessage = (world: World, interaction: Interaction, id: string): FakeMessage => {
  const message = world.messages.get(id === '@original' ? (interaction.original ?? '') : id);
  if (message === undefined) throw unknownMessage();
  return message;
};

const editFollowUp = (request: Request) => {
  const { world, uploads } = request;
  const interaction = byToken(world, request.at(1));
  const message = itsMessage(world, interaction, request.at(2));
  const body = readMessage(request.body, uploads, message.loading);
  fill(message, body, filesOf(world, uploads, body.attachments), true);
  message.edits += 1;
  interaction.touched = true;
  return shown(request, message);
};

const removeFollowUp = ({ world, at }: Request) => {
  const interaction = byToken(world, at(1));
  world.messages.delete(itsMessage(world, interaction, at(2)).id);
  return undefined;
};

const openDm = ({ world, body }: Request) => {
  const { recipient_id: recipient } = z.object({ recipient_id: z.string() }).parse(body);
  if (!world.users.has(recipient)) throw new ApiError(400, 50033, 'Invalid Recipient(s)');
  return channelPayload(world, dmWith(world, recipient));
};

const callback = (request: Request) => {
  const interaction = request.world.interactions.get(request.at(0));
  if (interaction === undefined || interaction.token !== request.at(1)) throw unknownInteraction();
  if (interaction.response !== 'none') throw acknowledged();
  if (interaction.expired) throw unknownInteraction();
  respondToInteraction(request.world, interaction, request.body, (body) => {
    const read = readMessage(body, request.uploads, true);
    return { body: read, files: filesOf(request.world, request.uploads, read.attachments) };
  });
  return undefined;
};

/** A command without its other languages, as Discord gives it unless it is asked for them. */
const inEnglish = (command: object): object =>
  JSON.parse(JSON.stringify(command, (key, value: unknown) => (/_localizations$/.test(key) ? undefined : value)));

const commandsIn = (list: readonly object[], application: string, guild?: string) =>
  list.map((command) => ({
    ...{ description: '', default_member_permissions: null },
    ...command,
    application_id: application,
    version: '1',
    ...(guild && { guild_id: guild }),
  }));

const allCommandsOf = ({ commands, menus }: FakeGuild): readonly object[] => [...commands, ...menus];

const asAsked = (query: URLSearchParams, commands: readonly object[]): readonly object[] =>
  query.get('with_localizations') === 'true' ? commands : commands.map(inEnglish);

const guildOf = (world: World, id: string): FakeGuild => {
  const guild = world.guilds.get(id);
  if (guild === undefined || guild.closed) throw missingAccess();
  return guild;
};

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/gateway\/bot$/,
    answer: ({ gatewayUrl }) => ({
      url: gatewayUrl,
      shards: 1,
      session_start_limit: { total: 1000, remaining: 999, reset_after: 86_400_000, max_concurrency: 1 },
    }),
  },
  { method: 'GET', path: /^\/users\/@me$/, answer: ({ world }) => userPayload(world.bot) },
  { method: 'POST', path: /^\/users\/@me\/channels$/, answer: openDm },
  {
    method: 'GET',
    path: /^\/applications\/(\d+)\/commands$/,
    answer: ({ world, query }) => asAsked(query, commandsIn(world.globalCommands, world.application)),
  },
  {
    method: 'PUT',
    path: /^\/applications\/(\d+)\/commands$/,
    answer: ({ world, body }) => {
      world.globalCommands = readCommands(body, 'global').map((command) => ({ ...command, id: world.id() }));
      return commandsIn(world.globalCommands, world.application);
    },
  },
  {
    method: 'GET',
    path: /^\/applications\/(\d+)\/guilds\/(\d+)\/commands$/,
    answer: ({ world, at, query }) =>
      asAsked(query, commandsIn(allCommandsOf(guildOf(world, at(1))), world.application, at(1))),
  },
  {
    method: 'PUT',
    path: /^\/applications\/(\d+)\/guilds\/(\d+)\/commands$/,
    answer: ({ world, at, body }) => {
      const guild = guildOf(world, at(1));
      const [commands, menus] = [readCommands(body, 'guild'), readMenus(body)];
      guild.commands = commands.map((command) => ({ ...command, id: world.id() }));
      guild.menus = menus.map((menu) => ({ ...menu, id: world.id() }));
      return commandsIn(allCommandsOf(guild), world.application, guild.id);
    },
  },
  { method: 'POST', path: /^\/interactions\/(\d+)\/([^/]+)\/callback$/, open: true, answer: callback },
  { method: 'POST', path: /^\/webhooks\/(\d+)\/([^/]+)$/, open: true, answer: followUp },
  {
    method: 'GET',
    path: /^\/webhooks\/(\d+)\/([^/]+)\/messages\/([^/]+)$/,
    open: true,
    answer: (request) =>
      shown(request, itsMessage(request.world, byToken(request.world, request.at(1)), request.at(2))),
  },
  { method: 'PATCH', path: /^\/webhooks\/(\d+)\/([^/]+)\/messages\/([^/]+)$/, open: true, answer: editFollowUp },
  { method: 'DELETE', path: /^\/webhooks\/(\d+)\/([^/]+)\/messages\/([^/]+)$/, open: true, answer: removeFollowUp },
  {
    method: 'GET',
    path: /^\/channels\/(\d+)$/,
    answer: ({ world, at }) => channelPayload(world, channelFor(world, at(0), 'see')),
  },
  {
    method: 'GET',
    path: /^\/channels\/(\d+)\/webhooks$/,
    answer: ({ world, at }) => listWebhooks(world, channelFor(world, at(0), 'see')),
  },
  {
    method: 'POST',
    path: /^\/channels\/(\d+)\/webhooks$/,
    answer: ({ world, at, body }) => newWebhook(world, channelFor(world, at(0), 'see'), body),
  },
  { method: 'GET', path: /^\/applications\/(\d+)\/emojis$/, answer: ({ world }) => listEmojis(world) },
  { method: 'POST', path: /^\/applications\/(\d+)\/emojis$/, answer: ({ world, body }) => newEmoji(world, body) },
  {
    method: 'DELETE',
    path: /^\/applications\/(\d+)\/emojis\/(\d+)$/,
    answer: ({ world, at }) => removeEmoji(world, at(1)),
  },
  { method: 'PATCH', path: /^\/channels\/(\d+)$/, answer: change },
  { method: 'POST', path: /^\/channels\/(\d+)\/threads$/, answer: openThread },
  { method: 'GET', path: /^\/guilds\/(\d+)\/members\/search$/, answer: searchMembers },
  { method: 'GET', path: /^\/guilds\/(\d+)\/members\/(\d+)$/, answer: member },
  { method: 'POST', path: /^\/channels\/(\d+)\/messages$/, answer: send },
  { method: 'GET', path: /^\/channels\/(\d+)\/messages$/, answer: listed },
  {
    method: 'GET',
    path: /^\/channels\/(\d+)\/messages\/(\d+)$/,
    answer: (request) =>
      shown(request, ownMessage(request.world, channelFor(request.world, request.at(0), 'see').id, request.at(1))),
  },
  { method: 'PATCH', path: /^\/channels\/(\d+)\/messages\/(\d+)$/, answer: edit },
  { method: 'DELETE', path: /^\/channels\/(\d+)\/messages\/(\d+)$/, answer: remove },
];
