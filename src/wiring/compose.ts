import { randomUUID } from 'node:crypto';
import { buildCommands } from '../../commands/index.ts';
import { createCarryOver } from '../app/campaigns/carry-over.ts';
import { addExample, addNextStep, isUntimely, refusalMessage } from '../app/command-kit/refusal-messages.ts';
import { createDelivery } from '../app/delivery.ts';
import { createDispatcher } from '../app/dispatcher.ts';
import type { ReadFile } from '../app/imports/read-file.ts';
import { createRuleSearch } from '../app/input/rule-search.ts';
import type { StartSimulation } from '../app/odds/simulation-request.ts';
import { createChannelWatch, createUpcastNotices } from '../app/outbox/channel-watch.ts';
import { orderMessages, panelMessage } from '../app/outbox/outbox-items.ts';
import {
  createOutboxRelay,
  type Deliverer,
  type OutboxRelay,
  type UndeliveredItem,
} from '../app/outbox/outbox-relay.ts';
import { noTransport, type Transport } from '../app/outbox/transport.ts';
import { createPictureThread, type ReencodePicture } from '../app/pictures/picture-thread.ts';
import { withPortraitCleanup } from '../app/pictures/save-picture.ts';
import { createRecordService, type RunJobInThread } from '../app/records/record-service.ts';
import { loadPanel } from '../app/replies/battle-panel.ts';
import { describeExpectedActions } from '../app/replies/order-outcome.ts';
import type { Services } from '../app/services.ts';
import type { BuildOutboxMessages } from '../battle/commit/battle-loader.ts';
import type { UndoAndReplay } from '../battle/decide/undo-and-replay.ts';
import type { OutboxMessage, OutboxMessages, OutboxStore } from '../battle/saved/outbox.ts';
import { entriesPerState } from '../battle/saved/replay.ts';
import type { BattleStore, SavedBattle } from '../battle/saved/store.ts';
import { type BattleService, type BattleServiceParts, createBattleService } from '../battle/service.ts';
import { createComputeWaits } from '../campaign/clock.ts';
import { createLanguages } from '../campaign/languages.ts';
import { createPrivacyService } from '../campaign/privacy.ts';
import { spokenMessageLifetime } from '../campaign/spoken.ts';
import type { Stores } from '../campaign/stores.ts';
import {
  upcastingCampaigns,
  upcastingCharacters,
  upcastingHistories,
  upcastingServers,
} from '../campaign/upcast-campaign.ts';
import { type Dictionary, languageOfEveryone, type Refusal } from '../core/message.ts';
import { upcastingLibrary } from '../library/library.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { rulesets } from '../systems/index.ts';
import { createFileThread } from './file-thread.ts';
import { replayParts } from './replay-assets.ts';
import { createInlineSimulation } from './simulation-threads.ts';

/** Wraps stores so that reading upcasts characters, campaigns, servers and libraries. Battles are upcast elsewhere. */
const upcastingStores = (stores: Stores, rulesets: readonly Ruleset[]): Stores => {
  const characters = upcastingCharacters(rulesets, stores.characters);
  return {
    ...stores,
    characters,
    histories: upcastingHistories(rulesets, characters, stores.histories),
    campaigns: upcastingCampaigns(rulesets, stores.campaigns),
    library: upcastingLibrary(rulesets, stores.library),
    servers: upcastingServers(rulesets, stores.servers),
  };
};

/** Wraps a battle store so that the outbox learns of messages saved with a battle, and sends them. */
const notifyOutbox = (
  battles: BattleStore,
  noteWritten: (battle: SavedBattle, messages: OutboxMessages | undefined) => void,
): BattleStore => {
  const noting = async <Outcome>(battle: SavedBattle, said: OutboxMessages | undefined, writing: Promise<Outcome>) => {
    const outcome = await writing;
    if (outcome === 'kept') noteWritten(battle, said);
    return outcome;
  };
  return {
    ...battles,
    create: (battle, ...what) => noting(battle, what[2], battles.create(battle, ...what)),
    commit: (battle, ...what) => noting(battle, what[2], battles.commit(battle, ...what)),
    rewrite: (battle, was, what) => noting(battle, what.messages, battles.rewrite(battle, was, what)),
  };
};

