import { z } from 'zod';
import type { Embed } from '../fake/message-rules.ts';
import type { Person } from '../fake/person.ts';
import type { Shown } from '../fake/shown.ts';
import type { Table } from './table.ts';

/** What runs whom, by which a call can be understood; `more` are players beside the two of every table. */
export interface Cast extends Readonly<Record<'gwen' | 'ann' | 'bob', readonly string[]>> {
  readonly more?: readonly { readonly who: Person; readonly runs: readonly string[] }[];
}

/** The players of a table, and whom each runs. */
export const playersOf = ({ ann, bob }: Table, cast: Cast): NonNullable<Cast['more']> => [
  { who: ann, runs: cast.ann },
  { who: bob, runs: cast.bob },
  ...(cast.more ?? []),
];

/** The looks of a message that say who is next, as they are kept. */
const saysWhoIsNext = z.object({
  embeds: z.array(
    z.object({
      title: z.string().optional(),
      footer: z.object({ text: z.string() }).optional(),
      fields: z.array(z.object({ value: z.string() })).optional(),
    }),
  ),
});
const whoIsNext = (look: string): string =>
  saysWhoIsNext
    .parse(JSON.parse(look))
    .embeds.map(({ footer, title, fields = [] }) =>
      [footer?.text, title, ...fields.map(({ value }) => value)].join(' '),
    )
    .join(' ');

/** Whoever is called must be named among those who are next, as they are called. */
const calledInVain = (t: Table, cast: Cast): readonly string[] => [
  ...[{ who: t.gwen, runs: cast.gwen }, ...playersOf(t, cast)].flatMap(({ who, runs }) =>
    t.discord
      .messagesOf(who)
      .filter(({ notified }) => notified.has(who.id))
      .filter(({ history }) => !history.some((look) => runs.some((actor) => whoIsNext(look).includes(actor))))
      .map(({ history }) => `${who.name} is called by: ${history[0]}`),
  ),
  ...t.eve.pinged().map(({ text }) => `Eve is called by: ${text}`),
];

const clumsy = (shown: Shown): readonly string[] => {
  const titles = shown.embeds.map(({ title = '' }: Embed) => title);
  const says = `${shown.private ? 'privately' : 'publicly'}: ${shown.text.slice(0, 200)}`;
  return [
    ...(titles.some((title, at) => title !== '' && titles.indexOf(title) !== at) ? [`a title twice, ${says}`] : []),
    ...(titles.some((title) => title === 'Done') ? [`"Done", ${says}`] : []),
    ...(/undefined|\[object|\bNaN\b|\{\w+\}/.test(shown.text) ? [`a hole, ${says}`] : []),
    ...(shown.files.some(({ name, description }) => name.endsWith('.png') && !description)
      ? [`a picture without words, ${says}`]
      : []),
    ...(shown.embeds.some(({ image }) => image) && shown.files.length === 0
      ? [`a picture that is not there, ${says}`]
      : []),
  ];
};

/** A mention that Discord would obey, where it reads mentions: in the content and in embeds. */
const activeMention = /(?<!\\)(@everyone|@here|<@[!&]?\d+>)/;
const bodySchema = z.object({ content: z.string(), embeds: z.array(z.unknown()) });

/** What calls somebody though it was not meant to: those who are called on purpose stand alone in the content. */
export const mentions = (t: Table): readonly string[] =>
  t.discord.told([t.gwen, t.ann, t.bob, t.eve]).flatMap((text) => {
    const body = bodySchema.safeParse(JSON.parse(text));
    if (!body.success) return [];
    const read = `${body.data.content.replace(/^(<@\d+> ?)+$/, '')} ${JSON.stringify(body.data.embeds)}`;
    return activeMention.test(read) ? [`a mention: ${read.slice(0, 300)}`] : [];
  });

/** Everything that is not as it should be in all that was said and shown at this table. */
export const indecencies = (t: Table, cast: Cast, secrets: readonly string[] = []): readonly string[] => [
  ...t.discord.takeFaults(),
  ...t.on.takeErrors(),
  ...calledInVain(t, cast),
  ...[t.gwen, ...playersOf(t, cast).map(({ who }) => who), t.eve].flatMap((each) => each.sees(t.place)).flatMap(clumsy),
  ...mentions(t),
  ...t.discord
    .told([...playersOf(t, cast).map(({ who }) => who), t.eve])
    .flatMap((text) =>
      secrets
        .filter((secret) => text.includes(secret))
        .map(
          (secret) =>
            `the secret ${secret}: ${text.slice(Math.max(0, text.indexOf(secret) - 200), text.indexOf(secret) + 99)}`,
        ),
    ),
];
