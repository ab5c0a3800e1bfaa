import { html, raw } from 'hono/html';
import { isOnBoard, type TableView } from '../app/table/table-view.ts';
import { currentDictionary, phrase, worded } from '../core/message.ts';
import { sideName } from '../presentation/view-facts.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import type { AssetAddresses } from './assets.ts';
import {
  type BoardState,
  boardHtml,
  combatantHtml,
  empty,
  encounterHtml,
  type Html,
  timelineHtml,
} from './board-html.ts';
import { gmHtml } from './gm-html.ts';
import type { Sheet } from './pages.ts';
import { type ControlState, cardHtml, controlsHtml, fieldHtml, logLineHtml } from './reply-html.ts';

export const documentHtml = (
  title: string,
  { style, script, morph }: AssetAddresses,
  body: Html,
): Html => html`<!doctype html>
<html lang="${currentDictionary()?.language ?? 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex"><title>${title}</title><link rel="stylesheet" href="${style}">
<script defer src="${morph}"></script><script defer src="${script}"></script></head>
${body}</html>`;

export interface Person {
  readonly user: string;
  readonly name: string;
}

/** What a page shows besides the battle. */
export interface PageState extends BoardState {
  readonly sheet: Sheet | undefined;
  readonly board: TableView['board'];
  readonly only: string | undefined;
  readonly isHint: ControlState['isHint'];
  /** Log entries since the user last pressed something, oldest first. */
  readonly news: TableView['log'];
  readonly person: Person;
  /** The people of a practice table, whose views the page can show. Undefined elsewhere. */
  readonly people: readonly Person[] | undefined;
  /** The person whose view a page of a practice table always shows. Undefined: the next who acts. */
  readonly as: string | undefined;
  /** The address of the page to go back to: the front page, or the battle's channel. */
  readonly home: string;
  /** The addresses of the person's battles (at a practice table), and of the replay of a battle that has ended. */
  readonly mine: string | undefined;
  readonly replay: string | undefined;
}

/** The list of people at a practice table whose view the page can show. */
const peopleHtml = ({ people = [], as }: PageState, battle: string): Html => {
  const current = (isIt: boolean): Html => (isIt ? html`aria-current="true"` : empty);
  return html`<nav class="people" aria-label="${worded('Play as')}"><h2>${worded('Play as')}</h2><a href="/b/${battle}" ${current(as === undefined)}>${worded('The next player')}</a>${people.map(
    ({ user, name }) => html`<a href="/b/${battle}?as=${encodeURIComponent(user)}" ${current(as === user)}>${name}</a>`,
  )}<form action="/b/${battle}"><input name="as" aria-label="${worded('Another player')}" placeholder="${worded('Another player')}" maxlength="32" autocomplete="off" required></form></nav>`;
};

/** Buttons that choose which of the user's combatants acts. */
const actorsHtml = ({ awaited }: TableView, only: string | undefined): Html =>
  awaited.length < 2
    ? empty
    : html`<div class="row actors" role="group" aria-label="${worded('Who acts?')}">${awaited.map(
        (actor) =>
          html`<button type="button" class="quiet" data-actor="${actor}" aria-pressed="${String(actor === only)}">${actor === 'gm' ? worded('GM') : actor}</button>`,
      )}</div>`;

const isMain = (row: Sheet['controls'][number]): boolean =>
  row.some((control) => control.kind === 'button' && (control.style === 'primary' || control.style === 'success'));

const sheetHtml = ({ cards, controls, files, refusal, spot }: Sheet, table: TableView, page: PageState): Html => {
  const state = {
    isHint: page.isHint,
    isOnBoard: (control: Sheet['controls'][number][number]) => isOnBoard(table.view, control),
  };
  const rows = controls.toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)));
  return html`<section class="sheet" id="sheet" role="dialog" tabindex="-1" aria-label="${worded(cards[0]?.title || 'Your order')}">
    <button type="button" class="close" data-close aria-label="${worded('Close')}">×</button>
    ${refusal === undefined ? empty : html`<p class="bad" role="alert">${refusal}</p>`}
    ${cards.map((each) => cardHtml(each, each.picture?.of !== undefined && table.board !== undefined, spot === undefined ? undefined : 2))}
    ${controlsHtml(rows, state)}
    ${files.map(({ name }, at) => html`<p><a href="/b/${table.battle}/file/${at}" data-file download="${name}">${name}</a></p>`)}</section>`;
};

const logHtml = (log: TableView['log']): Html =>
  log.length === 0
    ? empty
    : html`<section class="log"><h2>${worded('What happened')}</h2><ol>${log.map(
        ({ number, lines }) => html`<li id="entry-${number}">${lines.map(logLineHtml)}</li>`,
      )}</ol></section>`;

/** Maximum number of log entries that are shown as news below the board. */
const maxNews = 4;

/** The newest log entries, below the board. The script reads them out. */
const newsHtml = ({ news }: PageState): Html =>
  html`<section class="news" aria-live="polite" aria-label="${worded('News')}">${news
    .slice(-maxNews)
    .map(({ number, lines }) => html`<div id="news-${number}">${lines.map(logLineHtml)}</div>`)}</section>`;

const rosterHtml = (table: TableView, state: BoardState): Html => {
  const sides = [...Map.groupBy(table.view.combatants, ({ side }) => side ?? '')];
  return html`<section class="roster" aria-label="${worded('Combatants')}">${sides.map(
    ([side, those]) =>
      html`${side === '' ? empty : html`<h2>${sideName(side)}</h2>`}<ul>${those.map((each) => html`<li>${combatantHtml(table, each, state, each.place ?? '')}</li>`)}</ul>`,
  )}</section>`;
};

