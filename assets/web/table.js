// Sends what a user presses to the server, and shows the page that the server answers. It knows no rules.
const { battle, page } = document.body.dataset;
let { shows = '' } = document.body.dataset;
/** A hash of what the server made last for this page. */
let newest = shows;
/** Number of presses so far. */
let presses = 0;

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

const lostNote = document.getElementById('lost');
const lostText = lostNote?.textContent;
/** Shows that the connection is lost, or a sentence of the server. */
const setLost = (isLost, says) => {
  lostNote.textContent = says || lostText;
  lostNote.hidden = !isLost;
};
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Name of a square: `D4`, `AA10`. */
const squareName = (x, y) => {
  let letters = '';
  for (let left = x + 1; left > 0; left = Math.floor((left - 1) / 26)) letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return `${letters}${y + 1}`;
};
/** Where a pointer is on the board of squares: the square, and where in it (0 to 1). Undefined beside the squares. */
const placeOf = (board, { clientX, clientY }) => {
  const picture = board.querySelector('svg');
  const at = new DOMPoint(clientX, clientY).matrixTransform(picture.getScreenCTM().inverse());
  const [left, top, size, columns, rows] = board.dataset.grid.split(' ').map(Number);
  const [u, v] = [(at.x - left) / size, (at.y - top) / size];
  const [x, y] = [Math.floor(u), Math.floor(v)];
  return x < 0 || y < 0 || x >= columns || y >= rows ? undefined : { x, y, dx: u - x, dy: v - y, left, top, size, columns, rows };
};

const middleOf = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

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

/** Scrolls a row of buttons to the one that the lesson asks for, and the timeline to what happens now. */
const watchHint = () => {
  document.querySelector('.do .hint')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  const now = document.querySelector('.timeline .now');
  if (now) now.parentElement.scrollLeft += middleOf(now)[0] - middleOf(now.parentElement)[0];
};

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
const show = async (answer) => {
  // A page that its process forgot is made again. Without a seat, the page says what to do.
  if (answer.status === 410 || answer.status === 403) return reload();
  const text = await answer.text();
  if (!answer.ok) return setLost(true, answer.headers.get('content-type')?.startsWith('text/plain') && text);
  setLost(false);
  shows = answer.headers.get('x-shows') ?? '';
  const had = document.getElementById('sheet') !== null;
  const { id } = document.activeElement;
  /** What belongs to the browser: open details, what the GM types and draws, and the cursor of a large board. */
  const isOwn = (name, node) =>
    name === 'aria-busy' ||
    (name === 'open' && node.tagName === 'DETAILS') ||
    (/^(value|checked|hidden|aria-pressed)$/.test(name) && node.closest('#gm')) ||
    node.closest('.cursor') !== null;
  Idiomorph.morph(document.getElementById('table'), text, {
    callbacks: {
      beforeAttributeUpdated: (name, node) => !isOwn(name, node),
      beforeNodeMorphed: (node) => !(drawing.word !== undefined && node.id === 'map'),
    },
  });
  paint();
  moveFocus(had, id === '' ? undefined : id);
  showTimes();
  watchActor();
  watchHint();
};

/** Sends one request after another, so that an older answer never replaces a newer one. */
let requests = Promise.resolve();
const inTurn = (work) => {
  requests = requests.then(work).catch(() => {
    setLost(true);
    pause(2000).then(listen);
  });
  return requests;
};
/** Maximum time that a request may delay the next one (milliseconds). */
const maxDelay = 15_000;
const ask = (url, more) => fetch(url, { signal: AbortSignal.timeout(maxDelay), ...more });

const refresh = async () => {
  const wanted = newest;
  if (wanted === shows) return;
  const answer = await ask(pageAddress('view'));
  await show(answer);
  if (answer.ok && newest === wanted) newest = shows;
};

