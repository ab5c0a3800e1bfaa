import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Shown } from '../fake/shown.ts';
import { onTheBridge } from './scene.ts';
import { type Table, table } from './table.ts';

let t: Table;
beforeEach(async () => {
  t = await table('channel');
  await onTheBridge(t);
  await t.discord.quiet();
});
afterEach(() => t.close());

const publicly = () => t.eve.sees(t.place).filter((each) => !each.private);
const last = (): Shown => {
  const shown = publicly().at(-1);
  if (shown === undefined) throw new Error('Nothing stands there.');
  return shown;
};
const now = (id: string): Shown | undefined => publicly().find((each) => each.id === id);
const done = async (doing: Promise<unknown>) => {
  await doing;
  await t.discord.quiet();
};
const verbs = ({ buttons }: Shown) => buttons.map(({ label }) => label);

test('a turn has one message that pings the player and lists each order', async () => {
  const { ann, bob, place } = t;
  const called = last();
  expect(ann.pinged().at(-1)?.id).toBe(called.id);
  expect(verbs(called)).toContain('Attack');
  const before = publicly().length;

  // A typed command is acknowledged, the turn's message is edited, and the acknowledgement is deleted.
  await done(ann.slash('/turn facing:N', place));
  await done(ann.slash('/turn facing:E', place));
  expect(publicly()).toHaveLength(before);
  expect(last().id).toBe(called.id);
  expect(last().text).toContain('Ann turns to face N.\nAnn turns to face E.');
  expect(ann.sees(place).filter((each) => each.private)).toEqual([]);

  // The turn ends: its message stays, and the next one is posted.
  await done(ann.slash('/attack target:Zombie 2 mode:ranged', place));
  expect(publicly()).toHaveLength(before + 1);
  const closed = now(called.id);
  expect(closed?.buttons).toEqual([]);
  expect(closed?.selects.map(({ placeholder }) => placeholder)).toEqual(['Why?']);
  expect(closed?.text).toMatch(/Ann turns to face E\.\n.*Zombie 2/);
  expect(bob.pinged().at(-1)?.id).toBe(last().id);
  expect(verbs(last())).toContain('Counter');
  expect(t.on.takeErrors()).toEqual([]);
});

test('undone orders are struck through in the message of their turn', async () => {
  const { ann, gwen, bob, place } = t;
  const first = last();
  await done(ann.slash('/turn facing:N', place));
  await done(ann.slash('/undo', place));
  expect(last().id).toBe(first.id);
  expect(last().embeds[0]?.description).toContain('-# ~~Ann turns to face N.~~');
  expect(last().text).toContain('undoes: ');
  await done(ann.slash('/turn facing:SE', place));
  const [turned] = (await t.on.stores.battles.log(await saved())).slice(-1);
  await done(ann.slash('/end', place));
  const second = last();
  expect(second.id).not.toBe(first.id);
  expect(now(first.id)?.embeds[0]?.description).not.toContain('~~Ann turns to face SE');
  await done(bob.slash('/turn facing:N', place));
  await done(gwen.slash(`/undo to:${turned?.n}`, place));
  expect(now(first.id)?.embeds[0]?.description).toContain('~~Ann turns to face SE.~~');
  expect(now(second.id)?.embeds[0]?.description).toContain('~~Bob turns to face N.~~');
  expect(last().id).not.toBe(second.id);
  expect(ann.pinged().at(-1)?.id).toBe(last().id);
});

const saved = async () => {
  const battle = await t.on.stores.battles.byChannel(t.place.id);
  if (battle === undefined) throw new Error('No battle.');
  return battle;
};

test('a question in another player’s turn has its own message, deleted once answered', async () => {
  const { ann, bob, gwen, place } = t;
  await done(ann.slash('/end', place));
  await done(bob.slash('/skure counter', place));
  if (!(await saved()).pending) await done(gwen.slash('/attack target:Ann as:Zombie 1', place));
  expect((await saved()).pending?.question.to).toBe('Bob');
  const question = bob.pinged().at(-1);
  expect(question?.buttons.map(({ label }) => label)).toEqual(['Take the attack for Ann', 'Do not take the attack']);
  expect(now(question?.id ?? '')).toBeDefined();
  await done(bob.press('Do not take the attack', question));
  expect(now(question?.id ?? '')).toBeUndefined();
  expect(publicly().some(({ text }) => /Zombie 1 .*Ann/.test(text))).toBe(true);
  expect(t.on.takeErrors()).toEqual([]);
});