/** All contents of a page that can change. The browser changes only what differs from what it shows. */
export const tableHtml = (table: TableView, page: PageState): Html => {
  const { view, next, question, controls, title, fields, lesson, battle } = table;
  const status = page.people !== undefined && page.as === undefined && table.role !== 'gm';
  const [main, constant] = [controls.slice(0, -1), controls.slice(-1)];
  const state = { isHint: page.isHint, isOnBoard: () => false };
  const { score = [] } = view;
  // A wide screen shows what follows the side below the board.
  const isGrid = view.board?.kind === 'grid';
  return html`<main id="table" class="${view.status}${page.sheet === undefined ? '' : ' open'}">
  <header><a class="home" href="${page.home}" aria-label="${worded(page.people === undefined ? 'Back to the channel' : 'All battles')}">‹</a><div><h1>${title}</h1><p class="phase">${view.outcome ?? view.phase}</p>${score.length === 0 ? empty : html`<p class="score">${score.join(' · ')}</p>`}</div>
    <details class="menu"><summary>${worded('Menu')}</summary><div>${page.people === undefined ? html`<p>${page.person.name}</p>` : peopleHtml(page, battle)}${page.mine === undefined ? html`<p class="quiet">${worded('For a link to your other battles, press “Open the board” on Discord.')}</p>` : html`<a class="mine" href="${page.mine}">${worded('Your battles')}</a>`}</div></details></header>
  <div class="stage">${boardHtml(table, page.board ?? table.board, page)}${view.timeline === undefined ? empty : timelineHtml(view.timeline, table)}</div>
  <div class="side">${lesson === undefined ? empty : html`<section class="lesson" aria-live="polite"><h2>${worded(lesson.title)}</h2><p>${worded(lesson.says)}</p></section>`}
  ${newsHtml(page)}
  <section class="do" aria-label="${worded('What you can do')}"><div role="status"><h2>${status ? phrase`As ${page.person.name}: ${next}` : next}</h2></div>
    ${question.map((each) => cardHtml(each, true))}${actorsHtml(table, page.only)}<div class="verbs">${controlsHtml(main, state)}</div><div class="constant">${controlsHtml(constant, state)}${page.replay === undefined ? empty : html`<a class="replay" href="${page.replay}">${worded('Replay')}</a>`}</div></section>
  ${page.sheet === undefined ? empty : sheetHtml(page.sheet, table, page)}
  ${table.gm === undefined ? empty : gmHtml(table.gm, state)}<section class="facts">${fields.map(fieldHtml)}</section>${isGrid ? logHtml(table.log) : empty}</div>
  ${isGrid ? rosterHtml(table, page) : logHtml(table.log)}
</main>`;
};

export const tablePage = (
  { table, text }: { readonly table: TableView; readonly text: string },
  page: { readonly id: string; readonly shows: string },
  assets: AssetAddresses,
): Html =>
  documentHtml(
    table.title,
    assets,
    html`<body data-battle="${table.battle}" data-page="${page.id}" data-shows="${page.shows}">${raw(text)}<p id="lost" role="status" hidden>${worded('The connection is lost. Trying again.')}</p></body>`,
  );

/** What the front page of the practice table offers. */
export interface FrontPage {
  readonly systems: readonly Pick<Ruleset, 'id' | 'title' | 'lesson' | 'encounters'>[];
  readonly battles: readonly Readonly<Record<'id' | 'name' | 'system' | 'status', string>>[];
}

/** Maximum number of preset encounters of a rulebook on the front page. */
const maxEncounters = 3;

/** The page on which a newcomer begins a lesson or a battle. */
export const frontPage = ({ systems, battles }: FrontPage, assets: AssetAddresses): Html =>
  documentHtml(
    'Brotherhood Master',
    assets,
    html`<body><main class="front"><header><h1>Brotherhood Master</h1><p>${worded('Choose a rulebook. The lesson takes five minutes; the bot plays the other side.')}</p></header>
  ${
    battles.length === 0
      ? empty
      : html`<section class="battles"><h2>${worded('Continue')}</h2><ul>${battles.map(
          ({ id, name, system, status }) =>
            html`<li><a href="/b/${id}">${name}</a> <span class="quiet">${system} · ${worded(status)}</span></li>`,
        )}</ul></section>`
  }
  <div class="systems">${systems.map(
    ({ id, title, lesson, encounters }) =>
      html`<form method="post" action="/new" class="system" id="${id}"><input type="hidden" name="system" value="${id}">${encounters.slice(0, 1).map(encounterHtml)}<h2>${worded(title)}</h2><p>${worded(lesson?.opening ?? '')}</p>
      <button class="primary" name="what" value="lesson">${worded('Start the lesson')}</button>
      <h3>${worded('Or play a battle')}</h3><div class="row">${encounters.slice(0, maxEncounters).map(({ name, description }) => html`<button name="what" value="${name}" title="${worded(description)}">${worded(name)}</button>`)}<button class="quiet" name="what" value="empty">${worded('An empty table')}</button></div></form>`,
  )}</div></main></body>`,
  );

/** A page with one sentence. */
export const sentencePage = (title: string, says: string, assets: AssetAddresses): Html =>
  documentHtml(
    worded(title),
    assets,
    html`<body><main class="front"><header><h1>${worded(title)}</h1><p>${worded(says)}</p></header></main></body>`,
  );
