import { z } from 'zod';
import type { Embed } from '../fake/message-rules.ts';
import type { Person } from '../fake/person.ts';
import type { Shown } from '../fake/shown.ts';
import type { Table } from './table.ts';

/** The combatants of each player; `more` are players beyond the two of every table. */
export interface Cast extends Readonly<Record<'gwen' | 'ann' | 'bob', readonly string[]>> {
  readonly more?: readonly { readonly who: Person; readonly runs: readonly string[] }[];
}

/** The players of a table with their combatants. */
export const playersOf = ({ ann, bob }: Table, cast: Cast): NonNullable<Cast['more']> => [
  { who: ann, runs: cast.ann },
  { who: bob, runs: cast.bob },
  ...(cast.more ?? []),
];

/** The saved parts of a message that name who is next. */
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

/** Pings of users whose combatants are not among those who are next. */
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

/** A mention in the content or in an embed that would ping a user. */
const activeMention = /(?<!\\)(@everyone|@here|<@[!&]?\d+>)/;
const bodySchema = z.object({ content: z.string(), embeds: z.array(z.unknown()) });

/** Unintended pings. Intended ones are alone in the content. */
export const mentions = (t: Table): readonly string[] =>
  t.discord.told([t.gwen, t.ann, t.bob, t.eve]).flatMap((text) => {
    const body = bodySchema.safeParse(JSON.parse(text));
    if (!body.success) return [];
    const read = `${body.data.content.replace(/^(<@\d+> ?)+$/, '')} ${JSON.stringify(body.data.embeds)}`;
    return activeMention.test(read) ? [`a mention: ${read.slice(0, 300)}`] : [];
  });

/** Every fault in the messages and pictures of this table. */
export const findTableFaults = (t: Table, cast: Cast, secrets: readonly string[] = []): readonly string[] => [
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