const send = async (what) => {
  presses += 1;
  const asked = presses;
  const body = JSON.stringify({ page, shows, once: crypto.randomUUID?.() ?? page, ...what });
  const post = () =>
    ask(address('do'), { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  document.getElementById('table').setAttribute('aria-busy', 'true');
  await inTurn(async () => {
    // The server carries out an id once, so a press may be sent again.
    let answer = await post().catch(() => pause(400).then(post));
    for (let tries = 0; answer.status === 429 && tries < 20; tries += 1) {
      await pause(200);
      answer = await post();
    }
    await show(answer);
  });
  if (asked === presses) document.getElementById('table').removeAttribute('aria-busy');
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

document.addEventListener('click', (event) => {
  const { target } = event;
  const menu = document.querySelector('.menu[open]');
  if (menu && !menu.contains(target)) menu.open = false;
  if (battle === undefined) return;
  const file = target.closest('a[data-file]');
  if (file) file.href = pageAddress(new URL(file.href).pathname.split('/').slice(3).join('/'));
  if (clickGm(target)) return;
  const element = target.closest('button[data-press], [data-spot], [data-actor], [data-close]');
  if (element === null) {
    // A large board has no controls for its empty squares.
    const board = target.closest('.board[data-grid]');
    const place = board && drawing.word === undefined && placeOf(board, event);
    if (place) pressSpot(squareName(place.x, place.y));
    return;
  }
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
  if (form.parentElement.id === 'map') choosePen(undefined);
  send(pressOf(form, Object.fromEntries(new FormData(form))));
});

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

/** On a large board, moves the cursor to the next square, or finds the control that is there. */
const moveCursor = (from, [dx, dy]) => {
  const cursor = document.querySelector('.board .cursor');
  if (!cursor) return undefined;
  const board = cursor.closest('.board');
  const [u, v] = middleOf(from);
  const place = placeOf(board, { clientX: u, clientY: v });
  if (!place) return undefined;
  const { left, top, size, columns, rows } = place;
  const [x, y] = [place.x + dx, place.y + dy];
  if (x < 0 || y < 0 || x >= columns || y >= rows) return from;
  const name = squareName(x, y);
  const there = [...board.querySelectorAll('.spot:not(.cursor)')].find((each) => {
    const at = placeOf(board, { clientX: middleOf(each)[0], clientY: middleOf(each)[1] });
    return at?.x === x && at?.y === y;
  });
  if (there) return there;
  cursor.dataset.spot = name;
  cursor.setAttribute('aria-label', name);
  const square = cursor.firstElementChild;
  square.setAttribute('x', left + x * size);
  square.setAttribute('y', top + y * size);
  square.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return cursor;
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
  const next = arrows[event.key] && (moveCursor(spot, arrows[event.key]) ?? neighbour(spot, arrows[event.key]));
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
document.addEventListener('pointerup', async (event) => {
  if (!dragged || Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) < 14) return;
  const { spot } = dragged;
  const to = document.elementFromPoint(event.clientX, event.clientY)?.closest('.spot');
  if (!to || to.dataset.spot === spot) return;
  if (to.matches('.on')) return pressSpot(to.dataset.spot);
  if (!document.getElementById('gm')) return;
  // The GM may move a figure anywhere.
  await pressSpot(spot);
  await pressSpot(to.dataset.spot);
});

/** The tool with which the GM draws, and the squares and sides that the present stroke has touched. */
const drawing = { word: undefined, touched: new Set() };
const mapText = () => document.querySelector('#map textarea');
const isOfSquares = (word) => word === 'blocked' || word === 'object';

const choosePen = (word) => {
  drawing.word = drawing.word === word ? undefined : word;
  for (const each of document.querySelectorAll('[data-draw]')) each.setAttribute('aria-pressed', String(each.dataset.draw === drawing.word));
  if (drawing.word !== undefined) document.querySelector('.board')?.scrollIntoView({ block: 'nearest' });
  paint();
};

/** The map as lines of words: `wall D3s D4e`. Each stroke moves a place to the line of its word. */
const mapLines = () => mapText().value.split(/[\n;]/).map((each) => each.trim().split(/\s+/));
const drawAt = (places) => {
  const [size, ...lines] = mapLines();
  const others = lines.map(([word, ...those]) => [word, ...those.filter((each) => !places.includes(each))]);
  if (drawing.word !== '') {
    const own = others.find(([word]) => word === drawing.word);
    if (own) own.push(...places);
    else others.push([drawing.word, ...places]);
  }
  mapText().value = [size, ...others.filter(({ length }) => length > 1)].map((each) => each.join(' ')).join('\n');
  paint();
};

/** The side of a square that is nearest to the pointer, named after the square north or west of it. */
const sideOf = ({ x, y, dx, dy, columns, rows }) => {
  const sides = [
    [dx, x - 1, y, 'e'],
    [1 - dx, x, y, 'e'],
    [dy, x, y - 1, 's'],
    [1 - dy, x, y, 's'],
  ].filter(([, u, v, way]) => u >= 0 && v >= 0 && (way === 'e' ? u < columns - 1 : v < rows - 1));
  const [, u, v, way] = sides.toSorted(([one], [other]) => one - other)[0];
  return `${squareName(u, v)}${way}`;
};

/** Draws the map of the text over the board, in place of the walls of the server's picture. */
const paint = () => {
  const board = document.querySelector('.board[data-grid]');
  board?.classList.toggle('drawing', drawing.word !== undefined);
  document.getElementById('drawn')?.remove();
  if (!board || drawing.word === undefined || !mapText()) return;
  const [left, top, size] = board.dataset.grid.split(' ').map(Number);
  const layer = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  layer.id = 'drawn';
  for (const [word, ...places] of mapLines().slice(1))
    for (const place of places) {
      const [, letters, number, way] = /^([A-Z]+)(\d+)([es]?)$/.exec(place) ?? [];
      if (letters === undefined) continue;
      const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
      const [x, y] = [left + (column - 1) * size, top + (number - 1) * size];
      const shape = document.createElementNS(layer.namespaceURI, 'rect');
      const box = way === 'e' ? [x + size - 5, y, 10, size] : way === 's' ? [x, y + size - 5, size, 10] : [x + 1, y + 1, size - 2, size - 2];
      for (const [at, name] of ['x', 'y', 'width', 'height'].entries()) shape.setAttribute(name, box[at]);
      shape.setAttribute('class', `drawn-${word}`);
      layer.append(shape);
    }
  board.querySelector('svg').append(layer);
};

const draw = (event) => {
  const board = event.target.closest?.('.board.drawing');
  const place = board && placeOf(board, event);
  if (!place) return;
  event.preventDefault();
  const [square, side] = [squareName(place.x, place.y), sideOf(place)];
  // Near a corner it is not clear which side is meant.
  const [across, along] = [place.dx, place.dy].map((at) => Math.min(at, 1 - at)).toSorted((one, other) => one - other);
  const isNearSide = across < 0.3 && along > 0.25;
  const key = isOfSquares(drawing.word) ? square : side;
  // Between two sides, a stroke draws nothing. The eraser clears squares and sides.
  const places = drawing.word === '' ? [square, ...(isNearSide ? [side] : [])] : isOfSquares(drawing.word) || isNearSide ? [key] : [];
  const fresh = places.filter((each) => !drawing.touched.has(each));
  for (const each of fresh) drawing.touched.add(each);
  if (fresh.length > 0) drawAt(fresh);
};
document.addEventListener('pointerdown', (event) => {
  drawing.touched.clear();
  if (drawing.word === undefined || !event.target.closest('.board')) return;
  dragged = undefined;
  event.target.releasePointerCapture?.(event.pointerId);
  draw(event);
});
document.addEventListener('pointermove', (event) => {
  if (drawing.word !== undefined && event.buttons > 0) draw(event);
});

/** Steps a count, or chooses a tool to draw with. True if the press was one of these. */
const clickGm = (target) => {
  if (drawing.word !== undefined && target.closest('.board')) return true;
  const { step, draw: word } = target.dataset;
  if (step !== undefined) {
    const count = target.parentElement.querySelector('input');
    count.value = Math.min(20, Math.max(1, Number(count.value) + Number(step)));
  } else if (word !== undefined) choosePen(word);
  return step !== undefined || word !== undefined;
};
document.addEventListener('input', ({ target }) => {
  if (target === mapText()) paint();
  const list = document.getElementById(target.dataset.filter);
  const words = target.value.toLowerCase().split(/\s+/);
  for (const each of list?.children ?? []) each.hidden = !words.every((word) => each.textContent.toLowerCase().includes(word));
});

// The page listens for changes only while someone looks at it.
let line;
const listen = () => {
  line?.close();
  line = undefined;
  if (document.hidden) return;
  line = new EventSource(pageAddress('live'));
  line.addEventListener('open', () => setLost(false));
  line.addEventListener('new', ({ data }) => {
    newest = data;
    inTurn(refresh);
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
  // On a wide screen, the GM's tools are beside the board, except in a lesson.
  if (matchMedia('(min-width: 58rem)').matches && !document.querySelector('.lesson')) document.getElementById('gm')?.setAttribute('open', '');
}
