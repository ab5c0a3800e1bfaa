import { createHash } from 'node:crypto';
import type { Services } from '../../src/app/services.ts';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import { rulesets } from '../../src/systems/index.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { isRefusal } from '../discord/e2e/table.ts';
import type { FakeDiscord } from '../discord/fake/discord.ts';
import type { Person } from '../discord/fake/person.ts';
import type { Shown } from '../discord/fake/shown.ts';
import { realBot } from '../discord/real-bot.ts';
import { withAlignedDice } from './dice.ts';
import type { Delivery, World } from './world.ts';

const names = ['gm', 'ada', 'bob', 'eve'] as const;
type Name = (typeof names)[number];
const readers = ['ada', 'bob', 'eve'] as const;

/** A control that a user presses: the message counted from the newest, and the control's position. */
export interface Pressing {
  readonly back: number;
  readonly kind: 'buttons' | 'selects';
  readonly label: string;
}

/** A server of a local Discord with the real bot in it and one battle, and all that people's clients are sent. */
export interface DiscordWorld extends World {
  /** Everything the user could press now. */
  readonly pressable: (user: string) => readonly Pressing[];
}

const books = rulesets.map(withAlignedDice);

/** A battle's id as controls write it. */
const shortId = (id: string): string => `*${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}`;

/** A control's id without its entry number, which is encrypted. */
const withoutMoment = (id: string): string =>
  id
    .split('|')
    .map((part, at) => (at === 4 && part !== '' ? 'moment' : part))
    .join('|');

/** Errors of a test's user when the bot sends nothing. */
const unanswered = /did not respond|in vain|sees no answer/;

type Told = ReturnType<FakeDiscord['messagesOf']>[number];

