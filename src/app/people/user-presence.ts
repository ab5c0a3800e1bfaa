import type { OutboxMessage, PresenceChange } from '../../battle/saved/outbox.ts';
import type { SessionEvent } from '../../battle/saved/session.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { formatMoment } from '../../campaign/calendar.ts';
import { findPersonalSettings, type PersonalSettings } from '../../campaign/people.ts';
import { listed, ok, phrase, type Result, refuse, sentences, term, worded } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import { type Asker, toIssuer } from '../command-kit/command.ts';
import { writeWithAnswer } from '../outbox/durable-answer.ts';
import { directMessage } from '../outbox/outbox-items.ts';
import { createPrivateView, type Reply } from '../replies/reply.ts';
import type { Need } from '../services.ts';

/** The session events that a user's presence change causes in one battle. Empty if nothing changes. */
const eventsOf = (user: string, change: PresenceChange, { saved: { table } }: OpenBattle): readonly SessionEvent[] => {
  switch (change.kind) {
    case 'away': {
      const { kind: _, ...away } = change;
      return [{ type: 'away-set', user, ...away }];
    }
    case 'deputy':
      if (change.deputy !== undefined) return [{ type: 'deputy-named', user, deputy: change.deputy }];
      return ownValue(table.deputies, user) === undefined ? [] : [{ type: 'deputy-named', user }];
  }
};

/** Sends private messages to the new and the former deputy. Fallback: shown with the deputy's next answer. */
const tellDeputies = async (
  asker: Asker,
  { outbox, now }: Need<'outbox' | 'now'>,
  { deputy: before, zone }: PersonalSettings,
  { deputy: after }: Pick<PersonalSettings, 'deputy'>,
  names: readonly string[],
): Promise<void> => {
  const told = (user: string, title: string, says: string) =>
    directMessage(`deputy ${asker.orderId} ${user}`, user, { cards: [card(title, { lines: [line(says)] })] }, 'press');
  const where = names.length === 0 ? worded('They are not in a battle right now.') : phrase`In ${listed(names)}.`;
  const messages: OutboxMessage[] = [];
  if (before !== undefined && before.until > now() && before.user !== after?.user)
    messages.push(told(before.user, phrase`You no longer act for ${asker.name}`, where));
  if (after !== undefined) {
    const says = phrase`Until ${formatMoment(after.until, zone)} you can act for them, and you get their notifications. ${where} To give orders for their combatants, use the option as: in your commands.`;
    messages.push(told(after.user, phrase`${asker.name} has named you as deputy`, says));
  }
  if (messages.length > 0) await outbox.send(asker, messages);
};

/** Applies a user's presence change to all unfinished battles of the user. Returns the names of these battles. */
const applyToBattles = async (
  asker: Asker,
  services: Need<'battles' | 'outbox'>,
  change: PresenceChange,
): Promise<readonly string[]> => {
  const { battles, outbox } = services;
  // One answer covers all battles. Each battle announces its own standing orders.
  const { answerRoute, ...issuer } = toIssuer(asker);
  const hand = answerRoute?.interaction ?? phrase`every ${asker.orderId}`;
  const telling = { scope: 'following', interaction: hand } as const;
  const names: string[] = [];
  for (const { id, guild, channel, name } of await battles.listBySeat(asker.user, 'unfinished')) {
    const report = await battles.changeSession(
      { ...issuer, guild, channel, announcement: telling },
      'standing orders own',
      change.kind,
      (battle) => ({ ok: true, value: battle.saved.id === id ? eventsOf(asker.user, change, battle) : [] }),
    );
    if (report.ok) names.push(name);
  }
  if (answerRoute === undefined) outbox.noteAnswered(hand);
  return names;
};

const inNone = 'You are not in a battle right now.';

