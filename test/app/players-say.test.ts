import { describe, expect, test } from 'vitest';
import { commonOptions } from '../../src/app/verbs/verb-command.ts';
import { listOptions } from '../../src/rules/command-options.ts';
import { rulesets } from '../../src/systems/index.ts';
import { house } from './house.ts';
import { playerParams, type Why } from './player-params.ts';

/** Values that need the GM's approval. */
const sample: Readonly<Record<string, unknown>> = { placement: 'Wolf: -3', altitude: 30 };

describe.each(rulesets.map((ruleset) => ({ system: ruleset.id, ruleset })))('$system', ({ system, ruleset }) => {
  const verbs = Object.entries(ruleset.verbs).filter(([, { role }]) => role === 'player');

  test('the list of player parameters covers every verb and parameter', () => {
    const there = Object.fromEntries(verbs.map(([name, { params }]) => [name, Object.keys(params.shape).toSorted()]));
    const known = Object.fromEntries(
      Object.entries(playerParams[system] ?? {}).map(([name, each]) => [name, Object.keys(each).toSorted()]),
    );
    expect(there).toEqual(known);
  });

  test.each(verbs.map(([name, verb]) => ({ name, verb })))(
    '$name: only parameters listed as a request need the GM’s approval',
    ({ name, verb }) => {
      for (const [param, why] of Object.entries(playerParams[system]?.[name] ?? {})) {
        const granted = verb.needsApproval({ [param]: sample[param] ?? 3 });
        expect(granted.includes(param), `${name} ${param}`).toBe(why === 'request');
      }
    },
  );

  test('every whole number from players is bounded by the rules or needs approval', () => {
    const free = verbs.flatMap(([name, { params }]) =>
      listOptions(params)
        .filter(({ kind }) => kind === 'whole')
        .map((option) => `${name} ${option.name}: ${playerParams[system]?.[name]?.[option.name] ?? 'nothing'}`),
    );
    expect(free.filter((each) => !/request|checked|rulebook/.test(each))).toEqual([]);
  });
});

test('landing and placing in a named area need no approval, placing by distance does', () => {
  const { move, place: placing } = rulesets.find(({ id }) => id === 'sword-world')?.verbs ?? {};
  expect(move?.needsApproval({ altitude: 0 })).toEqual([]);
  expect(placing?.needsApproval({ placement: 'Wolf: front; Tess: rear' })).toEqual([]);
  expect(placing?.needsApproval({ placement: 'all: 500' })).toEqual(['placement']);
});

test('the common options of every verb are as, rolls and dice', () => {
  expect(listOptions(commonOptions).map(({ name }) => name)).toEqual(['as', 'rolls', 'dice']);
});

/** Number and file options of the app's own commands, and why players cannot cheat with them. */
const common: Readonly<Record<string, Why>> = {
  'gm ask-roll against': 'the GM alone',
  'battle background picture': 'the GM alone',
  'battle map file': 'the GM alone',
  'campaign roster file': 'the campaign’s GM alone',
  'character portrait picture': 'a picture, which no rule looks at',
  'character versions back': 'one’s own sheet as it was once, which the rulebook bounds',
  'npc portrait picture': 'the GM alone',
  'encounter edit heroes': 'what somebody keeps comes into a battle by its GM alone',
  'encounter load heroes': 'the GM alone',
  'encounter propose chance': 'the GM alone',
  'campaign carry-over row': 'the campaign’s GM alone',
  'library import file': 'a thing of one’s own; in a battle the rulebook bounds it and the GM reads it as it comes in',
  'library import picture': 'what somebody saves comes into a battle by its GM alone',
  'library save picture': 'what somebody saves comes into a battle by its GM alone',
  'library save heroes': 'what somebody saves comes into a battle by its GM alone',
  'npc add count': 'the GM alone',
  'npc import count': 'the GM alone',
  'npc import file': 'the GM alone',
  'gm autopilot seconds': 'the GM alone',
  'gm effect rounds': 'the GM alone',
  'gm request request': 'the GM alone',
  'warband make weapon': 'which of the weapons on the list',
  'battle log page': 'which page is shown',
  'battle log entry': 'which entry is shown',
  'battle log round': 'which round is shown',
  'my show-roll entry': 'which of one’s own hidden rolls is opened',
  'undo to': 'the GM alone',
  'undo-this at': 'which message is meant; the menu undoes what it tells',
  'why-this at': 'which message is meant; the menu explains what it tells',
  'read-this at': 'which message is meant; the menu shows what it says',
  'who-said at': 'which message is meant; only who may moderate is told',
};

test('each command has its own name', () => {
  const names = house().dispatcher.commands.map(({ path }) => path.join(' '));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('the list of number and file options of commands is complete', () => {
  const { dispatcher } = house();
  const ofRules = new Set(rulesets.flatMap(({ verbs, queries }) => [...Object.keys(verbs), ...Object.keys(queries)]));
  const found = dispatcher.commands
    .filter(
      ({ path: [first = '', ...rest] }) =>
        !(rest.length === 0 ? ofRules.has(first) : rulesets.some(({ id }) => id === first)),
    )
    .flatMap(({ path, options }) =>
      options.filter(({ kind }) => kind === 'whole' || kind === 'file').map(({ name }) => `${path.join(' ')} ${name}`),
    );
  expect(found.toSorted()).toEqual(Object.keys(common).toSorted());
});
