import { isTold, plain, type Reading, type Text } from '../core/message.ts';
import type { Question } from './asking.ts';
import type { Awaited, Suggestion } from './awaited.ts';
import { gmActor } from './call.ts';
import type { Line, Row, UnreadLine } from './lines.ts';
import type { Reader } from './reader.ts';
import type { Answer, Offer, UnreadAnswer } from './verb.ts';

type Eyes = Pick<Reader, 'sees'>;

/** How one reader reads names; the GM's seat has an id of its own, which nobody is to read. */
export const readingOf = ({ sees }: Eyes): Reading => ({
  name: (id) => (id === gmActor ? 'the GM' : sees(id) ? id : undefined),
});

/** How the one who sees everybody reads names. */
export const everyName: Reading = readingOf({ sees: () => true });

/** How names are read where it is not known who reads: nobody is named. */
export const noName: Reading = readingOf({ sees: () => false });

const rowsFor = (rows: readonly Row<Text>[], reading: Reading): readonly Row[] =>
  rows.map((row) => row.map(({ rule, says }) => ({ rule, says: plain(says, reading) })));

/** A line as this reader reads it; nothing where it is not for them. */
export const lineFor = ({ tone, text, rows, about = [] }: UnreadLine, reader: Eyes): Line | undefined =>
  about.every(reader.sees) && isTold(text, reader.sees)
    ? { tone, text: plain(text, readingOf(reader)), rows: rowsFor(rows, readingOf(reader)) }
    : undefined;

/** An offer as this reader reads it; nothing where it is not for them. */
export const offerFor = (offer: Offer<Text>, reader: Eyes): Offer | undefined => {
  const about = typeof offer.about === 'string' ? [offer.about] : (offer.about ?? []);
  return about.every(reader.sees) && isTold(offer.label, reader.sees)
    ? { ...offer, label: plain(offer.label, readingOf(reader)) }
    : undefined;
};

/** An answer as this reader reads it, without the lines that are not for them. */
export const answerFor = ({ title, lines, zones, ...drawn }: UnreadAnswer, reader: Eyes): Answer => ({
  ...drawn,
  title: plain(title, readingOf(reader)),
  lines: lines.flatMap((each) => lineFor(each, reader) ?? []),
  ...(zones && { zones: zones.map((each) => ({ ...each, label: plain(each.label, readingOf(reader)) })) }),
});

const suggestionFor = (suggestion: Suggestion<Text>, reading: Reading): Suggestion => ({
  ...suggestion,
  label: plain(suggestion.label, reading),
});

/** What is awaited, as somebody reads it. */
export const awaitedFor = (awaited: Awaited<Text>, reading: Reading): Awaited => ({
  ...awaited,
  what: plain(awaited.what, reading),
  auto: awaited.auto && suggestionFor(awaited.auto, reading),
  idle: awaited.idle && suggestionFor(awaited.idle, reading),
});

/** A question as somebody reads it who must answer it: who they must not know of is somebody. */
export const questionRead = (
  { to, kind, says, choices, auto, unless, rows }: Question,
  reading: Reading,
): Omit<Question<string>, 'facts'> => ({
  to,
  kind,
  says: plain(says, reading),
  choices: choices.map(({ id, label }) => ({ id, label: plain(label, reading) })),
  auto,
  unless,
  rows: rowsFor(rows, reading),
});
