import type { Button, Embed, Select } from './message-rules.ts';
import type { FakeFile, FakeMessage, World } from './world.ts';

/** A message as one person sees it on the screen at one moment. */
export interface Shown {
  readonly id: string;
  readonly channel: string;
  /** Everything to read, without the marks of Markdown. */
  readonly text: string;
  readonly content: string;
  readonly embeds: readonly Embed[];
  readonly buttons: readonly Button[];
  readonly selects: readonly Select[];
  readonly files: readonly FakeFile[];
  /** True if only this user sees the message. */
  readonly private: boolean;
  /** True if the answer is deferred and not there yet. */
  readonly loading: boolean;
  readonly edits: number;
  /** The interaction that led to the message. Undefined if none did. */
  readonly interaction: string | undefined;
  /** The name and picture under which a webhook posted the message. */
  readonly author: { readonly name: string; readonly avatar: string | undefined } | undefined;
}

/** True if the message is a battle's panel: everyone sees it, with what the battle waits for and a way to ask. */
export const isPanel = ({ private: own, buttons, embeds }: Shown): boolean =>
  !own &&
  buttons.some(({ label }) => label === 'What can I do?') &&
  embeds.some(({ fields = [] }) => fields.some(({ name }) => name === 'Waiting for'));

/** Takes away escapes and our own marks: bold, small print. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/^-# /gm, '')
    .replaceAll(/(?<!\\)\*\*/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');

const embedText = ({ title, description, fields = [], footer }: Embed): string =>
  [title, description, ...fields.flatMap(({ name, value }) => [name, value]), footer?.text]
    .filter((text) => text !== undefined && text !== '\u200b')
    .map((text) => plain(text ?? ''))
    .join('\n');

export const shownTo = (message: FakeMessage): Shown => {
  const components = message.rows.flatMap((row) => row.components);
  return {
    id: message.id,
    channel: message.channel,
    text: [message.content, ...message.embeds.map(embedText)].filter((text) => text !== '').join('\n'),
    content: message.content,
    embeds: message.embeds,
    buttons: components.filter((each) => each.type === 2),
    selects: components.filter((each) => each.type === 3),
    files: message.files,
    private: message.onlyFor !== undefined,
    loading: message.loading,
    edits: message.edits,
    interaction: message.interaction,
    author: message.author,
  };
};

/** Everything these users could ever read: public messages, private messages, suggestions and forms. */
export const everythingShown = ({ everyMessage, interactions, channels }: World, people: readonly string[]) => [
  ...everyMessage
    .filter(
      ({ channel, onlyFor = channels.get(channel)?.recipient }) => onlyFor === undefined || people.includes(onlyFor),
    )
    .flatMap(({ history }) => history),
  ...[...interactions.values()]
    .filter(({ user }) => people.includes(user))
    .flatMap(({ choices, form }) => [
      ...choices.map((choice) => JSON.stringify(choice)),
      ...(form === undefined ? [] : [JSON.stringify({ title: form.title, content: form.words.join('\n') })]),
    ]),
];
