import { remindEveryone } from '../src/app/clock/clock-scheduler.ts';
import type { Asker } from '../src/app/command-kit/command.ts';
import { splitList } from '../src/app/input/match-name.ts';
import type { NotificationServices } from '../src/app/outbox/notifications.ts';
import { findDeadlines, timeField } from '../src/app/replies/battle-panel.ts';
import { describeExpectedActions, suggestedOrdersControls } from '../src/app/replies/order-outcome.ts';
import { button, type CommandAnswer } from '../src/app/replies/reply.ts';
import type { Need } from '../src/app/services.ts';
import { findAllByName } from '../src/battle/decide/decisions.ts';
import { type Clock, describeClock, paces, timeoutActions } from '../src/battle/saved/clock-settings.ts';
import type { SessionEvent } from '../src/battle/saved/session.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { hasBattleRight, isGm } from '../src/battle/views/viewer.ts';
import { parseDuration, parseHour } from '../src/campaign/calendar.ts';
import { findPersonalSettings } from '../src/campaign/people.ts';
import { listed, ok, phrase, type Result, refuse, refuseInput } from '../src/core/message.ts';
import { line } from '../src/rules/event.ts';
import { gmActor } from '../src/rules/expected-action.ts';
import { parseNumber } from '../src/rules/value-parsers.ts';
import { flagParam, type InputOf, oneOfParam, textParam } from '../src/rules/verb.ts';
import { changeSession, defineBattleCommand, privateCard } from './answers.ts';
import { completeEach, visibleCombatants } from './completion.ts';

/** Parses times for reminders as shares of the time limit (percent): `50, 80, 95` or `none`. Undefined if invalid. */
const parseShares = (typed: string): readonly number[] | undefined => {
  if (/^\s*none\s*$/i.test(typed)) return [];
  const shares = splitList(typed, /[\s,;%]+|\band\b/).map((share) => parseNumber(share) ?? Number.NaN);
  const fit = shares.length > 0 && shares.length <= 9 && shares.every((share) => share >= 1 && share <= 99);
  return fit ? [...new Set(shares)].toSorted((a, b) => a - b) : undefined;
};

/** The option that chooses the pace. */
export const paceParam = oneOfParam(
  'forum: the bot gives orders with nothing to decide, such as rolls',
  paces,
).optional();

const clockParams = {
  do: oneOfParam('What to do; default: show it, or set it if you give a setting', [
    'show',
    'set',
    'reset',
    'pause',
    'resume',
    'remind',
  ]).optional(),
  time: textParam(
    'Set: the limit per turn, like 24h or 2d; an hour like 20:00, when rounds resolve; or none',
    40,
  ).optional(),
  reminders: textParam('Set: when to send reminders, in percent of the time limit: 50, 80, 95; or none', 60).optional(),
  ready: flagParam('Set: notify the player whose turn is next?').optional(),
  end: oneOfParam(
    'Set: when time runs out: standing orders, otherwise the rulebook’s default; or ask the GM',
    timeoutActions,
  ).optional(),
  pace: paceParam,
  who: textParam('Reset: whose time; default: everyone the battle is waiting for', 80).optional(),
};

type ClockInput = InputOf<typeof clockParams> & { readonly zone: string };

const withSettings = (
  clock: Clock,
  { zone, time, reminders, ready, end, pace = clock.pace }: ClockInput,
): Result<Clock> => {
  const none = time !== undefined && /^\s*none\s*$/i.test(time);
  const at = parseHour(time ?? '');
  const span = at === undefined ? parseDuration(time ?? '') : 86_400;
  if (time !== undefined && !none && (span === undefined || span < 60 || span > 90 * 86_400))
    return refuseInput('time', 'write a time like 24h, 2d or 90m (at most 90 days), an hour like 20:00, or none');
  const shares = reminders === undefined ? clock.reminders : parseShares(reminders);
  if (shares === undefined) return refuseInput('reminders', 'write percentages like 50, 80, 95; or none');
  const { seconds: before, hour: old, ...rest } = clock;
  const hour = time === undefined ? old : at === undefined ? undefined : { at, zone };
  const seconds = time === undefined ? before : span;
  return ok({
    ...rest,
    ...(seconds !== undefined && { seconds }),
    ...(pace !== undefined && { pace }),
    ...(hour !== undefined && { hour }),
    ...{ reminders: [...shares], onDeck: ready ?? clock.onDeck, end: end ?? clock.end },
  });
};

