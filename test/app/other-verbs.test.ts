import { describe, expect, test } from 'vitest';
import { equivalentCommands, formatCommand } from '../../src/app/replies/verb-names.ts';
import { rulesets } from '../../src/systems/index.ts';
import { mainActionKinds } from '../../src/systems/segment/state.ts';

/** ST-NOM-3. */
const nominated = ['brawl', 'melee', 'archery', 'thrown', 'spell', 'act', 'trivial', 'continue', 'recover', 'none'];

const rulebook = (id: string) => rulesets.find((each) => each.id === id) ?? rulesets[0];
const said = (id: string, verb: string, input = {}) => {
  const ruleset = rulebook(id);
  return ruleset && equivalentCommands(ruleset, verb, input);
};

test.each([
  ['segment', 'attack', { target: 'Grim' }, '/declare action:attack target:Grim'],
  ['segment', 'attack', {}, '/declare action:attack target:…'],
  ['segment', 'charge', { target: 'Grim' }, '/declare action:run-attack target:Grim'],
  ['straalara', 'attack', { target: 'Grim' }, '/declare stance:… action:melee target:Grim'],
  ['skure', 'declare', { target: 'Grim', action: 'attack' }, '/attack target:Grim'],
  ['dskull', 'sight', { target: 'Grim' }, '/dskull line-of-sight target:Grim'],
  ['sword-world', 'gain', {}, '/move type:… to:…'],
  ['dskull', 'fly', {}, undefined],
])('in %s a player who types /%s %j is referred to %s', (id, verb, input, order) => {
  expect(said(id, verb, input)).toBe(order);
});

describe.each(rulesets.map((ruleset) => [ruleset.id, ruleset] as const))('%s', (id, ruleset) => {
  const others = rulesets
    .flatMap(({ verbs, queries }) => [...Object.keys(verbs), ...Object.keys(queries)])
    .filter((name) => ruleset.verbs[name] === undefined && ruleset.queries[name] === undefined);
  const orders = [...new Set(others.flatMap((name) => said(id, name) ?? []))];

  test('replacements for verbs of other rulebooks name verbs that its players have', () => {
    expect(orders.length).toBeGreaterThan(0);
    const players = Object.keys(ruleset.verbs).filter((verb) => ruleset.verbs[verb]?.role === 'player');
    const theirs = [...players, ...Object.keys(ruleset.queries)].map((verb) => formatCommand(ruleset, verb));
    expect(orders.filter((order) => !theirs.some((each) => `${order} `.startsWith(`${each} `)))).toEqual([]);
  });

  test('replacements for verbs of other rulebooks name known actions', () => {
    const actions = orders.flatMap((order) => /action:([a-z-]+)/.exec(order)?.[1] ?? []);
    const known: readonly string[] = { segment: mainActionKinds, straalara: nominated }[id] ?? [];
    expect(actions.filter((action) => !known.includes(action))).toEqual([]);
    expect(actions.length > 0).toBe(ruleset.verbs.declare !== undefined);
  });
});
