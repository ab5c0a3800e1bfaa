import { expect, test } from 'vitest';
import { encodeControlInput } from '../../src/app/command-kit/command.ts';
import type { ChannelInfo, Transport } from '../../src/app/outbox/transport.ts';
import { type Control, type ControlAction, changedBattleOf, pingOf, type Reply } from '../../src/app/replies/reply.ts';
import { rulesets } from '../../src/systems/index.ts';
import { must, secret } from './duel.ts';
import { type House, house, opened } from './house.ts';

interface Said {
  readonly to: string;
  readonly reply: Reply;
}

/** Channels that record messages. `direct` says whether direct messages reach users. */
const places = (direct: 'sent' | 'forbidden' = 'sent') => {
  const said: Said[] = [];
  const known: Readonly<Record<string, Pick<ChannelInfo, 'kind' | 'guild'>>> = {
    desk: { kind: 'thread', guild: 'guild' },
    posts: { kind: 'forum', guild: 'guild' },
    far: { kind: 'text', guild: 'another' },
  };
  const told = (to: string, reply: Reply) => {
    said.push({ to, reply });
    return 'sent' as const;
  };
  const all: Transport = {
    find: async (id) => (known[id] ? { id, name: id, parent: undefined, ...known[id] } : 'gone'),
    open: async () => 'gone',
    post: async (channel, reply) => told(channel, reply),
    direct: async (user, reply) => (direct === 'sent' ? told(`@${user}`, reply) : 'forbidden'),
    tagPost: async () => 'sent',
    isMember: async () => true,
    failureKind: () => 'unknown',
  };
  return { said, all };
};

