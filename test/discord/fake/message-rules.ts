import { z } from 'zod';
import { emptyMessage, invalidBody } from './api-error.ts';

/** Discord's rules for the body of a message, as strict as Discord. */
const text = (most: number) => z.string().min(1).max(most);
const url = z.string().regex(/^(https?|attachment):\/\/\S+$/);

const embedSchema = z.strictObject({
  title: z.string().max(256).optional(),
  description: z.string().max(4096).optional(),
  url: url.optional(),
  color: z.int().min(0).max(0xffffff).optional(),
  timestamp: z.iso.datetime({ offset: true }).optional(),
  footer: z.strictObject({ text: text(2048) }).optional(),
  image: z.strictObject({ url }).optional(),
  thumbnail: z.strictObject({ url }).optional(),
  author: z.strictObject({ name: text(256) }).optional(),
  fields: z
    .array(z.strictObject({ name: text(256), value: text(1024), inline: z.boolean().optional() }))
    .max(25)
    .optional(),
});
export type Embed = z.output<typeof embedSchema>;

const buttonSchema = z.strictObject({
  type: z.literal(2),
  style: z.int().min(1).max(4),
  label: text(80),
  custom_id: text(100),
  disabled: z.boolean().optional(),
});
const selectSchema = z.strictObject({
  type: z.literal(3),
  custom_id: text(100),
  placeholder: z.string().max(150).optional(),
  min_values: z.int().min(0).max(25).optional(),
  max_values: z.int().min(1).max(25).optional(),
  disabled: z.boolean().optional(),
  options: z
    .array(
      z.strictObject({
        label: text(100),
        value: text(100),
        description: z.string().max(100).optional(),
        default: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(25),
});
const rowSchema = z.strictObject({
  type: z.literal(1),
  components: z.union([z.array(buttonSchema).min(1).max(5), z.tuple([selectSchema])]),
});
export type Button = z.output<typeof buttonSchema>;
export type Select = z.output<typeof selectSchema>;

const snowflake = z.string().regex(/^\d{17,19}$/);
const messageSchema = z.strictObject({
  content: z.string().max(2000).optional(),
  tts: z.boolean().optional(),
  nonce: z.union([z.string().max(25), z.int()]).optional(),
  enforce_nonce: z.boolean().optional(),
  embeds: z.array(embedSchema).max(10).optional(),
  components: z.array(rowSchema).max(5).optional(),
  allowed_mentions: z
    .strictObject({
      parse: z.array(z.enum(['users', 'roles', 'everyone'])).optional(),
      users: z.array(snowflake).max(100).optional(),
      roles: z.array(snowflake).max(100).optional(),
      replied_user: z.boolean().optional(),
    })
    .optional(),
  flags: z.int().min(0).optional(),
  attachments: z
    .array(
      z.strictObject({
        id: z.union([z.string(), z.int()]),
        filename: z.string().max(1024).optional(),
        description: z.string().max(1024).optional(),
      }),
    )
    .max(10)
    .optional(),
});
export type MessageBody = z.output<typeof messageSchema>;

export interface Upload {
  readonly index: number;
  readonly name: string;
  readonly bytes: Uint8Array;
}

export const embedSize = ({ title = '', description = '', footer, author, fields = [] }: Embed): number =>
  [
    title,
    description,
    footer?.text ?? '',
    author?.name ?? '',
    ...fields.flatMap(({ name, value }) => [name, value]),
  ].reduce((sum, { length }) => sum + length, 0);

const repeated = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

const mostBytes = 10 * 1024 * 1024;

const faults = (body: MessageBody, uploads: readonly Upload[]): readonly string[] => {
  const { embeds = [], components = [], attachments = [], allowed_mentions: allowed } = body;
  const total = embeds.reduce((sum, embed) => sum + embedSize(embed), 0);
  const ids = components.flatMap(({ components: row }) => row.map(({ custom_id }) => custom_id));
  const values = components.flatMap(({ components: row }) =>
    row.flatMap((each) => (each.type === 3 ? repeated(each.options.map(({ value }) => value)) : [])),
  );
  const pictures = embeds.flatMap(({ image, thumbnail }) => [image?.url, thumbnail?.url]);
  const names = uploads.map(({ name }) => `attachment://${name}`);
  const given = attachments.map(({ id }) => String(id));
  return [
    ...(total > 6000 ? [`embeds: ${total} characters in all, more than 6000`] : []),
    ...embeds
      .filter((embed) => embedSize(embed) === 0 && !embed.image && !embed.thumbnail)
      .map((_, at) => `embeds[${at}]: empty`),
    ...repeated(ids).map((id) => `components: custom id ${id} twice`),
    ...values.map((value) => `components: select value ${value} twice`),
    ...pictures
      .filter((picture) => picture?.startsWith('attachment://') && !names.includes(picture))
      .map((picture) => `embeds: ${picture} is not attached`),
    ...uploads
      .filter(({ index }) => !given.includes(String(index)))
      .map(({ name }) => `files: ${name} is not listed in attachments`),
    ...uploads.filter(({ bytes }) => bytes.length > mostBytes).map(({ name }) => `files: ${name} is too large`),
    ...(repeated(given).length > 0 ? ['attachments: an id twice'] : []),
    ...(allowed?.parse?.includes('users') && (allowed.users?.length ?? 0) > 0
      ? ['allowed_mentions: parse and users exclude each other']
      : []),
  ];
};

const isEmpty = ({ content, embeds, attachments }: MessageBody): boolean =>
  !content?.trim() && (embeds?.length ?? 0) === 0 && (attachments?.length ?? 0) === 0;

/** Parses a message's body. Throws what Discord would refuse. */
export const readMessage = (input: unknown, uploads: readonly Upload[], isNew: boolean): MessageBody => {
  const parsed = messageSchema.safeParse(input);
  if (!parsed.success)
    throw invalidBody(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  if (isNew && isEmpty(parsed.data)) throw emptyMessage();
  const found = faults(parsed.data, uploads);
  if (found.length > 0) throw invalidBody(found);
  return parsed.data;
};
