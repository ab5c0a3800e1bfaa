import { createPracticeChannels } from '../console/practice-channels.ts';
import { createPracticeTable, type PracticeParts, type PracticeTable } from '../console/practice-table.ts';
import { runInLanguages } from '../core/message.ts';
import { type AppParts, composeApp } from './compose.ts';

/** The app's parts, and the practice table's. `onError`: default: the promise for a line that failed rejects. */
type PracticeAppParts = Omit<AppParts, 'transport'> &
  Pick<PracticeParts, 'newId' | 'style' | 'readTextFile'> & {
    /** The locale of all people at the table. Default: English. */
    readonly locale?: string | undefined;
  };

export const createPracticeApp = ({ newId, style, readTextFile, locale, ...app }: PracticeAppParts) => {
  const { onError } = app;
  const places = createPracticeChannels(style);
  const house = composeApp({ ...app, transport: places });
  const { dispatcher, sentence: explainRefusal, services, outbox, idle, watchBattles, languages } = house;
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
    locale,
  });
  const inLanguage = <T>(work: () => T): T =>
    languages.installed.length === 0 ? work() : runInLanguages(languages.guess({ locale }), work);
  const spoken: PracticeTable = {
    ...table,
    handleLine: (line) => inLanguage(() => table.handleLine(line)),
    complete: (line) => inLanguage(() => table.complete(line)),
  };
  const web = { dispatcher, services, sentence: explainRefusal, watchBattles, locale };
  return { table: spoken, services, web, overheard: takeOtherMessages, close: outbox.close };
};
