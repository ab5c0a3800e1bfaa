import { expect, test } from 'vitest';
import { buildCommands } from '../../commands/index.ts';
import { matchIntents } from '../../src/app/verbs/intents.ts';
import { rulesets } from '../../src/systems/index.ts';

const commands = buildCommands(rulesets);
const matched = (wish: string, system: string | undefined, gm: boolean, now: readonly string[] = []) =>
  matchIntents(
    wish,
    rulesets.find(({ id }) => id === system),
    { gm, now, commands },
  ).map(({ order }) => order.replace(/ \w+:.*$/, ''));

/** Wishes of players, and the command that must come first. */
const wishes: Readonly<Record<string, readonly (readonly [wish: string, order: string])[]>> = {
  skure: [
    ['I want to hit Grim', '/attack'],
    ['shoot the zombie', '/attack'],
    ['how do I run to D4?', '/move'],
    ['rush at him', '/charge'],
    ['protect my friend', '/skure guard'],
    ['dodge', '/defend'],
    ['cast a spell on Grim', '/cast'],
    ['what are my chances?', '/odds'],
    ['swing from the chandelier', '/skure stunt'],
    ['I am done', '/end'],
  ],
  dskull: [
    ['hit the goblin', '/attack'],
    ['open the door', '/dskull interact'],
    ['walk to C4', '/move'],
    ['bandage Tam', '/dskull interact'],
    ['can I see him?', '/dskull line-of-sight'],
    ['put Ysolde on D2', '/battle deploy'],
    ['use Ysolde now, activate her', '/activate'],
    ['finish my warrior', '/end'],
    ['take back my mistake', '/undo'],
    ['what happened?', '/battle log'],
  ],
  'sword-world': [
    ['stab the goblin', '/attack'],
    ['heal Mira with a spell', '/cast'],
    ['flee', '/sword-world retreat'],
    ['drink a potion', '/sword-world potion'],
    ['what do I know of this monster?', '/sword-world knowledge'],
    ['stand up', '/minor'],
    ['who goes first?', '/sword-world initiative'],
    ['search the bodies', '/sword-world loot'],
    ['give up, surrender', '/sword-world surrender'],
    ['how far is the goblin?', '/sword-world reach'],
  ],
  straalara: [
    ['hit Karg', '/declare'],
    ['parry', '/defend'],
    ['how likely is it that I hit him, the odds?', '/odds'],
    ['roll initiative', '/straalara initiative'],
    ['I would rather pass', '/straalara pass'],
    ['choose my stance secretly', '/straalara stance'],
    ['are the dice fair?', '/battle verify'],
    ['how hurt is everybody, status?', '/battle status'],
    ['carry out my action', '/take'],
    ['name my second action', '/nominate'],
  ],
  segment: [
    ['hit the lasher', '/declare'],
    ['shoot at somebody else, another target', '/segment redirect'],
    ['cast ember lance', '/declare'],
    ['what are the odds', '/odds'],
    ['who is in reach?', '/segment reach'],
    ['roll perception check', '/check'],
    ['warn the others', '/segment shout'],
    ['push him back', '/segment push'],
    ['place my fighter', '/battle place'],
    ['strike as declared, keep it', '/segment attack-anyway'],
  ],
};

for (const ruleset of rulesets)
  test.each(wishes[ruleset.id] ?? [])(`${ruleset.title}: /help answers “%s” with %s`, (wish, order) => {
    expect(matched(wish, ruleset.id, false)[0]).toBe(order);
  });

test('there are ten wishes for each rulebook', () => {
  for (const { id } of rulesets) expect(wishes[id]).toHaveLength(10);
});

test.each([
  ['bring three zombies', '/npc add'],
  ['how many foes make a fair fight?', '/encounter propose'],
  ['correct his hp', '/gm set'],
  ['hide the goblin', '/gm hide'],
  ['end the battle', '/battle end'],
])('/help answers a GM’s “%s” with %s', (wish, order) => {
  expect(matched(wish, 'skure', true)[0]).toBe(order);
  expect(matched(wish, 'skure', false)).not.toContain(order);
});

test.each([
  ['make my own character', '/character create'],
  ['teach me', '/learn'],
])('/help answers “%s” with %s', (wish, order) => {
  expect(matched(wish, undefined, false)[0]).toBe(order);
});

test.each([
  ['I want to run away', ['move'], ['/sword-world retreat', '/move']],
  ['run away from the goblin', [], ['/sword-world retreat', '/move']],
  ['flee', ['move'], ['/sword-world retreat', '/move']],
  ['I want to run to D4', [], ['/move']],
])('Sword World: “%s” means retreat or move as its words say', (wish, now, orders) => {
  const ways = matched(wish, 'sword-world', false, now);
  expect(ways.filter((order) => ['/sword-world retreat', '/move'].includes(order)).slice(0, orders.length)).toEqual(
    orders,
  );
});

test('a wish without meaning finds no command', () => {
  for (const words of ['zzgl brmpf', '', 'the weather is nice in Lisbon', 'pizza'])
    expect(matched(words, 'segment', true, ['declare'])).toEqual([]);
});
