import { createHash } from 'node:crypto';
import { currentControlEdition, upcastControlAction } from '../app/editions/presses.ts';
import { type ControlAction, privateViewKinds } from '../app/replies/reply.ts';
import { setOwn } from '../core/plain-object.ts';
import { discordLimits } from './limits.ts';

/** A text that a component's id shortens to beginning and digest. The full text is found among the current choices. */
export interface AbridgedText {
  readonly digest: string;
  readonly beginning: string;
}

export interface ParsedPress {
  readonly press: ControlAction;
  /** The option that gets the value chosen in a select list. Undefined for a button. */
  readonly option: string | undefined;
  /** The option that gets the text that the user types in a form. Undefined without a form. */
  readonly asks: string | undefined;
  readonly abridged: Readonly<Record<string, AbridgedText>>;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, digestLength);
const digestLength = 8;

const quoted = (text: string): string => text.replaceAll('%', '%p').replaceAll('|', '%i');
const unquoted = (text: string): string => text.replaceAll('%i', '|').replaceAll('%p', '%');

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const shortBattle = (id: string): string =>
  uuid.test(id) ? `*${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}` : quoted(id);
/** The first letter of a private view's kind. A capital, to differ from the slot number before it. */
const viewLetter = (view: ControlAction['view']): string => view?.charAt(0).toUpperCase() ?? '';
const viewIn = (slot: string): ControlAction['view'] =>
  privateViewKinds.find((view) => slot.endsWith(viewLetter(view)));

const longBattle = (text: string): string => {
  if (!text.startsWith('*')) return unquoted(text);
  const hex = Buffer.from(text.slice(1), 'base64url').toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

const abridgement = (text: string, beginning: number): string =>
  `${digestOf(text)}${quoted([...text].slice(0, beginning).join(''))}`;
const readAbridged = (text: string): AbridgedText => ({
  digest: text.slice(0, digestLength),
  beginning: unquoted(text.slice(digestLength)),
});

const written = (name: string, value: string | number | boolean, beginning: number | undefined): string => {
  if (typeof value === 'number') return `${name}:${value}`;
  if (typeof value === 'boolean') return `${name}!${value ? 1 : 0}`;
  return beginning === undefined ? `${name}=${quoted(value)}` : `${name}~${abridgement(value, beginning)}`;
};

/** The name of the entry with the drafted path. The dollar sign sets it apart from options. */
const draftEntry = '$draft';

/** Numbers of characters to try for an abridged text's beginning, until the id is short enough. */
const beginnings = [12, 6, 3, 0] as const;

/**
 * Formats a component's id: `slot and view.edition|path|option>asked|battle|moment|name=text|name:number|name!flag|…`.
 * An abridged text is `name~digest and beginning`. `slot` makes ids in a message unique. Undefined if even that is too
 * long.
 */
export const formatCustomId = (press: ControlAction, slot: number, option = '', asks?: string): string | undefined => {
  const head = [
    `${slot.toString(36)}${viewLetter(press.view)}.${currentControlEdition.toString(36)}`,
    quoted(press.path.join(' ')),
    asks === undefined ? option : `${option}>${asks}`,
    press.battle === undefined ? '' : shortBattle(press.battle),
    press.moment === undefined ? '' : press.moment.toString(36),
  ];
  const { input, draft } = press;
  const entries = Object.entries(draft === undefined ? input : { ...input, [draftEntry]: draft });
  const longest = entries
    .flatMap(([name, value]) => (typeof value === 'string' ? [{ name, length: quoted(value).length }] : []))
    .toSorted((a, b) => b.length - a.length)
    .map(({ name }) => name);
  const attempt = (abridged: readonly string[], beginning: number): string =>
    [
      ...head,
      ...entries.map(([name, value]) => written(name, value, abridged.includes(name) ? beginning : undefined)),
    ].join('|');
  const attempts = [
    () => attempt([], 0),
    ...beginnings.flatMap((beginning) =>
      longest.map((_, index) => () => attempt(longest.slice(0, index + 1), beginning)),
    ),
  ];
  for (const make of attempts) {
    const id = make();
    if (id.length <= discordLimits.customId) return id;
  }
  return undefined;
};

const entry = /^([^=:!~]+)([=:!~])(.*)$/s;

/** Parses the id of a component. Undefined if our code did not create the id. */
export const parseCustomId = (id: string): ParsedPress | undefined => {
  const [head, path, taken, battle, moment, ...rest] = id.split('|');
  const [slot, edition] = head?.split('.') ?? [];
  if (slot === undefined || edition === undefined || path === undefined) return undefined;
  if (taken === undefined || battle === undefined || moment === undefined) return undefined;
  const [option, asks] = taken.split('>');
  const input: Record<string, string | number | boolean> = {};
  const abridged: Record<string, AbridgedText> = {};
  for (const text of rest) {
    const [, name, mark, value] = entry.exec(text) ?? [];
    if (name === undefined || value === undefined) return undefined;
    if (mark === '=') setOwn(input, name, unquoted(value));
    else if (mark === ':') setOwn(input, name, Number(value));
    else if (mark === '!') setOwn(input, name, value === '1');
    else setOwn(abridged, name, readAbridged(value));
  }
  const view = viewIn(slot);
  const { [draftEntry]: draft, ...options } = input;
  return {
    press: upcastControlAction(Number.parseInt(edition, 36), {
      path: unquoted(path).split(' '),
      input: options,
      ...(typeof draft === 'string' && { draft }),
      ...(battle !== '' && { battle: longBattle(battle) }),
      ...(moment !== '' && { moment: Number.parseInt(moment, 36) }),
      ...(view !== undefined && { view }),
    }),
    option: option === '' ? undefined : option,
    asks,
    abridged,
  };
};

/** Formats a value for a select list's entry: the text itself, or abridged if it is too long. */
export const formatSelectValue = (value: string): string =>
  value.length <= discordLimits.selectText && !value.startsWith('~') ? value : `~${abridgement(value, 20)}`;

export const parseSelectValue = (value: string): string | AbridgedText =>
  value.startsWith('~') ? readAbridged(value.slice(1)) : value;

export const isAbridged = ({ digest }: AbridgedText, text: string): boolean => digestOf(text) === digest;
