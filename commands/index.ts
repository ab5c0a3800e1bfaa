import { plansCommand } from '../src/app/buttons/refresh-view.ts';
import { stepByStepCommand } from '../src/app/buttons/step-by-step.ts';
import type { Command } from '../src/app/command-kit/command.ts';
import { defineGmVerbCommands } from '../src/app/verbs/verb-command.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { battleCommands, battleVerbs } from './battle.ts';
import { backdrop } from './battle-map.ts';
import { campaignCommands } from './campaign.ts';
import { campaignBattleCommands, campaignSheet } from './campaign-battles.ts';
import { characterCommands, characterFormCommands, shareCharacter } from './character.ts';
import { characterLifeCommands } from './character-life.ts';
import { clockCommands } from './clock.ts';
import { encounterCommands } from './encounter.ts';
import { gmCommands } from './gm.ts';
import { help, learn, rule } from './help.ts';
import { libraryOperations } from './library/operations.ts';
import { save } from './library/save.ts';
import { transferCommands } from './library/transfer.ts';
import { exportCommand, log, reveal, verify } from './log.ts';
import { mapDrawing } from './map-drawing.ts';
import { deputyCommands, myCommands } from './my.ts';
import { npcCommands, savedNpcCommands } from './npc.ts';
import { answer, order, orders } from './order.ts';
import { portraitCommands } from './portrait.ts';
import { privacyCommands } from './privacy.ts';
import { askRollCommands, roll, tableUse } from './roll.ts';
import { sayCommands, whoSaidThis } from './say.ts';
import { settings } from './settings.ts';
import { statsCommands } from './stats.ts';
import { redo, undo } from './undo.ts';
import { verbCommands } from './verbs.ts';
import { warbandCommands } from './warband/make.ts';

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
  ...libraryOperations,
  save,
  ...transferCommands,
  ...gmCommands,
  ...askRollCommands,
  ...myCommands,
  ...warbandCommands,
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
