import { startClock } from '../../src/app/clock/clock-scheduler.ts';
import type { Asker, CommandInput } from '../../src/app/command-kit/command.ts';
import { noTransport, type Transport } from '../../src/app/outbox/transport.ts';
import { type ControlAction, changedBattleOf, type Post, privateAside } from '../../src/app/replies/reply.ts';
import { type TimeoutAction, timeoutActions } from '../../src/battle/saved/clock-settings.ts';
import type { LogEntry, OpenBattle } from '../../src/battle/saved/store.ts';
import { toComponents } from '../../src/discord/controls.ts';
import { toEmbeds } from '../../src/discord/embed.ts';
import { rulesets } from '../../src/systems/index.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { pathOf } from '../app/house.ts';
import { withAlignedDice } from './dice.ts';

/** One message, public or for one user. */
export interface Delivery {
  /** `everyone`, `panel`, or the person. */
  readonly to: string;
  readonly payload: string;
}

/** All messages that one user sees, in order. Of a panel's edits the last one counts. */
export const messagesFor = (said: readonly Delivery[], user: string): readonly string[] => {
  const panel = said.findLast(({ to }) => to === 'panel');
  return [...said.filter(({ to }) => to === 'everyone' || to === user), ...(panel ? [panel] : [])].map(
    ({ payload }) => payload,
  );
};

export const channel = 'table';
const books = rulesets.map(withAlignedDice);

/** Replaces the battle's id and a control's entry number, which are no secret. */
const neutral = (press: ControlAction): ControlAction => ({
  ...press,
  ...(press.battle !== undefined && { battle: 'battle' }),
  ...(press.moment !== undefined && { moment: 0 }),
});

type Shown = Pick<Post, 'cards' | 'controls'> & Partial<Pick<Post, 'files' | 'ping'>>;

/** A message as sent to Discord, with pictures as their scenes. */
const payloadOf = ({ cards, controls, files = [], ping = [] }: Shown, id: string): string => {
  const rows = controls.map((row) => row.map((each) => ({ ...each, press: neutral(each.press) })));
  return JSON.stringify({
    ping,
    embeds: toEmbeds(cards),
    pictures: cards.flatMap(({ picture }) => (picture === undefined ? [] : [picture])),
    components: toComponents(rows).rows,
    files,
  })
    .replaceAll(id, 'battle')
    .replaceAll(/[0-9a-f]{16}…/g, 'seal');
};

/** An app with one battle, and all messages it sends. */
export interface World {
  /** Gives a command, under an id that both worlds give it. */
  readonly run: (user: string, path: string, input: CommandInput, orderId: string) => Promise<'done' | 'refused'>;
  readonly complete: (user: string, path: string, option: string, soFar?: CommandInput) => Promise<string>;
  readonly battle: () => Promise<OpenBattle>;
  readonly services: ReturnType<typeof composeApp>['services'];
  /** What pages in a browser need. */
  readonly house?: Pick<ReturnType<typeof composeApp>, 'dispatcher' | 'services' | 'sentence' | 'watchBattles'>;
  /** The messages since the last call, in order. */
  readonly said: () => readonly Delivery[];
  /** The entries of the log since this was last asked. */
  readonly entries: () => Promise<readonly LogEntry[]>;
  readonly log: () => Promise<readonly LogEntry[]>;
  /** The result of the last command: `done`, or the refusal. */
  readonly last: () => string;
  /** Timeout actions that are the same in both worlds. */
  readonly ends: readonly TimeoutAction[];
  /** Runs due alarms. */
  readonly ring: () => Promise<void>;
  /** Stops messages and the clock. */
  readonly close: () => Promise<void>;
}

/** Creates a world; `now` is the clock of both. */
export const world = async (now: () => number): Promise<World> => {
  const stores = createMemoryStores(now, 'when called');
  let deliveries: Delivery[] = [];
  let last = '';
  let read = 0;
  let id = 'battle';
  let panel = '';
  const say = (to: string, shown: Shown): void => {
    const payload = payloadOf(shown, id);
    // An edit without a change is invisible.
    if (to === 'panel' && payload === panel) return;
    if (to === 'panel') panel = payload;
    deliveries.push({ to, payload });
  };
  const transport: Transport = {
    ...noTransport,
    post: async (_channel, shown) => {
      say('everyone', shown);
      return 'sent';
    },
    direct: async (user, shown) => {
      say(user, shown);
      return 'sent';
    },
    tagPost: async () => 'sent',
    tellsTurns: true,
    panel: async (shownOf) => {
      id = shownOf;
      const shown = await house.panelSource(shownOf);
      if (shown !== undefined) say('panel', shown.turn.reply);
      return shown?.version;
    },
    failureKind: () => 'stays',
  };
  const house = composeApp({
    stores,
    now,
    transport,
    onError: (error) => {
      throw error;
    },
    seed: () => '5eed'.repeat(16),
    rulesets: books,
  });
  await house.outbox.startDelivery(() => true);
  const { battles } = house.services;
  const stopClock = await startClock({
    ...house.services,
    battles: {
      ...battles,
      // Actions for an absent player depend on the time, and not on what no one was informed about.
      actForAbsent: (issuer, absent) =>
        battles.actForAbsent({ ...issuer, orderId: `absent:${now()}:${absent.actor}:${absent.kind}` }, absent),
    },
  });
  const ring = async (): Promise<void> => {
    await stores.waits.ringDueAlarms();
    await house.idle();
  };

  const battle = async (): Promise<OpenBattle> => {
    const found = await house.services.battles.open(channel);
    if (!found.ok) throw new Error(found.error.code);
    id = found.value.saved.id;
    return found.value;
  };
  const asker = (user: string, orderId: string): Asker => ({
    user,
    name: user,
    guild: 'guild',
    channel,
    orderId,
    manages: user === 'gm',
  });
  return {
    services: house.services,
    house,
    battle,
    run: async (user, path, input, orderId) => {
      const answer = await house.dispatcher.run(await pathOf(house, path, channel), asker(user, orderId), input);
      if (!answer.ok) {
        last = await house.sentence(answer.error, channel);
        deliveries.push({ to: user, payload: last });
        return 'refused';
      }
      const aside = privateAside(answer.value);
      const instead = answer.value.kind === 'result' ? answer.value.replacement : undefined;
      last = 'done';
      id = changedBattleOf(answer.value) ?? id;
      say(answer.value.to === 'everyone' ? 'everyone' : user, answer.value);
      if (aside.length > 0) say(user, { cards: aside, controls: [] });
      if (typeof instead === 'object') say(user, instead);
      await house.idle();
      await ring();
      return 'done';
    },
    complete: async (user, path, option, soFar = {}) =>
      JSON.stringify(
        await house.dispatcher.complete(await pathOf(house, path, channel), asker(user, 'none'), option, '', soFar),
      ),
    said: () => {
      const all = deliveries;
      deliveries = [];
      return all;
    },
    last: () => last,
    log: async () => stores.battles.log((await battle()).saved),
    entries: async () => {
      const { saved } = await battle();
      const fresh = await stores.battles.log(saved, read + 1);
      read = saved.version;
      return fresh;
    },
    ends: timeoutActions,
    ring,
    close: async () => {
      await stopClock();
      await house.outbox.close();
    },
  };
};
