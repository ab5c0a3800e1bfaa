import { type CommandInput, defineCommand, toIssuer } from '../src/app/command-kit/command.ts';
import { whoOption } from '../src/app/gm/gm-panel.ts';
import {
  describePlannedActions,
  describeRequest,
  requestChangeControls,
  requestControls,
  runFoesButton,
  selectFoes,
} from '../src/app/replies/inbox-notes.ts';
import { orderAnswer, outcomeReply } from '../src/app/replies/order-outcome.ts';
import type { PrivateViewKind } from '../src/app/replies/reply.ts';
import { coerceInput } from '../src/app/verbs/verb-command.ts';
import { findRequest } from '../src/battle/decide/command.ts';
import {
  type Autopilot,
  autopilotLevels,
  autopilotModes,
  autopilotStyles,
  type GmRequest,
  gmRequestsOf,
} from '../src/battle/saved/session.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { describeAutopilot } from '../src/battle/views/autopilot.ts';
import { isGm } from '../src/battle/views/viewer.ts';
import { isSameName, ok, phrase, type Result, refuseInput } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { listOptions } from '../src/rules/command-options.ts';
import { line } from '../src/rules/event.ts';
import type { Game } from '../src/rules/game.ts';
import { formatSquare, type Square, squareParam } from '../src/rules/grid/square.ts';
import { combatantParam, type InputOf, oneOfParam, textParam, wholeNumberParam } from '../src/rules/verb.ts';
import { changeSession, defineGmCommand, privateCard } from './answers.ts';
import { completeEach, offersOfBattle, whoOffers } from './completion.ts';

const params = {
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
  style: oneOfParam('How the combatant chooses; default: the best plan', autopilotStyles).optional(),
  whom: combatantParam('Who the combatant attacks or protects').optional(),
  to: squareParam('The square the combatant advances on, like D4').optional(),
};

/** Describes what is wrong with the square to advance on, and names the option. Undefined if the square is fine. */
const placeProblem = (game: Game, to: Square | undefined): readonly [option: string, problem: string] | undefined => {
  if (to === undefined) return ['to', 'give the square to advance on'];
  switch (game.placeProblem(to)) {
    case undefined:
      return undefined;
    case 'no-places':
      return ['style', 'this battle has no board to advance on; choose another value'];
    case 'off-board':
      return ['to', phrase`${formatSquare(to)} is not on the board`];
    case 'blocked':
      return ['to', phrase`no one can stand on ${formatSquare(to)}`];
  }
};

/** Builds an autopilot from the options. Refuses missing or contradicting options. */
const chooseAutopilot = (
  { does = 'suggest', seconds, level = 'usual', style, whom, to }: InputOf<typeof params>,
  { game }: OpenBattle,
): Result<Autopilot | undefined> => {
  const aimed = style === 'strikes' || style === 'protects';
  const found = game.roster().find(({ id }) => whom !== undefined && isSameName(id, whom))?.id;
  if (does === 'off') return ok(undefined);
  if (seconds !== undefined && does !== 'after') return refuseInput('seconds', 'only with does:after');
  if (aimed && whom === undefined)
    return style === 'strikes'
      ? refuseInput('whom', 'name the combatant that your combatant strikes')
      : refuseInput('whom', 'name the combatant that your combatant protects');
  if (!aimed && whom !== undefined) return refuseInput('whom', 'only with style:strikes or style:protects');
  if (aimed && found === undefined) return refuseInput('whom', 'no combatant in this battle has that name');
  if (style !== 'advances' && to !== undefined) return refuseInput('to', 'only with style:advances');
  const problem = style === 'advances' ? placeProblem(game, to) : undefined;
  if (problem !== undefined) return refuseInput(...problem);
  return ok({
    ...{ does, level },
    ...(does === 'after' && { seconds: seconds ?? 30 }),
    ...(style !== undefined && { manner: style }),
    ...(found !== undefined && { whom: found }),
    ...(to !== undefined && { to }),
  });
};

const autopilot = defineGmCommand([], {
  path: ['gm', 'autopilot'],
  summary: 'GM: set autopilot for one, some (Zombie*) or all of your combatants; no options: show it',
  params,
  complete: completeEach({ who: whoOffers, whom: whoOffers }),
  run: async (battle, asker, input, services) => {
    if (Object.values(input).every((each) => each === undefined)) {
      const byWay = Map.groupBy(Object.entries(battle.saved.table.autopilot ?? {}), ([, own]) => JSON.stringify(own));
      const all = [...byWay.values()].map((same) => [same.map(([actor]) => actor), same[0]?.[1]] as const);
      const lines = [
        ...all.map(([actors, own]) => line(describeAutopilot(actors, own))),
        ...describePlannedActions(battle, asker.user),
      ];
      const title = all.length === 0 ? 'None of your combatants is on autopilot' : 'On autopilot';
      return ok(privateCard(title, { lines }, { controls: runFoesButton(battle) }));
    }
    const actors = selectFoes(battle, input.who ?? 'all');
    if (!actors.ok) return actors;
    const own = chooseAutopilot(input, battle);
    if (!own.ok) return own;
    const autopilot = own.value === undefined ? {} : { autopilot: own.value };
    const report = await services.battles.changeSession(toIssuer(asker), 'rule', 'autopilot', () =>
      ok([{ type: 'autopilot-set', actors: [...actors.value], ...autopilot }]),
    );
    if (!report.ok) return report;
    const { after } = report.value;
    const lines = describePlannedActions(after, asker.user);
    const told = outcomeReply(report.value, asker.user);
    // Everyone sees the orders. Only the GM sees that the combatants are on autopilot.
    return ok({
      ...told,
      ...(report.value.followUps.length === 0 && { to: 'asker' as const }),
      ...(lines.length > 0 && { aside: [...told.aside, card('Their current plans', { lines })] }),
      ...(report.value.followUps.length === 0 && { controls: [...told.controls, ...runFoesButton(after)] }),
    });
  },
});

