import { z } from 'zod';
import { toIssuer } from '../src/app/command-kit/asker.ts';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { whoOption } from '../src/app/gm/gm-selection.ts';
import { describePlannedActions, runFoesButton, selectFoes } from '../src/app/replies/autopilot-foes.ts';
import { orderAnswer, outcomeReply } from '../src/app/replies/order-outcome.ts';
import { type Autopilot, autopilotLevels, autopilotModes, autopilotStyles } from '../src/battle/saved/session.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { describeAutopilot } from '../src/battle/views/autopilot-text.ts';
import { isSameName, phrase } from '../src/core/message.ts';
import { ok, type Refusal, type Result, refuse } from '../src/core/result.ts';
import { card } from '../src/presentation/card.ts';
import type { Game } from '../src/rules/game.ts';
import { formatSquare, type Square, squareParam } from '../src/rules/grid/square.ts';
import { line } from '../src/rules/lines.ts';
import { combatantParam, oneOfParam, wholeNumberParam } from '../src/rules/params.ts';
import { defineHiddenCommand, openAsGm, privateCard } from './answers.ts';
import { completeEach, whoOffers } from './completion.ts';

const params = z.strictObject({
  who: whoOption.optional(),
  does: oneOfParam('suggest: you see the plan; after: acts after some seconds; at-once: acts now; off: you decide', [
    'off',
    ...autopilotModes,
  ]).optional(),
  seconds: wholeNumberParam(
    'With does:after: how many seconds you have to choose something else',
    5,
    86_400,
  ).optional(),
  level: oneOfParam('usual: best plan; careless: rulebook default', autopilotLevels).optional(),
  manner: oneOfParam('How the combatant chooses; default: the best plan', autopilotStyles).optional(),
  whom: combatantParam('Who the combatant attacks or protects').optional(),
  to: squareParam('The square the combatant advances on, like D4').optional(),
});

/** What is wrong with a square to advance on; nothing where it can be done. */
const placeProblem = (game: Game, to: Square | undefined): readonly [option: string, problem: string] | undefined => {
  if (to === undefined) return ['to', 'give the square to advance on'];
  switch (game.placeProblem(to)) {
    case undefined:
      return undefined;
    case 'no-places':
      return ['manner', 'this battle has no board to advance on; choose another value'];
    case 'off-board':
      return ['to', phrase`${formatSquare(to)} is not on the board`];
    case 'blocked':
      return ['to', phrase`no one can stand on ${formatSquare(to)}`];
  }
};

/** What is set, of what was given. Refuses seconds, whom and to where they belong to nothing, or are wanted and left out. */
const chooseAutopilot = (
  { does = 'suggest', seconds, level = 'usual', manner, whom, to }: z.output<typeof params>,
  { game }: OpenBattle,
): Result<Autopilot | undefined, Refusal> => {
  const bad = (option: string, problem: string) => refuse('bad-input', { option, problem });
  const aimed = manner === 'strikes' || manner === 'protects';
  const found = game.roster().find(({ id }) => whom !== undefined && isSameName(id, whom))?.id;
  if (does === 'off') return ok(undefined);
  if (seconds !== undefined && does !== 'after') return bad('seconds', 'only with does:after');
  if (aimed && whom === undefined) return bad('whom', phrase`name the combatant that your combatant ${manner}`);
  if (!aimed && whom !== undefined) return bad('whom', 'only with manner:strikes or manner:protects');
  if (aimed && found === undefined) return bad('whom', 'no combatant in this battle has that name');
  if (manner !== 'advances' && to !== undefined) return bad('to', 'only with manner:advances');
  const problem = manner === 'advances' ? placeProblem(game, to) : undefined;
  if (problem !== undefined) return bad(...problem);
  return ok({
    ...{ does, level },
    ...(does === 'after' && { seconds: seconds ?? 30 }),
    ...(manner !== undefined && { manner }),
    ...(found !== undefined && { whom: found }),
    ...(to !== undefined && { to }),
  });
};

const autopilot = defineCommand(['battles'], {
  path: ['gm', 'autopilot'],
  summary: 'GM: set autopilot for one, some (Zombie*) or all of your combatants; no options: show it',
  params,
  complete: completeEach({ who: whoOffers, whom: whoOffers }),
  run: async (asker, input, services) => {
    const battle = await openAsGm(asker, services);
    if (!battle.ok) return battle;
    if (Object.values(input).every((each) => each === undefined)) {
      const byWay = Map.groupBy(Object.entries(battle.value.saved.table.autopilot ?? {}), ([, own]) =>
        JSON.stringify(own),
      );
      const all = [...byWay.values()].map((same) => [same.map(([actor]) => actor), same[0]?.[1]] as const);
      const lines = [
        ...all.map(([actors, own]) => line(describeAutopilot(actors, own))),
        ...describePlannedActions(battle.value, asker.user),
      ];
      const title = all.length === 0 ? 'None of your combatants is on autopilot' : 'On autopilot';
      return ok(privateCard(title, { lines }, { controls: runFoesButton(battle.value) }));
    }
    const actors = selectFoes(battle.value, input.who ?? 'all');
    if (!actors.ok) return actors;
    const own = chooseAutopilot(input, battle.value);
    if (!own.ok) return own;
    const autopilot = own.value === undefined ? {} : { autopilot: own.value };
    const report = await services.battles.changeSession(toIssuer(asker), 'rule', 'autopilot', () =>
      ok([{ type: 'autopilot-set', actors: [...actors.value], ...autopilot }]),
    );
    if (!report.ok) return report;
    const { after } = report.value;
    const lines = describePlannedActions(after, asker.user);
    const told = outcomeReply(report.value, asker.user);
    // What they did at once is everybody's to read; that they do it by themselves is the GM's.
    return ok({
      ...told,
      ...(report.value.followUps.length === 0 && { to: 'asker' as const }),
      ...(lines.length > 0 && { aside: [...told.aside, card('Their current plans', { lines })] }),
      ...(report.value.followUps.length === 0 && { controls: [...told.controls, ...runFoesButton(after)] }),
    });
  },
});

/** One press lets all the GM’s combatants act who may, until it is up to a player: it stands under what the GM is shown. */
const run = defineHiddenCommand(['battles'], {
  path: ['gm', 'run'],
  summary: 'GM: run your combatants’ turns until the battle waits for a player',
  params: z.strictObject({ who: whoOption.optional() }),
  run: async (asker, input, services) => {
    const battle = await openAsGm(asker, services);
    if (!battle.ok) return battle;
    const actors = selectFoes(battle.value, input.who ?? 'all');
    return actors.ok ? orderAnswer(await services.battles.runActors(toIssuer(asker), actors.value), asker) : actors;
  },
});

export const gmAutopilotCommands = [autopilot, run];
