import { formatDuration } from '../../battle/saved/clock-settings.ts';
import type { OpenBattle } from '../../battle/saved/open-battle.ts';
import type { Wait } from '../../battle/saved/waits.ts';
import { clockOf } from '../../battle/views/control.ts';
import { expectedForViewer } from '../../battle/views/expected-actions.ts';
import { dueAt, hoursBy } from '../../campaign/clock.ts';
import { phrase } from '../../core/language.ts';
import type { Deadline } from '../../presentation/card.ts';
import { gmActor } from '../../rules/call.ts';
import type { Services } from '../services.ts';

const nameOf = (actor: string): string => (actor === gmActor ? 'The GM' : actor);

const standing = (says: string): Deadline => ({ says, at: undefined });

/** Those whose time runs out at the same moment stand together. */
const running = (waits: readonly (readonly [Wait, number])[], alone: boolean, now: number): readonly Deadline[] =>
  [...Map.groupBy(waits, ([{ state }, at]) => `${at} ${state}`).values()].map((same): Deadline => {
    const [, at = now] = same[0] ?? [];
    const names = [
      ...new Set(same.map(([{ actor, state }]) => `${nameOf(actor)}${state === 'handed' ? ' (deputy)' : ''}`)),
    ];
    const who = alone ? '' : `${names.join(', ')}:`;
    return { says: who, at: { moment: at, words: at > now ? phrase`in ${formatDuration((at - now) / 1000)}` : 'now' } };
  });

/** When the time of those who are awaited runs out, as far as a reader may know of them; nothing where there is no clock. */
export const deadlinesOf = async (
  battle: OpenBattle,
  user: string | undefined,
  { waits, people }: Pick<Services, 'waits' | 'people'>,
): Promise<readonly Deadline[]> => {
  const { table, status, id } = battle.saved;
  if (status !== 'active') return [];
  const awaited = expectedForViewer(battle, user).filter(({ actor }) => clockOf(battle, actor).seconds !== undefined);
  if (table.clock.seconds === undefined && awaited.length === 0) return [];
  if (table.clock.paused) return [standing('The clock stands still')];
  const told = (await waits.of(id)).filter((wait) =>
    awaited.some(({ actor, kind }) => actor === wait.actor && kind === wait.kind),
  );
  const hours = await people.of(told.map(({ user: whose }) => whose));
  const due = told.flatMap((wait) => {
    const person = hours.get(wait.user);
    const at =
      person && wait.state !== 'asked'
        ? dueAt(wait, clockOf(battle, wait.actor), 100, hoursBy(clockOf(battle, wait.actor), wait.user, person))
        : undefined;
    return at === undefined ? [] : [[wait, at] as const];
  });
  const asked = told.filter(({ state }) => state === 'asked');
  return [
    ...asked.map(({ actor }) => standing(phrase`${nameOf(actor)}: over, the GM decides`)),
    ...running(due, told.length === 1 && due[0]?.[0].state === 'running', battle.at),
  ];
};