/** Gives orders for the GM's combatants until the battle waits for a player. */
const run = defineGmCommand([], {
  path: ['gm', 'run'],
  hidden: true,
  summary: 'GM: run your combatants’ turns until the battle waits for a player',
  params: { who: whoOption.optional() },
  run: async (battle, asker, input, services) => {
    const actors = selectFoes(battle, input.who ?? 'all');
    return actors.ok ? orderAnswer(await services.battles.runActors(toIssuer(asker), actors.value), asker) : actors;
  },
});

/** Finds a player's request that the GM selects by the requesting actor's name. */
const findRequestFor = (
  { saved: { table } }: OpenBattle,
  { who, request }: { readonly who?: string | undefined; readonly request?: number | undefined },
) => ({
  n: request,
  who: who === undefined ? undefined : (gmRequestsOf(table).find(({ actor }) => isSameName(actor, who))?.actor ?? who),
});

/** Parses the GM's changes to the values of a request: `power:20, name:Elixir`. */
const parseChanges = (battle: OpenBattle, verb: string, words: string): Result<CommandInput> => {
  const declared = battle.ruleset.verbs[verb];
  const options = declared === undefined ? [] : listOptions(declared.params);
  const changed: Record<string, unknown> = {};
  for (const part of words.split(/[,;]/).filter((each) => each.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*[:=]\s*(.*?)\s*$/.exec(part) ?? [];
    const option = options.find((each) => isSameName(each.name, name));
    if (option === undefined)
      return refuseInput('change', phrase`write an option and its value, like ${options[0]?.name ?? 'power'}:20`);
    changed[option.name] = value;
  }
  return ok(coerceInput(options, changed));
};

const changeRequestReply = (battle: OpenBattle, request: GmRequest, view: PrivateViewKind | undefined) => {
  const { actor, granted } = request;
  const typed = `/gm request answer:grant who:${actor} change:${granted[0] ?? 'power'}:…`;
  const lines = [line(describeRequest(battle, request)), line(phrase`Choose below, or type ${typed}`, 'quiet')];
  const lists = requestChangeControls(battle, request, view).slice(0, 4);
  const controls = [...lists, requestControls(battle, request, view).filter((_, at) => at !== 1)];
  return privateCard(phrase`Which numbers for ${actor}?`, { lines }, { controls });
};

const request = defineGmCommand([], {
  path: ['gm', 'request'],
  usualReader: 'everyone',
  summary: 'GM: grant what a player asked for, grant it with other numbers, or refuse it',
  params: {
    answer: oneOfParam('Your answer', ['grant', 'change', 'refuse']),
    who: textParam('Who asked, if there are several requests', 80).optional(),
    request: wholeNumberParam('The number of the request', 1, 1_000_000_000).optional(),
    change: textParam('Grant with other numbers: power:20, difficulty:8', 300).optional(),
    why: textParam('Reason for refusing (public)', 200).optional(),
  },
  complete: completeEach({
    who: offersOfBattle(({ saved: { table } }, { user }) =>
      isGm(table, user) ? gmRequestsOf(table).map(({ actor }) => actor) : [],
    ),
  }),
  run: async (battle, asker, input, { battles }) => {
    const meant = findRequest(battle, findRequestFor(battle, input));
    if (!meant.ok) return meant;
    const { n, verb } = meant.value;
    if (input.answer === 'refuse') return orderAnswer(await battles.deny(toIssuer(asker), { n }, input.why), asker);
    if (input.answer === 'change' && input.change === undefined)
      return ok(changeRequestReply(battle, meant.value, asker.view));
    const changed = parseChanges(battle, verb, input.change ?? '');
    return changed.ok ? orderAnswer(await battles.approve(toIssuer(asker), { n }, changed.value), asker) : changed;
  },
});

const numbers = defineCommand(['battles'], {
  path: ['gm', 'approvals'],
  scope: 'battle',
  summary: 'GM: choose whether numbers entered by players need your approval',
  params: {
    from: oneOfParam('ask: you approve each number; pass: numbers are accepted without asking you', ['ask', 'pass']),
  },
  run: (asker, { from }, services) =>
    changeSession(asker, services, 'rule', 'numbers', () => ok([{ type: 'numbers-set', trusting: from === 'pass' }])),
});

export const gmDecisionCommands = [autopilot, run, request, numbers];
