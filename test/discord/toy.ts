import { z } from 'zod';
import { type Asker, type Command, defineCommand, parseControlInput } from '../../src/app/command-kit/command.ts';
import { createDispatcher, type Dispatcher } from '../../src/app/dispatcher.ts';
import type { ChannelWatch } from '../../src/app/outbox/channel-watch.ts';
import { panelMessage } from '../../src/app/outbox/outbox-items.ts';
import type { Transport } from '../../src/app/outbox/transport.ts';
import {
  type Control,
  type ControlAction,
  changedBattleOf,
  createOrderResult,
  createPanel,
  createPost,
  createPrivateView,
  noReply,
  postOrPrivateView,
} from '../../src/app/replies/reply.ts';
import { createMemoryServers } from '../../src/campaign/memory-tables.ts';
import { ok, refuse } from '../../src/core/message.ts';
import type { BotParts } from '../../src/discord/bot.ts';
import { createRefusedOrderCounter } from '../../src/discord/metrics.ts';
import type { PanelSource } from '../../src/discord/panel-messages.ts';
import { card } from '../../src/presentation/card.ts';
import type { Scene } from '../../src/presentation/scene.ts';
import { line, step } from '../../src/rules/event.ts';
import { combatantParam, flagParam, oneOfParam, textParam, userParam, wholeNumberParam } from '../../src/rules/verb.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';

/** A game of one foe with hit points, and commands for everything the Discord layer can show. */
export interface Toy {
  /** The game as one process of the bot plays it. All processes share the outbox. */
  readonly house: (transport?: Transport) => ToyHouse;
  readonly servers: ReturnType<typeof createMemoryServers>;
  readonly panel: PanelSource;
  /** Every order, in sequence: `id user what`. */
  readonly orders: readonly string[];
  readonly heard: readonly { readonly asker: Asker; readonly input: unknown }[];
  /** Sets the duration of `/slow` (milliseconds), and what a panel waits for. */
  readonly set: (what: { slowness?: number; channel?: string; gm?: string; panelAfter?: () => Promise<void> }) => void;
  readonly version: () => number;
  readonly strike: () => void;
}

/** The bot's parts that concern its process, for a process without a database. */
export const noDatabase = () => ({
  isOnlyProcess: false,
  problems: async () => [],
  openBattles: async () => 0,
  backupFailing: () => false,
  refusedOrders: createRefusedOrderCounter(),
});

/** A watch that does nothing. */
export const noChannelWatch: ChannelWatch = {
  channelLost: async () => {},
  panelShown: async () => {},
  panelRemoved: async () => {},
  channelDeleted: async () => {},
  serverLeft: async () => {},
  userSeen: () => {},
  checkBattle: async () => {},
  checkServers: async () => {},
};

/** The game in one process. */
interface ToyHouse
  extends ReturnType<typeof noDatabase>,
    Pick<BotParts, 'channelWatch' | 'languages' | 'playedSystems' | 'onBattleCreated'> {
  readonly dispatcher: Dispatcher;
  readonly outbox: ReturnType<typeof composeApp>['outbox'];
}

const battle = '0b5e2f6c-3f1d-4d57-9d0c-8a3f6d1f2b11';
export const longName = `${'Sir Bartholomew of the Very Long Name '.repeat(3)}*The Grim*`.slice(0, 100);

const scene: Scene = {
  width: 60,
  height: 40,
  title: 'o',
  shapes: [{ kind: 'circle', at: [20, 20], radius: 10, look: { fill: '#2e9e5b' } }],
  text: ['o'],
};

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The database's own error carries this name. */
class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export const toy = (): Toy => {
  let version = 1;
  let channel = '';
  let gm: string | undefined;
  let panelAfter = async (): Promise<void> => {};
  let slowness = 0;
  const orders: string[] = [];
  const seen = new Map<string, string>();
  const heard: { asker: Asker; input: unknown }[] = [];
  const servers = createMemoryServers();

  const press = (path: readonly string[], input: ControlAction['input'] = {}): ControlAction => ({
    path,
    input,
    battle,
    moment: version,
  });
  const button = (label: string, path: readonly string[], input: ControlAction['input'] = {}): Control => ({
    kind: 'button',
    label,
    style: 'primary',
    press: press(path, input),
  });
  /** Gives an order once, even if it is delivered again. */
  const order = (asker: Asker, what: string): string => {
    const before = seen.get(asker.orderId);
    if (before !== undefined) return before;
    orders.push(`${asker.orderId} ${asker.user} ${what}`);
    version += 1;
    seen.set(asker.orderId, what);
    return what;
  };

