import { commandsFor } from '../commands/index.ts';
import { dispatcher } from './app/dispatcher.ts';
import { later } from './app/later.ts';
import { liftNews } from './app/lift-news.ts';
import { panelOf } from './app/panel.ts';
import { nowhere, type Places } from './app/places.ts';
import { recordsElsewhere, recordsHere } from './app/record-work.ts';
import { ruleSearch } from './app/rule-search.ts';
import { sentenceOf } from './app/sentences.ts';
import type { Services } from './app/services.ts';
import { settling } from './app/settling.ts';
import { watching } from './app/watching.ts';
import type { OpenBattle } from './battle/battle.ts';
import type { Caps } from './battle/caps.ts';
import type { ReadyDice } from './battle/hand-dice.ts';
import { presentStore } from './battle/lifting.ts';
import type { Monitor } from './battle/monitor.ts';
import type { OutboxStore } from './battle/outbox.ts';
import { battleService } from './battle/service.ts';
import type { BattleStore } from './battle/store.ts';
import type { Alarms, WaitStore } from './battle/waits.ts';
import type { CampaignStore } from './campaign/campaigns.ts';
import type { CharacterStore } from './campaign/characters.ts';
import { waitsAfter } from './campaign/clock.ts';
import type { HistoryStore } from './campaign/history.ts';
import { presentCampaigns, presentCharacters, presentHistories, presentServers } from './campaign/lifting.ts';
import type { NoticeStore } from './campaign/notices.ts';
import type { PeopleStore } from './campaign/people.ts';
import { privacyOf } from './campaign/privacy.ts';
import type { ServerStore } from './campaign/servers.ts';
import type { StatisticsStore } from './campaign/statistics.ts';
import type { Refusal } from './core/refusal.ts';
import type { RecordThread } from './record-thread.ts';
import { replayParts } from './replay-parts.ts';
import type { Ruleset } from './rules/ruleset.ts';
import { rulesets } from './systems/index.ts';

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
  readonly notices: NoticeStore;
  readonly outbox: OutboxStore;
}

/** What lives longer than a battle comes in the present editions; the battle service sees to battles by itself. */
const presentStores = (stores: Stores, rulesets: readonly Ruleset[]): Stores => {
  const characters = presentCharacters(rulesets, stores.characters);
  return {
    ...stores,
    characters,
    histories: presentHistories(rulesets, characters, stores.histories),
    campaigns: presentCampaigns(rulesets, stores.campaigns),
    servers: presentServers(rulesets, stores.servers),
  };
};

/** The house put together, whoever stands at its door. */
export const compose = (
  saved: Stores,
  now: () => number,
  ready?: ReadyDice,
  places: Places = nowhere,
  onError: (error: unknown) => void = () => {},
  seed?: () => string,
  monitor?: Monitor,
  caps?: Caps,
  books: readonly Ruleset[] = rulesets,
  thread?: RecordThread,
) => {
  const stores = presentStores(saved, books);
  const following = waitsAfter(stores);
  const outbox = later(onError);
  const settled = settling({ ...stores, rulesets: books, places, later: outbox, now });
  const battles = battleService({
    rulesets: books,
    store: stores.battles,
    now,
    waitsAfter: following,
    // The order stands; what follows from it is made up for when it is asked for.
    kept: (report) => settled.kept(report).catch(onError),
    news: liftNews({ notices: stores.notices, places, later: outbox, now, onError }),
    ...(ready && { ready }),
    ...(seed && { seed }),
    ...(monitor && { monitor }),
    ...(caps && { caps }),
  });
  const here = recordsHere({
    log: ({ saved: battle }) => presentStore(books, stores.battles).log(battle),
    replay: replayParts,
  });
  const logText = ({ saved: battle }: OpenBattle) => stores.battles.logText(battle);
  const records = thread === undefined ? here : recordsElsewhere({ here, logText, thread, onError });
  const services: Services = {
    rulesets: books,
    battles,
    characters: stores.characters,
    servers: stores.servers,
    campaigns: stores.campaigns,
    histories: stores.histories,
    settling: settled,
    people: stores.people,
    statistics: stores.statistics,
    privacy: privacyOf({ ...stores, rulesets: books, waitsAfter: following, now, open: battles.openById }),
    waits: stores.waits,
    alarms: stores.alarms,
    places,
    findRules: ruleSearch(books),
    records,
    now,
  };
  const watch = watching({ services, notices: stores.notices, later: outbox });
  const panelSource = panelOf(services);
  const sentence = sentenceOf(books);
  return {
    services,
    dispatcher: dispatcher(commandsFor(books), services),
    panelSource: (battle: string) => {
      outbox.run(() => watch.lookAround(battle));
      return panelSource(battle);
    },
    watch,
    /** Settles when everything that was to be said after an answer has been said. */
    idle: outbox.idle,
    /** One clear sentence for a refusal, in the words of the battle's own rulebook where one is fought in that channel. */
    sentence: async (refusal: Refusal, channel: string): Promise<string> => {
      const battle = await battles.open(channel).catch(() => undefined);
      return sentence(refusal, battle?.ok ? battle.value.ruleset.id : undefined);
    },
  };
};
