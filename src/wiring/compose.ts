import { randomUUID } from 'node:crypto';
import { commandsFor } from '../../commands/index.ts';
import { carryOver } from '../app/campaigns/carry-over.ts';
import { dispatcher } from '../app/commands/dispatcher.ts';
import { refusalMessage } from '../app/commands/refusal-messages.ts';
import type { ReadFile } from '../app/imports/read-file.ts';
import { createRecordService, type JobThread } from '../app/log/record-service.ts';
import type { AskSimulation } from '../app/odds/simulation-for.ts';
import { createChannelWatch } from '../app/outbox/channel-watch.ts';
import { delivery } from '../app/outbox/delivery.ts';
import { messagesOf, panelMessage } from '../app/outbox/outbox-items.ts';
import { createOutboxRelay, type Deliverer, type OutboxRelay, type Undelivered } from '../app/outbox/outbox-relay.ts';
import { noTransport, type Transport } from '../app/outbox/transport.ts';
import { liftNotices } from '../app/outbox/upcast-notices.ts';
import type { ReencodePicture } from '../app/pictures/reencode-picture.ts';
import { withShownFaces } from '../app/pictures/shown-faces.ts';
import { panelOf } from '../app/replies/battle-panel.ts';
import { ruleSearch } from '../app/rule-search.ts';
import type { Services } from '../app/services.ts';
import type { BuildMessages } from '../battle/commit/ports.ts';
import type { Caps } from '../battle/decide/caps.ts';
import type { PresetDice } from '../battle/decide/hand-dice.ts';
import type { Monitor } from '../battle/decide/monitor.ts';
import { checkpointEvery } from '../battle/saved/checkpoint.ts';
import { entriesToggledBy, firstEntry } from '../battle/saved/log-range.ts';
import type { OutboxMessage, OutboxStore } from '../battle/saved/outbox.ts';
import type { BattleStore } from '../battle/saved/store.ts';
import type { Alarms, WaitStore } from '../battle/saved/waits.ts';
import { type BattleService, battleService } from '../battle/service.ts';
import type { Report } from '../battle/views/report.ts';
import type { AskedRollStore } from '../campaign/asked-rolls.ts';
import type { CampaignStore } from '../campaign/campaigns.ts';
import type { HistoryStore } from '../campaign/character-history.ts';
import type { CharacterStore } from '../campaign/characters.ts';
import { computeWaits } from '../campaign/clock.ts';
import type { NoticeStore } from '../campaign/notices.ts';
import type { PeopleStore } from '../campaign/people.ts';
import type { PictureStore } from '../campaign/pictures.ts';
import { privacyOf } from '../campaign/privacy.ts';
import type { BatchStore } from '../campaign/save-batch.ts';
import type { ServerStore } from '../campaign/servers.ts';
import type { SheetProposalStore } from '../campaign/sheet-proposals.ts';
import type { ShelfStore } from '../campaign/shelf.ts';
import { upcastingShelf } from '../campaign/shelf-things.ts';
import { type SpokenStore, spokenStays } from '../campaign/spoken.ts';
import type { StatisticsStore } from '../campaign/statistics.ts';
import {
  upcastingCampaigns,
  upcastingCharacters,
  upcastingHistories,
  upcastingServers,
} from '../campaign/upcast-campaign.ts';
import { type Dictionary, type LanguageOf, runInLanguage } from '../core/language.ts';
import type { Refusal } from '../core/refusal.ts';
import { pictureThread } from '../pictures/picture-thread.ts';
import type { Consider } from '../rules/plan-choice.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { rulesets } from '../systems/index.ts';
import { fileThread } from './file-thread.ts';
import { replayParts } from './replay-assets.ts';
import { considerInline, simulateInline } from './simulation-threads.ts';

export interface Stores {
  readonly battles: BattleStore;
  readonly characters: CharacterStore;
  readonly servers: ServerStore;
  readonly people: PeopleStore;
  readonly statistics: StatisticsStore;
  readonly waits: WaitStore;
  readonly alarms: Alarms;
  readonly campaigns: CampaignStore;
  readonly histories: HistoryStore;
  readonly shelf: ShelfStore;
  readonly pictures: PictureStore;
  readonly asked: AskedRollStore;
  readonly proposals: SheetProposalStore;
  readonly spoken: SpokenStore;
  readonly keeping: BatchStore;
  readonly notices: NoticeStore;
  readonly outbox: OutboxStore;
}

