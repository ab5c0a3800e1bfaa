// Sends what a user presses to the server, and shows the page that the server answers. It knows no rules.
const { battle, page } = document.body.dataset;
let { shows = '' } = document.body.dataset;
let turn = 0;

const address = (what) => {
  const url = new URL(`/b/${battle}/${what}`, location.href);
  const as = new URLSearchParams(location.search).get('as');
  if (as !== null) url.searchParams.set('as', as);
  return url;
};
const pageAddress = (what) => {
  const url = address(what);
  url.searchParams.set('page', page);
  return url;
};

const setLost = (isLost) => {
  document.getElementById('lost').hidden = !isLost;
};
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const spotOf = (key) => document.querySelector(`.spot[data-spot="${CSS.escape(key)}"]`);

/** On a board larger than its window, scrolls to who acts. */
let watched;
const watchActor = () => {
  const board = document.querySelector('.board');
  const now = document.querySelector('.who.now')?.dataset.spot;
  const spot = now && board && spotOf(now);
  if (!spot || now === watched) return;
  watched = now;
  const [at, frame] = [spot.getBoundingClientRect(), board.getBoundingClientRect()];
  board.scrollBy(
    at.left + at.width / 2 - frame.left - frame.width / 2,
    at.top + at.height / 2 - frame.top - frame.height / 2,
  );
};

/** Scrolls a row of buttons to the one that the lesson asks for. */
const watchHint = () => document.querySelector('.do .hint')?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** Shows moments in the user's time zone. */
const showTimes = () => {
  for (const each of document.querySelectorAll('time')) {
    const moment = new Date(each.dateTime);
    const isToday = moment.toDateString() === new Date().toDateString();
    each.textContent = moment.toLocaleString([], isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
  }
};

/** Loads the page again, at most once in three seconds: each process may be the wrong one. */
const reload = async () => {
  const last = Number(sessionStorage.getItem('reload') ?? 0);
  if (Date.now() - last < 3000) {
    setLost(true);
    await pause(3000);
  }
  sessionStorage.setItem('reload', String(Date.now()));
  location.reload();
};

/** Moves the focus into a dialog that opened, and back to the board when it closes. */
let returnTo;
const moveFocus = (had, last) => {
  const sheet = document.getElementById('sheet');
  if (sheet && !had) {
    returnTo = last;
    if (last === undefined || !last.startsWith('spot-')) sheet.focus({ preventScroll: true });
  } else if (!sheet && had && document.activeElement === document.body) {
    const back = (returnTo && document.getElementById(returnTo)) || document.querySelector('.spot[tabindex="0"], .verbs button');
    back?.focus({ preventScroll: true });
  }
};

/** Changes only what differs: focus and open details stay, and figures glide to their new squares. */
const show = async (answer, asked) => {
  // A page that its process forgot is made again. Without a seat, the page says what to do.
  if (answer.status === 410 || answer.status === 403) return reload();
  if (!answer.ok) throw new Error(String(answer.status));
  const text = await answer.text();
  if (asked !== turn) return;
  shows = answer.headers.get('x-shows') ?? '';
  const had = document.getElementById('sheet') !== null;
  const { id } = document.activeElement;
  const isOpen = (name, node) => name === 'open' && node.tagName === 'DETAILS';
  Idiomorph.morph(document.getElementById('table'), text, {
    callbacks: { beforeAttributeUpdated: (name, node) => !isOpen(name, node) },
  });
  moveFocus(had, id === '' ? undefined : id);
  showTimes();
  watchActor();
  watchHint();
};

const send = async (what) => {
  turn += 1;
  const asked = turn;
  const body = JSON.stringify({ page, shows, once: crypto.randomUUID?.() ?? page, ...what });
  const post = () =>
    fetch(address('do'), { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const table = document.getElementById('table');
  table.setAttribute('aria-busy', 'true');
  try {
    // The server carries out an id once, so a press may be sent again.
    let answer = await post().catch(() => pause(400).then(post));
    for (let tries = 0; answer.status === 429 && tries < 20; tries += 1) {
      await pause(200);
      answer = await post();
    }
    await show(answer, asked);
    setLost(false);
  } catch {
    setLost(true);
  } finally {
    if (asked === turn) document.getElementById('table').removeAttribute('aria-busy');
  }
};

const pressOf = (element, more = {}) => {
  const press = JSON.parse(element.dataset.press);
  return { press: { ...press, input: { ...press.input, ...more } } };
};

const pressSpot = (key) => {
  for (const each of document.querySelectorAll('.spot.pressed')) each.classList.remove('pressed');
  spotOf(key)?.classList.add('pressed');
  return send({ spot: key });
};

document.addEventListener('click', ({ target }) => {
  const menu = document.querySelector('.menu[open]');
  if (menu && !menu.contains(target)) menu.open = false;
  if (battle === undefined) return;
  const file = target.closest('a[data-file]');
  if (file) file.href = pageAddress(new URL(file.href).pathname.split('/').slice(3).join('/'));
  const element = target.closest('button[data-press], [data-spot], [data-actor], [data-close]');
  if (element === null) return;
  const { spot, actor } = element.dataset;
  if (spot !== undefined) pressSpot(spot);
  else if (actor !== undefined) send({ actor });
  else if ('close' in element.dataset) send({});
  else send(pressOf(element));
});

document.addEventListener('change', ({ target }) => {
  if (target.matches('select[data-press]') && target.value !== '')
    send(pressOf(target, { [target.dataset.option]: target.value }));
});

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.dataset.press === undefined) return;
  event.preventDefault();
  const { asks, option } = form.dataset;
  const given = new FormData(form);
  send(pressOf(form, { [asks]: given.get('text'), ...(option && { [option]: given.get('choice') }) }));
});

