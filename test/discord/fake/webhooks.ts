import { z } from 'zod';
import { ApiError, invalidBody, missingPermissions, unknownWebhook } from './api-error.ts';
import { userPayload } from './payloads.ts';
import type { FakeChannel, FakeWebhook, World } from './world.ts';

const mostWebhooks = 15;
const hookSchema = z.strictObject({ name: z.string().min(1).max(80), avatar: z.null().optional() });
const emojiSchema = z.strictObject({
  name: z.string().regex(/^\w{2,32}$/),
  image: z.string().startsWith('data:image/webp;base64,').max(350_000),
});

/** What is wrong with the name of a webhook. */
const nameFaults = (name: string): readonly string[] => [
  ...(/discord|clyde/i.test(name) ? ['username: Username cannot contain that'] : []),
  ...(/^(everyone|here)$/i.test(name) ? ['username: Username cannot be that'] : []),
];

export const webhookPayload = (world: World, { id, token, channel, name }: FakeWebhook) => ({
  ...{ id, token, name, type: 1, avatar: null, application_id: world.application },
  channel_id: channel,
  guild_id: world.channels.get(channel)?.guild ?? null,
  user: userPayload(world.bot),
});

const ofChannel = (world: World, channel: FakeChannel): readonly FakeWebhook[] => {
  if (channel.forbidden === 'webhooks') throw missingPermissions();
  return [...world.webhooks.values()].filter((each) => each.channel === channel.id);
};

export const listWebhooks = (world: World, channel: FakeChannel) =>
  ofChannel(world, channel).map((each) => webhookPayload(world, each));

/** A thread has no webhooks of its own. */
export const newWebhook = (world: World, channel: FakeChannel, body: unknown) => {
  const there = ofChannel(world, channel);
  if (channel.type !== 0 && channel.type !== 15)
    throw new ApiError(400, 50024, 'Cannot execute action on this channel type');
  if (there.length >= mostWebhooks) throw new ApiError(400, 30007, 'Maximum number of webhooks reached (15)');
  const { name } = hookSchema.parse(body);
  if (nameFaults(name).length > 0) throw invalidBody(nameFaults(name));
  const id = world.id();
  const made = { id, token: `secret-of-${id}`, channel: channel.id, name };
  world.webhooks.set(id, made);
  return webhookPayload(world, made);
};

const speakerSchema = z.looseObject({ username: z.string().min(1).max(80), avatar_url: z.url().optional() });

/** The channel and author of a webhook message, and the rest of its body. */
export const spokenThrough = (world: World, hook: string, token: string, thread: string | null, input: unknown) => {
  const webhook = world.webhooks.get(hook);
  if (webhook === undefined || webhook.token !== token) throw unknownWebhook();
  const { username, avatar_url: avatar, ...body } = speakerSchema.parse(input);
  if (nameFaults(username).length > 0) throw invalidBody(nameFaults(username));
  const place = world.channels.get(thread ?? webhook.channel);
  if (place === undefined || (thread !== null && place.parent !== webhook.channel))
    throw new ApiError(400, 10003, 'Unknown Channel');
  if (place.type === 15)
    throw new ApiError(400, 220001, 'Webhooks posted to forum channels must have a thread_name or thread_id');
  return { place, body, author: { webhook: webhook.id, name: username, avatar } };
};

const emojiPayload = (id: string, name: string) => ({
  ...{ id, name, roles: [], require_colons: true, managed: false, animated: false, available: true },
});

export const listEmojis = ({ emojis }: World) => ({
  items: [...emojis].map(([id, { name }]) => emojiPayload(id, name)),
});

export const newEmoji = (world: World, input: unknown) => {
  const { name, image } = emojiSchema.parse(input);
  const id = world.id();
  world.emojis.set(id, { name, image });
  return emojiPayload(id, name);
};

export const removeEmoji = ({ emojis }: World, id: string): undefined => {
  if (!emojis.delete(id)) throw new ApiError(404, 10014, 'Unknown Emoji');
};
