import { plainText } from '../core/text.ts';
import type { Line } from '../rules/lines.ts';
import { rowText } from './lines-text.ts';
import { type BattleRecord, type Proof, type RecordStep, underHeadings } from './record.ts';
import { textDictionary } from './text-dictionary.ts';

/** A script or style sheet as it stands in the page, with the hash that lets it run. */
interface Inline {
  readonly text: string;
  /** SHA-256 in base64. */
  readonly hash: string;
}

/** What every replay page is made with. */
export interface ReplayParts {
  readonly style: Inline;
  /** The seedrandom package's own file, with its licence. */
  readonly dice: Inline;
  readonly script: Inline;
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => plainText(text).replace(/[&<>"']/g, (sign) => signs[sign] ?? '');

/** JSON inside a script element: nothing in it may end the element. */
const jsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const bytes = (text: string): number => new TextEncoder().encode(text).length;

const lineHtml = ({ text, tone, rows }: Line): string =>
  [
    ...(text === '' ? [] : [`<p${tone === 'plain' ? '' : ` class="${tone}"`}>${escaped(text)}</p>`]),
    ...rows.map((row) => `<p class="row">${escaped(rowText(row))}</p>`),
  ].join('');

const stepHtml = ({ n, at, lines, openDice }: RecordStep): string =>
  `<li data-n="${n}"${openDice ? ' data-dice' : ''}>${lines.map(lineHtml).join('')}<time datetime="${at}">${at.replace('T', ' ').replace(/:\d\dZ$/, ' UTC')}</time></li>`;

const listHtml = (steps: readonly RecordStep[]): string =>
  underHeadings(steps)
    .map(({ heading, steps: under }) => `<h3>${escaped(heading)}</h3>\n<ol>\n${under.map(stepHtml).join('\n')}\n</ol>`)
    .join('\n');

const diceData = ({ commitment, opened }: Proof) =>
  opened && {
    edition: opened.edition.dice,
    commitment,
    seed: opened.seed,
    salts: opened.salts.map(({ salt, joins }) => [salt, ...joins]),
    log: opened.log
      .filter(({ dice }) => dice.length > 0)
      .map(({ n, diceKey, byHand, dice, salt }) => [
        n,
        diceKey,
        byHand ? 1 : 0,
        dice.flatMap(({ sides, value }) => [sides, value]),
        // No salt is in force before the battle begins: -1.
        opened.salts.findIndex((each) => each.salt === salt),
      ]),
  };

/** Of each step the picture that is shown: its own, or where only every so-maniest is kept, the last one kept. */
const picturesKept = (steps: readonly RecordStep[], every: number): readonly RecordStep['picture'][] => {
  let last: RecordStep['picture'];
  return steps.map(({ picture }, at) => {
    if (at % every === 0 || at === steps.length - 1) last = picture;
    return last;
  });
};

const pageData = (record: BattleRecord, every: number): string => {
  const kept = picturesKept(record.steps, every);
  const there = kept.filter((picture) => picture !== undefined);
  const drawn = textDictionary(
    there.map(({ svg }) => svg.trimEnd()),
    '\n',
  );
  const words = textDictionary(
    there.map(({ alt }) => alt),
    '. ',
  );
  let next = 0;
  const pages = kept.map((picture) => {
    if (picture === undefined) return [-1, -1];
    const at = next++;
    return [drawn.at[at] ?? -1, words.at[at] ?? -1];
  });
  return jsonText({
    pictures: { lines: drawn.lines, pages: drawn.pages },
    alts: { lines: words.lines, pages: words.pages },
    steps: record.steps.map(({ phase }, at) => [plainText(phase), ...(pages[at] ?? [])]),
    dice: diceData(record.proof),
  });
};

const button = (id: string, label: string, path: string, style = ''): string =>
  `<button type="button" id="${id}" aria-label="${label}" title="${label}"${style}><svg viewBox="0 0 24 24" aria-hidden="true"><path${id === 'play' ? ' id="play-sign"' : ''} d="${path}"/></svg></button>`;

const stage = `<section class="sheet stage" id="stage" aria-label="Board" hidden>
<figure><div id="picture" role="img"></div></figure>
<p class="where"><strong id="phase"></strong><output id="count"></output></p>
<div class="controls">
<input type="range" id="slider" min="0" max="0" value="0" step="1" aria-label="Step">
${button('first', 'To the beginning', 'M4 4h3v16H4zM20 4v16L8 12z')}
${button('back', 'One step back', 'M17 4v16L6 12z')}
${button('play', 'Play', 'M6 3l15 9-15 9z', ' class="main" aria-pressed="false"')}
${button('forward', 'One step forward', 'M7 4l11 8-11 8z')}
${button('last', 'To the end', 'M17 4h3v16h-3zM4 4l12 8-12 8z')}
${button('still', 'Share this picture', 'M11 15V6.8L7.9 9.9 6.5 8.5 12 3l5.5 5.5-1.4 1.4L13 6.8V15zM5 13h2v6h10v-6h2v8H5z')}
</div>
<div id="now" aria-live="polite"></div>
<details><summary>The picture in words</summary><p id="alt"></p></details>
</section>`;

const diceHtml = ({ commitment, opened }: Proof): string => {
  const seed =
    opened === undefined
      ? '<p>The battle is not over: its dice are sealed. The seed is published when it ends, and then every die can be rolled again.</p>'
      : `<p id="verdict" role="status">Rolling every die again …</p>
<details><summary>What was checked, and what that proves</summary><ul>
<li>This page, in your browser, without a network: that the seed has the fingerprint below, that the salt comes from the players’ joining, and that every die of the battle falls again from seed, salt and order as it is written.</li>
<li>That the fingerprint is the one the bot showed when the battle was created you see by comparing it with that message.</li>
<li>That the log was ruled by the rulebook is checked by /verify and by the stand-alone verifier, with the exported battle.</li>
</ul></details>`;
  return `<section class="sheet" id="dice" aria-label="Dice"><h2>Dice</h2>
${seed}
<dl><dt>Fingerprint</dt><dd>${commitment}</dd>${opened === undefined ? '' : `<dt>Seed</dt><dd>${opened.seed}</dd><dt>Dice</dt><dd>Edition ${opened.edition.dice}</dd>`}</dl>
</section>`;
};

/** How it stands; how it ended only for those who ask, or nobody would watch. */
const standingHtml = ({ ended, standing }: BattleRecord): string =>
  ended
    ? `<details class="standing"><summary>How it ended</summary>${escaped(standing)}</details>`
    : `<p class="standing">${escaped(standing)}</p>`;

interface Cut {
  readonly every: number;
  readonly left: number;
}

const cutNote = ({ every, left }: Cut): string =>
  [
    ...(left === 0 ? [] : [`The first ${left} steps are left out, or this file would be too large.`]),
    ...(every === 1 ? [] : [`So that this file stays small, the board is drawn at every ${every}th step only.`]),
  ].join(' ');

const pageHtml = (record: BattleRecord, { style, dice, script }: ReplayParts, cut: Cut): string => {
  const { name, system, reader, people, proof } = record;
  const note = cutNote(cut);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-${dice.hash}' 'sha256-${script.hash}'; style-src 'sha256-${style.hash}'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(name)}: replay</title>
<style>${style.text}</style>
</head>
<body>
<header>
<h1>${escaped(name)}</h1>
${standingHtml(record)}
<p>${escaped(system)}, ${escaped(reader)}.${people.length === 0 ? '' : ` With ${people.map(escaped).join(', ')}.`} <a id="seal" href="#dice">dice</a></p>
${note === '' ? '' : `<p class="note">${note}</p>`}
<noscript><p class="note">Without scripts this page shows what happened, but no boards, and does not check the dice.</p></noscript>
</header>
<main>
${stage}
<section class="sheet log" aria-label="What happened">
<div class="bar"><h2>What happened</h2><select id="parts" aria-label="Go to"></select></div>
<div id="list">
${listHtml(record.steps)}
</div>
</section>
</main>
<footer>
${diceHtml(proof)}
</footer>
<script type="application/json" id="battle">${pageData(record, cut.every)}</script>
<script>${dice.text}</script>
<script>${script.text}</script>
</body>
</html>
`;
};

/** What a message may carry anywhere. */
const largestReplay = 5_000_000;

/**
 * A battle as one page that needs nothing but a browser. Where it would grow too large fewer boards are drawn, and in the end
 * the oldest steps are left out; the page says so.
 */
export const replayHtml = (record: BattleRecord, parts: ReplayParts, most = largestReplay): string => {
  let left = 0;
  for (;;) {
    const steps = record.steps.slice(left);
    const sparsest = 2 ** Math.ceil(Math.log2(Math.max(1, steps.length)));
    for (let every = 1; every <= sparsest; every *= 2) {
      const page = pageHtml({ ...record, steps }, parts, { every, left });
      if (bytes(page) <= most || (steps.length <= 1 && every === sparsest)) return page;
    }
    left += Math.ceil(steps.length / 4);
  }
};
