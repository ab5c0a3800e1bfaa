import {
  asName,
  counted,
  currentDictionary,
  isSameName,
  joined,
  languageName,
  listed,
  listText,
  phrase,
  renderText,
  say,
  sentences,
  type Text,
  term,
  worded,
} from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { type Line, line, step } from '../../rules/event.ts';
import { gmActor } from '../../rules/expected-action.ts';
import { nameLookupShowingAll } from '../../rules/for-reader.ts';
import type { NumberTerms, Viewer } from '../../rules/reader.ts';
import type { CombatantView } from '../../rules/view.ts';
import { describeClock } from '../saved/clock-settings.ts';
import { entriesToggledBy } from '../saved/replay.ts';
import { bySessionEvent, type Session, type SessionEvent, type SessionEventTable } from '../saved/session.ts';
import type { LogEntry, OpenBattle } from '../saved/store.ts';
import { describeAutopilot, formatReason, forumPaceReason } from './autopilot.ts';
import { isFoe } from './expected-actions.ts';
import { describePlan, isHiddenPlannedOrder } from './hidden-plans.ts';
import { loggedRollLines } from './roll-lines.ts';
import { describeStandingOrder } from './standing-orders.ts';
import { findRoller, mayReadRoll, viewerOf } from './viewer.ts';

/** The name of a user at that time: of the GM, a player or a deputy. */
const userName = ({ saved: { table } }: OpenBattle, user: string): string => {
  const deputy = Object.values(table.deputies).find((each) => each.user === user);
  return user === table.gm ? table.gmName : (ownValue(table.seats, user)?.name ?? deputy?.name ?? worded('somebody'));
};

const actorName = (actor: string): string => (actor === gmActor ? worded('the GM') : actor);

