import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { house } from '../app/house.ts';
import { begun } from '../app/random-play.ts';
import { picker } from '../chance.ts';
import { clockStage, type Heard, hour, memoryGround, textOf } from './clock-stage.ts';

const deadline =
  /left, until .*; then (standing orders apply, otherwise the rulebook’s default|the GM decides)\.|The time is up, so the GM decides|In \d+ seconds, unless you order otherwise/;

/** True for a message that calls someone: a reminder, who is next, or a direct message. */
const isCall = ({ to, once, reply }: Heard): boolean =>
  /^remind |:next$/.test(once ?? '') || (to.startsWith('@') && /it is your turn|has a decision/.test(textOf(reply)));

test.each(
  rulesets.flatMap((book) => [
    { book, end: 'default' },
    { book, end: 'ask' },
  ]),
)(
  '$book.id, at the end $end: each call says what happens at the deadline and has buttons or a link',
  async ({ book, end }) => {
    const on = await clockStage(memoryGround);
    await begun(house(on.stores), book.id, picker(3));
    const saved = async () => {
      const battle = await on.stores.battles.byChannel('table');
      if (battle === undefined) throw new Error('no battle');
      return battle;
    };
    if ((await saved()).status === 'setup') await on.run('gm', 'battle start');
    for (const call of ['turn', 'question', 'reminder']) await on.run('bob', 'my settings', { call, by: 'direct' });
    await on.run('gm', 'battle clock', { do: 'set', time: '10h', ready: true, end });
    on.heard.splice(0);
    for (let turn = 0; turn < 12 && (await saved()).status === 'active'; turn += 1) {
      const panel = await on.house().panelSource((await saved()).id);
      const field = panel?.turn.reply.cards
        .flatMap(({ fields }) => fields)
        .find(({ name }) => name === 'Time runs out');
      if (field !== undefined) expect(field.text).toMatch(/then (standing orders|the GM)|the GM decides/);
      await on.pass(6 * hour);
      await on.pass(5 * hour);
      if (end === 'ask') await on.ask('gm', 'gm skip');
    }
    const calls = on.heard.filter(isCall);
    expect(calls.length).toBeGreaterThan(1);
    const faults = calls.filter(
      ({ reply }) =>
        !deadline.test(textOf(reply)) ||
        reply.controls.length + reply.cards.flatMap(({ links = [] }) => links).length === 0,
    );
    expect(faults.map(({ to, once, reply }) => `${to} ${once}: ${textOf(reply)}`)).toEqual([]);
    await on.close();
  },
);
