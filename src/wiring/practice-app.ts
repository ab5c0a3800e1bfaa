import { createPracticeChannels } from '../console/practice-channels.ts';
import { createPracticeTable, type PracticeParts, type PracticeTable } from '../console/practice-table.ts';
import { runInLanguage } from '../core/message.ts';
import { type AppParts, composeApp } from './compose.ts';

/** The app's parts, and the practice table's. `onError`: default: the promise for a line that failed rejects. */
type PracticeAppParts = Omit<AppParts, 'transport'> & Pick<PracticeParts, 'newId' | 'style' | 'readTextFile'>;

export const createPracticeApp = ({ newId, style, readTextFile, ...app }: PracticeAppParts) => {
  const { onError, findDictionary } = app;
  const places = createPracticeChannels(style);
  const house = composeApp({ ...app, transport: places });
  const { dispatcher, sentence: explainRefusal, services, outbox, idle, watchBattles } = house;
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
    onFailure: onError,
    readTextFile,
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
