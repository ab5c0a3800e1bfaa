import type { Command } from '../src/app/command-kit/command.ts';
import { sharedVerbs } from '../src/app/replies/verb-names.ts';
import { defineQueryCommand } from '../src/app/verbs/query-command.ts';
import { defineVerbCommand } from '../src/app/verbs/verb-command.ts';
import { ownValue } from '../src/core/plain-object.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';

/** Commands of verbs and queries under their rulebook's name. Hidden if the verb has no command of its own. */
const ownCommands = (ruleset: Ruleset): readonly Command[] => {
  const { id, verbs, queries } = ruleset;
  return Object.entries({ ...verbs, ...queries }).flatMap(([name, { command, summary }]) => {
    if (command !== false && ownValue(sharedVerbs, name) !== undefined) return [];
    const define = name in verbs ? defineVerbCommand : defineQueryCommand;
    const made = define(name, summary, { path: [id, command || name] })([ruleset]);
    return [command === false ? { ...made, hidden: true } : made];
  });
};

/** The commands of all verbs and queries. Common ones are at the top level, others under their rulebook's name. */
export const verbCommands = (rulesets: readonly Ruleset[]): readonly Command[] => [
  ...Object.entries(sharedVerbs).flatMap(([name, { summary, ...names }]) => {
    const all = rulesets.filter(({ verbs, queries }) => {
      const declared = verbs[name] ?? queries[name];
      return declared !== undefined && declared.command !== false;
    });
    const define = all.some(({ queries }) => name in queries) ? defineQueryCommand : defineVerbCommand;
    return all.length === 0 ? [] : [define(name, summary, names)(all)];
  }),
  ...rulesets.flatMap(ownCommands),
];
