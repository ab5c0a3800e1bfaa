import { counted, isSameName, phrase, renderText, say, worded } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { gmActor } from '../../rules/caller.ts';
import { nameLookupShowingAll } from '../../rules/for-reader.ts';
import { type Line, line, step } from '../../rules/lines.ts';
import type { NumberTerms, Viewer } from '../../rules/reader.ts';
import type { CombatantView } from '../../rules/view.ts';
import { describeClock } from '../saved/clock-settings.ts';
import type { LogEntry } from '../saved/log-entry.ts';
import type { Session, SessionEvent } from '../saved/session.ts';
import type { OpenBattle } from '../saved/store.ts';
import { describeAutopilot, formatReason } from './autopilot-text.ts';
import { isFoe } from './expected-actions.ts';
import { describePlan, isHiddenPlannedOrder } from './hidden-plans.ts';
import { findRoller, mayReadRoll } from './hidden-rolls.ts';
import { loggedRollLines } from './roll-lines.ts';
import { describeStandingOrder } from './standing-orders.ts';
import { viewerOf } from './viewer.ts';

const userName = ({ saved: { table } }: OpenBattle, user: string): string =>
  user === table.gm ? table.gmName : (ownValue(table.seats, user)?.name ?? 'somebody');

const formatPossessive = (actor: string): string => (actor === gmActor ? 'the GM' : actor);

