import type { BattleCaps } from '../battle/decide/caps.ts';
import type { PresetDice } from '../battle/decide/hand-dice.ts';
import { createPracticeChannels } from '../console/practice-channels.ts';
import { createPracticeTable, type PracticeParts, type PracticeTable } from '../console/practice-table.ts';
import type { TextStyle } from '../console/reply-text.ts';
import { type FindDictionary, runInLanguage } from '../core/message.ts';
import { composeApp, type Stores } from './compose.ts';

interface PracticeAppParts {
  readonly stores: Stores;
  readonly now: () => number;
  readonly newId: () => string;
  readonly style: TextStyle;
  readonly presetDice?: PresetDice;
  /** Creates the seed of a new battle. Default: a random seed. */
  readonly seed?: () => string;
  /** Called for unexpected errors. Default: the promise for the line rejects. */
  readonly onError?: (problem: unknown) => void;
  /** Maximum size of a single battle. */
  readonly caps?: BattleCaps;
  readonly findDictionary?: FindDictionary;
  readonly readTextFile?: PracticeParts['readTextFile'];
}

export const createPracticeApp = ({
  stores,
  now,
  newId,
  style,
  presetDice,
  seed,
  onError,
  caps,
  readTextFile,
  findDictionary,
}: PracticeAppParts) => {
  const places = createPracticeChannels(style);
  const {
    dispatcher,
    sentence: explainRefusal,
    services,
    outbox,
    idle,
    watchBattles,
  } = composeApp({
    stores,
    now,
    presetDice,
    transport: places,
    onError,
    seed,
    caps,
    findDictionary,
  });
  // Messages of other processes are left to them.
  const speaking = outbox.startDelivery(outbox.hasWrittenTo);
  const takeOtherMessages = async (): Promise<readonly string[]> => {
    await speaking;
    await idle();
    return places.takeMessages();
  };
  const table = createPracticeTable({
    dispatcher,
    explainRefusal,
    findSystem: async (channel) => {
      const battle = await services.battles.open(channel);
      return battle.ok ? battle.value.ruleset.id : undefined;
    },
    style,
    newId,
    ...(onError && { onFailure: onError }),
    ...(readTextFile && { readTextFile }),
    takeOtherMessages,
  });
  const spoken: PracticeTable = {
    ...table,
    handleLine: (line) => runInLanguage(findDictionary?.('practice'), () => table.handleLine(line)),
    complete: (line) => runInLanguage(findDictionary?.('practice'), () => table.complete(line)),
  };
  const web = { dispatcher, services, sentence: explainRefusal, watchBattles };
  return { table: spoken, services, web, overheard: takeOtherMessages, close: outbox.close };
};
