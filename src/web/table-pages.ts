import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { encodeControlInput } from '../app/command-kit/command.ts';
import type { Dispatcher } from '../app/dispatcher.ts';
import type { CommandAnswer, ControlAction, PrivateView, Reply } from '../app/replies/reply.ts';
import type { Services } from '../app/services.ts';
import { findLessonHint } from '../app/table/lesson-hint.ts';
import { areaSpot, combatantSpot, lineSpot } from '../app/table/spots.ts';
import { type TableView, type Tap, type Taps, tablePeople, tableView, tapsOfChoices } from '../app/table/table-view.ts';
import { coerceInput } from '../app/verbs/verb-command.ts';
import { currentDictionary, type Refusal, refuse } from '../core/message.ts';
import { altText } from '../presentation/alt-text.ts';
import { pressableBoard } from '../presentation/board-scene.ts';
import { card, channelAddress } from '../presentation/card.ts';
import { combatantCard } from '../presentation/status-card.ts';
import { tableHtml } from './page-html.ts';
import type { PageLinks } from './page-links.ts';
import type { Page, Sheet } from './pages.ts';

export interface TablePageParts {
  readonly dispatcher: Pick<Dispatcher, 'commands' | 'run'>;
  readonly services: Services;
  readonly sentence: (refusal: Refusal, channel: string) => Promise<string>;
  /** True at a practice table, where one person may act for everyone. */
  readonly isPractice: boolean;
  /** Runs a command when the turn of its server or user comes. Default: at once. */
  readonly inTurn?: <T>(whose: string, work: () => Promise<T>) => Promise<T>;
  readonly links: PageLinks;
  readonly onError: (error: unknown) => void;
}

/** What a browser sends: one of a press, a spot, an actor or the end of the dialog. `once` prevents repeated orders. */
export interface Action {
  readonly once: string;
  readonly shows?: string | undefined;
  readonly press?: ControlAction | undefined;
  readonly spot?: string | undefined;
  readonly actor?: string | undefined;
}

const isChoosing = (sheet: Sheet | undefined): sheet is Sheet =>
  sheet !== undefined && sheet.controls.length > 0 && sheet.spot === undefined;

/** The taps that move a combatant to the areas or positions of a board. Squares are offered when they are pressed. */
const tapsOfMoves = ({ gm, view: { board } }: TableView, who: string): Taps => {
  const areas = board?.kind === 'areas' ? board.areas.map(({ name }) => areaSpot(name)) : [];
  const metres = board?.kind === 'line' ? [...board.units, ...board.objects].map(({ at }) => lineSpot(at)) : [];
  return new Map([...areas, ...metres].map((spot) => [spot, tapsOfMove(gm, who, spot)]));
};