/** A moment, the same wherever it is read. */
const formatMoment = (at: number): string => phrase`${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const modeTexts = { exact: 'exactly', words: 'in words', off: 'not at all' } as const;

/** How foes' numbers are told: the general rule, and the numbers that go by themselves. */
const describeDisclosure = (numbers: NumberTerms, { mode, of }: Session['telling']): string => {
  const own = Object.entries(of).map(
    ([term, told]) => `${numbers[term] === undefined ? 'one' : term} ${modeTexts[told.mode]}`,
  );
  return phrase`Foes’ numbers are shown ${modeTexts[mode]}${own.length === 0 ? '' : phrase`; ${own.join(', ')}`}.`;
};

const shownValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The bot was brought up to date: what stays as it was, and for its issuer and the GM, which order they must give again. */
const upcastLine = (
  battle: OpenBattle,
  { kept, withdrew }: Extract<SessionEvent, { type: 'lifted' }>,
  gm: boolean,
  user: string | undefined,
): Line => {
  const concerned = withdrew !== undefined && (gm || user === withdrew.user);
  const again = concerned
    ? phrase` ${userName(battle, withdrew.user)}’s order ${withdrew.order} for ${formatPossessive(withdrew.actor)} was waiting for an answer and would now have a different result. The order was cancelled; give it again.`
    : '';
  const stays = kept.map(({ key, value, now }) =>
    step('', phrase`${key} stays ${shownValue(value)} in this battle; new battles use ${shownValue(now)}`),
  );
  return line(
    phrase`The bot was updated. Everything that happened before is unchanged.${again}`,
    'quiet',
    stays.length === 0 ? [] : [stays],
  );
};

const tableLine = (
  battle: OpenBattle,
  event: SessionEvent,
  { gm, unseen, user, controls }: Pick<Viewer, 'gm' | 'unseen' | 'user' | 'controls'>,
  by: string,
): Line | undefined => {
  const isUntold = (actor: string): boolean => !gm && (isFoe(battle, actor) || unseen.includes(actor));
  switch (event.type) {
    case 'opened':
      return line(phrase`${event.gmName} opens the battle ${event.name}.`);
    case 'setting-changed':
      return line(phrase`Setting ${event.key} is now ${JSON.stringify(event.value)}.`);
    case 'setting-taken':
      return line(phrase`The GM takes the new default: ${event.key} is ${JSON.stringify(event.value)} from now on.`);
    case 'lifted':
      return upcastLine(battle, event, gm, user);
    case 'seated':
      return line(phrase`${event.name} joins as ${event.role}.`);
    case 'unseated':
      return line(phrase`${userName(battle, event.user)} leaves the battle.`);
    case 'control-given':
      return unseen.includes(event.actor)
        ? undefined
        : line(
            phrase`${event.user === undefined ? 'The GM' : userName(battle, event.user)} now controls ${event.actor}.`,
          );
    case 'gm-handed':
      return line(phrase`${event.name} is now the game master.`);
    case 'hidden':
      return gm
        ? line(
            phrase`${event.who} is hidden ${event.until === 'until-acts' ? 'until it acts' : 'until revealed'}.`,
            'quiet',
          )
        : undefined;
    case 'revealed':
      return line(phrase`${event.who} is revealed.`);
    case 'standing-set': {
      const text = describeStandingOrder(battle.ruleset, event.actor, event.kind, event.choice);
      return line(event.away ? phrase`While the player is away: ${text}` : text, 'quiet');
    }
    case 'clock-set':
      return line(describeClock(event.clock));
    case 'clock-paused':
      return line('The clock is paused.');
    case 'clock-resumed':
      return line('The clock is running again.');
    case 'clock-renewed':
      if (event.actor !== undefined && isUntold(event.actor)) return undefined;
      return line(
        phrase`${event.actor === undefined ? 'Everyone the battle is waiting for' : formatPossessive(event.actor)} has the full time for a turn again.`,
      );
    case 'clock-asked':
      // Whose moment it is of those the GM runs is not told, nor that it was anybody's.
      if (isUntold(event.actor)) return undefined;
      return line(phrase`Time is up for ${formatPossessive(event.actor)}; the GM decides.`);
    case 'clock-handed':
      if (isUntold(event.actor)) return undefined;
      return line(phrase`Time is up for ${formatPossessive(event.actor)}; the deputy decides.`);
    case 'deputy-named': {
      const { user, deputy } = event;
      return line(
        deputy === undefined
          ? phrase`${userName(battle, user)} no longer has a deputy.`
          : phrase`${deputy.name} may act for ${userName(battle, user)} until ${formatMoment(deputy.until)}.`,
      );
    }
    case 'away-set':
      return line(
        phrase`${userName(battle, event.user)} is ${event.until === undefined ? 'back' : phrase`away until ${formatMoment(event.until)}`}${event.tactics === undefined ? '' : ', with their combatants on autopilot'}.`,
        'quiet',
      );
    case 'autopilot-set':
      return gm ? line(describeAutopilot(event.actors, event.autopilot), 'quiet') : undefined;
    case 'telling-set':
      return line(describeDisclosure(battle.ruleset.numberTerms, event.telling));
    case 'rolls-set':
      return line(phrase`Rolls are now ${event.rolls}.`);
    case 'renamed':
      return line(phrase`The battle is now called ${event.name}.`);
    case 'ruled':
      if (event.of?.some((id) => unseen.includes(id))) return undefined;
      return line(phrase`The GM rules: ${event.text}`);
    case 'put-to-gm':
      if (unseen.includes(event.actor)) return undefined;
      return gm
        ? line(
            renderText(
              say`${event.actor} wants: ${event.order}. That is impossible, but the player must not find out why. ${event.why}`,
              nameLookupShowingAll,
            ),
          )
        : line(
            phrase`${event.actor} is waiting for the GM to decide. Nothing has happened yet; another order is possible.`,
          );
    case 'requested': {
      const { request } = event;
      if (unseen.includes(request.actor)) return undefined;
      const asked = renderText(say`${request.actor} asks the GM: ${request.order}.`, nameLookupShowingAll);
      if (gm) return line(phrase`${asked} Grant the request, change it or refuse it.`);
      return request.user === user || controls.includes(request.actor)
        ? line(phrase`${asked} The GM decides. Nothing has happened yet; you can still give another order.`)
        : line(
            phrase`${request.actor} is waiting for the GM to decide. Nothing has happened yet; another order is possible.`,
          );
    }
    case 'request-granted': {
      if (unseen.includes(event.actor)) return undefined;
      const knows = event.open || gm || controls.includes(event.actor);
      return knows
        ? line(
            phrase`The GM grants what ${event.actor} asked for: ${renderText(event.numbers, nameLookupShowingAll)}.`,
            'quiet',
          )
        : line(phrase`The GM grants what ${event.actor} asked for.`, 'quiet');
    }
    case 'request-refused':
      return unseen.includes(event.actor)
        ? undefined
        : line(
            phrase`The GM refuses what ${event.actor} asked for${event.why === undefined ? '' : phrase`: ${event.why}`}.`,
          );
    case 'numbers-set':
      return line(
        event.trusting
          ? 'Numbers entered by players no longer need the GM’s approval.'
          : 'Numbers entered by players now need the GM’s approval.',
      );
    case 'roll-opened':
      return line(gm ? phrase`The hidden roll of entry ${event.entry} is revealed.` : 'A hidden roll is revealed.');
    case 'consent-set':
      return line(
        event.consent
          ? 'Players may undo their own last order if the other side agrees.'
          : 'Only the GM can undo an order that showed dice or secrets.',
      );
    case 'undo-asked':
      return line(
        phrase`${userName(battle, by)} asks to undo their last order. Anyone on another side can agree with /undo agree:yes.`,
      );
    case 'in-campaign':
      return line(phrase`This battle belongs to the campaign ${event.name}.`, 'quiet');
    case 'moved':
      return line('The battle has moved to another channel.');
    case 'plan-set':
      return gm ? line(phrase`${event.actor} ${describePlan(event.plan)}.`, 'quiet') : undefined;
    case 'desk-set':
      return gm
        ? line(
            phrase`Information for the GM ${event.channel === undefined ? 'is no longer' : 'is now'} posted in a GM channel.`,
            'quiet',
          )
        : undefined;
    case 'face-set':
      if (unseen.includes(event.who)) return undefined;
      return line(
        phrase`${event.who} has ${event.face === undefined ? 'no portrait now' : 'a new portrait'}.`,
        'quiet',
      );
    case 'backdrop-set':
      return line(
        event.backdrop === undefined
          ? 'The board’s background picture is removed.'
          : 'The board has a background picture.',
        'quiet',
      );
    case 'drawn':
    case 'lesson-begun':
    case 'lesson-step-done':
    case 'character-bound':
    case 'joined':
    case 'dice-salted':
      return undefined;
  }
};

/** Standing orders are their owner's business. */
const isHiddenFrom = (before: OpenBattle, event: SessionEvent, user: string | undefined, gm: boolean): boolean =>
  event.type !== 'standing-set' || gm || (user !== undefined && before.saved.table.control[event.actor] === user);

/** Who joins takes a seat and runs who came in; that is worth a word only where the two are called differently. */
const impliedByJoining = (battle: OpenBattle, { table, user }: LogEntry, event: SessionEvent): boolean =>
  table.some(({ type }) => type === 'joined') &&
  (event.type === 'seated' || (event.type === 'control-given' && isSameName(event.actor, userName(battle, user))));

/** Who comes in may bring a face: there is nothing to be said of it. */
const impliedByEntering = ({ events }: LogEntry, { type }: SessionEvent): boolean =>
  type === 'face-set' && events.length > 0;

/** Was this reader told anything of entry n? */
export type IsEntryKnown = (n: number) => boolean;

/** What the request itself says, where it is no order to the game. Of what was not told, its taking back is not told either. */
const requestLines = (after: OpenBattle, entry: LogEntry, known: IsEntryKnown): readonly Line[] => {
  const { request, user } = entry;
  switch (request.kind) {
    case 'undo': {
      const many = request.takes.filter(known).length;
      if (many === 0) return [];
      return [
        line(
          phrase`${userName(after, user)} undoes ${many === 1 ? worded('one entry') : counted(many, 'entry', 'entries')} in the log.`,
        ),
      ];
    }
    case 'redo':
      return request.gives.some(known) ? [line(phrase`${userName(after, user)} redoes what was undone.`)] : [];
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

/** What is different about a combatant, as both views show it. */
const describeChanges = (was: CombatantView, is: CombatantView): readonly string[] => [
  ...is.gauges
    .filter(({ text }, at) => text !== was.gauges[at]?.text)
    .map(({ text, label, share }) => (share === undefined ? text : `${text} ${label}`)),
  ...(is.life === was.life ? [] : [lifeTexts[is.life]]),
  ...(is.place === was.place || is.place === undefined ? [] : [is.place]),
  ...is.marks.filter((mark) => !was.marks.includes(mark)),
];

/**
 * What a hidden roll leads to for those who may not read it: neither dice nor deed, but how everybody stands and fares then, as the
 * board and the roster show it anyway.
 */
const visibleChanges = (before: OpenBattle, after: OpenBattle, user: string | undefined): readonly Line[] => {
  const were = before.game.view(viewerOf(before, user)).combatants;
  const changed = after.game.view(viewerOf(after, user)).combatants.flatMap((is) => {
    const was = were.find(({ id }) => id === is.id);
    const changes = was === undefined ? [] : describeChanges(was, is);
    return changes.length === 0 ? [] : [phrase`${is.id}: ${changes.join(', ')}`];
  });
  return changed.length === 0 ? [] : [line(phrase`What everyone can see: ${changed.join('; ')}.`, 'quiet')];
};

/** Is all of it about those this reader must not know of? Then neither is its reason theirs to read. */
const isAboutUnseen = ({ request }: LogEntry, unseen: readonly string[]): boolean =>
  request.kind === 'order' &&
  request.doings.length > 0 &&
  request.doings.every((doing) => unseen.includes(String(Object(doing).who)));

/** Why a battle was ended its rulebook says itself. */
const showsReason = ({ request }: LogEntry): boolean =>
  request.kind === 'order' && request.doings.some((doing) => Object(doing).do === 'finish');

/**
 * What an entry says to one reader, given the battle before and after it, and of which entries they were told. Hidden rolls leave
 * a trace at most; what the unseen do leaves none. `passed`: what followed from moments that passed unseen, which belongs to it.
 */
export const entryLines = (
  before: OpenBattle,
  after: OpenBattle,
  entry: LogEntry,
  user?: string,
  known: IsEntryKnown = () => true,
  passed: readonly Line[] = [],
): readonly Line[] => {
  const viewer = viewerOf(after, user);
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
        .flatMap((event) => tableLine(after, event, { ...viewer, gm: false }, entry.user) ?? []),
    ];
  const hand = entry.byHand && !unseen ? [line('The dice were rolled by hand.', 'quiet')] : [];
  const said = [...before.game.narrate(entry.events, viewer), ...passed];
  const done = requestLines(after, entry, viewer.gm ? () => true : known);
  const atTable = entry.table
    .filter((event) => isHiddenFrom(before, event, user, viewer.gm))
    .filter((event) => !impliedByJoining(after, entry, event) && !impliedByEntering(entry, event))
    .flatMap((event) => tableLine(after, event, viewer, entry.user) ?? []);
  // What happened comes first; that somebody is revealed by it, after.
  const lines = entry.request.kind === 'order' ? [...done, ...said, ...atTable] : [...atTable, ...done, ...said];
  if (lines.length === 0 && !viewer.gm) return [];
  const reason = unseen || showsReason(entry) || isAboutUnseen(entry, viewer.unseen) ? undefined : entry.reason;
  return [...lines, ...hand, ...(reason === undefined ? [] : [line(formatReason(reason), 'quiet')])];
};
