import { beforeEach, expect, test } from 'vitest';
import { type ClockStage, clockStage, memoryGround } from './clock-stage.ts';

let on: ClockStage;
/** Simulates a crash at the end of a battle: its consequences are not written. */
let isCrashed = false;

const minutes = 60_000;

beforeEach(async () => {
  isCrashed = false;
  on = await clockStage(async (now) => {
    const ground = await memoryGround(now);
    const { histories } = ground.stores;
    const add: typeof histories.add = async (...happening) => {
      if (isCrashed) throw new Error('The process died.');
      return histories.add(...happening);
    };
    return { ...ground, stores: { ...ground.stores, histories: { ...histories, add } } };
  });
});

/** A campaign battle in which Grim (Ada's) is wounded. */
const startWounded = async (carry: 'keep' | 'ask') => {
  await on.run('gm', 'campaign create', { name: 'Road', systems: 'skure', carry });
  await on.run('ada', 'campaign join');
  await on.run('ada', 'character create', { system: 'skure', name: 'Grim', preset: 'Swordsman' });
  await on.run('gm', 'battle create', { name: 'Ford', size: '6x6' });
  await on.run('ada', 'battle join', { character: 'Grim', side: 'red' });
  await on.run('gm', 'npc add', { preset: 'Zombie' });
  await on.run('gm', 'battle deploy');
  await on.run('gm', 'battle start');
  await on.run('gm', 'gm set', { field: 'hp', value: '12', who: 'Grim', reason: 'gored' });
  on.news();
};
const hp = async () => {
  const [grim] = await on.stores.characters.list('ada', 'guild');
  return (grim?.sheet as { readonly hp: number } | undefined)?.hp;
};
const questionsToGm = () => on.news().filter(({ to }) => to === '@gm');

test('wounds not carried over because of a crash are carried over a minute later, once', async () => {
  await startWounded('keep');
  const whole = await hp();
  isCrashed = true;
  await on.run('gm', 'battle end');
  expect(await hp()).toBe(whole);
  isCrashed = false;
  await on.pass(2 * minutes);
  expect(await hp()).toBe(12);
  const [grim] = await on.stores.characters.list('ada', 'guild');
  await on.pass(10 * minutes);
  const kept = (await on.stores.histories.list(grim?.id ?? '')).filter(({ kind }) => kind === 'kept');
  expect(kept).toHaveLength(1);
});

test('the GM is asked once about wounds, even after a crash', async () => {
  await startWounded('ask');
  // The post about the battle’s end, and the question.
  on.failNext(2);
  await on.run('gm', 'battle end');
  await on.house().idle();
  expect(questionsToGm()).toEqual([]);
  await on.pass(2 * minutes);
  expect(questionsToGm()).toMatchObject([{ says: expect.stringContaining('What happens to these characters?') }]);
  await on.run('gm', 'undo');
  await on.run('gm', 'battle end');
  await on.house().idle();
  expect(questionsToGm()).toHaveLength(1);
  on.tried.splice(0);
  await on.pass(2 * minutes);
  expect(on.tried.filter((to) => to.startsWith('@gm'))).toEqual([]);
});

test('if Discord is down, the GM is asked about wounds when it is back', async () => {
  await startWounded('ask');
  on.failNext(4);
  await on.run('gm', 'battle end');
  await on.house().idle();
  await on.pass(2 * minutes);
  expect(questionsToGm()).toEqual([]);
  await on.pass(2 * minutes);
  expect(questionsToGm()).toHaveLength(1);
});

test('an undo of the battle’s end interrupted by a crash restores the characters too', async () => {
  await startWounded('keep');
  const whole = await hp();
  await on.run('gm', 'battle end');
  expect(await hp()).toBe(12);
  isCrashed = true;
  await on.run('gm', 'undo');
  expect(await hp()).toBe(12);
  isCrashed = false;
  await on.pass(2 * minutes);
  expect(await hp()).toBe(whole);
});

test('a battle without saved characters schedules no carry-over', async () => {
  await on.duel();
  await on.run('gm', 'battle end');
  on.tried.splice(0);
  await on.pass(2 * minutes);
  expect(on.tried).toEqual([]);
});
