import type { Env, Hono } from 'hono';
import { html } from 'hono/html';
import { findUserBattles, findUserCampaigns, type UserBattle } from '../app/table/user-battles.ts';
import { runForPerson, worded } from '../core/message.ts';
import { channelAddress } from '../presentation/card.ts';
import { empty, type Html } from './board-html.ts';
import { documentHtml, sentencePage } from './page-html.ts';
import type { PageLinks } from './page-links.ts';
import type { LinkedPageParts } from './replay-pages.ts';
import type { Seats } from './seats.ts';

const battleHtml = (battle: UserBattle, links: PageLinks, board: string | undefined): Html => {
  const { id, name, system, status, phase, next, isOwnTurn } = battle;
  const table = status === 'ended' ? undefined : board;
  const channelLink =
    board === undefined ? html`<a href="${channelAddress(battle)}">${worded('Go to the channel')}</a>` : empty;
  return html`<li class="area${isOwnTurn ? ' now' : ''}"><h3>${table === undefined ? name : html`<a href="${table}">${name}</a>`}</h3><p class="quiet">${system} · ${phase}</p>
    ${next === '' ? empty : html`<p>${next}</p>`}<p class="links">${channelLink}${status === 'ended' ? html`<a href="${links.path('replay', id)}">${worded('Replay')}</a>` : empty}</p></li>`;
};

/** Adds the route of a person’s page with the battles in which this person has a seat. */
export const addMyPages = <E extends Env>(
  app: Hono<E>,
  { services, seats, links, addresses }: LinkedPageParts & { readonly seats: Seats },
  /** The address of a battle's board for a person. Undefined if battles begin in channels of Discord. */
  boardOf: ((battle: string, user: string) => string) | undefined,
): void => {
  const pageOf = async (user: string, mayRead: Parameters<typeof findUserBattles>[2]): Promise<Html> => {
    const battles = await findUserBattles(user, services, mayRead);
    const campaigns = await findUserCampaigns(user, services, mayRead);
    const title = worded('Your battles');
    const list = (says: string, isListed: (battle: UserBattle) => boolean): Html => {
      const those = battles.filter(isListed);
      return those.length === 0
        ? empty
        : html`<section><h2>${says}</h2><ul class="mine">${those.map((each) => battleHtml(each, links, boardOf?.(each.id, user)))}</ul></section>`;
    };
    return documentHtml(
      title,
      addresses,
      html`<body><main class="front"><header><h1>${title}</h1><p>${battles.length === 0 ? worded('You are in no battle. Join one, and it appears here.') : worded('Reload this page to see whose turn it is.')}</p></header>
        ${list(worded('It is your turn'), ({ isOwnTurn }) => isOwnTurn)}
        ${list(worded('Running'), ({ isOwnTurn, status }) => !isOwnTurn && status !== 'ended')}
        ${list(worded('Over'), ({ status }) => status === 'ended')}
        ${campaigns.length === 0 ? empty : html`<section><h2>${worded('Books of your campaigns')}</h2><ul>${campaigns.map(({ id, name }) => html`<li><a href="${links.path('book', id)}">${name}</a></li>`)}</ul></section>`}</main></body>`,
    );
  };

  app.get('/me/:user/:signature', async (c) => {
    const { user, signature } = c.req.param();
    const number = (await services.people.findMany([user])).get(user)?.boards ?? 0;
    if (!links.isSigned('me', user, signature, number))
      return c.html(sentencePage('No page', 'There is no page at this address.', addresses), 404);
    const mayRead = (guild: string | undefined, channel: string) => seats.mayRead(guild, channel, user);
    c.header('cache-control', 'no-store');
    return c.html(await runForPerson(user, () => pageOf(user, mayRead)));
  });
};
