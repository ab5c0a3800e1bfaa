import { plansCommand } from '../src/app/buttons/refresh-view.ts';
import { stepByStepCommand } from '../src/app/buttons/step-by-step.ts';
import type { Command } from '../src/app/command-kit/command.ts';
import { defineGmVerbCommands } from '../src/app/verbs/verb-command.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { answer } from './answer.ts';
import { askRollCommands } from './ask-roll.ts';
import { backdrop } from './backdrop.ts';
import { battleCommands, battleVerbs } from './battle.ts';
import { campaignCommands } from './campaign.ts';
import { campaignBattleCommands } from './campaign-battles.ts';
import { campaignSheet } from './campaign-sheet.ts';
import { characterCommands } from './character.ts';
import { characterFormCommands } from './character-form.ts';
import { characterLifeCommands } from './character-life.ts';
import { shareCharacter } from './character-sharing.ts';
import { clockCommands } from './clock.ts';
import { deputyCommands } from './deputy.ts';
import { encounterCommands } from './encounter.ts';
import { exportCommand } from './export.ts';
import { gmCommands } from './gm.ts';
import { help } from './help.ts';
import { learn } from './learn.ts';
import { libraryCommands } from './library.ts';
import { log } from './log.ts';
import { mapDrawing } from './map-drawing.ts';
import { myCommands } from './my.ts';
import { myTimeCommands } from './my-time.ts';
import { npcCommands } from './npc.ts';
import { order } from './order.ts';
import { orders } from './orders.ts';
import { portraitCommands } from './portrait.ts';
import { privacyCommands } from './privacy.ts';
import { reveal } from './reveal.ts';
import { roll } from './roll.ts';
import { rule } from './rule.ts';
import { savedNpcCommands } from './saved-npcs.ts';
import { sayCommands } from './say.ts';
import { settings } from './settings.ts';
import { statsCommands } from './stats.ts';
import { tableUse } from './table-use.ts';
import { redo, undo } from './undo.ts';
import { verbCommands } from './verbs.ts';
import { verify } from './verify.ts';
import { warbandCommands } from './warband.ts';
import { whoSaidThis } from './who-said.ts';

const common: readonly Command[] = [
  ...battleCommands,
  ...campaignCommands,
  ...campaignBattleCommands,
  ...characterCommands,
  ...characterFormCommands,
  ...characterLifeCommands,
  shareCharacter,
  campaignSheet,
  ...npcCommands,
  ...savedNpcCommands,
  ...portraitCommands,
  backdrop,
  ...sayCommands,
  ...encounterCommands,
  mapDrawing,
  tableUse,
  ...libraryCommands,
  ...gmCommands,
  ...askRollCommands,
  ...myCommands,
  ...warbandCommands,
  ...myTimeCommands,
  ...clockCommands,
  ...deputyCommands,
  ...statsCommands,
  ...privacyCommands,
  answer,
  exportCommand,
  stepByStepCommand,
  help,
  learn,
  log,
  order,
  orders,
  plansCommand,
  redo,
  reveal,
  roll,
  rule,
  settings,
  undo,
  verify,
  whoSaidThis,
];

/** Every command there is, for these rulebooks; a verb that none of them knows is left out. */
export const buildCommands = (rulesets: readonly Ruleset[]): readonly Command[] => [
  ...common,
  ...[
    ...[...battleVerbs, ...rulesets.flatMap(defineGmVerbCommands)].map((make) => make(rulesets)),
    ...verbCommands(rulesets),
  ].filter(({ systems }) => systems === undefined || systems.length > 0),
];
