import type { Command } from '../src/app/commands/command.ts';
import { defineQueryCommand } from '../src/app/commands/query-command.ts';
import { type CommandMaker, defineVerbCommand } from '../src/app/commands/verb-command.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { aim } from './aim.ts';
import { attack } from './attack.ts';
import { begin } from './begin.ts';
import { cast } from './cast.ts';
import { charge } from './charge.ts';
import { check } from './check.ts';
import { cost } from './cost.ts';
import { declare } from './declare.ts';
import { defend } from './defend.ts';
import { deploy } from './deploy.ts';
import { end } from './end.ts';
import { ground } from './ground.ts';
import { initiative } from './initiative.ts';
import { move } from './move.ts';
import { next } from './next.ts';
import { odds } from './odds.ts';
import { place } from './place.ts';
import { reach } from './reach.ts';
import { sight } from './sight.ts';
import { tactics } from './tactics.ts';

/** The verbs and free questions that several rulebooks share or the game is known by, in words of no rulebook, one file each. */
const sharedVerbCommands: readonly CommandMaker[] = [
  aim,
  attack,
  begin,
  cast,
  charge,
  check,
  cost,
  declare,
  defend,
  deploy,
  end,
  ground,
  initiative,
  move,
  next,
  odds,
  place,
  reach,
  sight,
  tactics,
];

/** What one rulebook alone has, and buttons offer in its moment: a server that plays many rulebooks types it as `/order`. */
const pressedOftener: readonly string[] = [
  ...['keep', 'redirect', 'forgo', 'turn-away', 'free-attack', 'push', 'shout'],
  ...['herb', 'loot', 'potion', 'surrender'],
];

/** Every verb of players and every free question: those by hand, and all others in the words of the rulebook that has them. */
export const verbCommands = (rulesets: readonly Ruleset[]): readonly Command[] => {
  const written = sharedVerbCommands.map((make) => make(rulesets));
  const has = (name: string): boolean => written.some(({ path }) => path.length === 1 && path[0] === name);
  const others = rulesets.flatMap(({ verbs, queries }) => [
    ...Object.entries(verbs).flatMap(([name, { role, summary }]) =>
      role === 'player' && !has(name) ? [defineVerbCommand(name, summary)] : [],
    ),
    ...Object.entries(queries).flatMap(([name, { summary }]) => (has(name) ? [] : [defineQueryCommand(name, summary)])),
  ]);
  return [...written, ...others.map((make) => make(rulesets))].map((each) =>
    each.systems?.length === 1 && pressedOftener.includes(each.path[0]) ? { ...each, isRare: true } : each,
  );
};
