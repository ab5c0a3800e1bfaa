import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, type TestContext, test } from 'vitest';
import { loadPanel } from '../../../src/app/replies/battle-panel.ts';
import { parseFollowUpOrderId } from '../../../src/battle/views/report.ts';
import { parseCustomId } from '../../../src/discord/custom-id.ts';
import { composeApp } from '../../../src/wiring/compose.ts';
import { isLong, someOf } from '../../budget.ts';
import { databaseGround } from '../../campaign/clock-stage.ts';
import { newPostgres } from '../../shared.ts';
import { fakeDiscord } from '../fake/discord.ts';
import type { Fault, Incoming } from '../fake/faults.ts';
import { isPanel } from '../fake/shown.ts';
import { botAt } from './killing-bot.ts';

const ranOut = 'the clock ran out';
const names = ['one', 'other'] as const;

let setUp: Promise<unknown> = Promise.resolve();

/**
 * Two processes of the real program on one PostgreSQL, with battles whose deadlines are near. Tests start them one
 * after another, so that Discord's three seconds suffice.
 */
const twoProcesses = (battles: number, context: TestContext): ReturnType<typeof twoNewProcesses> => {
  const mine = setUp.then(() => twoNewProcesses(battles, context));
  setUp = mine.catch(() => undefined);
  return mine;
};

