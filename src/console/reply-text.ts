import { styleText } from 'node:util';
import { type Control, inReplyLanguage, privateAside, type Reply } from '../app/replies/reply.ts';
import { phrase, worded } from '../core/message.ts';
import { type Card, formatRow } from '../presentation/card.ts';
import type { Line, LineTone } from '../rules/event.ts';

export interface TextStyle {
  readonly colour: boolean;
}

const styles = { good: 'green', bad: 'red', quiet: 'dim', title: 'bold' } as const;

const colourText = (text: string, tone: LineTone | 'title', { colour }: TextStyle): string =>
  colour && tone !== 'plain' ? styleText(styles[tone], text) : text;

/** Removes control characters, so that a user's text cannot control the terminal. */
const stripControlCharacters = (text: string): string => text.replaceAll(/\p{Cc}/gu, '');

const indented = (text: string, by: number): string => `${' '.repeat(by)}${stripControlCharacters(text)}`.trimEnd();

const lineText = ({ text, tone, rows }: Line, style: TextStyle): readonly string[] => [
  ...(text === ''
    ? []
    : worded(text)
        .split('\n')
        .map((each) => colourText(indented(each, 2), tone, style))),
  ...rows.map((row) => colourText(indented(formatRow(row), 4), 'quiet', style)),
];

const fieldText = ({ order, ...field }: Card['fields'][number]): readonly string[] => {
  const [name, says] = [worded(field.name), worded(field.text)];
  const how = order && (order.verb === undefined ? ` (${order.typed})` : `\n${phrase`Type ${order.typed}`}`);
  const text = `${says}${how ?? ''}`.trimStart();
  const [first = '', ...more] = text.split('\n');
  return more.length === 0
    ? [indented(phrase`${name}: ${first}`, 2)]
    : [indented(`${name}:`, 2), ...text.split('\n').map((each) => indented(each, 4))];
};

/** Formats a card as lines of text. Leaves out lines that the card's picture also shows. */
const cardText = (
  { title, picture, lines, fields, links = [], footer = '', order }: Card,
  style: TextStyle,
): readonly string[] => {
  const drawn = picture?.scene.text ?? [];
  const isDrawn = ({ pictured }: { readonly pictured?: true }): boolean => drawn.length > 0 && pictured === true;
  return [
    ...(title === '' ? [] : [colourText(stripControlCharacters(worded(title)), 'title', style)]),
    ...drawn.map((each) => indented(each, 2)),
    ...lines.filter((each) => !isDrawn(each)).flatMap((each) => lineText(each, style)),
    ...fields.filter((each) => !isDrawn(each)).flatMap(fieldText),
    ...links.map((link) =>
      indented(
        'url' in link ? `${worded(link.label)}: ${link.url}` : phrase`${worded(link.label)}: in ${link.channel}`,
        2,
      ),
    ),
    ...(footer === ''
      ? []
      : [
          colourText(
            indented(`→ ${worded(footer)}${order === undefined ? '' : ` (${order.typed})`}`, 2),
            'quiet',
            style,
          ),
        ]),
  ];
};

/** For each command here, the option whose choices the terminal lists. Users type the choices of all other options. */
const optionToShow: Readonly<Record<string, string>> = {
  ...{ 'my answer': 'choice', 'my show-roll': 'entry' },
  ...{ 'battle log': 'page', undo: 'to' },
};

/** Commands whose replies are pages of a form. The pages' controls are shown as commands to type. */
const formCommands: readonly string[] = ['character form', 'character create', 'npc form', 'npc create'];

/** Formats a control as commands to type, one command per choice. */
export const controlText = (control: Control): readonly string[] => {
  const { path, input } = control.press;
  const given = Object.entries(input).map(([name, value]) => `${name}:${String(value)}`);
  const typed = control.asks === undefined ? [] : [`${control.asks}:…`];
  const asTyped = (chosen: readonly string[], label: string): string =>
    indented(`/${[...path, ...given, ...chosen, ...typed].join(' ')}  ${worded(label)}`, 2);
  return control.kind === 'button'
    ? [asTyped([], control.label)]
    : control.options.map(({ value, label }) => asTyped([`${control.option}:${value}`], label));
};

/** Formats the choices of controls as commands to type. */
const choicesText = (controls: readonly (readonly Control[])[]): readonly string[] =>
  controls.flat().flatMap((control) => {
    const path = control.press.path.join(' ');
    if (formCommands.includes(path)) return controlText(control);
    const option = optionToShow[path];
    if (option === undefined) return [];
    const asTyped = (value: unknown, label: string) =>
      indented(`/${path} ${option}:${String(value)}  ${worded(label)}`, 2);
    if (control.kind === 'select')
      return control.option === option ? control.options.map(({ value, label }) => asTyped(value, label)) : [];
    const value = control.press.input[option];
    return value === undefined ? [] : [asTyped(value, control.label)];
  });

const asideText = (cards: readonly Card[], style: TextStyle): readonly string[] =>
  cards.length === 0 ? [] : [`  ${worded('(only you see this)')}`, ...cards.flatMap((card) => cardText(card, style))];

/** Formats a reply as text for the terminal. */
export const formatReply = (reply: Reply, style: TextStyle): string =>
  [
    ...inReplyLanguage(reply, () => reply.cards.flatMap((card) => cardText(card, style))),
    ...asideText(privateAside(reply), style),
    ...choicesText(reply.controls),
    ...reply.files.map(({ name }) => `  ${phrase`[file ${name}]`}`),
  ].join('\n');