/** Ann is next, then a hidden combatant far from her, then Grim. */
const startAmbush = async (direct: 'sent' | 'forbidden' = 'sent', desk?: string) => {
  const { said, all } = places(direct);
  const there = house({}, undefined, all);
  await must(there, 'gm', 'battle create', {
    system: 'skure',
    name: 'Dark',
    size: '8x8',
    ...(desk && { gmChannel: desk }),
  });
  await must(there, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(there, 'gm', 'npc add', { preset: 'Zombie', name: secret, side: 'blue', hidden: 'until-acts' });
  await must(there, 'gm', 'gm plan', { who: secret, order: 'ask' });
  await must(there, 'gm', 'npc add', { preset: 'Zombie', name: 'Grim', side: 'blue' });
  for (const [target, to, agility] of [
    ['Ann', 'C4', '90'],
    [secret, 'H8', '80'],
    ['Grim', 'D8', '70'],
  ]) {
    await must(there, 'gm', 'skure place', { target, to, facing: 'N' });
    await must(there, 'gm', 'gm set', { field: 'agility', who: target, value: agility, reason: 'the order' });
  }
  await must(there, 'gm', 'battle start');
  said.length = 0;
  return { there, said };
};

const buttons = ({ controls }: Pick<Reply, 'controls'>): readonly Control[] => controls.flat();

const pressOf = (reply: Pick<Reply, 'controls'>, label: RegExp): ControlAction => {
  const found = buttons(reply).find((each) => label.test(each.label));
  if (found === undefined) throw new Error(`no ${label} among ${buttons(reply).map((each) => each.label)}`);
  return found.press;
};

/** Presses a button in a channel other than the battle's. */
const pressElsewhere = async (there: House, user: string, press: ControlAction) => {
  const from = { ...there.asker(user), channel: `@${user}`, guild: undefined };
  const answer = await there.dispatcher.run(press.path, from, encodeControlInput(press));
  await there.idle();
  return answer;
};

test.each([
  { where: 'the GM channel of the battle', desk: 'desk', to: 'desk' },
  { where: 'a direct message if there is no GM channel', desk: undefined, to: '@gm' },
])('a hidden combatant’s turn is announced in $where only', async ({ desk, to }) => {
  const { there, said } = await startAmbush('sent', desk);
  const open = await must(there, 'ada', 'end', {});
  expect(said.map((each) => each.to)).toEqual([to]);
  expect(JSON.stringify(said[0]?.reply.cards)).toContain(`${secret} to act (hidden).`);
  expect(JSON.stringify(open)).not.toContain(secret);
});

test('the GM channel of the server is the default for its battles', async () => {
  const { there, said } = await startAmbush();
  await must(there, 'gm', 'gm server', { gm: 'desk' });
  await must(there, 'ada', 'end', {});
  expect(said.map(({ to }) => to)).toEqual(['desk']);
  expect(said.map(({ reply }) => pingOf(reply))).toEqual([['gm']]);
});

test('if no message reaches the GM, their next private answer links to the GM inbox', async () => {
  const { there, said } = await startAmbush('forbidden');
  await must(there, 'ada', 'end', {});
  expect(said).toEqual([]);
  const own = await must(there, 'gm', 'gm foe-info', {});
  expect(buttons(own).map(({ label }) => label)).toContain('1 item in your GM inbox');
  const other = await must(there, 'ada', 'gm foe-info', {});
  expect(other.controls).toEqual([]);
  const panel = await pressElsewhere(there, 'gm', pressOf(own, /in your GM inbox/));
  expect(JSON.stringify(panel.ok && panel.value.cards)).toContain(`${secret} to act.`);
});

test('a button in the GM channel acts in the battle, for the GM only', async () => {
  const { there, said } = await startAmbush('sent', 'desk');
  await must(there, 'ada', 'end', {});
  const [note] = said.splice(0);
  if (note === undefined) throw new Error('nothing was told');
  const stranger = await pressElsewhere(there, 'ada', pressOf(note.reply, /^Next/));
  expect(!stranger.ok && stranger.error.code).toBe('gm-only');
  const done = await pressElsewhere(there, 'gm', pressOf(note.reply, /^Next/));
  expect(done.ok && done.value.to).toBe('asker');
  const battle = await there.services.battles.open('table');
  expect(battle.ok && battle.value.game.expectedActions()[0]?.actor).toBe('Grim');
  const panel = await pressElsewhere(there, 'gm', {
    path: ['gm', 'panel'],
    input: {},
    battle: changedBattleOf(note.reply) ?? '',
  });
  expect(panel.ok).toBe(false);
});

test('requests to the GM and blind rolls are announced in the GM channel', async () => {
  const { there, said } = await startAmbush('sent', 'desk');
  await must(there, 'gm', 'gm set', { field: 'position', who: secret, value: 'C6', reason: 'it creeps up' });
  const put = await must(there, 'ada', 'move', { path: 'C6' });
  expect(said.map(({ to }) => to)).toEqual(['desk']);
  expect(JSON.stringify(said[0]?.reply.cards)).toContain('Ann wants: move path:C6');
  expect(JSON.stringify(put.cards)).not.toContain('wants');
  await must(there, 'ada', 'roll', { dice: '3d6', rolls: 'blind' });
  expect(JSON.stringify(said[1]?.reply.cards)).toContain('3d6');
  const [, desk] = (await must(there, 'gm', 'gm panel', {})).cards;
  expect(JSON.stringify(desk?.lines)).toContain('3d6');
  expect(desk?.fields.map(({ text }) => text)).toContainEqual(expect.stringContaining('Ann wants: move path:C6'));
});

/** Ada, Bob and the GM's Grim, who all must act at first. */
const startTogether = async (system: string, settings: string, squares: readonly string[][] = []) => {
  const { said, all } = places('sent');
  const there = house({}, undefined, all);
  await must(there, 'gm', 'battle create', { system, name: 'Dusk', settings });
  const [preset] = Object.values(rulesets.find(({ id }) => id === system)?.presets ?? {}).map(({ title }) => title);
  for (const [user, name] of [
    ['ada', 'Ann'],
    ['bob', 'Cid'],
  ] as const)
    await must(there, user, 'battle join', { preset, side: 'red', name });
  await must(there, 'gm', 'npc add', { preset, side: 'blue', name: 'Grim' });
  for (const [target, to, facing] of squares) await must(there, 'gm', 'battle place', { target, to, facing });
  await must(there, 'gm', 'battle start');
  said.length = 0;
  return { there, said };
};

test('the GM who is left as the only one expected is called once in private, with buttons', async () => {
  const { there, said } = await startTogether('straalara', 'declarations=private');
  await must(there, 'ada', 'initiative', {});
  expect(said).toEqual([]);
  expect(pingOf(await must(there, 'bob', 'initiative', {}))).toEqual([]);
  expect(said.map(({ to }) => to)).toEqual(['@gm']);
  expect(buttons(said[0]?.reply ?? { controls: [] }).map(({ label }) => label)).toContain('Next');
});

test('the GM who is left to close the declarations is called once in public', async () => {
  const { there, said } = await startTogether('segment', 'useMap=false, autoClose=false');
  await must(there, 'gm', 'declare', { as: 'Grim', action: 'none' });
  expect(pingOf(await must(there, 'ada', 'declare', { action: 'none' }))).toEqual([]);
  expect(pingOf(await must(there, 'bob', 'declare', { action: 'none' }))).toEqual(['gm']);
  expect(said).toEqual([]);
});

test('a secret question to a player comes with its answers, which work in the direct message', async () => {
  const { there, said } = await startTogether('skure', 'board.width=8, board.height=8', [
    ['Ann', 'D5', 'E'],
    ['Cid', 'E5', 'E'],
    ['Grim', 'E4', 'SW'],
  ]);
  await must(there, 'gm', 'gm hide', { who: 'Cid' });
  for (let n = 0; n < 3; n++) {
    const actor = (await opened(there)).game.expectedActions()[0]?.actor;
    if (actor !== 'Grim') await must(there, 'gm', 'end', { as: actor });
  }
  said.length = 0;
  await must(there, 'gm', 'attack', { as: 'Grim', target: 'Ann' });
  expect((await opened(there)).saved.pending?.question.to).toBe('Cid');
  const note = said.find(({ to }) => to === '@bob')?.reply;
  const answer = await pressElsewhere(there, 'bob', pressOf(note ?? { controls: [] }, /Do not take the attack/));
  expect(answer.ok).toBe(true);
  expect((await opened(there)).saved.pending).toBeUndefined();
});

test.each([
  ['table', 'desk-in-battle'],
  ['posts', 'desk-in-forum'],
  ['far', 'desk-elsewhere'],
  ['nowhere', 'place-gone'],
])('a GM channel in %s is refused: %s', async (channel, code) => {
  const { there } = await startAmbush();
  const refused = await there.run('gm', 'gm channel', { channel });
  expect(!refused.ok && refused.error.code).toBe(code);
});

test('a running battle can change its GM channel or go back to direct messages', async () => {
  const { there, said } = await startAmbush();
  await must(there, 'gm', 'gm channel', { channel: 'desk' });
  expect((await there.stores.battles.byChannel('table'))?.table.desk).toBe('desk');
  await must(there, 'gm', 'gm channel', { direct: true });
  expect((await there.stores.battles.byChannel('table'))?.table.desk).toBeUndefined();
  await must(there, 'ada', 'end', {});
  expect(said.map(({ to }) => to)).toEqual(['@gm']);
});

test('GM-only notes on another player’s order are posted in the GM channel only', async () => {
  const { said, all } = places();
  const there = house({}, undefined, all);
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Gate', size: '8x8', gmChannel: 'desk' });
  for (const name of ['ada', 'bob']) await must(there, name, 'battle join', { preset: 'Swordsman', name, side: name });
  await must(there, 'gm', 'battle deploy', {});
  await must(there, 'gm', 'battle start');
  for (const who of ['ada', 'bob'])
    await must(there, 'gm', 'gm set', { field: 'attack', who, value: '0', reason: 'tired' });
  await must(there, 'ada', 'end');
  said.length = 0;
  const { cards } = await must(there, 'bob', 'end');
  expect(said.map(({ to, reply }) => [to, reply.cards[0]?.title])).toEqual([
    [
      'desk',
      'Gate: No one here can defeat anyone soon: even standard hits would need very many rounds. End the battle with /battle end.',
    ],
  ]);
  expect(JSON.stringify(cards)).not.toContain('defeat anyone');
});
