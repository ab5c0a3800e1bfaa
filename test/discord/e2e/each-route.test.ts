import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { someOf } from '../../budget.ts';
import type { Fault } from '../fake/faults.ts';
import type { Person } from '../fake/person.ts';
import { routes } from '../fake/routes.ts';
import { isPanel, type Shown } from '../fake/shown.ts';
import { allKinds, type Kind, kindOf } from '../fake/traffic.ts';
import { type RealBot, realBot } from '../real-bot.ts';
import { faultsOf } from './chaos.ts';

interface Room {
  readonly on: RealBot;
  readonly gwen: Person;
  readonly ann: Person;
  readonly bob: Person;
  readonly eve: Person;
  /** A number that was not used yet. */
  readonly next: () => number;
}

/** Answers come at once or are deferred. */
type Manner = 'at once' | 'announced';

/** `empty`: no one has joined, so there is no picture. */
const opened = async (manner: Manner, empty: boolean): Promise<Room> => {
  const on = await realBot(undefined, { deferDelay: manner === 'at once' ? 1500 : 0, panelInterval: 40 });
  const { discord } = on;
  const gwen = discord.user('Gwen', { manages: true });
  const [ann, bob, eve] = [discord.user('Ann'), discord.user('Bob'), discord.user('Eve')];
  if (empty) await gwen.slash('/battle create system:straalara name:The bridge');
  else {
    await gwen.slash('/battle create system:skure name:The bridge size:9x8');
    await ann.slash('/battle join preset:Longbowman name:Ann side:red');
    await bob.slash('/battle join preset:Tower Guard name:Bob side:blue');
    await bob.slash('/my settings call:turn by:direct');
    await gwen.slash('/battle deploy');
    await gwen.slash('/battle start');
  }
  await discord.quiet();
  let numbers = 100;
  const next = (): number => {
    numbers += 1;
    return numbers;
  };
  return { on, gwen, ann, bob, eve, next };
};

const panelsIn = ({ eve }: Room): readonly Shown[] => eve.sees().filter(isPanel);

interface Message {
  readonly what: string;
  readonly kind: Kind;
  readonly manner: Manner;
  readonly withFiles?: boolean;
  /** True for a battle without combatants, which has no picture. */
  readonly empty?: boolean;
  /** True for a command that changes nothing. A late first answer to it is not repeated. */
  readonly reads?: boolean;
  /** True for a direct message. */
  readonly directly?: boolean;
  /** Setup before the faults begin. */
  readonly before?: (room: Room) => Promise<unknown>;
  /** Sends the message, and returns a function that counts its copies: 1 is right. */
  readonly said: (room: Room) => Promise<() => number>;
}

/** A user does not wait for an answer that comes too late. */
const tried = async (doing: Promise<unknown>): Promise<void> => {
  await doing.catch(() => undefined);
};

const rolled =
  (secret = false) =>
  async (room: Room) => {
    const word = `1d6+${room.next()}`;
    await tried(room.ann.slash(`/roll dice:${word}${secret ? ' rolls:private' : ''}`));
    return () => room.ann.sees().filter(({ loading, text }) => !loading && text.includes(word)).length;
  };

/** In all there is one new message. */
const shown =
  (line: string, reader: 'ann' | 'eve' = 'ann') =>
  async (room: Room) => {
    const all = () => room[reader].sees().filter(({ loading }) => !loading).length;
    const before = all();
    await tried(room.ann.slash(line));
    return () => all() - before;
  };

const panelGone = async (room: Room): Promise<void> => {
  for (const { id } of panelsIn(room)) room.on.discord.deleteMessage(id);
};
const ruled = (room: Room): Promise<void> => tried(room.gwen.slash(`/gm ruling text:Ruling ${room.next()}`));
/** After fifteen answers the panel is posted again below them. */
const panelNear = async (room: Room): Promise<void> => {
  await panelGone(room);
  await ruled(room);
};
/** Adds a foe that is not the GM's first combatant, so that the turn stays. */
const foesNear = async (room: Room): Promise<void> => {
  await tried(room.gwen.slash('/npc add preset:Zombie'));
  await panelNear(room);
};
/** Adds a combatant and expects one panel that shows it. */
const panelShown = async (room: Room) => {
  const name = `Extra ${room.next()}`;
  await tried(room.gwen.slash(`/npc add preset:Zombie name:${name}`));
  return () => panelsIn(room).filter(({ text }) => text.includes(name)).length + (panelsIn(room).length - 1);
};
/** A ruling is not in the panel: Discord has taken an edit, and there is one panel. */
const blankPanelShown = (kind: Kind) => async (room: Room) => {
  const before = room.on.discord.requests().length;
  await ruled(room);
  return () => {
    const since = room.on.discord.requests().slice(before);
    const taken = since.some((request) => kindOf(request) === kind && request.status === 200);
    return taken ? panelsIn(room).length : 0;
  };
};

/** It is Ann's turn again. */
const turnOfAnn = ({ bob }: Room): Promise<void> => tried(bob.slash('/end'));
/** A restarted bot has no open direct channels. */
const strange = async (room: Room): Promise<void> => {
  await turnOfAnn(room);
  await room.on.restart();
};
const called = async ({ ann, bob }: Room) => {
  const before = bob.direct().length;
  await tried(ann.slash('/end'));
  return () => bob.direct().length - before;
};