/** What lives longer than a battle comes in the present editions; the battle service sees to battles by itself. */
const presentStores = (stores: Stores, rulesets: readonly Ruleset[]): Stores => {
  const characters = upcastingCharacters(rulesets, stores.characters);
  return {
    ...stores,
    characters,
    histories: upcastingHistories(rulesets, characters, stores.histories),
    campaigns: upcastingCampaigns(rulesets, stores.campaigns),
    shelf: upcastingShelf(rulesets, stores.shelf),
    servers: upcastingServers(rulesets, stores.servers),
  };
};

/** Battles whose commits tell the outbox what was written with them. */
const heard = (battles: BattleStore, { wrote }: Pick<OutboxRelay, 'wrote'>): BattleStore => ({
  ...battles,
  create: async (battle, entry, aftermath, said) => {
    const commit = await battles.create(battle, entry, aftermath, said);
    if (commit === 'kept') wrote(battle, said);
    return commit;
  },
  commit: async (battle, entry, aftermath, said) => {
    const commit = await battles.commit(battle, entry, aftermath, said);
    if (commit === 'kept') wrote(battle, said);
    return commit;
  },
  rewrite: async (battle, was, what) => {
    const commit = await battles.rewrite(battle, was, what);
    if (commit === 'kept') wrote(battle, what.said);
    return commit;
  },
});

/** Trouble with what is to be said: `dropped` for good, or to be tried again. */
export type OnUndelivered = (undelivered: Undelivered, dropped: boolean) => void;

/** What a house is put together from. */
export interface AppParts {
  readonly stores: Stores;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Dice that fall before the battles' own. */
  readonly ready?: PresetDice | undefined;
  /** How people and places are reached: nobody is, where it is left out. */
  readonly transport?: Transport | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
  /** The seed of every battle, where it is not to be drawn. */
  readonly seed?: (() => string) | undefined;
  readonly monitor?: Monitor | undefined;
  readonly caps?: Caps | undefined;
  readonly books?: readonly Ruleset[] | undefined;
  /** Where records are made; here, where it is left out. */
  readonly thread?: JobThread | undefined;
  /** Where battles are played on in thought; here, where it is left out. */
  readonly asking?: AskSimulation | undefined;
  /** Where plans are tried for those who play cunningly; here, where it is left out. */
  readonly consider?: Consider | undefined;
  /** Makes uploaded pictures anew; by default in a thread that all who are composed here share. */
  readonly remake?: ReencodePicture | undefined;
  /** Reads files; by default in a thread that all who are composed here share. */
  readonly readFile?: ReadFile | undefined;
  readonly onUndelivered?: OnUndelivered | undefined;
  /** What they read in each server; English everywhere, where it is left out. */
  readonly languageOf?: LanguageOf | undefined;
  /** The dictionaries there are: by them slash commands are described to those who use Discord in their languages. */
  readonly languages?: readonly Dictionary[] | undefined;
}

/** Nobody reads files on the event loop. These threads start with the first file or picture and end soon after the last. */
const sharedThreads = { remake: pictureThread(), readFile: fileThread().readFile };