/** Formats a moment in UTC, the same for all readers. */
const formatMoment = (at: number): string => phrase`${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const modeTexts = { exact: 'exactly', words: 'in words', off: 'not at all' } as const;

const modeSentences = {
  exact: 'Foes’ numbers are shown exactly.',
  words: 'Foes’ numbers are shown in words.',
  off: 'Foes’ numbers are not shown.',
} as const;

/** Describes how numbers of foes are shown, with exceptions. */
const describeDisclosure = (numbers: NumberTerms, { mode, of }: Session['telling']): string => {
  const own = Object.entries(of).map(
    ([name, told]) => say`${numbers[name] === undefined ? term('one') : name}: ${term(modeTexts[told.mode])}`,
  );
  return worded(sentences(term(modeSentences[mode]), own.length > 0 && say`Exceptions: ${joined(own)}.`));
};

const shownValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The reader of a session event, and the battle. */
interface Reading extends Pick<Viewer, 'gm' | 'unseen' | 'user' | 'controls'> {
  readonly battle: OpenBattle;
  /** The user whose order caused the event. */
  readonly by: string;
}

const quiet = (...texts: readonly (Text | false)[]): Line => line(worded(sentences(...texts)), 'quiet');

/** True if this reader must not know that it is this actor's turn. The GM may have to place someone hidden. */
const isTurnHidden = ({ battle, gm, unseen }: Reading, actor: string): boolean =>
  !gm && (actor === gmActor || isFoe(battle, actor) || unseen.includes(actor));

const showText = (text: Text): string => renderText(text, nameLookupShowingAll);

/** A line about a combatant. Undefined if the combatant is hidden from the reader. */
const unlessUnseen = ({ unseen }: Reading, actor: string, told: () => Line): Line | undefined =>
  unseen.includes(actor) ? undefined : told();

const waitsForGm = (actor: string): Line =>
  line(phrase`${actor} is waiting for the GM to decide. Nothing has happened yet; another order is possible.`);

const describePut = (actor: string, { order, why }: NonNullable<Session['puts']>[string]): string =>
  showText(say`${actor} wants: ${order}. That is impossible, but the player must not find out why. ${why}`);

/** Describes to the GM the orders that wait because of a hidden combatant. */
export const describePuts = ({ puts = {} }: Session): readonly string[] =>
  Object.entries(puts).map(([actor, put]) => describePut(actor, put));

const rollSentences: Readonly<Record<Session['rolls'], string>> = {
  public: 'Rolls are now public.',
  private: 'Rolls are now private.',
  blind: 'Rolls are now blind.',
  self: 'Rolls are now self.',
};

const noLine = (): undefined => undefined;

const sessionLines: SessionEventTable<Reading, Line | undefined> = {
  opened: ({ gmName, name }) => line(phrase`${gmName} opens the battle ${name}.`),
  'setting-changed': ({ key, value }) => line(phrase`Setting ${key} is now ${JSON.stringify(value)}.`),
  'setting-taken': ({ key, value }) =>
    line(phrase`The GM takes the new default: ${key} is ${JSON.stringify(value)} from now on.`),
  /** Lists settings whose old default still counts in this battle. The GM and the issuer also read which order was cancelled. */
  lifted: ({ kept, withdrew }, { battle, gm, user }) => {
    const concerned = withdrew !== undefined && (gm || user === withdrew.user);
    const again =
      concerned &&
      say`${userName(battle, withdrew.user)}’s order ${withdrew.order} for ${actorName(withdrew.actor)} was waiting for an answer and would now have a different result. The order was cancelled; give it again.`;
    const stays = kept.map(({ key, value, now }) =>
      step('', phrase`${key} stays ${shownValue(value)} in this battle; new battles use ${shownValue(now)}`),
    );
    return line(
      worded(sentences(term('The bot was updated. Everything that happened before is unchanged.'), again)),
      'quiet',
      stays.length === 0 ? [] : [stays],
    );
  },
  seated: ({ name, role }) => line(phrase`${name} joins as ${term(role)}.`),
  joined: noLine,
  unseated: ({ name, actors }, { battle, unseen }) => {
    const those = listed(actors.filter((actor) => !unseen.includes(actor)));
    if (those === '') return line(phrase`${name} leaves the battle.`);
    return line(phrase`${name} leaves the battle. ${battle.saved.table.gmName} now controls ${those}.`);
  },
  'control-given': ({ actor, user }, to) =>
    unlessUnseen(to, actor, () =>
      line(
        user === undefined
          ? phrase`The GM now controls ${actor}.`
          : phrase`${userName(to.battle, user)} now controls ${actor}.`,
      ),
    ),
  'gm-handed': ({ name }) => line(phrase`${name} is now the game master.`),
  hidden: ({ who, until }, { gm }) =>
    gm
      ? quiet(until === 'until-acts' ? say`${who} is hidden until it acts.` : say`${who} is hidden until revealed.`)
      : undefined,
  revealed: ({ who }) => line(phrase`${who} is revealed.`),
  'standing-set': ({ actor, kind, choice, away }, { battle }) => {
    const text = describeStandingOrder(battle.ruleset, actor, kind, choice);
    return quiet(away ? phrase`While the player is away: ${text}` : text);
  },
  'clock-set': ({ clock }) => line(describeClock(clock)),
  'clock-paused': () => line('The clock is paused.'),
  'clock-resumed': () => line('The clock is running again.'),
  'clock-renewed': ({ actor }, to) =>
    actor !== undefined && isTurnHidden(to, actor)
      ? undefined
      : line(
          actor === undefined
            ? 'Everyone the battle is waiting for has the full time for a turn again.'
            : phrase`${actor === gmActor ? term('The GM') : actor} has the full time for a turn again.`,
        ),
  'clock-asked': ({ actor }, to) =>
    isTurnHidden(to, actor) ? undefined : line(phrase`Time is up for ${actorName(actor)}; the GM decides.`),
  'deputy-named': ({ user, deputy }, { battle }) =>
    line(
      deputy === undefined
        ? phrase`${userName(battle, user)} no longer has a deputy.`
        : phrase`${deputy.name} may act for ${userName(battle, user)} until ${formatMoment(deputy.until)}.`,
    ),
  'away-set': ({ user, until, tactics }, { battle }) =>
    quiet(
      until === undefined
        ? phrase`${userName(battle, user)} is back.`
        : phrase`${userName(battle, user)} is away until ${formatMoment(until)}.`,
      tactics !== undefined && term('Their combatants are on autopilot.'),
    ),
  'autopilot-set': ({ actors, autopilot }, { gm }) => (gm ? quiet(describeAutopilot(actors, autopilot)) : undefined),
  'automation-paused': () =>
    line('A whole round passed without an order from a person. Give any order to continue automatic orders.'),
  'telling-set': ({ telling }, { battle }) => line(describeDisclosure(battle.ruleset.numberTerms, telling)),
  'rolls-set': ({ rolls, foes }, { battle: { ruleset } }) =>
    line(
      foes === undefined
        ? rollSentences[rolls]
        : Object.values(ruleset.verbs).some(({ rollsForAll }) => rollsForAll)
          ? 'Rolls are now public, also those for the GM’s combatants: one order rolls for everyone here. /gm rolls mode:blind hides all.'
          : 'Rolls are now public, except those for the GM’s combatants, which only the GM sees.',
    ),
  renamed: ({ name }) => line(phrase`The battle is now called ${name}.`),
  ruled: ({ text, of = [] }, { unseen }) =>
    of.some((id) => unseen.includes(id)) ? undefined : line(phrase`The GM rules: ${text}`),
  'put-to-gm': ({ actor, ...put }, to) =>
    unlessUnseen(to, actor, () => (to.gm ? line(describePut(actor, put)) : waitsForGm(actor))),
  'put-settled': noLine,
  requested: ({ request: { actor, user, order } }, to) =>
    unlessUnseen(to, actor, () => {
      const asked = showText(say`${actor} asks the GM: ${order}.`);
      if (to.gm) return line(worded(sentences(asked, term('Grant the request, change it or refuse it.'))));
      if (user !== to.user && !to.controls.includes(actor)) return waitsForGm(actor);
      const rest = 'The GM decides. Nothing has happened yet; you can still give another order.';
      return line(worded(sentences(asked, term(rest))));
    }),
  'request-granted': ({ actor, open, numbers }, to) =>
    unlessUnseen(to, actor, () =>
      quiet(
        open || to.gm || to.controls.includes(actor)
          ? phrase`The GM grants what ${actor} asked for: ${showText(numbers)}.`
          : phrase`The GM grants what ${actor} asked for.`,
      ),
    ),
  'request-refused': ({ actor, why }, to) =>
    unlessUnseen(to, actor, () =>
      line(
        why === undefined
          ? phrase`The GM refuses what ${actor} asked for.`
          : phrase`The GM refuses what ${actor} asked for: ${why}.`,
      ),
    ),
  'numbers-set': ({ trusting }) =>
    line(
      trusting
        ? 'Numbers entered by players no longer need the GM’s approval.'
        : 'Numbers entered by players now need the GM’s approval.',
    ),
  'roll-opened': ({ entry }, { gm }) =>
    line(gm ? phrase`The hidden roll of entry ${entry} is revealed.` : 'A hidden roll is revealed.'),
  'consent-set': ({ consent }) =>
    line(
      consent
        ? 'Players may undo their own last order if the other side agrees.'
        : 'Only the GM can undo an order that showed dice or secrets.',
    ),
  'undo-asked': (_, { battle, by }) =>
    line(phrase`${userName(battle, by)} asks to undo their last order. Another side can agree: /undo agree:yes.`),
  'in-campaign': ({ name }) => quiet(phrase`This battle belongs to the campaign ${name}.`),
  'character-bound': noLine,
  moved: () => line('The battle has moved to another channel.'),
  'plan-set': ({ actor, plan }, { gm }) =>
    gm && plan !== undefined ? quiet(phrase`${actor}: ${describePlan(plan)}.`) : undefined,
  'desk-set': ({ channel }, { gm }) =>
    gm
      ? quiet(
          channel === undefined
            ? 'Information for the GM is no longer posted in a GM channel.'
            : 'Information for the GM is posted in a GM channel.',
        )
      : undefined,
  'language-set': ({ language }) =>
    quiet(phrase`The language of this battle is now ${asName(languageName(language))}.`),
  'face-set': ({ who, face }, to) =>
    unlessUnseen(to, who, () =>
      quiet(face === undefined ? phrase`${who} has no portrait now.` : phrase`${who} has a new portrait.`),
    ),
  'backdrop-set': ({ backdrop }) =>
    quiet(
      backdrop === undefined ? 'The board’s background picture is removed.' : 'The board has a background picture.',
    ),
  departed: noLine,
  'combatant-renamed': noLine,
  drawn: noLine,
  'dice-salted': noLine,
  'lesson-begun': noLine,
  'lesson-step-done': noLine,
};

/** True if this reader may read the event. Standing orders are for their owner and the GM only. */
const mayReadEvent = (before: OpenBattle, event: SessionEvent, user: string | undefined, gm: boolean): boolean =>
  event.type !== 'standing-set' || gm || (user !== undefined && before.saved.table.control[event.actor] === user);

/** True if an event follows from joining, so that it needs no line. */
const impliedByJoining = (battle: OpenBattle, { table, user }: LogEntry, event: SessionEvent): boolean =>
  table.some(({ type }) => type === 'joined') &&
  (event.type === 'seated' || (event.type === 'control-given' && isSameName(event.actor, userName(battle, user))));

/** True if the event is a picture that comes with new entrants, which needs no line. */
const impliedByEntering = ({ events }: LogEntry, { type }: SessionEvent): boolean =>
  (type === 'face-set' || type === 'backdrop-set') && events.length > 0;

/** True if the event sets the language with which a battle is created, which needs no line. */
const impliedByCreation = ({ request }: LogEntry, { type }: SessionEvent): boolean =>
  type === 'language-set' && request.kind === 'create';

/** Finds the first line that the reader was shown of entry n. Undefined if none. */
export type FindHeadline = (n: number) => string | undefined;

/** The lines of a request that is not an order. Empty for an undo of entries that the reader was not shown. */
const requestLines = (after: OpenBattle, entry: LogEntry, headlineOf: FindHeadline): readonly Line[] => {
  const { request, user } = entry;
  const headlines = entriesToggledBy(request).flatMap((n) => headlineOf(n) ?? []);
  const [first, ...more] = headlines;
  const who = userName(after, user);
  switch (request.kind) {
    case 'undo':
      if (first === undefined) return [];
      return [
        line(
          more.length === 0
            ? phrase`${who} undoes: ${first}`
            : phrase`${who} undoes ${counted(headlines.length, 'step')}. The first: ${first}`,
        ),
      ];
    case 'redo':
      return first === undefined ? [] : [line(phrase`${who} redoes what was undone. The first step: ${first}`)];
    case 'withdraw':
      return [line('The waiting order is cancelled.')];
    case 'roll':
      return loggedRollLines(request, entry);
    case 'lift':
    case 'create':
    case 'order':
    case 'answer':
    case 'table':
      return [];
  }
};

const lifeTexts = { up: 'up again', down: 'down', out: 'out' } as const;

/** Describes the differences between two views of a combatant. */
const describeChanges = (was: CombatantView, is: CombatantView): readonly string[] => [
  ...is.gauges
    .filter(({ text }, at) => text !== was.gauges[at]?.text)
    .map(({ text, label, share }) => (share === undefined ? text : `${text} ${label}`)),
  ...(is.life === was.life ? [] : [worded(lifeTexts[is.life])]),
  ...(is.place === was.place || is.place === undefined ? [] : [is.place]),
  ...is.marks.filter((mark) => !was.marks.includes(mark)),
];

/** Lines about visible effects of a hidden roll, such as positions, for readers who may not see the roll. */
const visibleChanges = (before: OpenBattle, after: OpenBattle, user: string | undefined): readonly Line[] => {
  const were = before.game.view(viewerOf(before, user)).combatants;
  const changed = after.game.view(viewerOf(after, user)).combatants.flatMap((is) => {
    const was = were.find(({ id }) => id === is.id);
    const changes = was === undefined ? [] : describeChanges(was, is);
    return changes.length === 0 ? [] : [phrase`${is.id}: ${listText(changes)}`];
  });
  return changed.length === 0 ? [] : [line(phrase`What everyone can see: ${listText(changed, '; ')}.`, 'quiet')];
};

/** True if all actions of an order concern combatants hidden from this reader, so that its reason is hidden too. */
const isAboutUnseen = ({ request }: LogEntry, unseen: readonly string[]): boolean =>
  request.kind === 'order' &&
  request.doings.length > 0 &&
  request.doings.every((doing) => unseen.includes(String(Object(doing).who)));

/** True if the reason needs no line: forum pace, or the rulebook's text on the battle's end contains it. */
const showsReason = ({ request, reason }: LogEntry): boolean =>
  reason === forumPaceReason ||
  (request.kind === 'order' && request.doings.some((doing) => Object(doing).do === 'finish'));

/** An entry's lines for one reader. Hidden combatants leave no trace. `passed`: lines of hidden turns to add. */
export const entryLines = (
  before: OpenBattle,
  after: OpenBattle,
  entry: LogEntry,
  user?: string,
  headlineOf: FindHeadline = () => undefined,
  passed: readonly Line[] = [],
): readonly Line[] => {
  // Whoever was hidden and left is not hidden afterwards.
  const viewer = viewerOf(entry.table.some(({ type }) => type === 'departed') ? before : after, user);
  const reading = { ...viewer, battle: after, by: entry.user };
  const { table } = after.saved;
  const unseen =
    entry.request.kind === 'order' &&
    !viewer.gm &&
    (viewer.unseen.includes(entry.request.actor) || isHiddenPlannedOrder(entry, after, viewer.unseen));
  const rolled = findRoller(before, entry);
  const roller = unseen ? table.gmName : userName(after, rolled);
  if (!mayReadRoll(after, { ...entry, user: rolled }, user))
    return [
      ...(table.trace
        ? [line(phrase`${roller} rolls in secret.`, 'quiet'), ...visibleChanges(before, after, user)]
        : []),
      ...entry.table
        .filter(({ type }) => type === 'revealed')
        .flatMap((event) => bySessionEvent(sessionLines, event, { ...reading, gm: false }) ?? []),
    ];
  const hand = entry.byHand && !unseen ? [line('The dice were rolled by hand.', 'quiet')] : [];
  const said = [...before.game.narrate(entry.events, viewer), ...passed];
  const done = requestLines(after, entry, headlineOf);
  const atTable = entry.table
    .filter((event) => mayReadEvent(before, event, user, viewer.gm))
    .filter((event) => !impliedByJoining(after, entry, event) && !impliedByEntering(entry, event))
    .filter((event) => !impliedByCreation(entry, event))
    .flatMap((event) => bySessionEvent(sessionLines, event, reading) ?? []);
  // Describe what happened first, then who was revealed.
  const lines = entry.request.kind === 'order' ? [...done, ...said, ...atTable] : [...atTable, ...done, ...said];
  if (lines.length === 0 && !viewer.gm) return [];
  const reason = unseen || showsReason(entry) || isAboutUnseen(entry, viewer.unseen) ? undefined : entry.reason;
  const all = [...lines, ...hand, ...(reason === undefined ? [] : [line(formatReason(reason), 'quiet')])];
  // Other sentences may quote a line, and do not look it up.
  return currentDictionary() === undefined ? all : all.map((each) => ({ ...each, text: worded(each.text) }));
};
