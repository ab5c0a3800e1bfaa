import { z } from 'zod';
import type { Card } from '../../presentation/card.ts';
import { type Control, createPost, type Post, privateViewKinds } from './reply.ts';

const stepSchema = z.strictObject({ rule: z.string(), says: z.string() });
const toneSchema = z.enum(['good', 'bad', 'plain', 'quiet']);
const momentSchema = z.strictObject({ moment: z.number(), words: z.string() });
const cardSchema = z.strictObject({
  title: z.string(),
  tone: toneSchema,
  lines: z.array(z.strictObject({ tone: toneSchema, text: z.string(), rows: z.array(z.array(stepSchema)) })),
  fields: z.array(
    z.strictObject({
      name: z.string(),
      text: z.string(),
      pictured: z.literal(true).exactOptional(),
      deadlines: z.array(z.strictObject({ says: z.string(), at: momentSchema.optional() })).exactOptional(),
    }),
  ),
  footer: z.string().optional(),
  links: z
    .array(z.strictObject({ label: z.string(), guild: z.string().optional(), channel: z.string() }))
    .exactOptional(),
});

const pressSchema = z.strictObject({
  path: z.array(z.string()),
  input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  battle: z.string().exactOptional(),
  moment: z.number().exactOptional(),
  view: z.enum(privateViewKinds).exactOptional(),
});
const controlSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('button'),
    label: z.string(),
    style: z.enum(['primary', 'secondary', 'danger', 'success']),
    press: pressSchema,
    disabled: z.boolean().exactOptional(),
    asks: z.string().exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('select'),
    label: z.string(),
    options: z.array(z.strictObject({ label: z.string(), value: z.string(), note: z.string().exactOptional() })),
    option: z.string(),
    asks: z.string().exactOptional(),
    press: pressSchema,
  }),
]);

/** Finished words, as they are kept until they are said: without pictures and files, which the log can tell again. */
const wordsSchema = z.strictObject({
  cards: z.array(cardSchema),
  controls: z.array(z.array(controlSchema)),
  ping: z.array(z.string()),
});

/** The part of a reply that can be kept in words. */
export type StorableReply = Pick<Post, 'cards' | 'controls'> & Partial<Pick<Post, 'ping'>>;

/** Without its picture nothing is said in it. */
const withoutPicture = ({ picture: _, lines, ...card }: Card): Omit<Card, 'picture'> => ({
  ...card,
  lines: lines.map(({ pictured: __, ...line }) => line),
});

/** A reply as it is kept until it is said. */
export const toSavedReply = ({ cards, controls, ping = [] }: StorableReply): z.core.util.JSONType =>
  z.json().parse(JSON.parse(JSON.stringify({ cards: cards.map(withoutPicture), controls, ping })));

/** What was kept, to be said. Throws where it is none of ours. */
export const fromSavedReply = (words: unknown): Post => {
  const { cards, controls, ping } = wordsSchema.parse(words);
  return createPost({
    cards: cards.map(
      ({ fields, footer, links, ...card }): Card => ({
        ...card,
        fields: fields.map(({ deadlines, ...field }) => ({
          ...field,
          ...(deadlines && { deadlines: deadlines.map(({ says, at }) => ({ says, at })) }),
        })),
        footer,
        picture: undefined,
        ...(links && { links: links.map(({ label, guild, channel }) => ({ label, guild, channel })) }),
      }),
    ),
    controls: controls satisfies readonly (readonly Control[])[],
    ping,
  });
};
