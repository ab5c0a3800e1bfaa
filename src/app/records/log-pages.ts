import type { LogRange } from '../../battle/saved/replay.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { countsEveryEntry, rangeView, type VisibleEntry, visibleCountBefore } from '../../battle/views/log-view.ts';
import { ok, phrase, type Refusal, type Result, refuse } from '../../core/message.ts';
import { type Card, card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import type { Control, ControlAction } from '../replies/reply.ts';
import { filterEntries, type LogFilter } from './log-filter.ts';

/** What is wished to be seen of a log: one entry, or a page of those that fit. */
export interface LogQuery {
  readonly reader?: string | undefined;
  readonly filter: LogFilter;
  readonly page?: number | undefined;
  readonly entry?: number | undefined;
  /** What the controls go on with. */
  readonly baseInput: ControlAction['input'];
}

const isFiltered = (filter: LogFilter): boolean => Object.values(filter).some((each) => each !== undefined);

export interface LogPage {
  readonly cards: readonly Card[];
  readonly controls: readonly (readonly Control[])[];
}

type LogMatch = Pick<VisibleEntry, 'number' | 'lines'>;

const pageLength = 10;

const button = (label: string, input: ControlAction['input']): Control => ({
  kind: 'button',
  label,
  style: 'secondary',
  press: { path: ['log'], input },
});

const linesOf = ({ number, lines }: LogMatch) =>
  lines.map((each, index) => line(index === 0 ? phrase`${number}. ${each.text}` : each.text, each.tone));

/** One entry with every step, and ways to its neighbours and to its page. */
const logEntryPage = (
  { number, lines }: LogMatch,
  {
    newer,
    older,
    page,
  }: { readonly newer: number | undefined; readonly older: number | undefined; readonly page: number },
  kept: ControlAction['input'],
): LogPage => {
  const controls = [
    ...(newer === undefined ? [] : [button('Newer', { ...kept, entry: newer })]),
    button('Show its page of the log', { ...kept, page }),
    ...(older === undefined ? [] : [button('Older', { ...kept, entry: older })]),
  ];
  return { cards: [card(phrase`Entry ${number}`, { lines })], controls: [controls] };
};

/** A page of entries, and a list to jump to one of them. */
const logPage = (
  shown: readonly LogMatch[],
  { at, pages }: { readonly at: number; readonly pages: number },
  kept: ControlAction['input'],
): LogPage => {
  const turns = [
    ...(at > 1 ? [button('Newer', { ...kept, page: at - 1 })] : []),
    ...(at < pages ? [button('Older', { ...kept, page: at + 1 })] : []),
    ...(at < pages - 1 ? [button('The beginning', { ...kept, page: pages })] : []),
  ];
  const options = shown.map(({ number, lines: [first] }) => ({
    value: String(number),
    label: phrase`${number}. ${first?.text ?? ''}`.slice(0, 100),
  }));
  const jump: Control = {
    kind: 'select',
    label: 'Show every step of …',
    options,
    option: 'entry',
    press: { path: ['log'], input: kept },
  };
  const title = shown.length === 0 ? 'No log entries match' : phrase`Log, page ${at} of ${pages}`;
  return {
    cards: [card(title, { lines: shown.flatMap(linesOf) })],
    controls: [...(turns.length === 0 ? [] : [turns]), ...(options.length === 0 ? [] : [[jump]])],
  };
};

/** From which entry on the log is needed for a page, in all likelihood. Undefined if it is the whole log. */
export const firstEntryForPage = ({ filter, page = 1, entry }: LogQuery, tailStart: number): number | undefined => {
  if (isFiltered(filter)) return undefined;
  // Nobody counts an entry higher than it is.
  return entry === undefined ? tailStart - (page - 1) * pageLength : Math.min(tailStart, entry - pageLength);
};

/** A page of the log, or one entry of it. Undefined if that needs more of the log. */
export const findLogPage = (
  battle: OpenBattle,
  range: LogRange,
  { reader, filter, page = 1, entry, baseInput }: LogQuery,
): Result<LogPage, Refusal> | undefined => {
  const isCounted = countsEveryEntry(battle, reader);
  const before = visibleCountBefore(range, reader, isCounted);
  const fitting = filterEntries(rangeView(battle, range, reader), filter, reader).toReversed();
  const total = before + fitting.length;
  const pages = Math.max(1, Math.ceil(total / pageLength));
  if (entry === undefined) {
    const at = Math.min(page, pages);
    const end = Math.min(total, at * pageLength);
    if (end > fitting.length) return undefined;
    return ok(logPage(fitting.slice((at - 1) * pageLength, end), { at, pages }, baseInput));
  }
  const at = fitting.findIndex(({ number }) => number === entry);
  const shown = fitting[at];
  const isLast = at + 1 === fitting.length;
  if (before > 0 && (shown === undefined || isLast) && entry <= battle.saved.version) return undefined;
  if (shown === undefined) return refuse('no-such-entry', { n: entry });
  const around = { newer: fitting[at - 1]?.number, older: fitting[at + 1]?.number };
  return ok(logEntryPage(shown, { ...around, page: Math.floor(at / pageLength) + 1 }, baseInput));
};
