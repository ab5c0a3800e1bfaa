import type { Command } from '../src/app/command-kit/command.ts';
import { defineQueryCommand } from '../src/app/verbs/query-command.ts';
import { type CommandMaker, defineVerbCommand, type OptionDescriptions } from '../src/app/verbs/verb-command.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';

export const placeDescriptions: OptionDescriptions = { target: 'Who to place', to: 'The square, like D4' };

const verb = (name: string, summary: string, words?: OptionDescriptions): CommandMaker =>
  defineVerbCommand(name, summary, { ...(words && { words }) });

/** Verbs and queries that several rulebooks share, described for all of them. */
const sharedVerbCommands: readonly CommandMaker[] = [
  verb('aim', 'Aim at an enemy in front of you for a better attack later; this ends your turn'),
  verb('attack', 'Attack a target', {
    target: 'Who to attack',
    mode: 'How to attack: melee, ranged, thrown, shot …, as the weapon allows',
    weapon: 'The weapon',
  }),
  verb('begin', 'Begin the turn of a unit'),
  verb('cast', 'Cast a spell', { target: 'Who to cast it on' }),
  verb('charge', 'Charge an enemy in a straight line, or dive at an enemy; this takes your whole turn'),
  verb('check', 'Make a check', { skill: 'Which skill or ability' }),
  defineQueryCommand('cost', 'Show what a path costs, step by step', { path: 'The path, like D4 D5 E5' }),
  verb('declare', 'Declare your action for this turn or round', {
    action: 'The action',
    target: 'The target',
    weapon: 'The weapon; default: the one in hand',
    spell: 'Which spell',
  }),
  verb('defend', 'Defend yourself, or respond to an attack on you'),
  verb('deploy', 'Put one warrior or all warriors on the board'),
  verb('end', 'End your turn or activation'),
  defineQueryCommand('ground', 'Show the board, or preview a drawing'),
  verb('initiative', 'Roll initiative'),
  verb('move', 'Move', { path: 'The path, like D4 D5 E5' }),
  verb('next', 'Continue to the next step'),
  defineQueryCommand('odds', 'Show the exact odds of an attack right now', {
    target: 'The target',
    attacker: 'The attacker; default: you',
    spell: 'A spell to use instead of a weapon',
    weapon: 'The weapon',
  }),
  verb('place', 'Place combatants at the start', placeDescriptions),
  defineQueryCommand('reach', 'The squares a combatant can move to, and the enemies in its range'),
  defineQueryCommand('sight', 'Show distance, bearing, zone and modifiers from one combatant to another', {
    target: 'The combatant to look at',
  }),
  verb('tactics', 'Make the Tactics tests of the round'),
];

/** All verbs of players and all queries. Those not listed above use their rulebook's words. */
export const verbCommands = (rulesets: readonly Ruleset[]): readonly Command[] => {
  const written = sharedVerbCommands.map((make) => make(rulesets));
  const has = (name: string): boolean => written.some(({ path }) => path.length === 1 && path[0] === name);
  const others = rulesets.flatMap(({ verbs, queries }) => [
    ...Object.entries(verbs).flatMap(([name, { role, summary }]) =>
      role === 'player' && !has(name) ? [defineVerbCommand(name, summary)] : [],
    ),
    ...Object.entries(queries).flatMap(([name, { summary }]) => (has(name) ? [] : [defineQueryCommand(name, summary)])),
  ]);
  return [...written, ...others.map((make) => make(rulesets))];
};
