import type { PresenceChange } from '../../battle/saved/outbox.ts';
import type { SessionEvent } from '../../battle/saved/session.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { formatMoment } from '../../campaign/calendar.ts';
import { findPersonalSettings, type PersonalSettings } from '../../campaign/people.ts';
import { listed, phrase } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import { type Asker, toIssuer } from '../command-kit/asker.ts';
import { writeWithAnswer } from '../outbox/durable-answer.ts';
import { directMessage } from '../outbox/outbox-items.ts';
import { createPrivateView, type Reply } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { createDeputyEndAlarm } from './deputy-end.ts';

/** What it is in one battle: nothing where it makes no difference. */
const eventsOf = (user: string, change: PresenceChange, { saved: { table } }: OpenBattle): readonly SessionEvent[] => {
  switch (change.kind) {
    case 'away':
      return [
        {
          ...{ type: 'away-set' as const, user },
          ...(change.until !== undefined && { until: change.until }),
          ...(change.tactics !== undefined && { tactics: change.tactics }),
        },
      ];
    case 'deputy':
      if (change.deputy !== undefined) return [{ type: 'deputy-named', user, deputy: change.deputy }];
      return ownValue(table.deputies, user) === undefined ? [] : [{ type: 'deputy-named', user }];
  }
};

/** Whoever is to act for somebody, or no longer is, is told in private; at their next press where that cannot be. */
const tellDeputies = async (
  asker: Asker,
  { outbox, alarms, now }: Pick<Services, 'outbox' | 'alarms' | 'now'>,
  { deputy: before, zone }: PersonalSettings,
  { deputy: after }: Pick<PersonalSettings, 'deputy'>,
  names: readonly string[],
): Promise<void> => {
  const told = (user: string, title: string, says: string) =>
    directMessage(
      `deputy ${asker.orderId} ${user}`,
      user,
      { cards: [card(title, { lines: [line(says)] })], ping: [], controls: [] },
      'press',
    );
  const where = names.length === 0 ? 'They are not in a battle right now.' : phrase`In ${listed(names)}.`;
  const dismissed =
    before !== undefined && before.until > now() && before.user !== after?.user
      ? [told(before.user, phrase`You no longer act for ${asker.name}`, where)]
      : [];
  const named =
    after === undefined
      ? []
      : [
          told(
            after.user,
            phrase`${asker.name} has named you as deputy`,
            phrase`Until ${formatMoment(after.until, zone)} you can act for them, and you get their notifications. ${where} To give orders for their combatants, use the option as: in your commands.`,
          ),
        ];
  if (after !== undefined) await alarms.set(createDeputyEndAlarm(after.until, now()));
  if (dismissed.length + named.length > 0) await outbox.send(asker, [...dismissed, ...named]);
};

/** The names of the battles it is written in. What standing orders made of it is said where it happened. */
const applyToBattles = async (
  asker: Asker,
  services: Pick<Services, 'battles' | 'outbox'>,
  change: PresenceChange,
): Promise<readonly string[]> => {
  const { battles, outbox } = services;
  // The answer is one for all battles; what standing orders made of it is said in each.
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
  const inThese = names.length === 0 ? inNone : phrase`In ${listed(names)}.`;
  const [title, says] = ((): readonly [string, string] => {
    switch (change.kind) {
      case 'away':
        return [
          change.until === undefined ? 'You are back' : phrase`Away until ${formatMoment(change.until, zone)}`,
          [
            names.length === 0 ? inNone : phrase`Announced in ${listed(names)}.`,
            ...(change.tactics === undefined
              ? []
              : ['Until then your combatants are on autopilot, unless a standing order says otherwise.']),
          ].join(' '),
        ];
      case 'deputy':
        if (change.deputy === undefined) return ['You have no deputy', inThese];
        return [
          'Deputy named',
          phrase`Until ${formatMoment(change.deputy.until, zone)} your deputy may act for you. ${inThese} This also applies to battles you join later.`,
        ];
    }
  })();
  return createPrivateView({ cards: [card(title, { lines: [line(says)] })] });
};

const withPresence = (person: PersonalSettings, change: PresenceChange): PersonalSettings => {
  switch (change.kind) {
    case 'away': {
      const { awayUntil: _, awayTactics: __, ...rest } = person;
      return {
        ...rest,
        ...(change.until !== undefined && { awayUntil: change.until }),
        ...(change.tactics !== undefined && { awayTactics: change.tactics }),
      };
    }
    case 'deputy': {
      const { deputy: _, ...rest } = person;
      return { ...rest, ...(change.deputy !== undefined && { deputy: change.deputy }) };
    }
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

/**
 * Writes something that concerns one person into what is kept of them, and into every unfinished battle they sit in; should the
 * process die in between, the next one goes on with it before it answers.
 */
export const changePresence = async (
  asker: Asker,
  services: Pick<Services, 'battles' | 'outbox' | 'people' | 'alarms' | 'now'>,
  change: PresenceChange,
): Promise<Reply> => {
  const person = await findPersonalSettings(services.people, asker.user);
  await writeWithAnswer(services, asker, { to: 'asker', says: { everywhere: change, name: asker.name } }, (said) =>
    services.people.save(withPresence(person, change), said),
  );
  const names = await applyToBattles(asker, services, change);
  if (change.kind === 'deputy') await tellDeputies(asker, services, person, change, names);
  return presenceReply(change, person.zone, names);
};

/** Goes on where a process died: its answer, or nothing where the person has chosen otherwise since. */
export const resumePresenceChange = async (
  asker: Asker,
  services: Pick<Services, 'battles' | 'outbox' | 'people' | 'alarms' | 'now'>,
  change: PresenceChange,
): Promise<Reply | undefined> => {
  const person = await findPersonalSettings(services.people, asker.user);
  if (!isCurrent(person, change)) return undefined;
  const names = await applyToBattles(asker, services, change);
  // Whoever was told before is not told again; who acted for them until now is no longer known.
  if (change.kind === 'deputy') await tellDeputies(asker, services, { ...person, deputy: undefined }, change, names);
  return presenceReply(change, person.zone, names);
};