const twoNewProcesses = async (battles: number, { onTestFinished }: TestContext) => {
  const url = await newPostgres();
  const ground = await databaseGround(url);
  const { prisma } = ground.database;
  const { services } = composeApp({ stores: ground.stores, now: Date.now });
  const discord = await fakeDiscord();
  const children = new Map<string, ChildProcess>();
  onTestFinished(async () => {
    for (const child of children.values()) child.kill('SIGKILL');
    await ground.close();
    await discord.close();
  });
  for (const by of names) {
    // Each process has an address of its own, which identifies its requests.
    const api = discord.apiFor(by);
    children.set(by, await botAt(discord, { databaseUrl: url, dataDir: undefined }, { DISCORD_API_BASE: api }));
  }
  const gwen = discord.user('Gwen', { manages: true });
  const [ann, bob, eve] = [discord.user('Ann'), discord.user('Bob'), discord.user('Eve')];
  const places = Array.from({ length: battles }, (_, n) => discord.newChannel(`arena-${n}`));
  await discord.quiet();
  for (const place of places) {
    await gwen.slash('/battle create system:skure name:The ford size:8x8', place);
    await ann.slash('/battle join preset:Swordsman name:Ann side:red', place);
    await bob.slash('/battle join preset:Swordsman name:Bob side:blue', place);
    await gwen.slash('/battle deploy', place);
    await gwen.slash('/battle clock do:set time:20h end:default', place);
    await gwen.slash('/battle start', place);
  }
  const battleAt = async (place: { readonly id: string }) => {
    const battle = await ground.stores.battles.byChannel(place.id);
    if (battle === undefined) throw new Error('The battle is gone.');
    return battle;
  };
  const left = async (): Promise<number> => {
    const [row] = await prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM outbox WHERE item IS NOT NULL AND parked_for IS NULL`;
    return row?.count ?? 0;
  };
  const waited = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
    for (let rest = 1200; !(await isSo()); rest -= 1) {
      if (rest === 0) throw new Error(`Waited in vain for ${what}.`);
      await sleep(100);
    }
  };
  await waited('all to be said', async () => (await left()) === 0);
  const acts = async (place: { readonly id: string }) =>
    (await ground.stores.battles.log(await battleAt(place))).filter(
      ({ reason, orderId }) => reason === ranOut && parseFollowUpOrderId(orderId).nth === 0,
    );
  /** Moves the alarms claimed by a dead process back by 120 seconds, so that their claims expire. */
  const alarmsGoOn = () => prisma.alarm.updateMany({ where: { attempts: { gt: 0 } }, data: { dueAt: 0 } });
  /** Faults in the battles as users see them now. */
  const wrongNow = async (): Promise<readonly string[]> => {
    const wrong: string[] = [];
    for (const [n, place] of places.entries()) {
      const due = (await loadPanel(services)((await battleAt(place)).id))?.turn.reply.controls.flat() ?? [];
      const wanted = new Set(due.map(({ press }) => press.moment));
      const seen = eve.sees(place);
      const panels = seen.filter(isPanel);
      const told = seen.filter(({ text }) => text.includes(ranOut));
      const done = (await acts(place)).length;
      const moments = panels.flatMap(({ buttons }) =>
        buttons.flatMap(({ custom_id }) => parseCustomId(custom_id ?? '')?.press.moment ?? []),
      );
      if (done !== 1) wrong.push(`In battle ${n} the clock acted ${done} times.`);
      if (told.length !== 1) wrong.push(`In battle ${n} it is told ${told.length} times.`);
      if (panels.length !== 1) wrong.push(`Battle ${n} has ${panels.length} panels.`);
      if (moments.length === 0 || moments.some((moment) => !wanted.has(moment)))
        wrong.push(`The panel of battle ${n} shows another moment of it.`);
    }
    return wrong;
  };
  return {
    discord,
    /** Lets all deadlines expire now. */
    timeRunsOut: async (): Promise<void> => {
      await prisma.$executeRaw`UPDATE awaited SET begun = begun - 72000000, at = at - 72000000 WHERE begun IS NOT NULL`;
      await prisma.alarm.updateMany({ where: { attempts: 0 }, data: { dueAt: 0 } });
    },
    /** Number of battles in which the clock has acted. */
    acted: async (): Promise<number> => {
      const all = await Promise.all(places.map(acts));
      return all.filter(({ length }) => length > 0).length;
    },
    kill: (by: string): Promise<unknown> => {
      const child = children.get(by);
      if (child === undefined) throw new Error(`There is no process called ${by}.`);
      const death = once(child, 'exit');
      child.kill('SIGKILL');
      return death;
    },
    waited,
    /** Faults after the other process has taken over. */
    problems: async (): Promise<readonly string[]> => {
      await waited('the other process to act', async () => {
        await alarmsGoOn();
        const all = await Promise.all(places.map(acts));
        return all.every(({ length }) => length > 0) && (await left()) === 0;
      });
      // An old panel is deleted after the new one is posted, with retries: only the end counts.
      let wrong = await wrongNow();
      for (let rest = 300; wrong.length > 0 && rest > 0; rest -= 1) {
        await sleep(100);
        wrong = await wrongNow();
      }
      return [...wrong, ...discord.takeFaults()];
    },
  };
};

const isTelling = ({ method, path }: Incoming): boolean =>
  method === 'POST' && /^\/channels\/\d+\/messages$/.test(path);

const points: readonly { readonly at: string; readonly fault: Fault }[] = [
  { at: 'after the clock acted and before it is posted', fault: { kind: 'hang-up', unread: true } },
  { at: 'after posting and before that is saved', fault: { kind: 'lost answer' } },
];

// Each test has its own database and Discord, and mostly waits.
describe.concurrent('two processes', () => {
  test.for(someOf(points, 1))(
    'if a process is killed $at during several alarms, the other posts each once',
    { timeout: 240_000 },
    async ({ fault }, context) => {
      const on = await twoProcesses(isLong ? 4 : 2, context);
      const killed: string[] = [];
      const deaths: Promise<unknown>[] = [];
      const stop = on.discord.trouble((request) => {
        if (!isTelling(request) || request.by === undefined || killed.length > 0) return undefined;
        killed.push(request.by);
        deaths.push(on.kill(request.by));
        return fault;
      });
      await on.timeRunsOut();
      await on.waited('a process to be killed', async () => killed.length > 0);
      await Promise.all(deaths);
      stop();
      context.expect(await on.problems()).toEqual([]);
    },
  );

  test.runIf(isLong).for(names)(
    'if process %s is killed after the first of several alarms, no message is lost or repeated',
    { timeout: 240_000 },
    async (by, context) => {
      const on = await twoProcesses(4, context);
      await on.timeRunsOut();
      await on.waited('the first act', async () => (await on.acted()) > 0);
      await on.kill(by);
      context.expect(await on.problems()).toEqual([]);
    },
  );
});
