'use strict';
// Runs in the reader's browser, from a file: no network, nothing kept.
(() => {
  const data = JSON.parse(document.getElementById('battle').textContent);
  const byId = (id) => document.getElementById(id);
  const items = [...document.querySelectorAll('#list li')];
  const last = items.length - 1;
  const slider = byId('slider');
  const playButton = byId('play');

  const { words, counts, images } = data;
  /** A sentence with its holes filled. */
  const said = (sentence, ...filling) => sentence.replace(/\{(\d+)\}/g, (_, hole) => filling[hole - 1] ?? '');
  const diceOf = (count) => counts[count] ?? String(count);

  // A book keeps each line once, and each page as what it has in common with the page before.
  const opened = ({ lines, pages }, separator) => {
    let before = [];
    return pages
      .map(([first, after, between]) => {
        before = [...before.slice(0, first), ...between, ...before.slice(before.length - after)];
        return before;
      })
      .map((page) => () => page.map((line) => lines[line]).join(separator));
  };
  const pictures = opened(data.pictures, '\n');
  const alts = opened(data.alts, '. ');
  const svgElement = (name, attributes) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  /** Cuts a face to a round. */
  const roundClip = () => {
    const clip = svgElement('clipPath', { id: 'round', clipPathUnits: 'objectBoundingBox' });
    clip.append(svgElement('circle', { cx: 0.5, cy: 0.5, r: 0.5 }));
    return clip;
  };
  const drawing = (svg) => {
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    if (parsed.nodeName !== 'svg') return undefined;
    const drawn = document.importNode(parsed, true);
    drawn.setAttribute('aria-hidden', 'true');
    // Each picture stands in the page once; the board names it by its place.
    const shown = [...drawn.querySelectorAll('image')];
    for (const image of shown) image.setAttribute('href', images[image.getAttribute('href').slice(2)] ?? '');
    if (shown.length > 0) drawn.prepend(roundClip());
    return drawn;
  };

  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  // The first field of squares and the first letter say what part of which board is drawn.
  const frameOf = (svg) =>
    [svg.getAttribute('viewBox'), svg.querySelector('path')?.getAttribute('d'), svg.querySelectorAll('text')[2]?.textContent].join();
  const placeOf = (group) => (group.getAttribute('transform').match(/-?[\d.]+/g) ?? []).map(Number);
  // Whoever was there before comes from where it was.
  const moveFigures = (before, after) => {
    if (calm.matches || frameOf(before) !== frameOf(after)) return;
    const old = new Map([...before.querySelectorAll('g[data-key]')].map((group) => [group.dataset.key, placeOf(group)]));
    for (const group of after.querySelectorAll('g[data-key]')) {
      const from = old.get(group.dataset.key);
      const to = placeOf(group);
      if (from === undefined || (from[0] === to[0] && from[1] === to[1])) continue;
      const at = ([x, y]) => ({ transform: `translate(${x}px, ${y}px)` });
      group.animate([at(from), at(to)], { duration: 600, easing: 'ease-in-out' });
    }
  };

  let at = 0;
  let shown = -1;
  let playing;

  const showPicture = (index, alt) => {
    byId('picture').setAttribute('aria-label', alt || words.noPicture);
    byId('alt').textContent = alt;
    if (index === shown) return;
    shown = index;
    const drawn = index < 0 ? undefined : drawing(pictures[index]());
    const before = byId('picture').querySelector('svg');
    byId('picture').replaceChildren(...(drawn ? [drawn] : []));
    if (drawn && before) moveFigures(before, drawn);
  };

  const stop = () => {
    clearInterval(playing);
    playing = undefined;
    playButton.setAttribute('aria-pressed', 'false');
    playButton.setAttribute('aria-label', words.play);
    playButton.title = words.play;
    byId('play-sign').setAttribute('d', 'M6 3l15 9-15 9z');
  };

  const show = (wanted, scroll = true) => {
    items[at]?.classList.remove('current');
    items[at]?.removeAttribute('aria-current');
    at = Math.max(0, Math.min(last, wanted));
    const item = items[at];
    const [phase, picture, alt] = data.steps[at] ?? ['', -1, -1];
    showPicture(picture, alts[alt]?.() ?? '');
    item.classList.add('current');
    item.setAttribute('aria-current', 'step');
    byId('phase').textContent = phase;
    byId('count').textContent = said(words.entry, item.dataset.n, items[last].dataset.n);
    byId('still').disabled = picture < 0;
    byId('now').replaceChildren(...[...item.childNodes].map((node) => node.cloneNode(true)));
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', said(words.told, item.dataset.n, item.querySelector('p')?.textContent));
    for (const id of ['first', 'back']) byId(id).disabled = at === 0;
    for (const id of ['forward', 'last']) byId(id).disabled = at === last;
    const list = byId('list');
    // The list scrolls by itself beside the board; where it lies beneath, the page must not jump.
    if (scroll && list.scrollHeight > list.clientHeight + 1) {
      const top = item.offsetTop - list.offsetTop;
      if (top < list.scrollTop + 50 || top + item.offsetHeight > list.scrollTop + list.clientHeight)
        list.scrollTop = top - list.clientHeight / 3;
    }
    const parts = byId('parts');
    parts.value = String(starts.findLast((start) => start <= at) ?? 0);
    if (at === last && playing !== undefined) stop();
  };

  const play = () => {
    if (playing !== undefined) return stop();
    if (at === last) show(0);
    playing = setInterval(() => show(at + 1), 1600);
    playButton.setAttribute('aria-pressed', 'true');
    playButton.setAttribute('aria-label', words.pause);
    playButton.title = words.pause;
    byId('play-sign').setAttribute('d', 'M5 3h5v18H5zM14 3h5v18h-5z');
  };

  const starts = [...document.querySelectorAll('#list h3')].map((heading) => {
    const start = items.indexOf(heading.nextElementSibling.querySelector('li'));
    const option = document.createElement('option');
    option.value = String(start);
    option.textContent = heading.textContent;
    byId('parts').append(option);
    return start;
  });
  const part = (way) =>
    way < 0 ? (starts.findLast((start) => start < at) ?? 0) : (starts.find((start) => start > at) ?? last);

  const moves = {
    ArrowLeft: () => show(at - 1),
    ArrowRight: () => show(at + 1),
    Home: () => show(0),
    End: () => show(last),
    PageUp: () => show(part(-1)),
    PageDown: () => show(part(1)),
    ' ': play,
  };
  const byHand = (act) => () => {
    stop();
    act();
  };
  byId('first').addEventListener('click', byHand(moves.Home));
  byId('back').addEventListener('click', byHand(moves.ArrowLeft));
  byId('forward').addEventListener('click', byHand(moves.ArrowRight));
  byId('last').addEventListener('click', byHand(moves.End));
  playButton.addEventListener('click', play);
  slider.addEventListener('input', () => byHand(() => show(Number(slider.value)))());
  byId('parts').addEventListener('change', (event) => byHand(() => show(Number(event.target.value)))());
  byId('list').addEventListener('click', (event) => {
    const index = items.indexOf(event.target.closest('li'));
    if (index >= 0) byHand(() => show(index, false))();
  });
  document.addEventListener('keydown', (event) => {
    const move = moves[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    // What has the focus keeps the keys it has a use for.
    if (/^(SELECT|SUMMARY)$/.test(event.target.tagName)) return;
    if (event.key === ' ' && event.target.tagName === 'BUTTON') return;
    event.preventDefault();
    if (event.key !== ' ') stop();
    move();
  });

  slider.max = String(Math.max(0, last));
  for (const time of document.querySelectorAll('time')) {
    const moment = new Date(time.dateTime);
    time.textContent = moment.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  }
  byId('stage').hidden = false;
  if (last >= 0) show(0, false);

  // A still: the picture of this moment as a file, with the fonts that it is set in.
  const fonts = [...document.styleSheets[0].cssRules].filter((rule) => rule.type === CSSRule.FONT_FACE_RULE);
  const stillOf = async (svg) => {
    const copy = svg.cloneNode(true);
    const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
    const style = svgElement('style', {});
    style.textContent = fonts.map(({ cssText }) => cssText).join('\n');
    copy.prepend(style);
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2 * width, 2 * height];
    canvas.getContext('2d').drawImage(image, 0, 0, 2 * width, 2 * height);
    return new Promise((done) => canvas.toBlob(done, 'image/png'));
  };
  const nameOf = () =>
    `${document.querySelector('h1').textContent} ${byId('phase').textContent}`.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim().slice(0, 80);
  const share = async () => {
    const svg = byId('picture').querySelector('svg');
    if (!svg) return;
    const file = new File([await stillOf(svg)], `${nameOf()}.png`, { type: 'image/png' });
    if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  byId('still').addEventListener('click', () => {
    stop();
    // Whoever closes the list of places to share it with has changed their mind.
    share().catch(() => undefined);
  });

  // The dice, once more from their seed.
  const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const sha256 = async (bytes) => hexOf(await crypto.subtle.digest('SHA-256', bytes));
  const text = (all) => new TextEncoder().encode(all);
  const verdict = (holds, sentence) => {
    byId('verdict').textContent = sentence;
    byId('verdict').className = String(holds);
    byId('seal').textContent = holds === true ? words.diceHold : holds === false ? words.diceDiffer : words.dice;
    byId('seal').className = String(holds);
  };

  const mark = (n, holds, sentence) => {
    const item = items.find((each) => each.dataset.n === String(n));
    if (item === undefined || !item.hasAttribute('data-dice')) return;
    const sign = document.createElement('span');
    sign.className = `mark ${holds}`;
    sign.textContent = sentence;
    item.append(sign);
  };

  const verify = async ({ commitment, seed, salts, log }) => {
    const failures = [];
    if ((await sha256(bytesOf(seed))) !== commitment)
      failures.push(words.wrongSeed);
    for (const [salt, ...joins] of salts)
      if ((await sha256(text(joins.join('\n')))) !== salt) {
        failures.push(words.wrongSalt);
        break;
      }
    const key = await crypto.subtle.importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const keyed = async (message) =>
      new Math.seedrandom(hexOf(await crypto.subtle.sign('HMAC', key, text(message))));
    const numbers = async (order, count) => {
      const next = await keyed(order);
      return Array.from({ length: count }, () => next());
    };
    const wrong = [];
    let rolled = 0;
    let byHandCount = 0;
    for (const [index, [n, diceKey, hand, dice, salt]] of log.entries()) {
      const count = dice.length / 2;
      if (hand) {
        byHandCount += count;
        if (count > 0) mark(n, 'hand', words.handRolled);
        continue;
      }
      const drawn = await numbers(`${salts[salt]?.[0] ?? ''}|${diceKey}`, count);
      const holds = drawn.every((number, k) => Math.floor(number * dice[2 * k]) + 1 === dice[2 * k + 1]);
      rolled += count;
      if (!holds) wrong.push(n);
      if (count > 0) mark(n, holds, said(holds ? words.holds : words.differs, diceOf(count)));
      if (index % 200 === 199) verdict('', said(words.checking, rolled));
    }
    if (wrong.length > 0) failures.push(said(wrong.length === 1 ? words.wrongEntry : words.wrongEntries, wrong.join(', ')));
    const hands = byHandCount === 0 ? '' : ` ${said(words.byHand, byHandCount)}`;
    if (failures.length === 0 && rolled === 0) verdict(true, `${words.noDice}${hands}`);
    else if (failures.length === 0)
      verdict(true, `${said(words.allHold, diceOf(rolled))}${hands}`);
    else verdict(false, `✗ ${failures.join(' ')}${hands}`);
    if (last >= 0) show(at, false);
  };

  if (data.dice === undefined) return;
  if (globalThis.crypto?.subtle === undefined)
    verdict('', words.cannotCheck);
  else
    verify(data.dice).catch((problem) => verdict('', said(words.failed, problem.message)));
})();
