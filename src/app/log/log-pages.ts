import type { LogRange } from '../../battle/saved/log-range.ts';
import type { OpenBattle } from '../../battle/saved/open-battle.ts';
import { countsEveryEntry, rangeView, visibleCountUpTo } from '../../battle/views/log-view.ts';
import { phrase } from '../../core/language.ts';
import { type Card, card } from '../../presentation/card.ts';
import { type Line, line } from '../../rules/lines.ts';
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

export interface LogPage {
  readonly cards: readonly Card[];
  readonly controls: readonly (readonly Control[])[];
}

/** An entry that fits: its number as the reader counts, and what it says. */
export interface LogMatch {
  readonly number: number;
  readonly lines: readonly Line[];
}

export type LogRangeQuery = Pick<LogQuery, 'reader' | 'filter'>;

/** What a stretch of a log has of what is looked for. */
export interface LogRangeMatches {
  /** How many entries this reader was told of before it, whether they fit or not. */
  readonly before: number;
  /** Newest first. */
  readonly fitting: readonly LogMatch[];
}

export const searchLogRange = (
  battle: OpenBattle,
  stretch: LogRange,
  { reader, filter }: LogRangeQuery,
): LogRangeMatches => ({
  before: visibleCountUpTo(stretch, stretch.since, reader, countsEveryEntry(battle, reader)).count,
  fitting: filterEntries(rangeView(battle, stretch, reader), filter, reader)
    .map(({ number, lines }) => ({ number, lines }))
    .toReversed(),
});

export const pageLength = 10;

const button = (label: string, input: ControlAction['input']): Control => ({
  kind: 'button',
  label,
  style: 'secondary',
  press: { path: ['log'], input },
});

const linesOf = ({ number, lines }: LogMatch) =>
  lines.map((each, index) => line(index === 0 ? phrase`${number}. ${each.text}` : each.text, each.tone));

/** One entry with every step, and ways to its neighbours and to its page. */
export const logEntryPage = (
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

/** A page of entries, and a list to jump to one of them. How many pages there are is not known where not all was looked through. */
export const logPage = (
  shown: readonly LogMatch[],
  { at, pages }: { readonly at: number; readonly pages: number | undefined },
  kept: ControlAction['input'],
): LogPage => {
  const turns = [
    ...(at > 1 ? [button('Newer', { ...kept, page: at - 1 })] : []),
    ...(pages === undefined || at < pages ? [button('Older', { ...kept, page: at + 1 })] : []),
    ...(pages !== undefined && at < pages - 1 ? [button('The beginning', { ...kept, page: pages })] : []),
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
  const title =
    shown.length === 0
      ? 'No log entries match'
      : pages === undefined
        ? phrase`Log, page ${at}`
        : phrase`Log, page ${at} of ${pages}`;
  return {
    cards: [card(title, { lines: shown.flatMap(linesOf) })],
    controls: [...(turns.length === 0 ? [] : [turns]), ...(options.length === 0 ? [] : [[jump]])],
  };
};