test('a turn of more than 3,500 characters continues in a new message without a ping', async () => {
  const { gwen, ann, place } = t;
  const first = last();
  const pings = ann.pinged().length;
  for (let n = 0; n < 14; n += 1)
    await done(
      gwen.slash(
        `/gm set field:hp value:${30 - n} who:Ann reason:${String(n).padStart(3, 'x')}${'y'.repeat(290)}`,
        place,
      ),
    );
  expect(last().id).not.toBe(first.id);
  expect(ann.pinged()).toHaveLength(pings);
  const all = [now(first.id)?.text, last().text].join('\n');
  for (let n = 0; n < 14; n += 1) expect(all.split(`Reason: ${String(n).padStart(3, 'x')}y`)).toHaveLength(2);
  expect(now(first.id)?.buttons).toEqual([]);
});

test('after a restart the turn continues in its message', async () => {
  const { ann, place } = t;
  const first = last();
  await done(ann.slash('/turn facing:N', place));
  await t.on.restart();
  await done(ann.slash('/turn facing:E', place));
  expect(last().id).toBe(first.id);
  expect(last().text).toContain('Ann turns to face N.\nAnn turns to face E.');
});

test('the turn’s message moves below the chat when a player types a command', async () => {
  const { ann, discord, place } = t;
  const first = last();
  await done(ann.slash('/turn facing:N', place));
  expect(last().id).toBe(first.id);
  discord.chat(place);
  // Pressing a button does not move the message.
  await done(ann.press('What can I do?', last()));
  await done(t.gwen.slash('/gm panel', place));
  expect(last().id).toBe(first.id);
  await done(ann.slash('/turn facing:E', place));
  expect(last().id).not.toBe(first.id);
  expect(now(first.id)).toBeUndefined();
  expect(last().text).toContain('Ann turns to face N.\nAnn turns to face E.');
  expect(ann.pinged()).toEqual([]);
  const second = last();
  await done(ann.slash('/turn facing:N', place));
  expect(last().id).toBe(second.id);
});

test('a phase in which several players act has one message, which pings each player once', async () => {
  const { ann, bob, gwen, eve, discord } = t;
  const ford = discord.newChannel('ford');
  const there = () => eve.sees(ford).filter((each) => !each.private);
  const joins = 'preset:Hedda Stane, fighter with longsword, throwing spear and shield side:red';
  await gwen.slash('/battle create system:segment name:The ford', ford);
  await ann.slash(`/battle join ${joins} name:Ann`, ford);
  await bob.slash(`/battle join ${joins} name:Bob`, ford);
  await gwen.slash(
    '/npc add preset:Hedda Stane, fighter with longsword, throwing spear and shield name:Grim side:blue',
    ford,
  );
  for (const [who, to] of [
    ['Ann', 'D5'],
    ['Bob', 'D9'],
    ['Grim', 'H7'],
  ])
    await gwen.slash(`/battle place target:${who} to:${to}`, ford);
  await done(gwen.slash('/battle start', ford));
  const phase = there().at(-1);
  expect([ann, bob].map((each) => each.pinged().at(-1)?.id)).toEqual([phase?.id, phase?.id]);
  const pings = [ann, bob].map((each) => each.pinged().length);
  const before = there().length;
  await done(ann.slash('/declare action:none', ford));
  expect(there()).toHaveLength(before);
  expect(there().at(-1)).toMatchObject({ id: phase?.id, text: expect.stringContaining('Bob to declare') });
  await done(bob.slash('/declare action:none', ford));
  expect([ann, bob].map((each) => each.pinged().length)).toEqual(pings);
  expect(there().find(({ id }) => id === phase?.id)?.text).toMatch(/Ann[\s\S]*Bob/);
});
