import { z } from 'zod';
import { ownValue } from '../../core/plain-object.ts';
import { listOptions } from '../../rules/command-options.ts';
import { loadTables } from '../../rules/presets.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

/** How the command is named for a verb that several rulebooks have. */
interface SharedVerb {
  readonly summary: string;
  /** Descriptions of options that the rulebooks describe differently. */
  readonly options?: Readonly<Record<string, string>>;
  /** The path of the command. Default: the verb's name. */
  readonly path?: readonly [string] | readonly [string, string];
}

/** Verbs and queries that have a command at the top level. All others are under their rulebook's name. */
export const sharedVerbs: Readonly<Record<string, SharedVerb>> = {
  activate: { summary: 'Activate one of your ready warriors' },
  aim: { summary: 'Aim at an enemy in front of you for a better attack later; this ends your turn' },
  attack: {
    summary: 'Attack a target',
    options: {
      target: 'Who to attack',
      mode: 'How to attack: melee, ranged, thrown, shot …, as the weapon allows',
      weapon: 'The weapon',
    },
  },
  cast: { summary: 'Cast a spell', options: { target: 'Who to cast it on' } },
  charge: { summary: 'Charge an enemy in a straight line, or dive at an enemy; this takes your whole turn' },
  check: { summary: 'Make a check', options: { skill: 'Which skill or ability' } },
  declare: {
    summary: 'Declare your action for this turn or round',
    options: {
      action: 'The action',
      target: 'The target',
      weapon: 'The weapon; default: the one in hand',
      spell: 'Which spell',
    },
  },
  defend: { summary: 'Defend yourself, or respond to an attack on you' },
  deploy: { summary: 'Place everyone on the board, at random or in rows', path: ['battle', 'deploy'] },
  end: { summary: 'End your turn or activation' },
  major: { summary: 'Take another Major Action: stow, pick up, hand over, accessories, mount' },
  minor: { summary: 'Take a Minor Action: handle a weapon, stand up, use a feat, end a spell, mount' },
  move: { summary: 'Move', options: { path: 'The path, like D4 D5 E5' } },
  nominate: { summary: 'Nominate your second action of the turn' },
  odds: {
    summary: 'Show the exact odds of an attack right now',
    options: {
      target: 'The target',
      attacker: 'The attacker; default: you',
      spell: 'A spell to use instead of a weapon',
      weapon: 'The weapon',
    },
  },
  place: {
    summary: 'Put a combatant on the board',
    options: { target: 'Who to place', to: 'The square, like D4' },
    path: ['battle', 'place'],
  },
  resolve: { summary: 'Let the segments run until a decision is needed or the round ends' },
  tactics: { summary: 'Make the Tactics tests of the round' },
  take: { summary: 'Carry out the action you nominated; you may also walk' },
  turn: { summary: 'Turn on the spot, before your action' },
};

/** The path of the command for a verb or query. Undefined if the verb or query has no command. */
const findVerbPath = ({ id, verbs, queries }: Ruleset, name: string): readonly string[] | undefined => {
  const command = (verbs[name] ?? queries[name])?.command;
  if (command === false) return undefined;
  const shared = ownValue(sharedVerbs, name);
  return shared === undefined ? [id, command ?? name] : (shared.path ?? [name]);
};

/** Formats a verb or query as users type it: `/attack`, `/skure fly`. Without a command: `/order verb:skip`. */
export const formatCommand = (ruleset: Ruleset, name: string): string =>
  `/${findVerbPath(ruleset, name)?.join(' ') ?? `order verb:${name}`}`;

/** Formats an order as users type it: `/attack target:Grim`. */
export const formatOrder = (ruleset: Ruleset, verb: string, params: Readonly<Record<string, string>>): string =>
  [formatCommand(ruleset, verb), ...Object.entries(params).map(([name, value]) => `${name}:${value}`)].join(' ');

/** For a verb or query: similar orders of other rulebooks. The first one that a rulebook has is suggested. */
const equivalentOrders = loadTables(
  new URL('./equivalent-orders.json', import.meta.url),
  z.record(z.string(), z.array(z.string())),
);

/** Fills the options that a user typed into the gaps of an order. */
const fillOrder = (order: string, input: Readonly<Record<string, unknown>>): string =>
  order.replace(/(\w+):…/g, (blank, name: string) => (input[name] === undefined ? blank : `${name}:${input[name]}`));

/** The rulebook's command for another rulebook's verb: `/declare action:attack target:…`. Undefined if none. */
export const equivalentCommands = (
  ruleset: Ruleset,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
): string | undefined => {
  const { verbs, queries } = ruleset;
  const order = ownValue(equivalentOrders, name)?.find((each) => {
    const [verb = '', ...options] = each.split(' ');
    const params = (verbs[verb]?.role === 'gm' ? undefined : (verbs[verb] ?? queries[verb]))?.params;
    const known = params === undefined ? [] : listOptions(params).map((option) => option.name);
    return params !== undefined && options.every((option) => known.includes(option.split(':')[0] ?? ''));
  });
  const [verb = '', ...options] = order?.split(' ') ?? [];
  return order && fillOrder([formatCommand(ruleset, verb), ...options].join(' '), input);
};
