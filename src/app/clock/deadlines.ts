import { formatDuration } from '../../battle/saved/clock-settings.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import type { BattleWait } from '../../battle/saved/waits.ts';
import { expectedActionsForViewer } from '../../battle/views/expected-actions.ts';
import { clockOf } from '../../battle/views/viewer.ts';
import { applicableHours, dueAt } from '../../campaign/clock.ts';
import { phrase } from '../../core/message.ts';
import type { Deadline } from '../../presentation/card.ts';
import { gmActor } from '../../rules/expected-action.ts';
import type { Services } from '../services.ts';

const actorName = (actor: string): string => (actor === gmActor ? 'The GM' : actor);

const pausedDeadline = (says: string): Deadline => ({ says, at: undefined });

/** Those whose time runs out at the same moment stand together. */
const runningDeadlines = (
  waits: readonly (readonly [BattleWait, number])[],
  alone: boolean,
  now: number,
): readonly Deadline[] =>
  [...Map.groupBy(waits, ([{ state }, at]) => `${at} ${state}`).values()].map((same): Deadline => {
    const [, at = now] = same[0] ?? [];
    const names = [
      ...new Set(same.map(([{ actor, state }]) => `${actorName(actor)}${state === 'handed' ? ' (deputy)' : ''}`)),
    ];
    const who = alone ? '' : `${names.join(', ')}:`;
    return { says: who, at: { moment: at, words: at > now ? phrase`in ${formatDuration((at - now) / 1000)}` : 'now' } };
  });

/** When the time of those who are awaited runs out, as far as a reader may know of them; nothing where there is no clock. */
export const findDeadlines = async (
  battle: OpenBattle,
  user: string | undefined,
  { waits, people }: Pick<Services, 'waits' | 'people'>,
): Promise<readonly Deadline[]> => {
  const { table, status, id } = battle.saved;
  if (status !== 'active') return [];
  const awaited = expectedActionsForViewer(battle, user).filter(
    ({ actor }) => clockOf(battle, actor).seconds !== undefined,
  );
  if (table.clock.seconds === undefined && awaited.length === 0) return [];
  if (table.clock.paused) return [pausedDeadline('The clock is paused')];
  const told = (await waits.forBattle(id)).filter((wait) =>
    awaited.some(({ actor, kind }) => actor === wait.actor && kind === wait.kind),
  );
  const hours = await people.findMany(told.map(({ user: whose }) => whose));
  const due = told.flatMap((wait) => {
    const person = hours.get(wait.user);
    const at =
      person && wait.state !== 'asked'
        ? dueAt(wait, clockOf(battle, wait.actor), 100, applicableHours(clockOf(battle, wait.actor), wait.user, person))
        : undefined;
    return at === undefined ? [] : [[wait, at] as const];
  });
  const asked = told.filter(({ state }) => state === 'asked');
  return [
    ...asked.map(({ actor }) => pausedDeadline(phrase`${actorName(actor)}: time is up, the GM decides`)),
    ...runningDeadlines(due, told.length === 1 && due[0]?.[0].state === 'running', battle.openedAt),
  ];
};
