import type { VisibleEntry } from '../../battle/views/log-view.ts';
import { viewerOf } from '../../battle/views/viewer.ts';
import { normalizeName } from '../../core/message.ts';
import { roundOf } from './record-builder.ts';

export const logKinds = ['orders', 'answers', 'rolls', 'table', 'undo'] as const;
type LogKind = (typeof logKinds)[number];

/** What entries of a log are looked for; each that is given must fit. */
export interface LogFilter {
  readonly about?: string | undefined;
  /** A user's id. */
  readonly person?: string | undefined;
  readonly combatant?: string | undefined;
  readonly kind?: LogKind | undefined;
  readonly round?: number | undefined;
}

/** Who gave an entry, as this reader may know it: what the hidden do, the GM does. */
const visibleIssuer = ({ entry, before, after }: VisibleEntry, user: string | undefined): string => {
  const { gm, unseen } = viewerOf(after, user);
  const answerer = entry.request.kind === 'answer' ? before.saved.pending?.question.to : undefined;
  const actor = entry.request.kind === 'order' ? entry.request.actor : answerer;
  return !gm && actor !== undefined && unseen.includes(actor) ? after.saved.table.gm : entry.user;
};

/** A roll made in secret is a roll, whatever it was made for. */
const kindOf = ({ entry, isReadable }: VisibleEntry): LogKind => {
  if (!isReadable) return 'rolls';
  switch (entry.request.kind) {
    case 'order':
      return 'orders';
    case 'answer':
    case 'withdraw':
      return 'answers';
    case 'roll':
      return 'rolls';
    case 'undo':
    case 'redo':
      return 'undo';
    case 'create':
    case 'lift':
    case 'table':
      return 'table';
  }
};

const named = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${normalizeName(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u');

/** The entries that fit, as one reader was told them: a filter finds nothing by what that reader may not know. */
export const filterEntries = (
  told: readonly VisibleEntry[],
  { about, person, combatant, kind, round }: LogFilter,
  user: string | undefined,
): readonly VisibleEntry[] => {
  const key = normalizeName(about ?? '');
  const who = combatant === undefined ? undefined : named(combatant);
  return told.filter((each) => {
    const { lines } = each;
    const texts = lines.map(({ text }) => normalizeName(text));
    return (
      lines.length > 0 &&
      texts.some((text) => text.includes(key)) &&
      (who === undefined || texts.some((text) => who.test(text))) &&
      (person === undefined || visibleIssuer(each, user) === person) &&
      (kind === undefined || kindOf(each) === kind) &&
      (round === undefined || roundOf(each, user) === round)
    );
  });
};