/** The real bot on a local Discord. Its clock is `now` plus one millisecond for each order. */
export const discordWorld = async (now: () => number): Promise<DiscordWorld> => {
  let given = 0;
  const hour = (): number => now() + given;
  const stores = createMemoryStores(hour, 'when called');
  const panels = new Set<string>();
  const servers: typeof stores.servers = {
    ...stores.servers,
    // A panel that is posted again before anyone looks counts as one panel.
    placePanel: async (panel, instead) => {
      panels.add(panel.message);
      return stores.servers.placePanel(panel, instead);
    },
  };
  const on = await realBot({ ...stores, servers }, { deferDelay: 2500, panelInterval: 1 }, undefined, {
    ...{ hour, rulesets: books },
    seed: () => '5eed'.repeat(16),
  });
  const { discord } = on;
  const place = discord.channel;
  const people: Readonly<Record<Name, Person>> = {
    gm: discord.user('gm', { manages: true }),
    ada: discord.user('ada'),
    bob: discord.user('bob'),
    eve: discord.user('eve'),
  };
  const known = [discord.guild.id, place.id, ...names.map((name) => people[name].id)];
  const personOf = (user: string): Person => {
    const name = names.find((each) => each === user);
    if (name === undefined) throw new Error(`There is nobody called ${user}.`);
    return people[name];
  };
  const named = (text: string): string =>
    names.reduce((all, name) => all.replaceAll(`"${people[name].id}"`, `"${name}"`), text);
  let id = 'no battle yet';
  let last = '';
  let read = 0;
  let apart: Delivery[] = [];
  const seen = new Map<string, string>();

  /** Replaces ids, encrypted entry numbers and milliseconds, which differ between battles and are no secret. */
  const neutral = (text: string): string =>
    JSON.stringify(
      JSON.parse(text, (key, each: unknown) =>
        key === 'custom_id' && typeof each === 'string' ? withoutMoment(each) : each,
      ),
    )
      .replaceAll(id, 'battle')
      .replaceAll(shortId(id), 'battle')
      .replaceAll(/[0-9a-f]{16}…/g, 'seal')
      .replaceAll(/\d{17,20}/g, (each) => (known.includes(each) ? each : 'id'))
      .replaceAll(/\b1[67]\d{11}\b/g, 'hour')
      .replaceAll(/(\d\d:\d\d:\d\d)\.\d{3}Z/g, '$1Z');

  const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

  /** A message as a client has it, with every look it had; of the panel, which follows the battle at its own pace, the last. */
  const looksOf = (message: Told): readonly string[] => {
    const looks = panels.has(message.id) ? message.history.slice(-1) : message.history;
    const bytes = message.files.map(({ name, bytes: all }) => `${name} ${name.endsWith('.png') ? sum(all) : ''}`);
    return [
      `${panels.has(message.id) ? 'panel' : 'message'} for ${message.onlyFor === undefined ? 'all' : 'one'} in ${message.channel === place.id ? 'the channel' : 'private'}`,
      ...looks.map(neutral),
      ...[neutral(JSON.stringify(bytes)), `pings ${[...message.notified].toSorted().join()}`],
      ...(message.isGone ? ['gone'] : []),
    ];
  };

  const settled = async (): Promise<void> => {
    await discord.quiet(1);
    const saved = await on.stores.battles.byChannel(place.id);
    if (saved === undefined) return;
    id = saved.id;
  };

  /** Runs due alarms, which these stores never start by themselves. */
  const rung = async (): Promise<void> => {
    await stores.waits.ringDueAlarms();
    await settled();
  };

  const heard = (): readonly Delivery[] =>
    readers.flatMap((to) =>
      discord.messagesOf(people[to]).flatMap((message) => {
        const payload = JSON.stringify(looksOf(message));
        const key = `${to} ${message.id}`;
        if (seen.get(key) === payload) return [];
        // A panel may be posted again at any time: one that came and went is not compared.
        if (message.isGone && panels.has(message.id) && !seen.has(key)) return [];
        seen.set(key, payload);
        return [{ to, payload }];
      }),
    );

  const battle = async (): Promise<OpenBattle> => {
    const found = await on.services().battles.open(place.id);
    if (!found.ok) throw new Error(found.error.code);
    const { saved } = found.value;
    // Users are called by their names in a test's data.
    return { ...found.value, saved: { ...saved, table: JSON.parse(named(JSON.stringify(saved.table))) } };
  };

  /** The app's services for this channel, with users called by their names. */
  const house = (): Services => {
    const services = on.services();
    const { battles } = services;
    const idOf = (user: string): string => personOf(user).id;
    return {
      ...services,
      battles: {
        ...battles,
        open: async (channel) => {
          const found = await battles.open(place.id);
          return found.ok ? { ok: true, value: await battle() } : battles.open(channel);
        },
        offers: (_, user, ...rest) => battles.offers(place.id, idOf(user), ...rest),
        changeSession: (issuer, ...rest) =>
          battles.changeSession(
            { ...issuer, user: idOf(issuer.user), guild: discord.guild.id, channel: place.id },
            ...rest,
          ),
      },
    };
  };

  const withControls = (user: string): readonly Shown[] =>
    personOf(user)
      .sees(place)
      .filter(({ buttons, selects }) => buttons.length + selects.length > 0)
      .toReversed();

  const press = async (user: string, { back, kind, label }: Pressing): Promise<Shown | undefined> => {
    const message = withControls(user)[back];
    if (message === undefined) throw new Error('There is no such message to press on.');
    const person = personOf(user);
    return kind === 'buttons' ? person.press(label, message) : person.choose(label, message);
  };

  const isPressing = (input: object): input is Pressing => 'back' in input && 'kind' in input && 'label' in input;

  const typed = async (user: string, path: string, input: object): Promise<Shown | undefined> => {
    if (isPressing(input)) return press(user, input);
    const options = Object.entries(input).filter(([, value]) => value !== undefined && value !== '');
    const sheet = options.find(([name, value]) => name === 'json' && String(value).length > 6000);
    const files = sheet === undefined ? {} : { sheet: { name: 'sheet.json', content: String(sheet[1]) } };
    const all = Object.fromEntries(options.map((each) => (each === sheet ? ['file', 'sheet'] : each)));
    return personOf(user).slash({ path, given: all }, place, files);
  };

  /** Clients and the app act one after another. */
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(doing: () => Promise<T>): Promise<T> => {
    const mine = before.then(doing);
    before = mine.catch(() => undefined);
    return mine;
  };

  const version = async (): Promise<number> => (await on.stores.battles.byChannel(place.id))?.version ?? 0;

  await discord.quiet(1);
  return {
    get services() {
      return house();
    },
    battle,
    run: (user, path, input, orderId) =>
      inTurn(async () => {
        // The ids of interactions depend on the time, so that an order has the same id in both worlds.
        given = Number(/\d+$/.exec(orderId)?.[0] ?? given);
        const was = await version();
        try {
          const shown = await typed(user, path, input);
          await settled();
          await rung();
          last = shown?.text ?? 'nothing';
          if ((await version()) > was) return 'done';
          return shown !== undefined && isRefusal(shown) ? 'refused' : 'done';
        } catch (error) {
          // The bot does not receive what a client refuses to send.
          last = String(error);
          if (unanswered.test(last)) throw error;
          apart.push({ to: user, payload: last });
          return 'refused';
        }
      }),
    complete: (user, path, option, soFar = {}) =>
      inTurn(async () => {
        try {
          const choices = await personOf(user).suggests({ path, given: { ...soFar, [option]: '' } }, place);
          return neutral(JSON.stringify(choices));
        } catch (error) {
          if (unanswered.test(String(error))) throw error;
          return String(error);
        }
      }),
    said: () => {
      const all = [...heard(), ...apart];
      apart = [];
      return all;
    },
    last: () => last,
    log: async () => on.stores.battles.log((await battle()).saved),
    entries: async () => {
      const { saved } = await battle();
      const fresh = await on.stores.battles.log(saved, read + 1);
      read = saved.version;
      return fresh;
    },
    // A roll for an absent player would depend on the battle's own id.
    ends: ['ask'],
    ring: () => inTurn(rung),
    pressable: (user) =>
      withControls(user).flatMap(({ buttons, selects }, back) => [
        ...buttons.flatMap(({ label, disabled }) => (disabled ? [] : [{ back, kind: 'buttons' as const, label }])),
        ...selects.flatMap(({ options }) => options.map(({ label }) => ({ back, kind: 'selects' as const, label }))),
      ]),
    close: async () => {
      await on.close();
      const errors = on.takeErrors();
      if (errors.length > 0) throw new Error(errors.join('\n'));
    },
  };
};
