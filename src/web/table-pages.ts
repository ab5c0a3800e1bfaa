import { createHash } from 'node:crypto';
import { encodeControlInput } from '../app/command-kit/command.ts';
import type { Dispatcher } from '../app/dispatcher.ts';
import type { ControlAction, PrivateView, Reply } from '../app/replies/reply.ts';
import type { Services } from '../app/services.ts';
import { findLessonHint } from '../app/table/lesson-hint.ts';
import { combatantSpot } from '../app/table/spots.ts';
import { type TableView, tablePeople, tableView, tapsOfChoices } from '../app/table/table-view.ts';
import { coerceInput } from '../app/verbs/verb-command.ts';
import type { Refusal } from '../core/message.ts';
import { altText } from '../presentation/alt-text.ts';
import { pressableBoard } from '../presentation/board-scene.ts';
import { card } from '../presentation/card.ts';
import { combatantCard } from '../presentation/status-card.ts';
import { type PageState, tableHtml } from './page-html.ts';
import type { Page, Sheet } from './pages.ts';

export interface TablePageParts {
  readonly dispatcher: Pick<Dispatcher, 'commands' | 'run'>;
  readonly services: Services;
  readonly sentence: (refusal: Refusal, channel: string) => Promise<string>;
  /** True at a practice table, where one person may act for everyone. */
  readonly isPractice: boolean;
}

/** What a page shows now. */
interface PageContents {
  readonly table: TableView;
  readonly state: PageState;
}

interface RenderedPage extends PageContents {
  readonly text: string;
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

/** The answer in its last, best version. */
const withRefinements = async (reply: PrivateView): Promise<Pick<Reply, 'cards' | 'controls'>> => {
  let { cards, controls } = reply;
  for await (const each of reply.refinements ?? []) ({ cards, controls = controls } = each);
  return { cards, controls };
};

/** The dialog that shows a reply. Undefined if the table itself shows it. */
const sheetOf = async (reply: Reply): Promise<Sheet | undefined> => {
  const { files } = reply;
  switch (reply.kind) {
    case 'private':
      return { ...(await withRefinements(reply)), files };
    case 'post':
      return { cards: [...reply.cards, ...reply.aside], controls: reply.controls, files };
    case 'result':
      // The log shows the result. An ended battle has files.
      return files.length === 0 ? undefined : { cards: reply.cards, controls: [], files };
    case 'panel':
    case 'nothing':
      return undefined;
  }
};

/** The people at a page's battle, and the person whose page it is. Undefined if the battle does not exist. */
const findPeople = async (page: Page, services: Services) => {
  const found = await tablePeople(page.battle, services);
  if (!found.ok) return undefined;
  const user = page.user ?? found.value.next;
  return { ...found.value, person: found.value.people.find((each) => each.user === user) ?? { user, name: user } };
};

/** Makes the contents of pages for one person each, and carries out what their users press. */
export const createTablePages = ({ dispatcher, services, sentence, isPractice }: TablePageParts) => {
  /** The contents of a page. Undefined if its battle does not exist. */
  const contents = async (page: Page): Promise<PageContents | undefined> => {
    const there = await findPeople(page, services);
    if (there === undefined) return undefined;
    const found = await tableView(page.battle, there.person.user, page.only, services);
    if (!found.ok) return undefined;
    const table = found.value;
    const { sheet } = page;
    page.newest = table.log[0]?.number ?? 0;
    page.seen ??= page.newest - 1;
    const { seen } = page;
    const of = sheet?.cards.findLast(({ picture }) => picture?.of !== undefined)?.picture?.of;
    const scene = of && pressableBoard(of);
    const taps = isChoosing(sheet) ? tapsOfChoices(table.view, sheet.controls, table.taps) : table.taps;
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
      },
    };
  };

  /** The contents of a page as HTML. Notes what the browser shows from now on. */
  const render = async (page: Page): Promise<RenderedPage | undefined> => {
    const now = await contents(page);
    if (now === undefined) return undefined;
    const text = String(await tableHtml(now.table, now.state));
    page.shows = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    // If the reader sees no change, a press still refers to the version that the reader saw first.
    if (!page.moments.has(page.shows)) page.moments.set(page.shows, now.table.moment);
    return { ...now, text };
  };

  const runPress = async (page: Page, press: ControlAction, { once, shows }: Action): Promise<void> => {
    const there = await findPeople(page, services);
    if (there === undefined) return;
    const { guild, channel, person } = there;
    const asker = { ...person, guild, channel, orderId: `web ${once}`, manages: isPractice };
    const { moment: _, ...rest } = press;
    const moment = press.moment === undefined ? undefined : page.moments.get(shows ?? '');
    const { options = [] } = dispatcher.commands.find(({ path }) => path.join(' ') === press.path.join(' ')) ?? {};
    // Chosen and typed values are texts.
    const input = coerceInput(options, encodeControlInput({ ...rest, ...(moment !== undefined && { moment }) }));
    const answer = await dispatcher.run(press.path, asker, input);
    if (answer.ok) {
      page.sheet = await sheetOf(answer.value);
      return;
    }
    const { cards = [], controls = [], files = [] } = page.sheet ?? {};
    page.sheet = { cards, controls, files, refusal: await sentence(answer.error, channel) };
  };

  /** Shows what a pressed spot offers. The second press, or the only path to it, runs the order or asks further. */
  const pressSpot = async (page: Page, spot: string, action: Action): Promise<void> => {
    const now = await contents(page);
    if (now === undefined) return;
    const taps = now.state.taps.get(spot) ?? [];
    const [first] = taps;
    const isSecond = page.sheet?.spot === spot || isChoosing(page.sheet);
    if (first !== undefined && (isSecond || (taps.length === 1 && first.press.draft !== undefined)))
      return runPress(page, first.press, { ...action, shows: page.shows });
    const combatant = now.table.view.combatants.find(({ id }) => combatantSpot(id) === spot);
    const { awaited } = now.table;
    if (combatant !== undefined && awaited.length > 1 && awaited.includes(combatant.actor)) page.only = combatant.actor;
    const controls = taps.map(({ label, press }, at) => ({
      ...({ kind: 'button', label, press, style: at === 0 ? 'primary' : 'secondary' } as const),
    }));
    const shown = combatant === undefined ? card(spot) : combatantCard(now.table.view, combatant);
    page.sheet = { cards: [shown], controls: controls.length === 0 ? [] : [controls], files: [], spot };
  };

  /** Carries out what a user did on a page. */
  const act = async (page: Page, action: Action): Promise<void> => {
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
  return { render, act };
};
export type TablePages = ReturnType<typeof createTablePages>;
