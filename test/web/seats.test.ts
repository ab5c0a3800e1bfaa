import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPages } from '../../src/web/pages.ts';
import { createTickets } from '../../src/web/seats.ts';
import { openBoards } from '../../src/wiring/boards.ts';
import { freePort } from '../free-port.ts';
import { uploadText } from '../pictures/uploads.ts';
import { type BoardSite, openBoardSite } from './board-site.ts';

const turns: string[] = [];
/** Orders of pages wait for this. */
let gate = Promise.resolve();

/** The sentence that a page shows as a refusal. */
const refusal = async (answer: Response): Promise<string> =>
  /role="alert">([^<]*)/.exec(await answer.text())?.[1] ?? '';

describe('a seat from Discord', () => {
  let site: BoardSite;
  let battle: string;

  beforeAll(async () => {
    site = await openBoardSite(undefined, (whose, work) => {
      turns.push(whose);
      return gate.then(work);
    });
    for (const channel of ['table', 'cellar']) {
      await site.run('gm', 'battle create', { system: 'skure', name: `The ${channel}`, size: '8x8' }, channel);
      await site.run('ada', 'battle join', { preset: 'swordsman', name: 'Ada', side: 'company' }, channel);
      await site.run('bo', 'battle join', { preset: 'swordsman', name: 'Bo', side: 'blades' }, channel);
      await site.run('gm', 'npc add', { preset: 'zombie', name: 'Whisper', hidden: 'until-revealed' }, channel);
      await site.run('gm', 'battle deploy', {}, channel);
      await site.run('gm', 'battle start', {}, channel);
    }
    battle = (await site.battleIn()).saved.id;
  });
  beforeEach(() => site.away.clear());
  afterAll(async () => {
    await site.close();
    expect(site.errors).toEqual([]);
  });

  test('a private link becomes a cookie for one battle, and stands in no address', async () => {
    const link = await site.linkFor('ada');
    const ada = await site.enter('ada', link);
    expect([ada.entered.status, ada.path]).toEqual([303, `/b/${battle}`]);
    expect(ada.entered.headers.get('set-cookie')).toMatch(
      new RegExp(`^seat=[^;]+; Max-Age=2592000; Path=/b/${battle}; HttpOnly; SameSite=Lax$`),
    );
    expect(link).not.toContain(ada.cookie.split('=')[1]);
    // On the telephone and on the desk.
    expect((await site.follow(link)).status).toBe(303);
  });

  test('a link expires after 15 minutes with a sentence, and with https its cookie is sent over https only', async () => {
    const real = Date.now;
    let ahead = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + ahead);
    const port = await freePort();
    const settings = { url: 'https://board.example', host: '127.0.0.1', port, key: undefined };
    const boards = await openBoards(settings, 'a token', (error) => site.errors.push(error));
    const stop = boards.serve(site.house());
    await site.linkFor('ada');
    const { boards: number = 0 } = (await site.house().services.people.findMany(['ada'])).get('ada') ?? {};
    const link = new URL(boards.links.board({ battle, user: 'ada', name: 'Ada', number }));
    const follow = async () => {
      const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
      get({ port, path: link.pathname, headers: { host: link.host } }, resolve);
      const answer = await promise;
      return { cookie: answer.headers['set-cookie']?.[0], says: await text(answer) };
    };
    expect((await follow()).cookie).toMatch(/^__Secure-seat=[^;]+; .*HttpOnly; Secure; SameSite=Lax$/);
    ahead = 15 * 60_000;
    const late = await follow();
    expect(late.cookie).toBeUndefined();
    expect(late.says).toContain('Press “Open the board” under the panel on Discord. A link works for 15 minutes');
    clock.mockRestore();
    await stop();
  });

  test('a link is in a private answer only', async () => {
    expect(await site.run('ada', 'battle board')).toMatchObject({ kind: 'private' });
    const panel = await site.house().panelSource(battle);
    expect(JSON.stringify(panel)).toContain('Open the board');
    expect(JSON.stringify(panel)).not.toContain('/enter/');
  });

  test('a link is no seat, a seat no link, and another key signs neither', async () => {
    let now = 0;
    const [own, other] = [createTickets('key', () => now), createTickets('other', () => now)];
    const link = { battle: 'b', user: 'ada', name: 'Ada', number: 1 };
    const [asLink, asSeat] = [own.sign('link', link), own.sign('seat', link)];
    expect([own.read(asLink, 'link'), own.read(asSeat, 'seat')]).toEqual([link, link]);
    expect([own.read(asLink, 'seat'), own.read(asSeat, 'link'), other.read(asLink, 'link')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    for (const text of ['', '.', 'x.y', `${asLink}x`, asLink.replace(/^./, 'x'), 'x'.repeat(5000)])
      expect(own.read(text, 'link')).toBeUndefined();
    now = 15 * 60_000;
    expect(own.read(asLink, 'link')).toBeUndefined();
    now = 30 * 86_400_000 - 1;
    expect(own.read(asSeat, 'seat')).toEqual(link);
    now += 1;
    expect(own.read(asSeat, 'seat')).toBeUndefined();
  });

  test('a new token ends every seat', async () => {
    const bo = await site.enter('bo');
    await site.restart('another token');
    expect((await bo.call(bo.path)).status).toBe(403);
    await site.restart();
    expect((await bo.call(bo.path)).status).toBe(200);
  });

  test('the token itself signs nothing, and with WEB_KEY a new token ends no seat', async () => {
    const bo = await site.enter('bo');
    const seat = bo.cookie.replace(/^seat=/, '');
    expect(createTickets('a token of the bot', Date.now).read(seat, 'seat')).toBeUndefined();
    await site.restart('a token', 'a key');
    expect((await bo.call(bo.path)).status).toBe(403);
    const again = await site.enter('bo');
    await site.restart('another token', 'a key');
    expect((await again.call(again.path)).status).toBe(200);
    await site.restart();
    expect((await again.call(again.path)).status).toBe(403);
  });

  test('/battle board end:yes ends all links and seats of a person, and of no one else', async () => {
    const [link = '', mine = ''] = await site.linksFor('ada');
    const [ada, bo] = [await site.enter('ada', link), await site.enter('bo')];
    const live = await ada.live();
    await site.run('ada', 'battle board', { end: true });
    expect([(await ada.call(ada.path)).status, (await ada.view()).status, (await ada.press('my view')).status]).toEqual(
      [403, 403, 403],
    );
    expect([(await site.follow(link)).status, (await site.follow(mine)).status]).toEqual([403, 404]);
    expect((await bo.view()).status).toBe(200);
    // The open connection ends with the next change.
    await site.run('gm', 'gm set', { field: 'hp', value: '90', who: 'Ada' });
    expect(await live.text()).toContain('event: new');
    expect((await site.enter('ada')).first).toContain('The table');
  });

  test('/my privacy do:erase ends all links and seats of a person', async () => {
    await site.run('eve', 'battle watch');
    const [link = '', mine = ''] = await site.linksFor('eve');
    const eve = await site.enter('eve', link);
    expect(await (await site.follow(mine)).text()).toContain('The table');
    await site.run('eve', 'my privacy', { do: 'erase', confirm: true });
    expect([(await eve.view()).status, (await site.follow(link)).status]).toEqual([403, 403]);
    expect((await site.follow(mine)).status).toBe(404);
  });

  test('who leaves the server or loses the channel loses the seat within five minutes', async () => {
    const bo = await site.enter('bo');
    const before = site.asked();
    await bo.view();
    expect(site.asked()).toBe(before);
    site.away.add('bo');
    site.pass(5 * 60_000);
    expect((await bo.view()).status).toBe(403);
    // Who may read the channel again does not wait for five minutes.
    site.away.clear();
    site.pass(10_000);
    expect((await bo.view()).status).toBe(200);
  });

  test('while Discord does not answer, its last answer counts', async () => {
    const bo = await site.enter('bo');
    site.pass(5 * 60_000);
    site.away.add('Discord');
    expect((await bo.view()).status).toBe(200);
    const fay = await site.follow(await site.linkFor('fay'));
    expect(fay.status).toBe(403);
  });

  test('rights are those of the battle now: a removed co-GM sees what a stranger sees', async () => {
    await site.run('gm', 'gm role', { who: 'kim', role: 'co-gm' });
    const kim = await site.enter('kim');
    expect(kim.first).toContain('Whisper');
    await site.run('kim', 'battle leave');
    expect(await (await kim.view()).text()).not.toContain('Whisper');
    expect(await refusal(await kim.press('gm set', { field: 'hp', value: '3', who: 'Ada' }))).toMatch(/game master|GM/);
  });

  test('a stolen link opens one battle', async () => {
    const gm = await site.enter('gm');
    const other = (await site.battleIn('cellar')).saved.id;
    const page = gm.page();
    const paths = [
      '',
      `/view?page=${page}`,
      `/live?page=${page}`,
      `/file/0?page=${page}`,
      `/picture/${'0'.repeat(64)}`,
    ];
    for (const path of paths) expect((await gm.call(`/b/${other}${path}`)).status, path).toBe(403);
    for (const path of ['/new', '/picture/x', '/me']) expect((await gm.call(path)).status, path).toBe(403);
    expect(gm.first).not.toMatch(/href="\/(?:me|book)\//);
    expect((await gm.call(`/b/${battle}/picture/${'0'.repeat(64)}`)).status).toBe(404);
  });

  test('a picture opens only for those whose page shows it', async () => {
    await site.run('gm', 'npc portrait', { who: 'Whisper', picture: uploadText('portrait.jpg') });
    const [gm, bo] = [await site.enter('gm'), await site.enter('bo')];
    const [path = ''] = /\/b\/[^"]+\/picture\/[0-9a-f]{64}/.exec(gm.first) ?? [];
    const shown = await gm.call(path);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await bo.call(path)).status).toBe(404);
  });

  test('besides the verbs of the rulebooks, a page runs these commands', () => {
    const accepted = site
      .house()
      .dispatcher.commands.filter(({ scope, verb }) => scope === 'battle' && verb === undefined)
      .map(({ path }) => path);
    const words = (group?: string): string =>
      accepted
        .filter(([first, ...rest]) => (rest.length === 0 ? group === undefined : first === group))
        .map((path) => path.at(-1))
        .toSorted()
        .join(' ');
    // Add a command only if it neither shows nor changes anything beyond the battle in its channel.
    expect(words()).toBe('guide help order plan rule undo');
    expect(words('battle')).toBe(
      'background clock end enter export join leave log map odds rename settings start stats status verify watch',
    );
    expect(words('gm')).toBe(
      'approvals autopilot cancel-order control effect exception foe-info give hide panel plan redo remove remove-effect request reveal role rolls ruling run set skip undo-consent',
    );
    expect([words('encounter'), words('my'), words('npc')]).toEqual([
      ...['load propose', 'answer show-roll standing-orders view', 'add import'],
    ]);
    expect(new Set(accepted.map(([first, ...rest]) => (rest.length === 0 ? '' : first)))).toEqual(
      new Set(['', 'battle', 'gm', 'encounter', 'my', 'npc']),
    );
  });

  test('a page runs commands of its battle only', async () => {
    const gm = await site.enter('gm');
    const { commands } = site.house().dispatcher;
    const elsewhere = commands.filter(({ scope }) => scope !== 'battle');
    expect(elsewhere.length).toBeGreaterThan(60);
    for (const { path } of elsewhere) {
      site.pass(1000);
      const says = await refusal(await gm.send({ press: { path, input: {} }, once: randomUUID() }));
      expect(says, path.join(' ')).toBe('This works only on Discord. Type it in the channel of the battle.');
    }
    const { id: other, version } = (await site.battleIn('cellar')).saved;
    for (const input of [{ $battle: other, $view: 'desk' }, { $moment: 1 }])
      expect((await gm.send({ press: { path: ['my', 'view'], input } })).status).toBe(400);
    // A press of another battle does nothing, and no option names one.
    const press = { path: ['gm', 'set'], input: { field: 'hp', value: '3', who: 'Ada' }, battle: other, view: 'desk' };
    await gm.send({ press });
    await gm.press('battle log', { battle: other });
    expect(await (await gm.view()).text()).not.toContain('The cellar');
    expect((await site.battleIn('cellar')).saved.version).toBe(version);
  });

  test('no command of a page shows another battle of its person', async () => {
    const gm = await site.enter('gm');
    for (const { path, scope, verb } of site.house().dispatcher.commands) {
      if (scope !== 'battle' || verb !== undefined || /battle (?:end|leave|odds)|propose/.test(path.join(' ')))
        continue;
      site.pass(1000);
      expect((await gm.send({ press: { path, input: {} } })).status, path.join(' ')).toBe(200);
    }
    expect(gm.received()).not.toContain('The cellar');
  }, 60_000);

  test('the page of a person lists what the person may read now, and campaigns of members only', async () => {
    await site.run('gm', 'campaign create', { name: 'Marches', systems: 'skure' }, 'road');
    await site.run('gm', 'campaign invite', { player: 'bo' }, 'road');
    const page = async (user: string) => {
      const [, mine = ''] = await site.linksFor(user);
      return (await site.follow(mine)).text();
    };
    expect(await page('gm')).toMatch(/The table.*discord\.com\/channels\/guild\/table.*\/book\/[^"]+">Marches/s);
    expect(await page('bo')).not.toContain('Marches');
    site.away.add('gm');
    site.pass(5 * 60_000);
    expect(await page('gm')).not.toMatch(/The table|Marches/);
    site.away.clear();
    site.pass(10_000);
  });

  test('a replay opens for everyone, once the battle is over', async () => {
    await site.run('gm', 'battle create', { system: 'skure', name: 'The bridge' }, 'bridge');
    const { id } = (await site.battleIn('bridge')).saved;
    const link = site.house().services.webLinks?.replay(id) ?? '';
    const before = await site.follow(link);
    expect([before.status, await before.text()]).toEqual([404, expect.stringContaining('This battle is not over.')]);
    await site.run('gm', 'battle end', {}, 'bridge');
    const after = await site.follow(link);
    expect([after.status, await after.text()]).toEqual([200, expect.stringContaining('The bridge')]);
    expect((await site.follow(link.replace(id, battle))).status).toBe(404);
  });

  test('a page of a battle that left its channel gives no order to the next one there', async () => {
    await site.run('gm', 'battle create', { system: 'skure', name: 'First' }, 'attic');
    const gm = await site.enter('gm', await site.linkFor('gm', 'attic'));
    await site.run('gm', 'battle end', {}, 'attic');
    await site.run('gm', 'battle create', { system: 'skure', name: 'Second' }, 'attic');
    expect(await refusal(await gm.press('battle start'))).toMatch(/another battle/);
    expect((await site.battleIn('attic')).saved.status).toBe('setup');
  });

  test('requests of other sites and for other hosts are refused', async () => {
    const bo = await site.enter('bo');
    for (const origin of ['https://evil.example', 'null', '']) expect((await bo.send({}, { origin })).status).toBe(403);
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const headers = { host: 'evil.example', cookie: bo.cookie };
    get(`${site.url}${bo.path}`, { headers }, ({ statusCode }) => resolve(statusCode));
    expect(await promise).toBe(421);
    expect((await bo.send({ press: 'x' })).status).toBe(400);
    expect((await bo.send({}, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await bo.send({})).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('without a seat every page is a sentence that says where to press', async () => {
    for (const path of ['/', `/b/${battle}`, '/enter/x']) {
      const text = await (await fetch(`${site.url}${path}`)).text();
      expect(text, path).toContain('Press “Open the board” under the panel on Discord.');
    }
  });

  test('pages load nothing from elsewhere and run no inline code', async () => {
    const bo = await site.enter('bo');
    const answer = await bo.call(bo.path);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'; style-src 'self'/,
    );
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect(bo.first).not.toMatch(/\s(?:src|srcset)="(?!\/a\/)|\sstyle="|\son\w+="|<script(?![^>]*src="\/a\/)/);
  });

  test('an order takes its turn in its server’s queue, once under one id, and no other person can repeat it', async () => {
    const gm = await site.enter('gm');
    const once = randomUUID();
    const order = { press: { path: ['gm', 'set'], input: { field: 'hp', value: '80', who: 'Bo' } }, once };
    turns.length = 0;
    const { version } = (await site.battleIn()).saved;
    for (let times = 0; times < 3; times += 1) await gm.send(order);
    await (await site.enter('bo')).send(order);
    expect((await site.battleIn()).saved.version).toBe(version + 1);
    expect(turns).toEqual(['guild', 'guild', 'guild', 'guild']);
  });

  test('a page whose press is being carried out hears of no change, and the answer contains all changes', async () => {
    const [ada, bo] = [await site.enter('ada'), await site.enter('bo')];
    const listen = async ({ live }: typeof ada) => {
      const reader = (await live()).body?.getReader();
      const next = async () => new TextDecoder().decode((await reader?.read())?.value);
      await next();
      return { next, leave: () => reader?.cancel() };
    };
    const [toAda, toBo] = [await listen(ada), await listen(bo)];
    const { promise, resolve: open } = Promise.withResolvers<void>();
    gate = promise;
    turns.length = 0;
    const answer = ada.press('my view');
    await expect.poll(() => turns.length).toBeGreaterThan(0);
    const told = toAda.next();
    await site.run('gm', 'gm set', { field: 'hp', value: '41', who: 'Ada' });
    expect(await toBo.next()).toContain('event: new');
    open();
    expect(await (await answer).text()).toMatch(/41\/45.*role="dialog"/s);
    // Her first event is that of the next change.
    await site.run('gm', 'gm set', { field: 'hp', value: '42', who: 'Ada' });
    const event = await told;
    expect(event).toContain(`data: ${(await ada.view()).headers.get('x-shows')}\n`);
    await Promise.all([toAda.leave(), toBo.leave()]);
  });

  test('presses, pages and links are limited', async () => {
    const zoe = await site.enter('zoe');
    const presses = await Promise.all(Array.from({ length: 150 }, () => zoe.send({ actor: 'x' })));
    expect(presses.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
    const loads = await Promise.all(Array.from({ length: 300 }, () => zoe.call(`${zoe.path}/view?page=x`)));
    expect(loads.some(({ status }) => status === 429)).toBe(true);
    const headers = { 'x-forwarded-for': '203.0.113.5' };
    const tries = await Promise.all(Array.from({ length: 25 }, () => fetch(`${site.url}/enter/x`, { headers })));
    expect(tries.filter(({ status }) => status === 429).length).toBe(5);
    const reads = await Promise.all(Array.from({ length: 30 }, () => fetch(`${site.url}/me/zoe/x`, { headers })));
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([404, 429]));
    expect((await site.follow(await site.linkFor('zoe'))).status).toBe(303);
  });
});

test('one person keeps twelve pages of all battles, each with one connection', () => {
  const pages = createPages();
  const link = { battle: 'b', user: 'ada', name: 'Ada', number: 1 };
  const ids = Array.from({ length: 20 }, (_, n) => pages.open(`battle ${n}`, 'ada', { user: 'ada', link }).id);
  expect(ids.filter((id) => pages.get(id) !== undefined)).toEqual(ids.slice(8));
  const [page] = ids.slice(8).map(pages.get);
  let left = 0;
  if (page !== undefined) page.hangUp = () => void left++;
  for (let n = 0; n < 2100; n += 1) pages.open('b', `user ${n}`, { user: `user ${n}`, link });
  expect([page && pages.get(page.id), left]).toEqual([undefined, 1]);
});
