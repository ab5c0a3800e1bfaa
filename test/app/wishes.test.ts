import { expect, test } from 'vitest';
import { matchIntents } from '../../src/app/verbs/intents.ts';
import { rulesets } from '../../src/systems/index.ts';

/** What somebody wants, and the order that is to come first. */
const wishes: Readonly<Record<string, readonly (readonly [wish: string, order: string])[]>> = {
  skure: [
    ['I want to hit Grim', '/attack'],
    ['shoot the zombie', '/attack'],
    ['how do I run to D4?', '/move'],
    ['rush at him', '/charge'],
    ['protect my friend', '/guard'],
    ['dodge', '/defend'],
    ['cast a spell on Grim', '/cast'],
    ['what are my chances?', '/odds'],
    ['swing from the chandelier', '/stunt'],
    ['I am done', '/end'],
  ],
  dskull: [
    ['hit the goblin', '/attack'],
    ['open the door', '/interact'],
    ['walk to C4', '/move'],
    ['bandage Tam', '/interact'],
    ['can I see him?', '/los'],
    ['put Ysolde on D2', '/deploy'],
    ['use Ysolde now, activate her', '/activate'],
    ['finish my warrior', '/end'],
    ['take back my mistake', '/undo'],
    ['what happened?', '/battle log'],
  ],
  'sword-world': [
    ['stab the goblin', '/attack'],
    ['heal Mira with a spell', '/cast'],
    ['flee', '/retreat'],
    ['drink a potion', '/potion'],
    ['what do I know of this monster?', '/knowledge'],
    ['stand up', '/minor'],
    ['who goes first?', '/initiative'],
    ['search the bodies', '/loot'],
    ['give up, surrender', '/surrender'],
    ['how far is the goblin?', '/reach'],
  ],
  straalara: [
    ['hit Karg', '/declare'],
    ['parry', '/defend'],
    ['how likely is it that I hit him, the odds?', '/odds'],
    ['roll initiative', '/initiative'],
    ['I would rather pass', '/pass'],
    ['choose my stance secretly', '/stance'],
    ['are the dice fair?', '/battle verify'],
    ['how hurt is everybody, status?', '/battle status'],
    ['carry out my action', '/take'],
    ['name my second action', '/nominate'],
  ],
  segment: [
    ['hit the lasher', '/declare'],
    ['shoot at somebody else, another target', '/redirect'],
    ['cast ember lance', '/declare'],
    ['what are the odds', '/odds'],
    ['who is in reach?', '/reach'],
    ['roll perception check', '/check'],
    ['warn the others', '/shout'],
    ['push him back', '/push'],
    ['place my fighter', '/place'],
    ['strike as declared, keep it', '/keep'],
  ],
};

for (const ruleset of rulesets)
  test.each(wishes[ruleset.id] ?? [])(`${ruleset.title}: “%s” is %s`, (wish, order) => {
    const [first] = matchIntents(wish, ruleset, { gm: false, now: [] });
    expect(first?.order).toBe(order);
  });

test('there are fifty wishes, ten a rulebook', () => {
  for (const { id } of rulesets) expect(wishes[id]).toHaveLength(10);
});

test.each([
  ['bring three zombies', '/npc add'],
  ['how many foes make a fair fight?', '/encounter propose'],
  ['correct his hp', '/gm set'],
  ['hide the goblin', '/gm hide'],
  ['end the battle', '/battle end'],
])('the GM: “%s” is %s', (wish, order) => {
  const skure = rulesets.find(({ id }) => id === 'skure');
  expect(matchIntents(wish, skure, { gm: true, now: [] })[0]?.order).toBe(order);
  expect(matchIntents(wish, skure, { gm: false, now: [] }).map((way) => way.order)).not.toContain(order);
});

test.each([
  ['make my own character', '/character create'],
  ['teach me', '/learn'],
])('anybody: “%s” is %s', (wish, order) => {
  expect(matchIntents(wish, undefined, { gm: false, now: [] })[0]?.order).toBe(order);
});

test.each([
  ['I want to run away', ['move'], ['/retreat', '/move']],
  ['run away from the goblin', [], ['/retreat', '/move']],
  ['flee', ['move'], ['/retreat', '/move']],
  ['I want to run to D4', [], ['/move']],
])('Sword World: of going away and going somewhere “%s” is what it says, whatever is awaited', (wish, now, orders) => {
  const swordWorld = rulesets.find(({ id }) => id === 'sword-world');
  const ways = matchIntents(wish, swordWorld, { gm: false, now }).map(({ order }) => order);
  expect(ways.filter((order) => ['/retreat', '/move'].includes(order)).slice(0, orders.length)).toEqual(orders);
});

test('of two that fit, what is awaited now comes first; what fits nothing finds nothing', () => {
  const segment = rulesets.find(({ id }) => id === 'segment');
  expect(matchIntents('zzgl brmpf', segment, { gm: true, now: ['declare'] })).toEqual([]);
  expect(matchIntents('', segment, { gm: true, now: ['declare'] })).toEqual([]);
});
