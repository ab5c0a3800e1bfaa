import { lazy } from '../core/memoize.ts';
import { isVisibleTo, type NameLookup, plain, type Text } from '../core/message.ts';
import { gmActor } from './call.ts';
import { type ExpectedAction, lazyExpectedAction, type Suggestion } from './expected-action.ts';
import type { Line, Row, UnresolvedLine } from './lines.ts';
import type { Question } from './question.ts';
import type { Reader } from './reader.ts';
import type { Answer, Offer, UnresolvedAnswer } from './verb.ts';

type Eyes = Pick<Reader, 'sees'>;

/** How one reader reads names; the GM's seat has an id of its own, which nobody is to read. */
export const nameLookup = ({ sees }: Eyes): NameLookup => ({
  name: (id) => (id === gmActor ? 'the GM' : sees(id) ? id : undefined),
});

/** How the one who sees everybody reads names. */
export const allNames: NameLookup = nameLookup({ sees: () => true });

/** How names are read where it is not known who reads: nobody is named. */
export const noNames: NameLookup = nameLookup({ sees: () => false });

const rowsFor = (rows: readonly Row<Text>[], names: NameLookup): readonly Row[] =>
  rows.map((row) => row.map(({ rule, says }) => ({ rule, says: plain(says, names) })));

/** A line as this reader reads it; nothing where it is not for them. */
export const lineFor = ({ tone, text, rows, about = [], atDesk }: UnresolvedLine, reader: Eyes): Line | undefined =>
  about.every(reader.sees) && isVisibleTo(text, reader.sees)
    ? {
        tone,
        text: plain(text, nameLookup(reader)),
        rows: rowsFor(rows, nameLookup(reader)),
        ...(atDesk && { atDesk }),
      }
    : undefined;

/** An offer as this reader reads it; nothing where it is not for them. */
export const offerFor = (offer: Offer<Text>, reader: Eyes): Offer | undefined => {
  const about = typeof offer.about === 'string' ? [offer.about] : (offer.about ?? []);
  return about.every(reader.sees) && isVisibleTo(offer.label, reader.sees)
    ? { ...offer, label: plain(offer.label, nameLookup(reader)) }
    : undefined;
};

/** An answer as this reader reads it, without the lines that are not for them. */
export const answerFor = ({ title, lines, zones, ...drawn }: UnresolvedAnswer, reader: Eyes): Answer => ({
  ...drawn,
  title: plain(title, nameLookup(reader)),
  lines: lines.flatMap((each) => lineFor(each, reader) ?? []),
  ...(zones && { zones: zones.map((each) => ({ ...each, label: plain(each.label, nameLookup(reader)) })) }),
});

const suggestionFor = (suggestion: Suggestion<Text>, names: NameLookup): Suggestion => ({
  ...suggestion,
  label: plain(suggestion.label, names),
});

/** What is awaited, as somebody reads it; what is planned in place of the rulebook's default is worked out once it is asked for. */
export const awaitedFor = (
  awaited: ExpectedAction<Text>,
  names: NameLookup,
  planned?: () => Suggestion<Text> | undefined,
): ExpectedAction => {
  const usual = lazy(() => awaited.auto && suggestionFor(awaited.auto, names));
  const best = (): Suggestion | undefined => {
    const plan = planned?.();
    return plan === undefined ? usual() : suggestionFor(plan, names);
  };
  const { actor, kind, what, own, idle, together } = awaited;
  return lazyExpectedAction(
    { actor, kind, what: plain(what, names), own, idle: idle && suggestionFor(idle, names), together },
    { verbs: () => awaited.verbs, auto: best, ...(planned && { fallback: usual }) },
  );
};

/** The same for others: without the verbs that tell of a sheet, and with its plan still to be worked out. */
export const withoutPrivateVerbs = (awaited: ExpectedAction): ExpectedAction => {
  const { own } = awaited;
  if (own === undefined || own.length === 0) return awaited;
  return lazyExpectedAction(awaited, {
    verbs: () => awaited.verbs.filter((verb) => !own.includes(verb)),
    auto: () => awaited.auto,
    fallback: () => awaited.fallback,
  });
};

/** The same without what is done for the absent. */
export const withoutPlan = (awaited: ExpectedAction): ExpectedAction =>
  lazyExpectedAction(awaited, { verbs: () => awaited.verbs, auto: () => undefined });

/** A question as somebody reads it who must answer it: who they must not know of is somebody. */
export const questionFor = (
  { to, kind, says, choices, auto, unless, rows }: Question,
  names: NameLookup,
): Omit<Question<string>, 'facts'> => ({
  to,
  kind,
  says: plain(says, names),
  choices: choices.map(({ id, label }) => ({ id, label: plain(label, names) })),
  auto,
  unless,
  rows: rowsFor(rows, names),
});