const middleOf = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

/** The nearest spot in a direction. */
const neighbour = (from, [dx, dy]) => {
  const [x, y] = middleOf(from);
  let best;
  for (const each of document.querySelectorAll('.board .spot')) {
    const [u, v] = middleOf(each);
    const along = (u - x) * dx + (v - y) * dy;
    const across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    const distance = along + 3 * across;
    if (along > 4 && (best === undefined || distance < best.distance)) best = { each, distance };
  }
  return best?.each;
};

const arrows = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && document.getElementById('sheet')) send({});
  const spot = event.target.closest('.board .spot');
  if (spot === null) return;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    pressSpot(spot.dataset.spot);
  }
  const next = arrows[event.key] && neighbour(spot, arrows[event.key]);
  if (!next) return;
  event.preventDefault();
  spot.setAttribute('tabindex', '-1');
  next.setAttribute('tabindex', '0');
  next.focus();
});

// A figure that a user drags to a square is the same as a press on the square.
let dragged;
document.addEventListener('pointerdown', (event) => {
  const spot = event.target.closest('.board .spot[data-spot^="@"]');
  dragged = spot && event.button === 0 ? { spot: spot.dataset.spot, x: event.clientX, y: event.clientY } : undefined;
});
document.addEventListener('pointerup', (event) => {
  if (!dragged || Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) < 14) return;
  const to = document.elementFromPoint(event.clientX, event.clientY)?.closest('.spot.on');
  if (to && to.dataset.spot !== dragged.spot) pressSpot(to.dataset.spot);
});

// The page listens for changes only while someone looks at it.
let line;
const refresh = async () => {
  turn += 1;
  await show(await fetch(pageAddress('view')), turn);
};
const listen = () => {
  line?.close();
  line = undefined;
  if (document.hidden) return;
  line = new EventSource(pageAddress('live'));
  line.addEventListener('open', () => setLost(false));
  line.addEventListener('new', ({ data }) => {
    if (data !== shows) refresh().catch(() => setLost(true));
  });
  line.addEventListener('gone', reload);
  line.addEventListener('error', ({ target }) => (target.readyState === EventSource.CLOSED ? reload() : setLost(true)));
};
if (battle !== undefined) {
  document.addEventListener('visibilitychange', listen);
  listen();
  showTimes();
  watchActor();
  watchHint();
}
