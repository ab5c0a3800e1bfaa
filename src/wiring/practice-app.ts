import type { Caps } from '../battle/decide/caps.ts';
import type { PresetDice } from '../battle/decide/hand-dice.ts';
import { practiceChannels } from '../console/practice-channels.ts';
import { type PracticeParts, type PracticeTable, practiceTable } from '../console/practice-table.ts';
import type { TextStyle } from '../console/reply-text.ts';
import { type LanguageOf, runInLanguage } from '../core/language.ts';
import { compose, type Stores } from './compose.ts';

interface PracticeHouse {
  readonly stores: Stores;
  readonly now: () => number;
  readonly newId: () => string;
  readonly style: TextStyle;
  readonly ready?: PresetDice;
  /** The seed of every battle, where it is not to be drawn. */
  readonly seed?: () => string;
  /** Hears of what fails inside; without it the one who gave the line does. */
  readonly onError?: (problem: unknown) => void;
  /** How large a battle may grow. */
  readonly caps?: Caps;
  readonly languageOf?: LanguageOf;
  readonly fileText?: PracticeParts['fileText'];
}

/** The whole house with a practice table in it. */
export const createPracticeApp = ({
  stores,
  now,
  newId,
  style,
  ready,
  seed,
  onError,
  caps,
  fileText,
  languageOf,
}: PracticeHouse) => {
  const places = practiceChannels(style);
  const { dispatcher, sentence, services, outbox, idle } = compose({
    stores,
    now,
    ready,
    transport: places,
    onError,
    seed,
    caps,
    languageOf,
  });
  // What another process left behind is that one's to say.
  const speaking = outbox.speak(outbox.wroteIn);
  const overheard = async (): Promise<readonly string[]> => {
    await speaking;
    await idle();
    return places.take();
  };
  const table = practiceTable({
    dispatcher,
    sentence,
    systemIn: async (channel) => {
      const battle = await services.battles.open(channel);
      return battle.ok ? battle.value.ruleset.id : undefined;
    },
    style,
    newId,
    ...(onError && { failed: onError }),
    ...(fileText && { fileText }),
    overheard,
  });
  const spoken: PracticeTable = {
    ...table,
    hear: (line) => runInLanguage(languageOf?.('practice'), () => table.hear(line)),
    complete: (line) => runInLanguage(languageOf?.('practice'), () => table.complete(line)),
  };
  return { table: spoken, services, overheard, close: outbox.close };
};