/** The tap by which the GM moves a combatant to a place. */
const tapsOfMove = (gm: TableView['gm'], who: string | undefined, spot: string): readonly Tap[] => {
  const move = who === undefined || spot.startsWith('@') ? undefined : gm?.move(who, spot.replace(/^#/, ''));
  return move === undefined ? [] : [{ label: move.label, press: move.press }];
};

/** The dialog that shows a reply. Undefined if the table itself shows it. */
const sheetOf = (reply: Reply): Sheet | undefined => {
  const { files } = reply;
  if (reply.kind === 'private') return { cards: reply.cards, controls: reply.controls, files };
  if (reply.kind === 'post') return { cards: [...reply.cards, ...reply.aside], controls: reply.controls, files };
  // The log shows the result. An ended battle has files.
  return reply.kind === 'result' && files.length > 0 ? { cards: reply.cards, controls: [], files } : undefined;
};

/** A function of its own, so that a promise holds no contents of a page in memory. */
const forget = (): void => undefined;

/** Maximum number of shared views, and the time after which a view is made again (milliseconds). */
const shared = { max: 50, ttl: 5000 } as const;

/** The people at a page's battle, and the person whose page it is. Undefined if the battle does not exist. */
const findPeople = async ({ battle, user: own, seat }: Page, services: Services) => {
  const found = await tablePeople(battle, services);
  if (!found.ok) return undefined;
  const user = own ?? found.value.next;
  const person = found.value.people.find((each) => each.user === user) ?? { user, name: seat.link?.name ?? user };
  return { ...found.value, person };
};

/** Runs a function in the language of a page's user. */
const inLanguageOf = async <T>(page: Page, services: Services, work: () => Promise<T>): Promise<T> => {
  const { languages } = services;
  if (languages.installed.length === 0) return work();
  const { guild, person: { user = '' } = {} } = (await findPeople(page, services)) ?? {};
  return languages.runFor({ user, guild, locale: page.locale }, work);
};

/** The id of an order. It depends on its user, so that nobody repeats the order of another person. */
const orderIdOf = ({ battle }: Page, user: string, once: string): string =>
  `web ${createHash('sha256').update(`${battle} ${user} ${once}`).digest('base64url').slice(0, 22)}`;

/** Moves pictures below the path of the battle, the only one to which browsers send the cookie of a seat. */
const withPictures = (page: Page, text: string): string => {
  page.pictures = new Set([...text.matchAll(/href="\/picture\/([0-9a-f]{64})"/g)].flatMap(([, hash = '']) => hash));
  return text.replaceAll('href="/picture/', `href="/b/${page.battle}/picture/`);
};

/** Creates the functions that run the commands which pages may give. */
const createCommandRunner = ({ dispatcher, services, isPractice, inTurn = (_, work) => work() }: TablePageParts) => {
  /** True if a page may run the command of a press. A page for one battle may not reach anything else. */
  const isAccepted = ({ path }: ControlAction): boolean =>
    isPractice || dispatcher.commands.find((each) => each.path.join(' ') === path.join(' '))?.scope === 'battle';
  return {
    /** The controls that a page may show. */
    accepted: (controls: Sheet['controls']): Sheet['controls'] =>
      controls.map((row) => row.filter(({ press }) => isAccepted(press))),
    run: (
      { battle, locale }: Page,
      { guild, channel, person }: NonNullable<Awaited<ReturnType<typeof findPeople>>>,
      press: ControlAction,
      orderId: string,
    ): Promise<CommandAnswer> =>
      inTurn(guild ?? person.user, async () => {
        const who = { ...person, guild, channel, orderId, locale };
        const asker = { ...who, manages: isPractice, isFromGmChannel: !isPractice };
        const { options = [] } = dispatcher.commands.find(({ path }) => path.join(' ') === press.path.join(' ')) ?? {};
        // Chosen and typed values are texts.
        const given = coerceInput(options, encodeControlInput(press));
        if (isPractice) return dispatcher.run(press.path, asker, given);
        // The channel may have another battle by now.
        const here = await services.battles.open(channel);
        if (!here.ok || here.value.saved.id !== battle) return refuse('other-battle');
        if (!isAccepted(press)) return refuse('discord-only');
        // Some commands take another battle by its name.
        const { battle: _, ...input } = given;
        return dispatcher.run(press.path, asker, input);
      }),
  };
};

/** Creates the function that makes a page's contents for its user. Undefined if the battle does not exist. */
const createPageContents = (
  { services, isPractice, links }: TablePageParts,
  accepted: ReturnType<typeof createCommandRunner>['accepted'],
) => {
  const watched = new LRUCache<string, ReturnType<typeof tableView>>(shared);

  /** The battle as a person sees it. Those who only watch share the view of no one for each version. */
  const viewFor = (page: Page, { person, version }: NonNullable<Awaited<ReturnType<typeof findPeople>>>) => {
    if (!page.isWatcher) return tableView(page.battle, person.user, page.only, services);
    const key = `${page.battle} ${version} ${currentDictionary()?.language}`;
    const known = watched.get(key);
    if (known !== undefined) return known;
    const made = tableView(page.battle, '', undefined, services);
    watched.set(key, made);
    made.catch(() => watched.delete(key));
    return made;
  };

  return async (page: Page) => {
    const there = await findPeople(page, services);
    if (there === undefined) return undefined;
    page.isWatcher = there.isWatcher(there.person.user);
    const found = await viewFor(page, there);
    if (!found.ok) return undefined;
    const table = { ...found.value, controls: accepted(found.value.controls) };
    const sheet = page.sheet && { ...page.sheet, controls: accepted(page.sheet.controls) };
    page.newest = table.log[0]?.number ?? 0;
    page.seen ??= page.newest - 1;
    const { seen } = page;
    const of = sheet?.cards.findLast(({ picture }) => picture?.of !== undefined)?.picture?.of;
    const scene = of && pressableBoard(of);
    const moves = sheet?.mover === undefined ? [] : tapsOfMoves(table, sheet.mover);
    const own = new Map([...moves, ...table.taps]);
    const taps = isChoosing(sheet) ? tapsOfChoices(table.view, sheet.controls, table.taps) : own;
    const pressable = { ...table, taps, ...(sheet && { controls: sheet.controls }) };
    return {
      table,
      state: {
        sheet,
        taps,
        board: scene && { scene: { ...table.board?.scene, ...scene }, alt: altText(of) },
        chosen: sheet?.spot,
        ...findLessonHint(table.lesson?.order, pressable, sheet !== undefined),
        only: page.only,
        news: table.log.filter(({ number }) => number > seen).toReversed(),
        person: there.person,
        people: isPractice ? there.people : undefined,
        as: page.user,
        home: isPractice ? '/' : channelAddress(there),
        // Whoever stole a seat of one battle must not find the person's other battles.
        mine: isPractice ? links.path('me', there.person.user) : undefined,
        replay: table.view.status === 'ended' ? links.path('replay', page.battle) : undefined,
      },
    };
  };
};

/** Makes the contents of pages for one person each, and carries out what their users press. */
export const createTablePages = (parts: TablePageParts) => {
  const { services, sentence, onError } = parts;
  const { accepted, run } = createCommandRunner(parts);
  const contents = createPageContents(parts, accepted);

  const makeText = async (page: Page) => {
    const now = await contents(page);
    if (now === undefined) return undefined;
    const text = withPictures(page, String(await tableHtml(now.table, now.state)));
    const shows = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    const isNew = shows !== page.shows;
    [page.fresh, page.shows] = [undefined, shows];
    // If the reader sees no change, a press still refers to the version that the reader saw first.
    if (!page.moments.has(shows)) page.moments.set(shows, now.table.moment);
    return { table: now.table, text, isNew, dictionary: currentDictionary() };
  };

  /** The contents of a page as HTML, one after another. Notes what the browser shows from now on. */
  const render = (page: Page): ReturnType<typeof makeText> => {
    const made = page.rendered.then(() => inLanguageOf(page, services, () => makeText(page)));
    page.rendered = made.then(forget, forget);
    return made;
  };

  /** Shows better versions of an answer while they arrive, until the user closes the dialog. */
  const refine = async (page: Page, sheet: Sheet, { refinements }: PrivateView): Promise<void> => {
    let shown = sheet;
    for await (const each of refinements ?? []) {
      if (page.sheet !== shown) return;
      shown = { ...shown, ...each };
      page.sheet = shown;
      if ((await render(page))?.isNew) page.notify?.(page.shows);
    }
  };

  const runPress = async (page: Page, press: ControlAction, { once, shows }: Action): Promise<void> => {
    const there = await findPeople(page, services);
    if (there === undefined) return;
    const { moment: _, ...rest } = press;
    const moment = press.moment === undefined ? undefined : page.moments.get(shows ?? '');
    const given = { ...rest, ...(moment !== undefined && { moment }) };
    const answer = await run(page, there, given, orderIdOf(page, there.person.user, once));
    if (answer.ok) {
      const sheet = sheetOf(answer.value);
      page.sheet = sheet;
      if (sheet !== undefined && answer.value.kind === 'private') refine(page, sheet, answer.value).catch(onError);
      return;
    }
    const { cards = [], controls = [], files = [] } = page.sheet ?? {};
    page.sheet = { cards, controls, files, refusal: await sentence(answer.error, there.channel) };
  };

  /** Shows what a pressed spot offers. The second press, or the only path to it, runs the order or asks further. */
  const pressSpot = async (page: Page, spot: string, action: Action): Promise<void> => {
    const now = await contents(page);
    if (now === undefined) return;
    const { gm, view } = now.table;
    const { mover } = page.sheet ?? {};
    const offered = now.state.taps.get(spot) ?? [];
    const moves = offered.some(({ press }) => press.path[0] === 'gm') ? [] : tapsOfMove(gm, mover, spot);
    const taps = [...offered, ...moves];
    const [first] = taps;
    const isPlacing = view.status === 'setup' && first !== undefined && first.press.path[0] === 'gm';
    const isSecond = page.sheet?.spot === spot || isChoosing(page.sheet) || isPlacing;
    if (first !== undefined && (isSecond || (taps.length === 1 && first.press.draft !== undefined)))
      return runPress(page, first.press, { ...action, shows: page.shows });
    const combatant = view.combatants.find(({ id }) => combatantSpot(id) === spot);
    const { awaited } = now.table;
    if (combatant !== undefined && awaited.length > 1 && awaited.includes(combatant.actor)) page.only = combatant.actor;
    const controls = taps.map(({ label, press }, at) => ({
      ...({ kind: 'button', label, press, style: at === 0 ? 'primary' : 'secondary' } as const),
    }));
    const shown = combatant === undefined ? card(spot) : combatantCard(view, combatant);
    const rows = [controls, combatant === undefined ? [] : (gm?.controlsFor(combatant.id) ?? [])];
    page.sheet = {
      ...{ cards: [shown], controls: rows.filter((row) => row.length > 0), files: [], spot },
      mover: gm === undefined ? undefined : (combatant?.id ?? mover),
    };
  };

  const carryOut = async (page: Page, action: Action): Promise<void> => {
    const { press, spot, actor } = action;
    const { newest } = page;
    if (press !== undefined || spot !== undefined) {
      if (spot !== undefined) await pressSpot(page, spot, action);
      else if (press !== undefined && (press.battle ?? page.battle) === page.battle)
        await runPress(page, press, action);
      page.seen = newest;
      return;
    }
    page.sheet = undefined;
    if (actor !== undefined) page.only = page.only === actor ? undefined : actor;
  };
  /** Carries out what a user did on a page. */
  const act = (page: Page, action: Action): Promise<void> => inLanguageOf(page, services, () => carryOut(page, action));
  return { render, act };
};
export type TablePages = ReturnType<typeof createTablePages>;
