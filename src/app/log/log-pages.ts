import type { ToldEntry } from '../../battle/views/log-view.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { type Card, card } from '../../presentation/card.ts';
import { line } from '../../rules/lines.ts';
import type { Control, Press } from '../replies/reply.ts';
import { filtered, type LogFilter } from './log-filter.ts';

/** What is wished to be seen of a log: one entry, or a page of those that fit. */
export interface LogQuery {
  readonly reader?: string | undefined;
  readonly filter: LogFilter;
  readonly page?: number | undefined;
  readonly entry?: number | undefined;
  /** What the controls go on with. */
  readonly kept: Press['input'];
}

export interface LogPage {
  readonly cards: readonly Card[];
  readonly controls: readonly (readonly Control[])[];
}

const pageLength = 10;

const button = (label: string, input: Press['input']): Control => ({
  kind: 'button',
  label,
  style: 'secondary',
  press: { path: ['log'], input },
});

const linesOf = ({ number, lines }: ToldEntry) =>
  lines.map((each, index) => line(index === 0 ? `${number}. ${each.text}` : each.text, each.tone));

/** One entry with every step, and ways to its neighbours and to its page. */
const oneEntry = (fitting: readonly ToldEntry[], at: number, kept: Press['input']) => {
  const [told, older, newer] = [fitting[at], fitting[at + 1], fitting[at - 1]];
  const controls = [
    ...(newer === undefined ? [] : [button('Newer', { ...kept, entry: newer.number })]),
    button('Its page', { ...kept, page: Math.floor(at / pageLength) + 1 }),
    ...(older === undefined ? [] : [button('Older', { ...kept, entry: older.number })]),
  ];
  return { cards: [card(`Entry ${told?.number}`, { lines: told?.lines ?? [] })], controls: [controls] };
};

/** A page of entries, and a list to jump to one of them. */
const onePage = (fitting: readonly ToldEntry[], page: number, kept: Press['input']) => {
  const pages = Math.max(1, Math.ceil(fitting.length / pageLength));
  const at = Math.min(page, pages);
  const shown = fitting.slice((at - 1) * pageLength, at * pageLength);
  const turns = [
    ...(at > 1 ? [button('Newer', { ...kept, page: at - 1 })] : []),
    ...(at < pages ? [button('Older', { ...kept, page: at + 1 })] : []),
    ...(at < pages - 1 ? [button('The beginning', { ...kept, page: pages })] : []),
  ];
  const options = shown.map(({ number, lines: [first] }) => ({
    value: String(number),
    label: `${number}. ${first?.text ?? ''}`.slice(0, 100),
  }));
  const jump: Control = {
    kind: 'select',
    label: 'Every step of …',
    options,
    option: 'entry',
    press: { path: ['log'], input: kept },
  };
  const title = fitting.length === 0 ? 'The log has nothing like that' : `Log, page ${at} of ${pages}`;
  return {
    cards: [card(title, { lines: shown.flatMap(linesOf) })],
    controls: [...(turns.length === 0 ? [] : [turns]), ...(options.length === 0 ? [] : [[jump]])],
  };
};

/** A page of a log, or one of its entries with every step. */
export const logPage = (
  told: readonly ToldEntry[],
  { reader, filter, page, entry, kept }: LogQuery,
): Result<LogPage, Refusal> => {
  const fitting = filtered(told, filter, reader).toReversed();
  const at = entry === undefined ? undefined : fitting.findIndex(({ number }) => number === entry);
  if (at === -1) return refuse('no-such-entry', { n: entry ?? 0 });
  return ok(at === undefined ? onePage(fitting, page ?? 1, kept) : oneEntry(fitting, at, kept));
};
