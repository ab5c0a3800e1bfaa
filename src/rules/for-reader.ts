import { lazyValue } from '../core/memoize.ts';
import { isVisibleTo, type NameResolver, renderText, type Text, worded } from '../core/message.ts';
import type { Line, SumRow, UnresolvedLine } from './event.ts';
import { type ExpectedAction, gmActor, lazyExpectedAction, type Question, type Suggestion } from './expected-action.ts';
import type { Reader } from './reader.ts';
import type { Answer, ParamOffer, UnresolvedAnswer } from './verb.ts';

type NameViewer = Pick<Reader, 'canSee'>;

/** The names that one reader may know. The GM's id becomes “the GM”. */
export const nameLookupForReader = ({ canSee }: NameViewer): NameResolver => ({
  name: (id) => (id === gmActor ? worded('the GM') : canSee(id) ? id : undefined),
});

export const nameLookupShowingAll: NameResolver = nameLookupForReader({ canSee: () => true });

/** Hides the names of all combatants, for unknown readers. */
export const nameLookupHidingAll: NameResolver = nameLookupForReader({ canSee: () => false });

const rowsForReader = (rows: readonly SumRow<Text>[], names: NameResolver): readonly SumRow[] =>
  rows.map((row) => row.map(({ rule, says }) => ({ rule, says: renderText(says, names) })));

/** A line as one reader may know it. Undefined if it is hidden from the reader. */
export const lineForReader = (
  { tone, text, rows, mentions = [], atDesk, toOwner }: UnresolvedLine,
  reader: NameViewer,
): Line | undefined =>
  mentions.every(reader.canSee) && isVisibleTo(text, reader.canSee)
    ? {
        tone,
        text: renderText(text, nameLookupForReader(reader)),
        rows: rowsForReader(rows, nameLookupForReader(reader)),
        ...(atDesk && { atDesk }),
        ...(toOwner && { toOwner }),
      }
    : undefined;

/** An offered value as one reader may know it. Undefined if it is hidden from the reader. */
export const offerForReader = (offer: ParamOffer<Text>, reader: NameViewer): ParamOffer | undefined => {
  const about = [offer.mentions ?? [], offer.who ?? []].flat();
  return about.every(reader.canSee) && isVisibleTo(offer.label, reader.canSee)
    ? {
        ...offer,
        label: renderText(offer.label, nameLookupForReader(reader)),
        ...(offer.area !== undefined && { area: worded(offer.area) }),
      }
    : undefined;
};

/** An answer as one reader may know it, without hidden lines. */
export const answerForReader = ({ title, lines, zones, ...drawn }: UnresolvedAnswer, reader: NameViewer): Answer => ({
  ...drawn,
  title: renderText(title, nameLookupForReader(reader)),
  lines: lines.flatMap((each) => lineForReader(each, reader) ?? []),
  ...(zones && {
    zones: zones.map((each) => ({ ...each, label: renderText(each.label, nameLookupForReader(reader)) })),
  }),
});

const suggestionForReader = (suggestion: Suggestion<Text>, names: NameResolver): Suggestion => ({
  ...suggestion,
  label: renderText(suggestion.label, names),
});

/** An expected action as a reader may know it. `planned`: finds the default order in place of the rulebook. */
export const expectedActionForReader = (
  awaited: ExpectedAction<Text>,
  names: NameResolver,
  planned?: () => Suggestion<Text> | undefined,
): ExpectedAction => {
  const usual = lazyValue(() => awaited.auto && suggestionForReader(awaited.auto, names));
  const best = (): Suggestion | undefined => {
    const plan = planned?.();
    return plan === undefined ? usual() : suggestionForReader(plan, names);
  };
  return lazyExpectedAction(
    {
      ...awaited,
      what: renderText(awaited.what, names),
      idle: awaited.idle && suggestionForReader(awaited.idle, names),
    },
    { verbs: () => awaited.verbs, auto: best, ...(planned && { fallback: usual }) },
  );
};

/** An expected action without the verbs that reveal the actor's sheet, for other users. Does not compute the plan. */
export const withoutPrivateVerbs = (awaited: ExpectedAction): ExpectedAction => {
  const { own } = awaited;
  if (own === undefined || own.length === 0) return awaited;
  return lazyExpectedAction(awaited, {
    verbs: () => awaited.verbs.filter((verb) => !own.includes(verb)),
    auto: () => awaited.auto,
    fallback: () => awaited.fallback,
  });
};

/** An expected action without a default order for absent players. */
export const withoutAutoPlan = (awaited: ExpectedAction): ExpectedAction =>
  lazyExpectedAction(awaited, { verbs: () => awaited.verbs, auto: () => undefined });

/** A question as one reader may know it. Hidden combatants are “somebody”. */
export const questionForReader = (
  { to, kind, says, choices, auto, unless, rows }: Question,
  names: NameResolver,
): Omit<Question<string>, 'facts'> => ({
  to,
  kind,
  says: renderText(says, names),
  choices: choices.map(({ id, label }) => ({ id, label: renderText(label, names) })),
  auto,
  unless,
  rows: rowsForReader(rows, names),
});