/** The house put together, whoever stands at its door. */
export const compose = ({
  stores: saved,
  now,
  ready,
  transport = noTransport,
  onError = () => {},
  seed,
  monitor,
  caps,
  books = rulesets,
  thread,
  asking = simulateInline(books),
  consider = considerInline(books),
  remake = sharedThreads.remake,
  readFile = sharedThreads.readFile,
  onUndelivered = ({ why }) => onError(why),
  languageOf = () => undefined,
  languages = [],
}: AppParts) => {
  /** Who spoke goes in time, whether anybody speaks again or not. */
  const swept: OutboxStore = {
    ...saved.outbox,
    sweep: async () => {
      await saved.outbox.sweep();
      await saved.spoken.sweep(now() - spokenStays);
    },
  };
  const outbox = createOutboxRelay({ store: swept, by: randomUUID(), undelivered: onUndelivered, onError });
  const pictures = withShownFaces(saved.pictures, transport, onError);
  const stores = presentStores({ ...saved, pictures, battles: heard(saved.battles, outbox) }, books);
  const isSpoken = ({ what }: OutboxMessage): boolean => what.kind !== 'panel' || transport.panel !== undefined;
  const written = (sayings: readonly OutboxMessage[]) => outbox.sayings(sayings.filter(isSpoken));
  const says: BuildMessages = (report, issuer, more = []) => written([...more, ...messagesOf(report, issuer)]);
  const following = computeWaits(stores);
  const settled = carryOver({ ...stores, rulesets: books, outbox, now });
  const { records, keep } = createRecordService({
    store: stores.battles,
    pictures,
    books,
    replay: replayParts,
    thread,
    onError,
  });
  const lastCheckpoint = (n: number): number => n - (n % checkpointEvery);
  /** As a log grows its checkpoints are made, beside the orders. */
  const checkpointed = ({ after, entry: { n, request } }: Report): void => {
    const isTurned = firstEntry(entriesToggledBy(request)) <= lastCheckpoint(n - 1);
    if (isTurned || n % checkpointEvery === 0) void keep(after, isTurned);
  };
  /** Whoever shows a server the commands of the rulebooks it plays. */
  let opened: (guild: string) => Promise<void> = async () => {};
  const service = battleService({
    rulesets: books,
    store: stores.battles,
    now,
    waitsAfter: following,
    // The order stands; what follows from it is made up for when it is asked for.
    kept: (report) => {
      checkpointed(report);
      return settled.afterOrder(report).catch(onError);
    },
    consider,
    wholeLog: {
      undo: (battle, wish) => records('undo', battle, wish),
      replayOrder: (battle, orderId) => records('replayOrder', battle, { orderId }),
    },
    news: liftNotices({ notices: stores.notices, outbox, now, onError }),
    ...(transport !== noTransport && { says }),
    ...(ready && { ready }),
    ...(seed && { seed }),
    ...(monitor && { monitor }),
    ...(caps && { caps }),
  });
  const battles: BattleService = {
    ...service,
    create: async (issuer, draft) => {
      const report = await service.create(issuer, draft);
      if (report.ok && issuer.guild !== undefined) await opened(issuer.guild).catch(onError);
      return report;
    },
  };
  const services: Services = {
    rulesets: books,
    battles,
    characters: stores.characters,
    servers: stores.servers,
    campaigns: stores.campaigns,
    histories: stores.histories,
    shelf: stores.shelf,
    pictures: stores.pictures,
    asked: stores.asked,
    proposals: stores.proposals,
    spoken: stores.spoken,
    keeping: stores.keeping,
    remake,
    readFile,
    carryOver: settled,
    people: stores.people,
    statistics: stores.statistics,
    privacy: privacyOf({
      ...{ ...stores, rulesets: books, waitsAfter: following, now, open: battles.openById },
      rewritten: (battle) => (transport === noTransport ? undefined : written([panelMessage(battle)])),
    }),
    waits: stores.waits,
    alarms: stores.alarms,
    channels: transport,
    outbox,
    findRules: ruleSearch(books),
    records,
    asking,
    languageOf,
    now,
  };
  const watch = createChannelWatch({ services, places: transport, outbox, notices: stores.notices });
  const deliver = delivery({ services, transport, lookAround: watch.lookAround });
  const sentence = refusalMessage(books);
  const say: Deliverer['say'] = (item) => runInLanguage(languageOf(item.server), () => deliver.say(item));
  return {
    services,
    languageOf,
    languages,
    dispatcher: dispatcher(commandsFor(books), services),
    panelSource: panelOf(services),
    watch,
    /** The rulebooks of which a server has battles. */
    played: stores.battles.systems,
    /** From now on whoever creates a battle waits until this is done for its server. */
    whenOpened: (listener: (guild: string) => Promise<void>): void => {
      opened = listener;
    },
    /** Settles when everything that was to be said has been said. */
    idle: () => outbox.idle(),
    outbox: {
      ...outbox,
      whispered: deliver.whispered,
      /** From now on what is to be said for these servers is said here; `alone`: there is no other process. */
      speak: (holds: Deliverer['holds'], alone?: boolean) =>
        outbox.begin({ say, holds, lasts: transport.lasts }, alone),
    },
    /** One clear sentence for a refusal, in the words of the battle's own rulebook where one is fought in that channel. */
    sentence: async (refusal: Refusal, channel: string): Promise<string> => {
      const battle = await battles.open(channel).catch(() => undefined);
      return sentence(refusal, battle?.ok ? battle.value.ruleset.id : undefined);
    },
  };
};
