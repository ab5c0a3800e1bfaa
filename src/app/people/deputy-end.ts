import type { Alarm, AlarmData } from '../../battle/saved/waits.ts';
import { formatMoment } from '../../campaign/calendar.ts';
import { findPersonalSettings, type PersonalSettings } from '../../campaign/people.ts';
import { listed, phrase } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import { directMessage } from '../outbox/outbox-items.ts';
import type { Services } from '../services.ts';

/** An alarm of no battle, and of nobody by name: at that moment some deputy's time runs out. */
const deputyEnd = { battle: '', actor: '', kind: 'deputy', since: 0, step: 'end' } as const;

/** Rings when a deputy's time runs out. */
export const createDeputyEndAlarm = (until: number, now: number): Alarm => ({
  after: until - now,
  data: { ...deputyEnd, due: until, tries: 0 },
});

export const isDeputyEnd = ({ battle, kind }: AlarmData): boolean =>
  battle === deputyEnd.battle && kind === deputyEnd.kind;

/** How somebody is called in their battles that go on, and the names of these. */
const battlesOf = async (
  user: string,
  { battles }: Pick<Services, 'battles'>,
): Promise<{ readonly called: string | undefined; readonly names: readonly string[] }> => {
  const running = await battles.listBySeat(user, 'unfinished');
  const [first] = running;
  const battle = first === undefined ? undefined : await battles.openById(first.id);
  const table = battle?.ok ? battle.value.saved.table : undefined;
  const called = table?.gm === user ? table.gmName : ownValue(table?.seats, user)?.name;
  return { called, names: running.map(({ name }) => name) };
};

/** Tells the deputies whose time ran out at the alarm's moment, once; one that was dismissed or given more time is not among them. */
export const notifyDeputiesOfEnd = async (
  services: Pick<Services, 'battles' | 'people' | 'outbox' | 'alarms' | 'now'>,
  { due, tries }: AlarmData,
): Promise<void> => {
  const { people, outbox, alarms, now } = services;
  if (due > now()) {
    const again = createDeputyEndAlarm(due, now());
    await alarms.set({ ...again, data: { ...again.data, tries: tries + 1 } });
    return;
  }
  const tell = async ({ user }: PersonalSettings, deputy: NonNullable<PersonalSettings['deputy']>): Promise<void> => {
    const { called, names } = await battlesOf(user, services);
    const { zone } = await findPersonalSettings(people, deputy.user);
    const where = names.length === 0 ? '' : phrase` In ${listed(names)}.`;
    const says = phrase`Your time as deputy ended at ${formatMoment(due, zone)}.${where}`;
    const words = {
      cards: [card(phrase`You no longer act for ${called ?? 'the person who named you'}`, { lines: [line(says)] })],
      ...{ ping: [], controls: [] },
    };
    const once = `deputy over ${due} ${user} ${deputy.user}`;
    await outbox.send({ guild: undefined, channel: deputy.user }, [directMessage(once, deputy.user, words, 'press')]);
  };
  for (const person of await people.listDeputiesEndingAt(due))
    if (person.deputy !== undefined) await tell(person, person.deputy);
};
