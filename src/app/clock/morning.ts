import type { OpenBattle } from '../../battle/saved/store.ts';
import type { Alarm, AlarmData } from '../../battle/saved/waits.ts';
import { addFreeTime, isFreeTime, nextHour } from '../../campaign/calendar.ts';
import { findPersonalSettings, type PersonalSettings } from '../../campaign/people.ts';
import { phrase, runForPerson } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import { directMessage } from '../outbox/outbox-items.ts';
import { verbControls } from '../replies/battle-panel.ts';
import { describeWait, linkToBattle } from '../replies/inbox-notes.ts';
import { answerControls, expectedActionsOfUser, isAsked } from '../replies/order-outcome.ts';
import type { Need } from '../services.ts';

type MorningServices = Need<'alarms' | 'battles' | 'now' | 'outbox' | 'people' | 'records'>;

const agreementOf = ({ morning, zone }: PersonalSettings): string => `${morning} ${zone}`;

/** The alarm of a user's next morning message, not in quiet hours. Empty if the user wants none. */
export const morningAlarm = (person: PersonalSettings, now: number): readonly Alarm[] => {
  const { user, morning, zone } = person;
  if (morning === undefined) return [];
  const due = addFreeTime(nextHour(now, { at: morning, zone }), 0, { ...person, weekdaysOff: [], datesOff: [] });
  const wait = { battle: '', actor: user, kind: agreementOf(person), since: 0 };
  return [{ after: due - now, data: { ...wait, step: 'morning', due, tries: 0 } }];
};

/** Sends a user one battle's board, what happened there to the user's combatants, and the user's buttons. */
const sendBattle = async (
  { outbox, records }: MorningServices,
  battle: OpenBattle,
  user: string,
  due: number,
): Promise<void> => {
  const news = await records('news', battle, { user, since: due - 86_400_000 });
  const waits = expectedActionsOfUser(battle, user).map((each) => line(phrase`${describeWait(each)}.`, 'good'));
  const lines = [...(news.ok ? news.value.map((text) => line(text)) : []), ...waits];
  if (lines.length === 0) return;
  const { id, table } = battle.saved;
  const cards = [{ ...card(phrase`${table.name}: the last 24 hours`, { lines }), links: [linkToBattle(battle)] }];
  const controls = isAsked(battle, user)
    ? answerControls(battle, user, 'desk')
    : verbControls(battle, user, { view: 'desk' });
  const key = `morning ${id} ${user} ${due}`;
  await outbox.send(battle.saved, [directMessage(key, user, { cards, controls }, 'nothing', undefined, id)]);
};

/** Sends a user's morning messages, and sets the alarm of the next ones. Nothing on days off. */
export const sendMorning = async (services: MorningServices, { actor: user, kind, due }: AlarmData): Promise<void> => {
  const { alarms, battles, now, people } = services;
  const person = await findPersonalSettings(people, user);
  if (kind !== agreementOf(person)) return;
  for (const next of morningAlarm(person, Math.max(now(), due))) await alarms.set(next);
  if (!isFreeTime(now(), person)) return;
  for (const { id } of await battles.listBySeat(user, 'unfinished')) {
    const battle = await battles.openById(id);
    if (!battle.ok || battle.value.saved.status !== 'active') continue;
    await runForPerson(user, () => sendBattle(services, battle.value, user, due));
  }
};