const messages: readonly Message[] = [
  { what: 'a first answer', kind: 'first answer', manner: 'at once', said: rolled() },
  {
    ...{ what: 'a first answer with a picture', kind: 'first answer', manner: 'at once', withFiles: true },
    ...{ reads: true, said: shown('/battle status') },
  },
  { what: 'a deferred answer', kind: 'deferred answer', manner: 'announced', said: shown('/help') },
  {
    ...{ what: 'a deferred answer with a picture', kind: 'deferred answer', manner: 'announced', withFiles: true },
    said: shown('/battle status'),
  },
  { what: 'the placeholder of a deferred answer', kind: 'first answer', manner: 'announced', said: rolled() },
  {
    ...{ what: 'a placeholder that is deleted', kind: 'withdrawal', manner: 'announced' },
    said: shown('/battle join preset:Nobody side:red'),
  },
  { what: 'a follow-up', kind: 'follow-up', manner: 'announced', said: rolled(true) },
  {
    ...{ what: 'a follow-up with a picture', kind: 'follow-up', manner: 'announced', withFiles: true },
    said: shown('/battle status public:true', 'eve'),
  },
  {
    ...{ what: 'a panel that is edited', kind: 'edit', manner: 'at once', empty: true },
    ...{ before: panelNear, said: blankPanelShown('edit') },
  },
  {
    ...{ what: 'a panel with a picture that is edited', kind: 'edit', manner: 'at once', withFiles: true },
    ...{ before: foesNear, said: panelShown },
  },
  {
    ...{ what: 'a panel that is posted', kind: 'message', manner: 'at once', empty: true },
    ...{ before: panelGone, said: blankPanelShown('message') },
  },
  {
    ...{ what: 'a panel with a picture that is posted', kind: 'message', manner: 'at once', withFiles: true },
    ...{ before: panelGone, said: panelShown },
  },
  {
    ...{ what: 'a direct message', kind: 'message', manner: 'at once', directly: true },
    ...{ before: turnOfAnn, said: called },
  },
  {
    ...{ what: 'opening a direct message channel', kind: 'direct channel', manner: 'at once', directly: true },
    ...{ before: strange, said: called },
  },
];

/** Waits until the outbox is empty, retries included. */
const allSaid = async ({ discord, stores }: RealBot): Promise<void> => {
  await discord.quiet();
  for (let rest = 1000; rest > 0 && (await stores.outbox.backlog()).items > 0; rest -= 1) {
    await sleep(20);
    await discord.quiet();
  }
  expect(await stores.outbox.backlog()).toMatchObject({ items: 0 });
};

/** Number of times a request of the kind fails, including its retries. */
const strikes = 2;

/** What is wrong after this fault hit a message's requests. */
const wrongAfter = async (fault: Fault, message: Message, room: Room): Promise<readonly string[]> => {
  const { kind, withFiles = false, directly = false, before, said } = message;
  const { on, eve } = room;
  await before?.(room);
  await allSaid(on);
  let struck = 0;
  const clear = on.discord.trouble((request) => {
    if (struck >= strikes || kindOf(request) !== kind || request.withFiles !== withFiles) return undefined;
    if (kind === 'message' && request.path.includes(on.discord.channel.id) === directly) return undefined;
    struck += 1;
    return fault;
  });
  const times = await said(room);
  await allSaid(on);
  clear();
  const announced = [eve, room.ann].flatMap((who) => who.sees().filter(({ loading }) => loading)).length;
  return [
    ...(struck > 0 ? [] : ['nothing was struck']),
    ...(times() === 1 ? [] : [`it is said ${times()} times`]),
    ...(announced === 0 ? [] : ['it is still announced']),
  ].map((problem) => `${Object.values(fault).join(' ')}: ${problem}`);
};

/** True if the first answer comes too late. A command that only reads is not answered again then. */
const tooLate = (fault: Fault): boolean => fault.kind === 'delay' && fault.milliseconds > 3000;

test.concurrent.each(someOf(messages, 3))(
  '$what takes effect once, whichever fault hits its requests',
  async (message) => {
    const room = await opened(message.manner, message.empty ?? false);
    const faults = faultsOf(message.kind).filter((fault) => !(message.reads && tooLate(fault)));
    const wrong: string[] = [];
    for (const fault of faults) wrong.push(...(await wrongAfter(fault, message, room)));
    await room.on.close();
    expect(wrong).toEqual([]);
  },
  120_000,
);

/** Kinds of requests that send nothing, or have a test of their own. */
const elsewhere: readonly Kind[] = [
  'answer',
  'deletion',
  'thread',
  'tags',
  'listed commands',
  'commands',
  'webhook',
  'emoji',
];

test('every Discord route that sends something is tested here', () => {
  const sample = (path: RegExp): string =>
    path.source
      .replaceAll('\\/', '/')
      .replaceAll('(\\d+)', '1')
      .replaceAll('([^/]+)', 'x')
      .replace(/^\^|\$$/g, '');
  const known = routes.map(({ method, path }) => kindOf({ method, path: sample(path) }));
  expect(routes.filter(({ method }, at) => method !== 'GET' && known[at] === undefined)).toEqual([]);
  const here = messages.map(({ kind }) => kind);
  expect(allKinds.filter((kind) => !here.includes(kind) && !elsewhere.includes(kind))).toEqual([]);
  expect(allKinds.filter((kind) => !known.includes(kind))).toEqual([]);
});