/** Notifies the outbox and watchers of each battle that this process writes. */
const createBattleWatch = (outbox: Pick<OutboxRelay, 'noteWritten'>) => {
  const watchers = new Set<(battle: string) => void>();
  return {
    noteWritten: (battle: SavedBattle, messages: OutboxMessages | undefined): void => {
      outbox.noteWritten(battle, messages);
      for (const watch of watchers) watch(battle.id);
    },
    /** Calls a watcher with the id of each written battle. Returns a function that ends that. */
    watchBattles: (watcher: (battle: string) => void): (() => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
};

/** Called for a message that could not be delivered. `dropped`: true if there is no further try. */
export type OnUndelivered = (undelivered: UndeliveredItem, dropped: boolean) => void;

/** The parts from which the app is composed. */
export interface AppParts extends Pick<BattleServiceParts, 'now' | 'seed' | 'presetDice' | 'monitor' | 'caps'> {
  readonly stores: Stores;
  /** Sends messages to users and channels. Default: sends no messages. */
  readonly transport?: Transport | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
  readonly rulesets?: readonly Ruleset[] | undefined;
  /** Runs jobs that build records in a thread. Default: this thread runs them. */
  readonly recordThread?: RunJobInThread | undefined;
  /** Simulates battles for questions about odds. Default: in this thread. */
  readonly askSimulation?: StartSimulation | undefined;
  /** Re-encodes uploaded pictures. Default: in a thread that all apps of this process share. */
  readonly reencodePicture?: ReencodePicture | undefined;
  /** Reads files. Default: in a thread that all apps of this process share. */
  readonly readFile?: ReadFile | undefined;
  readonly onUndelivered?: OnUndelivered | undefined;
  /** Creates the addresses of pages in a browser. Default: the bot serves none. */
  readonly webLinks?: Services['webLinks'];
  /** The installed languages, one dictionary for each. Default: English only. */
  readonly languages?: readonly Dictionary[] | undefined;
}

/** Threads for reading files and re-encoding pictures. All apps of this process share them. */
const sharedThreads = { remake: createPictureThread(), readFile: createFileThread().readFile };

/** Wraps the outbox so that its periodic cleanup also deletes old records of who spoke as a character. */
const withSpokenSweep = ({ outbox, spoken }: Stores, now: () => number): OutboxStore => ({
  ...outbox,
  sweep: async () => {
    await outbox.sweep();
    await spoken.sweep(now() - spokenMessageLifetime);
  },
});

/** Wraps the battle service so that a listener is called for each new battle of a server. */
const withCreationHook = (service: BattleService, onError: (error: unknown) => void) => {
  let opened: (guild: string) => Promise<void> = async () => {};
  const battles: BattleService = {
    ...service,
    create: async (issuer, draft) => {
      const report = await service.create(issuer, { language: languageOfEveryone(), ...draft });
      if (report.ok && issuer.guild !== undefined) await opened(issuer.guild).catch(onError);
      return report;
    },
  };
  return {
    battles,
    /** Sets the listener. A new battle is not answered before the listener has finished. */
    onBattleCreated: (listener: (guild: string) => Promise<void>): void => {
      opened = listener;
    },
  };
};

/** Implements undo and replay of orders with the record service, which can read the whole log. */
const createWholeLog = (records: Services['records']): UndoAndReplay => ({
  undo: (battle, wish) => records('undo', battle, wish),
  replayOrder: (battle, orderId) => records('replayOrder', battle, { orderId }),
});

/** Creates the function that describes a refusal in the words of the rulebook played in the channel. */
const createRefusalText = (books: readonly Ruleset[], { open }: Pick<BattleService, 'open'>) => {
  const sentence = refusalMessage(books);
  return async (refusal: Refusal, channel: string): Promise<string> => {
    const battle = await open(channel).catch(() => undefined);
    if (!battle?.ok) return sentence(refusal, undefined);
    const { example } = refusal.facts;
    const says = sentence(refusal, battle.value.ruleset.id);
    if (typeof example === 'string' && !says.includes(example)) return addExample(says, example);
    const next = isUntimely(refusal) ? describeExpectedActions(battle.value).replace(/\.$/, '') : '';
    return next === '' ? says : addNextStep(says, next);
  };
};

/** Composes the app from its parts, for Discord, the terminal or the headless referee. */
export const composeApp = ({
  stores: saved,
  now,
  presetDice,
  transport = noTransport,
  onError = () => {},
  seed,
  monitor,
  caps,
  rulesets: books = rulesets,
  recordThread,
  askSimulation = createInlineSimulation(books),
  reencodePicture = sharedThreads.remake,
  readFile = sharedThreads.readFile,
  onUndelivered = ({ why }) => onError(why),
  webLinks,
  languages: installed = [],
}: AppParts) => {
  const outbox = createOutboxRelay({ store: withSpokenSweep(saved, now), owner: randomUUID(), onUndelivered, onError });
  const pictures = withPortraitCleanup(saved.pictures, transport, onError);
  const { noteWritten, watchBattles } = createBattleWatch(outbox);
  const { languages, people } = createLanguages(installed, saved);
  const battleStore = notifyOutbox(saved.battles, noteWritten);
  const stores = upcastingStores({ ...saved, pictures, people, battles: battleStore }, books);
  const isSpoken = ({ content }: OutboxMessage): boolean => content.kind !== 'panel' || transport.panel !== undefined;
  const written = (messages: readonly OutboxMessage[]) => outbox.withLease(messages.filter(isSpoken));
  const buildMessages: BuildOutboxMessages = (report, issuer, more = []) =>
    written([...more, ...orderMessages(report, issuer)]);
  const following = createComputeWaits(stores);
  const settled = createCarryOver({ ...stores, rulesets: books, outbox, now });
  const { records, keep } = createRecordService({
    store: stores.battles,
    pictures,
    replay: replayParts,
    thread: recordThread,
    onError,
  });
  const service = createBattleService({
    rulesets: books,
    store: stores.battles,
    now,
    computeWaits: following,
    // The order is saved. What follows from it is repeated later if this fails.
    onCommitted: (report) => {
      if (report.entry.n % entriesPerState === 0) void keep(report.after);
      return settled.afterOrder(report).catch(onError);
    },
    wholeLog: createWholeLog(records),
    upcastNotices: createUpcastNotices({ notices: stores.notices, outbox, now, onError }),
    buildMessages: transport === noTransport ? undefined : buildMessages,
    ...{ presetDice, seed, monitor, caps },
  });
  const { battles, onBattleCreated } = withCreationHook(service, onError);
  const services: Services = {
    ...stores,
    rulesets: books,
    battles,
    reencodePicture,
    readFile,
    privacy: createPrivacyService({
      ...{ ...stores, rulesets: books, computeWaits: following, now, open: battles.openById },
      rewriteMessages: (battle) => (transport === noTransport ? undefined : written([panelMessage(battle)])),
    }),
    ...{ carryOver: settled, channels: transport, webLinks },
    hasTurnMessages: transport.tellsTurns ?? false,
    outbox,
    findRules: createRuleSearch(books),
    records,
    askSimulation,
    languages,
    now,
  };
  const watch = createChannelWatch({ services, channels: transport, outbox, notices: stores.notices });
  const deliver = createDelivery({ services, transport, checkBattle: watch.checkBattle });
  const say: Deliverer['deliver'] =
    installed.length === 0 ? deliver.say : (item) => languages.runForAll(() => deliver.say(item));
  return {
    services,
    languages,
    dispatcher: createDispatcher(buildCommands(books), services),
    panelSource: loadPanel(services),
    channelWatch: watch,
    /** Lists the rulebooks that the battles of a server use. */
    playedSystems: stores.battles.listSystems,
    onBattleCreated,
    watchBattles,
    /** Settles when all messages in the outbox have been sent. */
    idle: () => outbox.whenIdle(),
    outbox: {
      ...outbox,
      loadEphemeral: deliver.whispered,
      /** Starts sending messages for the servers of this process. `alone`: true if no other process is running. */
      startDelivery: (servesServer: Deliverer['servesServer'], alone?: boolean) =>
        outbox.start({ deliver: say, servesServer, failureKind: transport.failureKind }, alone),
    },
    sentence: createRefusalText(books, battles),
  };
};
