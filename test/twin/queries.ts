import { listOptions } from '../../src/rules/command-options.ts';
import { any } from '../app/random-play.ts';
import type { Pick } from '../chance.ts';
import type { Twin } from './table.ts';
import { messagesFor } from './world.ts';

const fixed: readonly (readonly [string, object])[] = [
  ['battle status', {}],
  ['battle status', { public: true }],
  ['my view', {}],
  ['help', {}],
  ['my standing-orders', {}],
  ['gm panel', {}],
  ['gm effect', {}],
  ['gm foe-info', {}],
  ['battle list', {}],
  ['battle log', {}],
  ['battle log', { public: true }],
  ['battle log', { entry: 3 }],
  ['undo', { list: true }],
  ['battle clock', {}],
  ['my turns', {}],
  ['battle export', { format: 'markdown' }],
  ['battle export', { format: 'html' }],
  ['battle export', { format: 'json' }],
  ['battle verify', {}],
  ['battle stats', {}],
  ['battle stats', { public: true }],
  ['my stats', { who: 'gm' }],
  ['my stats', { server: true }],
];

/** Commands of every rulebook that have suggestions. */
const suggesting: readonly (readonly [string, string])[] = [
  ['my standing-orders', 'as'],
  ['my standing-orders', 'kind'],
  ['my standing-orders', 'answer'],
  ['battle log', 'combatant'],
  ['gm set', 'who'],
  ['gm hide', 'who'],
  ['gm reveal', 'who'],
  ['gm control', 'who'],
  ['battle clock', 'who'],
  ['battle join', 'side'],
  ['npc add', 'side'],
  ['my answer', 'choice'],
  ['character stats', 'name'],
];

/** Sends a query to both worlds, which changes nothing. */
export const sendRandomQuery = async (
  t: Twin,
  user: string,
  pick: Pick,
): Promise<readonly [string, string, string]> => {
  const battle = await t.bare.battle();
  const { ruleset } = battle;
  const kind = pick(4);
  if (kind === 0) {
    const verbs = [...Object.keys(ruleset.verbs), ...Object.keys(ruleset.queries)];
    const verb = any(verbs, pick) ?? 'attack';
    const declared = ruleset.verbs[verb] ?? ruleset.queries[verb];
    const options = [...listOptions(declared?.params ?? never).map(({ name }) => name), 'as'];
    const path = ruleset.verbs[verb]?.role === 'gm' ? `${ruleset.id} ${verb}` : verb;
    const all = async (there: Twin['bare']): Promise<string> =>
      (await Promise.all(options.map(async (name) => `${name}: ${await there.complete(user, path, name)}`))).join('\n');
    return [`suggestions of ${path} for ${user}`, await all(t.bare), await all(t.secret)];
  }
  if (kind === 1) {
    const [path, option] = any(suggesting, pick) ?? ['my standing-orders', 'as'];
    return [
      `suggestions of ${path} ${option} for ${user}`,
      await t.bare.complete(user, path, option),
      await t.secret.complete(user, path, option),
    ];
  }
  if (kind === 2) {
    const query = any(Object.keys(ruleset.queries), pick) ?? 'status';
    const input = await queryInput(t, query, user, pick);
    return answers(t, user, query, { ...input, ...(pick(4) === 0 && { public: true }) });
  }
  const [path, input] = any(fixed, pick) ?? ['my view', {}];
  return answers(t, user, path, input);
};

const queryInput = async (t: Twin, query: string, user: string, pick: Pick): Promise<object> => {
  const battle = await t.bare.battle();
  const declared = battle.ruleset.queries[query];
  const roster = battle.game.roster().map(({ id }) => id);
  const input: Record<string, unknown> = {};
  for (const option of declared === undefined ? [] : listOptions(declared.params)) {
    if (!option.required && pick(3) > 0) continue;
    const offers = await t.bare.services.battles.offers('table', user, query, option.name, input);
    if (option.kind === 'choice') input[option.name] = any(option.choices, pick);
    else if (option.kind === 'flag') input[option.name] = pick(2) === 0;
    else if (option.kind === 'whole') input[option.name] = (option.min ?? 0) + pick(10);
    else if (option.widget === 'combatant' && pick(8) === 0) input[option.name] = t.hidden;
    else if (offers !== undefined && offers.length > 0) input[option.name] = any(offers, pick)?.value;
    else if (option.widget === 'combatant') input[option.name] = any(roster, pick);
    else input[option.name] = any(['N', 'D4', 'A1', 'Ada', 'Grim'], pick);
  }
  return input;
};

const answers = async (
  t: Twin,
  user: string,
  path: string,
  input: object,
): Promise<readonly [string, string, string]> => {
  const heard = async (there: Twin['bare']): Promise<string> => {
    there.said();
    await there.run(user, path, { ...input }, 'asked');
    return JSON.stringify(messagesFor(there.said(), user));
  };
  return [`${user}: /${path} ${JSON.stringify(input)}`, await heard(t.bare), await heard(t.secret)];
};

import { z } from 'zod';

const never = z.object({});