  const struck = (asker: Asker, target: string, amount: number) =>
    ok(
      createOrderResult({
        cards: [
          card(`${asker.name} strikes`, {
            tone: 'good',
            lines: [
              line(order(asker, `${target} for ${amount}`), 'good', [
                [step('TOY-1', 'd100 72'), step('TOY-2', '+15 faster (34 to 22)'), step('TOY-3', '= 87 → stage 5')],
              ]),
            ],
          }),
        ],
        battle,
        ...(gm !== undefined && { ping: [gm] }),
      }),
    );

  const commands: readonly Command[] = [
    defineCommand([], {
      path: ['strike'],
      summary: 'Strike a foe',
      usualReader: 'everyone',
      params: {
        target: combatantParam('Whom you strike'),
        amount: wholeNumberParam('How hard', 1, 20).default(3),
        mode: oneOfParam('How', ['melee', 'ranged']).optional(),
        fromBehind: flagParam('From behind').optional(),
      },
      run: async (asker, input) => {
        heard.push({ asker, input });
        return input.target === 'Nobody'
          ? refuse('no-target', { target: input.target })
          : struck(asker, input.target, input.amount);
      },
      complete: async (_asker, option, typed) =>
        option === 'target'
          ? ['Grim', longName, ...Array.from({ length: 40 }, (_, n) => `Zombie ${n + 1}`)]
              .filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()))
              .map((name) => ({ value: name, label: `${name} the foe` }))
          : [],
    }),
    defineCommand([], {
      path: ['colour'],
      summary: 'Choose one of many',
      params: {
        name: oneOfParam('Which roll', ['c0', ...Array.from({ length: 29 }, (_, n) => `c${n + 1}`)]),
      },
      run: async (_asker, { name }) => ok(createPost({ cards: [card(name)] })),
    }),
    defineCommand([], {
      path: ['look'],
      summary: 'Look around, privately',
      usualReader: 'asker',
      run: async () =>
        ok(
          createPrivateView({
            cards: [
              card('You see', {
                lines: [line('A wall.')],
                picture: { scene, alt: 'A green figure in an empty room.' },
              }),
            ],
            controls: [
              [button('Defend', ['defend']), button('Hit the long one', ['strike'], { target: longName, amount: 2 })],
              [
                {
                  kind: 'select',
                  label: 'Whom?',
                  option: 'target',
                  options: [
                    { label: 'Grim', value: 'Grim', note: 'near' },
                    { label: 'The long one', value: longName },
                  ],
                  press: press(['strike'], { amount: 7 }),
                },
              ],
              [
                button('Swap', ['swap']),
                button('Announce', ['announce']),
                { ...button('Name it', ['duel', 'open']), asks: 'name' },
              ],
            ],
          }),
        ),
    }),
    defineCommand([], {
      path: ['swap'],
      summary: 'Replace what was pressed',
      run: async () => {
        await sleep(slowness);
        return ok(createPrivateView({ replaces: true, cards: [card('Swapped')] }));
      },
    }),
    defineCommand([], {
      path: ['announce'],
      summary: 'Say to everybody what was chosen privately',
      run: async () => {
        await sleep(slowness);
        return ok(createPost({ replaces: true, cards: [card('Announced')] }));
      },
    }),
    defineCommand([], {
      path: ['defend'],
      summary: 'Defend yourself',
      usualReader: 'everyone',
      run: async (asker, input) => {
        heard.push({ asker, input });
        order(asker, 'defends');
        return ok(createOrderResult({ cards: [card(`${asker.name} defends`)], battle, aside: [card('Only for you')] }));
      },
    }),
    defineCommand([], {
      path: ['slow'],
      summary: 'Take your time',
      usualReader: 'everyone',
      params: {
        end: oneOfParam('How it ends', ['public', 'private', 'refused', 'boom']),
        as: textParam('Who acts', 20).optional(),
      },
      run: async (asker, input) => {
        const { end } = input;
        heard.push({ asker, input });
        await sleep(slowness);
        order(asker, 'slow');
        if (end === 'refused') return refuse('no-target', { target: 'Ann' });
        if (end === 'boom') throw new Error('a bug');
        return ok(
          end === 'public'
            ? createPost({ cards: [card('At last')], ping: gm ? [gm] : [] })
            : createPrivateView({ cards: [card('At last')] }),
        );
      },
    }),
    defineCommand([], {
      path: ['whisper'],
      summary: 'Take your time, privately',
      usualReader: 'asker',
      params: { end: oneOfParam('How it ends', ['public', 'private']) },
      run: async (_asker, { end }) => {
        await sleep(slowness);
        return ok(postOrPrivateView({ to: end === 'public' ? 'everyone' : 'asker', cards: [card('At last')] }));
      },
    }),
    defineCommand([], {
      path: ['fail'],
      summary: 'Fail',
      params: { how: oneOfParam('How', ['bug', 'database', 'nothing']) },
      run: async (_asker, { how }) => {
        if (how === 'nothing') return ok(noReply);
        throw how === 'bug' ? new Error('a bug') : new Error('query failed', { cause: new StoreUnavailable('gone') });
      },
    }),
    defineCommand([], {
      path: ['duel', 'open'],
      summary: 'Open a duel',
      params: { name: textParam('The name', 80) },
      run: async (asker, { name }) => {
        heard.push({ asker, input: { name } });
        return ok(createPost({ cards: [card(name, { fields: [{ name: 'Opened by', text: asker.name }] })] }));
      },
    }),
    defineCommand([], {
      path: ['duel', 'challenge'],
      summary: 'Challenge somebody',
      params: { whom: userParam('Whom') },
      run: async (asker, { whom }) => {
        heard.push({ asker, input: { whom } });
        return ok(createPost({ cards: [card('Challenged')], ping: [whom] }));
      },
    }),
    defineCommand([], {
      path: ['duel', 'import'],
      summary: 'Read a duel from a file',
      params: { file: z.string().meta({ description: 'The file', widget: 'file' }) },
      run: async (_asker, { file }) =>
        ok(
          createPost({
            cards: [card('Read', { lines: [line(file.slice(0, 50))] })],
            files: [{ name: 'copy of it.txt', content: file }],
          }),
        ),
    }),
    {
      ...defineCommand([], {
        path: ['aim'],
        summary: 'Aim',
        run: async () => ok(createPost({ cards: [card('Aimed')] })),
      }),
      systems: ['skure'],
    },
    {
      ...defineCommand([], {
        path: ['charge'],
        summary: 'Charge',
        run: async () => ok(createPost({ cards: [card('Charged')] })),
      }),
      systems: ['dskull', 'segment'],
    },
    {
      ...defineCommand([], {
        path: ['guide'],
        summary: 'Hidden',
        run: async () => ok(createPost({ cards: [card('Guided')] })),
      }),
      hidden: true,
    },
  ];

  const stores = { ...createMemoryStores(), servers };
  const house: Toy['house'] = (transport) => {
    const { services, outbox, languages } = composeApp({ stores, now: () => 0, transport });
    const inner = createDispatcher(commands, services);
    return {
      ...noDatabase(),
      channelWatch: noChannelWatch,
      languages,
      playedSystems: async () => ['skure', 'dskull', 'segment'],
      onBattleCreated: () => {},
      outbox,
      dispatcher: {
        ...inner,
        run: async (path, asker, input) => {
          const { version: made, input: own } = parseControlInput(input);
          const isLate = made !== undefined && made < version && !seen.has(asker.orderId);
          if (isLate) return refuse('stale-press', { since: `${version - made} orders` });
          const answer = await inner.run(path, asker, own);
          if (answer.ok && changedBattleOf(answer.value) !== undefined) {
            const said = outbox.withLease([panelMessage({ id: battle, version }, asker.answerRoute?.interaction)]);
            if (said !== undefined) await stores.outbox.write(asker, said);
            outbox.noteWritten(asker, said);
          }
          return answer;
        },
      },
    };
  };

  return {
    house,
    servers,
    panel: async (of) => {
      await panelAfter();
      return channel === ''
        ? undefined
        : {
            channel,
            turn: {
              ...{ lastPanel: await servers.panel(of), panelChange: 'stays', movesDown: false },
              ...{ closed: undefined, expectedUsers: gm ? [gm] : [], ping: [], updatedTurns: [] },
              ...{ story: { from: 1, closed: [] }, question: undefined, hasMore: false },
              reply: createPanel({
                battle,
                cards: [
                  card(`Version ${version}`, {
                    picture: { scene, alt: 'The board.' },
                    lines: [line(`${orders.length} orders`)],
                  }),
                ],
                controls: [[button('Defend', ['defend'])]],
              }),
            },
          };
    },
    orders,
    heard,
    set: (what) => {
      slowness = what.slowness ?? slowness;
      channel = what.channel ?? channel;
      gm = what.gm === undefined ? gm : what.gm || undefined;
      panelAfter = what.panelAfter ?? panelAfter;
    },
    version: () => version,
    strike: () => {
      version += 1;
    },
  };
};

export const toyBattle = battle;
