import { z } from 'zod';
import { ApiError, archivedThread, invalidBody, missingPermissions } from './api-error.ts';
import type { FakeChannel, ForumTag, World } from './world.ts';

/** Threads, posts and their tags, as Discord reads them. */
const snowflake = z.string().regex(/^\d{17,20}$/);
const duration = z.union([z.literal(60), z.literal(1440), z.literal(4320), z.literal(10080)]);
const name = z.string().min(1).max(100);

const postSchema = z.strictObject({
  name,
  auto_archive_duration: duration.optional(),
  applied_tags: z.array(snowflake).max(5).optional(),
  rate_limit_per_user: z.undefined().optional(),
  message: z.unknown(),
});
const threadSchema = z.strictObject({
  name,
  auto_archive_duration: duration.optional(),
  type: z.literal(11),
  invitable: z.undefined().optional(),
  rate_limit_per_user: z.undefined().optional(),
});
const tagSchema = z.strictObject({
  id: snowflake.optional(),
  name: z.string().min(1).max(20),
  moderated: z.boolean().optional(),
  emoji_id: snowflake.nullish(),
  emoji_name: z.string().nullish(),
});
const forumChange = z.strictObject({ available_tags: z.array(tagSchema).max(20) });
const threadChange = z.strictObject({
  archived: z.boolean().optional(),
  auto_archive_duration: duration.optional(),
  applied_tags: z.array(snowflake).max(5).optional(),
});

const read = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidBody(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
};

const knownTags = (forum: FakeChannel | undefined, tags: readonly string[]): readonly string[] => {
  const strange = tags.filter((id) => !forum?.tags.some((tag) => tag.id === id));
  if (strange.length > 0) throw invalidBody(strange.map((id) => `applied_tags: there is no tag ${id}`));
  return tags;
};

export interface NewThread {
  readonly name: string;
  readonly tags: readonly string[];
  /** The first message, of a post. */
  readonly message: unknown;
}

/** The thread that a body requests: a post with its first message in a forum, an empty thread elsewhere. */
export const readThread = (parent: FakeChannel, body: unknown): NewThread => {
  if (parent.type !== 15) {
    if (parent.type !== 0) throw new ApiError(400, 50024, 'Cannot execute action on this channel type');
    return { name: read(threadSchema, body).name, tags: [], message: undefined };
  }
  const post = read(postSchema, body);
  if (parent.needsTag && (post.applied_tags ?? []).length === 0)
    throw new ApiError(400, 40067, 'A tag is required to create a forum post in this channel');
  return { name: post.name, tags: knownTags(parent, post.applied_tags ?? []), message: post.message };
};

/** Changes the tags of a forum, or the tags and the archived state of a thread. */
export const changeChannel = (world: World, channel: FakeChannel, body: unknown): void => {
  if (channel.type === 15) {
    const { available_tags: tags } = read(forumChange, body);
    if (!channel.mayTag) throw missingPermissions();
    const twice = tags.filter((tag, at) => tags.findIndex((other) => other.name === tag.name) !== at);
    if (twice.length > 0) throw invalidBody(twice.map((tag) => `available_tags: ${tag.name} twice`));
    channel.tags = tags.map((tag): ForumTag => ({ id: tag.id ?? world.id(), name: tag.name }));
    return;
  }
  if (channel.type !== 11) throw new ApiError(400, 50024, 'Cannot execute action on this channel type');
  const { archived, applied_tags: applied, auto_archive_duration: sleepsAfter } = read(threadChange, body);
  if (channel.archived && archived !== false) throw archivedThread();
  if (archived !== undefined) channel.archived = archived;
  if (sleepsAfter !== undefined) channel.sleepsAfter = sleepsAfter;
  if (applied !== undefined) channel.applied = knownTags(world.channels.get(channel.parent ?? ''), applied);
};