/** The session events that each clock command causes. Refuses a change that is already in effect. */
const changes = {
  set: ({ saved: { table } }: OpenBattle, wanted: ClockInput) => {
    const clock = withSettings(table.clock, wanted);
    return clock.ok ? ok([{ type: 'clock-set', clock: clock.value }]) : clock;
  },
  pause: ({ saved: { table } }: OpenBattle) =>
    table.clock.seconds === undefined
      ? refuse('no-clock')
      : table.clock.paused
        ? refuse('clock-stands')
        : ok([{ type: 'clock-paused' }]),
  resume: ({ saved: { table } }: OpenBattle) =>
    table.clock.paused ? ok([{ type: 'clock-resumed' }]) : refuse('clock-runs'),
  reset: (battle: OpenBattle, { who }: ClockInput, { user }: Asker) => {
    if (battle.saved.table.clock.seconds === undefined) return refuse('no-clock');
    if (who === undefined || who === gmActor) return ok([{ type: 'clock-renewed', ...(who && { actor: who }) }]);
    const found = findAllByName(battle, user, [who]);
    return found.ok ? ok(found.value.map((actor) => ({ type: 'clock-renewed', actor }))) : found;
  },
} satisfies Record<string, (battle: OpenBattle, wanted: ClockInput, asker: Asker) => Result<readonly SessionEvent[]>>;

const showClock = async (
  battle: OpenBattle,
  asker: Asker,
  services: Need<'people' | 'waits'>,
): Promise<CommandAnswer> => {
  const { table } = battle.saved;
  const gm = hasBattleRight(table, asker.user, 'run the clock') && table.clock.seconds !== undefined;
  const press = (label: string, does: keyof typeof changes | 'remind') =>
    button(label, { path: ['battle', 'clock'], input: { do: does } });
  const toggle = table.clock.paused ? press('Resume', 'resume') : press('Pause', 'pause');
  const lines = [line(describeClock(table.clock)), line(describeExpectedActions(battle, asker.user))];
  return ok(
    privateCard(
      'The clock',
      { lines, fields: timeField(await findDeadlines(battle, asker.user, services)) },
      { controls: gm ? [[toggle, press('Reset the time', 'reset'), press('Remind', 'remind')]] : [] },
    ),
  );
};

/** Reminds everyone else whom the battle waits for, now. */
const remind = async (battle: OpenBattle, { user }: Asker, services: NotificationServices): Promise<CommandAnswer> => {
  if (!isGm(battle.saved.table, user)) return refuse('gm-only');
  const actors = await remindEveryone(services, battle, user);
  const title = actors.length === 0 ? 'The battle waits for no one else' : phrase`Reminded: ${listed(actors)}`;
  return ok(privateCard(title));
};

/** Shows the battle's clock. Users with the right to change the clock can also change it. */
export const battleClock = defineBattleCommand(['people', 'waits', 'alarms', 'outbox', 'servers', 'now'], {
  path: ['battle', 'clock'],
  summary: 'Show the time limit per turn and the deadlines; GM: set, reset, pause, resume, or remind now',
  params: clockParams,
  complete: completeEach({ who: visibleCombatants }),
  run: async (battle, asker, input, services) => {
    const sets = [input.time, input.reminders, input.ready, input.end, input.pace].some((each) => each !== undefined);
    const does = input.do ?? (sets ? 'set' : 'show');
    if (does === 'remind') return remind(battle, asker, services);
    if (does === 'show') return showClock(battle, asker, services);
    const { zone } = await findPersonalSettings(services.people, asker.user);
    const told = await changeSession(asker, services, 'run the clock', 'clock', (now) =>
      changes[does](now, { ...input, zone }, asker),
    );
    const now = input.pace === 'forum' ? await services.battles.open(asker.channel) : undefined;
    if (!told.ok || !now?.ok) return told;
    return ok({ ...told.value, controls: [...told.value.controls, ...suggestedOrdersControls(now.value)] });
  },
});