const presenceReply = (change: PresenceChange, zone: string, names: readonly string[]): Reply => {
  const reply = (title: string, says: string): Reply =>
    createPrivateView({ cards: [card(title, { lines: [line(says)] })] });
  const inThese = names.length === 0 ? worded(inNone) : phrase`In ${listed(names)}.`;
  switch (change.kind) {
    case 'away': {
      const { until, tactics } = change;
      const announced = names.length === 0 ? worded(inNone) : phrase`Announced in ${listed(names)}.`;
      const autopilot = 'Until then your combatants are on autopilot, unless a standing order says otherwise.';
      return reply(
        until === undefined ? 'You are back' : phrase`Away until ${formatMoment(until, zone)}`,
        worded(sentences(announced, tactics !== undefined && term(autopilot))),
      );
    }
    case 'deputy':
      if (change.deputy === undefined) return reply('You have no deputy', inThese);
      return reply(
        'Deputy named',
        phrase`Until ${formatMoment(change.deputy.until, zone)} your deputy may act for you. ${inThese} This also applies to battles you join later.`,
      );
  }
};

const withPresence = (person: PersonalSettings, change: PresenceChange): PersonalSettings => {
  switch (change.kind) {
    case 'away':
      return { ...person, awayUntil: change.until, awayTactics: change.tactics };
    case 'deputy':
      return { ...person, deputy: change.deputy };
  }
};

const isCurrent = (person: PersonalSettings, change: PresenceChange): boolean => {
  switch (change.kind) {
    case 'away':
      return person.awayUntil === change.until && person.awayTactics === change.tactics;
    case 'deputy':
      return person.deputy?.user === change.deputy?.user && person.deputy?.until === change.deputy?.until;
  }
};

/** Applies a saved presence change of `before` to unfinished battles, and informs deputies. */
const finishPresenceChange = async (
  asker: Asker,
  services: Need<'battles' | 'outbox' | 'now'>,
  change: PresenceChange,
  before: PersonalSettings,
): Promise<Reply> => {
  const names = await applyToBattles(asker, services, change);
  if (change.kind === 'deputy') await tellDeputies(asker, services, before, change, names);
  return presenceReply(change, before.zone, names);
};

/** Saves a presence change and applies it to unfinished battles. After a crash, `resumePresenceChange` continues. */
export const changePresence = async (
  asker: Asker,
  services: Need<'battles' | 'outbox' | 'people' | 'now'>,
  change: PresenceChange,
): Promise<Reply> => {
  const person = await findPersonalSettings(services.people, asker.user);
  await writeWithAnswer(services, asker, { to: 'asker', says: { everywhere: change, name: asker.name } }, (said) =>
    services.people.save(withPresence(person, change), said),
  );
  return finishPresenceChange(asker, services, change, person);
};

/** Finishes a presence change that a crash interrupted. Undefined if the user has changed the presence again. */
export const resumePresenceChange = async (
  asker: Asker,
  services: Need<'battles' | 'outbox' | 'people' | 'now'>,
  change: PresenceChange,
): Promise<Reply | undefined> => {
  const person = await findPersonalSettings(services.people, asker.user);
  // A deputy who was messaged before the crash gets no second message. The former deputy is no longer known.
  return isCurrent(person, change)
    ? finishPresenceChange(asker, services, change, { ...person, deputy: undefined })
    : undefined;
};

/** Session events for a user who joins a battle while absent or with a deputy. */
export const initialPresence = async (
  user: string,
  { people, now }: Need<'people' | 'now'>,
): Promise<readonly SessionEvent[]> => {
  const at = now();
  const { awayUntil, awayTactics, deputy } = await findPersonalSettings(people, user);
  return [
    ...(awayUntil !== undefined && awayUntil > at
      ? [{ type: 'away-set' as const, user, until: awayUntil, ...(awayTactics && { tactics: awayTactics }) }]
      : []),
    ...(deputy !== undefined && deputy.until > at ? [{ type: 'deputy-named' as const, user, deputy }] : []),
  ];
};

/** Refuses users who have left the server. */
export const requireMember = async (
  { guild, user: asker }: Asker,
  user: string | undefined,
  { channels }: Need<'channels'>,
): Promise<Result<undefined>> =>
  guild === undefined || user === undefined || user === asker || (await channels.isMember(guild, user))
    ? ok(undefined)
    : refuse('not-in-server');

/** The name of a user who gets a seat: as the GM typed it, else as the server shows it. */
export const seatName = async (
  { guild }: Asker,
  user: string,
  typed: string | undefined,
  { channels }: Need<'channels'>,
): Promise<string> =>
  typed ?? (guild === undefined ? undefined : await channels.memberName?.(guild, user)) ?? worded('a player');
