import { plansCommand } from '../src/app/buttons/refresh-view.ts';
import { stepByStepCommand } from '../src/app/buttons/step-by-step.ts';
import type { Command } from '../src/app/command-kit/command.ts';
import { usingOwnContent } from '../src/app/library/own-content.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { battleCommands } from './battle.ts';
import { pictureCommands } from './battle-map.ts';
import { campaignCommands } from './campaign.ts';
import { campaignBattleCommands } from './campaign-battles.ts';
import { campaignBookCommand } from './campaign-book.ts';
import { characterCommands } from './character.ts';
import { characterLifeCommands } from './character-life.ts';
import { encounterCommands } from './encounter.ts';
import { gmCommands } from './gm.ts';
import { settings } from './gm-server.ts';
import { buildHelpCommands } from './help.ts';
import { joinCommands } from './join.ts';
import { libraryOperations } from './library/operations.ts';
import { save } from './library/save.ts';
import { transferCommands } from './library/transfer.ts';
import { logCommands } from './log.ts';
import { myCommands } from './my.ts';
import { npcCommands } from './npc.ts';
import { orderCommands } from './order.ts';
import { myPrivacy } from './privacy.ts';
import { rollCommands } from './roll.ts';
import { sayCommands } from './say.ts';
import { statsCommands } from './stats.ts';
import { verbCommands } from './verbs.ts';
import { warbandEditorCommand } from './warband/make.ts';

const common: readonly Command[] = [
  ...battleCommands,
  ...campaignCommands,
  ...campaignBattleCommands,
  ...[...joinCommands, ...characterCommands, ...characterLifeCommands, ...npcCommands].map(usingOwnContent),
  ...pictureCommands,
  ...sayCommands,
  ...encounterCommands,
  ...libraryOperations,
  ...transferCommands,
  ...gmCommands,
  ...rollCommands,
  ...myCommands,
  ...statsCommands,
  ...orderCommands,
  ...buildHelpCommands(() => common),
  ...logCommands,
  ...[campaignBookCommand, save, settings, myPrivacy, warbandEditorCommand, plansCommand, stepByStepCommand],
];

/** Builds the bot's commands, including those for the verbs of these rulebooks. */
export const buildCommands = (rulesets: readonly Ruleset[]): readonly Command[] => [
  ...common,
  ...verbCommands(rulesets),
];
