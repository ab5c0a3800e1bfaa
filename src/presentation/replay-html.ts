import { counted, currentDictionary, listText, normalizeText, phrase, worded } from '../core/message.ts';
import type { Line } from '../rules/event.ts';
import { formatRow } from './card.ts';
import { type BattleRecord, groupByHeading, type Proof, type RecordStep } from './record.ts';
import { escapeXml } from './svg.ts';

/** A script or style sheet of the page, with the hash that the page's security policy allows. */
interface Inline {
  readonly text: string;
  /** SHA-256 of the content (base64). */
  readonly hash: string;
}

/** The scripts and the style sheet of replay pages. */
export interface ReplayParts {
  readonly style: Inline;
  /** The file of the package seedrandom, with its licence. */
  readonly dice: Inline;
  readonly script: Inline;
}

const escaped = (text: string): string => escapeXml(normalizeText(text));

/** JSON for a script element, escaped so that it cannot end the element. */
const jsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const bytes = (text: string): number => new TextEncoder().encode(text).length;

const lineHtml = ({ text, tone, rows }: Line): string =>
  [
    ...(text === '' ? [] : [`<p${tone === 'plain' ? '' : ` class="${tone}"`}>${escaped(text)}</p>`]),
    ...rows.map((row) => `<p class="row">${escaped(formatRow(row))}</p>`),
  ].join('');

const stepHtml = ({ n, at, lines, areDiceVisible }: BattleRecord['undone'][number]): string =>
  `<li data-n="${n}"${areDiceVisible ? ' data-dice' : ''}>${lines.map(lineHtml).join('')}<time datetime="${at}">${at.replace('T', ' ').replace(/:\d\dZ$/, ' UTC')}</time></li>`;

const listHtml = (steps: readonly RecordStep[]): string =>
  groupByHeading(steps)
    .map(({ heading, steps: under }) => `<h3>${escaped(heading)}</h3>\n<ol>\n${under.map(stepHtml).join('\n')}\n</ol>`)
    .join('\n');

/** The undone steps as HTML, in a list that opens at a press. */
const undoneHtml = ({ undone }: BattleRecord): string =>
  undone.length === 0
    ? ''
    : `
<details class="undone"><summary>${escaped(phrase`${counted(undone.length, 'undone step')} (show)`)}</summary><ol>
${undone.map(stepHtml).join('\n')}
</ol></details>`;

const diceData = ({ commitment, ledger }: Proof) =>
  ledger && {
    edition: ledger.edition.dice,
    commitment,
    seed: ledger.seed,
    salts: ledger.salts.map(({ salt, joins }) => [salt, ...joins]),
    log: ledger.log
      .filter(({ dice }) => dice.length > 0)
      .map(({ n, diceKey, byHand, dice, salt }) => [
        n,
        diceKey,
        byHand ? 1 : 0,
        dice.flatMap(({ sides, value }) => [sides, value]),
        // Before the start there is no salt: -1.
        ledger.salts.findIndex((each) => each.salt === salt),
      ]),
  };

/** The picture for each step: the step's own, or an earlier one if only every nth picture is included. */
const selectPictures = (steps: readonly RecordStep[], every: number): readonly RecordStep['picture'][] => {
  let last: RecordStep['picture'];
  return steps.map(({ picture }, at) => {
    if (at % every === 0 || at === steps.length - 1) last = picture;
    return last;
  });
};

/** Texts for the page's script, with numbered gaps. */
const scriptWords = (): Readonly<Record<string, string>> => ({
  play: worded('Play'),
  pause: worded('Pause'),
  entry: phrase`Entry ${'{1}'} of ${'{2}'}`,
  told: phrase`Entry ${'{1}'}: ${'{2}'}`,
  noPicture: worded('There is no picture of this moment.'),
  dice: worded('dice'),
  diceHold: worded('dice verified ✓'),
  diceDiffer: worded('dice not verified ✗'),
  checking: phrase`Checking the dice: ${'{1}'} so far …`,
  allHold: phrase`✓ All ${'{1}'}, hidden ones too, are exactly what the seed gives.`,
  noDice: worded('✓ The seed is the one that was sealed. No dice were rolled.'),
  wrongSeed: worded('The seed does not match the published fingerprint.'),
  wrongSalt: worded('The salt was not made from the ids of the players’ join commands.'),
  wrongEntry: phrase`Dice in entry ${'{1}'} do not match the seed.`,
  wrongEntries: phrase`Dice in these entries do not match the seed: ${'{1}'}.`,
  byHand: phrase`Rolled by hand, so no one can check them: ${'{1}'}.`,
  handRolled: worded('rolled by hand'),
  holds: phrase`${'{1}'} ✓`,
  differs: phrase`${'{1}'} ✗ not what the seed gives`,
  cannotCheck: worded(
    'This browser cannot check the dice here. Save the page and open it from your files, or use /battle verify.',
  ),
  failed: phrase`The dice could not be checked in this browser: ${'{1}'}`,
});

/** Texts with numbers of dice: in each entry, rolled by the bot, and rolled by hand. */
const diceCounts = ({ ledger }: Proof): Readonly<Record<string, string>> => {
  const counts = (ledger?.log ?? []).map(({ byHand, dice }) => ({ byHand, count: dice.length }));
  const sum = (hand: boolean): number =>
    counts.reduce((all, { byHand, count }) => all + (byHand === hand ? count : 0), 0);
  const all = new Set([...counts.map(({ count }) => count), sum(false), sum(true)]);
  return Object.fromEntries([...all].map((count) => [count, counted(count, 'die', 'dice')]));
};

const base64 = (image: Uint8Array): string => Buffer.from(image).toString('base64');

const pageData = (record: BattleRecord, every: number): string => {
  const kept = selectPictures(record.steps, every);
  const [drawn, said] = [kept.map((picture) => picture?.svg.trimEnd()), kept.map((picture) => picture?.alt)];
  const [pictures, alts] = [createTextDictionary(drawn, '\n'), createTextDictionary(said, '. ')];
  return jsonText({
    pictures: { lines: pictures.lines, pages: pictures.pages },
    alts: { lines: alts.lines, pages: alts.pages },
    steps: record.steps.map(({ phase }, at) => [normalizeText(phase), pictures.at[at], alts.at[at]]),
    images: record.images.map((image) => `data:image/webp;base64,${base64(image)}`),
    words: scriptWords(),
    counts: diceCounts(record.proof),
    dice: diceData(record.proof),
  });
};

const control = (id: string, label: string, path: string, style = ''): string =>
  `<button type="button" id="${id}" aria-label="${escaped(label)}" title="${escaped(label)}"${style}><svg viewBox="0 0 24 24" aria-hidden="true"><path${id === 'play' ? ' id="play-sign"' : ''} d="${path}"/></svg></button>`;

const stage = (): string => `<section class="sheet stage" id="stage" aria-label="${escaped(worded('Board'))}" hidden>
<figure><div id="picture" role="img"></div></figure>
<p class="where"><strong id="phase"></strong><output id="count"></output></p>
<div class="controls">
<input type="range" id="slider" min="0" max="0" value="0" step="1" aria-label="${escaped(worded('Step'))}">
${control('first', worded('To the beginning'), 'M4 4h3v16H4zM20 4v16L8 12z')}
${control('back', worded('One step back'), 'M17 4v16L6 12z')}
${control('play', worded('Play'), 'M6 3l15 9-15 9z', ' class="main" aria-pressed="false"')}
${control('forward', worded('One step forward'), 'M7 4l11 8-11 8z')}
${control('last', worded('To the end'), 'M17 4h3v16h-3zM4 4l12 8-12 8z')}
${control('still', worded('Share this picture'), 'M11 15V6.8L7.9 9.9 6.5 8.5 12 3l5.5 5.5-1.4 1.4L13 6.8V15zM5 13h2v6h10v-6h2v8H5z')}
</div>
<div id="now" aria-live="polite"></div>
<details><summary>${escaped(worded('The picture in words'))}</summary><p id="alt"></p></details>
</section>`;

/** What verifying the dice proves, and what it does not. */
const proofPoints = (): readonly string[] => [
  worded(
    'Your browser has just checked, without a network: the seed matches the fingerprint below, the salt was made from the ids of the players’ join commands, and seed, salt and order together give every die of the battle.',
  ),
  worded(
    'The bot showed a fingerprint when the battle was created. If it is the same as the one below, the seed was fixed before anyone played.',
  ),
  worded(
    'This page does not check whether the rules were followed. /battle verify does, and so does the verifier that comes with the bot if you give it the battle exported as JSON.',
  ),
];

const termHtml = (term: string, meaning: string): string => `<dt>${escaped(term)}</dt><dd>${escaped(meaning)}</dd>`;

const diceHtml = ({ commitment, ledger }: Proof): string => {
  const title = escaped(worded('Dice'));
  const seed =
    ledger === undefined
      ? `<p>${escaped(worded('The battle is not over, so its dice are sealed. When it ends, the seed they come from is published, and anyone can check every die.'))}</p>`
      : `<p id="verdict" role="status">${escaped(worded('Checking every die …'))}</p>
<details><summary>${escaped(worded('What was checked, and what that proves'))}</summary><ul>
${proofPoints()
  .map((point) => `<li>${escaped(point)}</li>`)
  .join('\n')}
</ul></details>`;
  const terms = [
    termHtml(worded('Fingerprint'), commitment),
    ...(ledger === undefined
      ? []
      : [termHtml(worded('Seed'), ledger.seed), termHtml(worded('Dice'), phrase`Edition ${ledger.edition.dice}`)]),
  ];
  return `<section class="sheet" id="dice" aria-label="${title}"><h2>${title}</h2>
${seed}
<dl>${terms.join('')}</dl>
</section>`;
};

/** The state of the battle as HTML. An outcome is collapsed, so that it is no spoiler. */
const standingHtml = ({ ended, status }: BattleRecord): string =>
  ended
    ? `<details class="standing"><summary>${escaped(worded('How it ended'))}</summary>${escaped(status)}</details>`
    : `<p class="standing">${escaped(status)}</p>`;

interface PictureCut {
  readonly every: number;
  readonly left: number;
}

const cutNote = ({ every, left }: PictureCut): string => {
  const shorter = phrase`To keep this file small enough to send, the beginning of the battle (${counted(left, 'step')}) is not included.`;
  const sparser = phrase`To keep this file small enough to send, the board is drawn only once every ${counted(every, 'step')}.`;
  return [...(left === 0 ? [] : [shorter]), ...(every === 1 ? [] : [sparser])].join(' ');
};

const pageHtml = (record: BattleRecord, { style, dice, script }: ReplayParts, cut: PictureCut): string => {
  const { name, system, reader, people, proof } = record;
  const note = cutNote(cut);
  const told = escaped(worded('What happened'));
  const by = people.length === 0 ? '' : ` ${escaped(phrase`Taking part: ${listText(people)}.`)}`;
  return `<!doctype html>
<html lang="${escaped(currentDictionary()?.language ?? 'en')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-${dice.hash}' 'sha256-${script.hash}'; style-src 'sha256-${style.hash}'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(phrase`${name}: replay`)}</title>
<style>${style.text}</style>
</head>
<body>
<header>
<h1>${escaped(name)}</h1>
${standingHtml(record)}
<p>${escaped(phrase`${system}, ${reader}.`)}${by} <a id="seal" href="#dice">${escaped(worded('dice'))}</a></p>
${note === '' ? '' : `<p class="note">${escaped(note)}</p>`}
<noscript><p class="note">${escaped(worded('This browser runs no scripts here. The page shows what happened as text, but it cannot show boards or check the dice.'))}</p></noscript>
</header>
<main>
${stage()}
<section class="sheet log" aria-label="${told}">
<div class="bar"><h2>${told}</h2><select id="parts" aria-label="${escaped(worded('Go to'))}"></select></div>
<div id="list">
${listHtml(record.steps)}
</div>${undoneHtml(record)}
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

/** Maximum size of a replay page (bytes). Every Discord server accepts that. */
const maxReplayBytes = 5_000_000;

/** Builds an offline replay page. If too large, leaves out boards, then the oldest steps, and says so. */
export const replayHtml = (record: BattleRecord, parts: ReplayParts, most = maxReplayBytes): string => {
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

/** A text as difference to the previous text: unchanged lines at start and end, and new lines between. */
type Change = readonly [before: number, after: number, between: readonly number[]];

/** A compact form of many similar texts. */
export interface TextDictionary {
  readonly lines: readonly string[];
  readonly pages: readonly Change[];
  /** The page of each text, −1 without a text. Equal texts share a page. */
  readonly at: readonly number[];
}

/** The number of equal lines at the start of two texts. */
const shared = (a: readonly number[], b: readonly number[], most: number): number => {
  let count = 0;
  while (count < most && a[count] === b[count]) count += 1;
  return count;
};

/** Creates a compact form of many similar texts. */
export const createTextDictionary = (texts: readonly (string | undefined)[], separator: string): TextDictionary => {
  const lines = new Map<string, number>();
  const numbered = (line: string): number => {
    const known = lines.get(line) ?? lines.size;
    lines.set(line, known);
    return known;
  };
  const found = new Map<string, number>();
  const pages: Change[] = [];
  let last: readonly number[] = [];
  const at = texts.map((text) => {
    if (text === undefined) return -1;
    const known = found.get(text);
    if (known !== undefined) return known;
    const page = text.split(separator).map(numbered);
    const most = Math.min(last.length, page.length);
    const before = shared(last, page, most);
    const after = shared(last.toReversed(), page.toReversed(), most - before);
    pages.push([before, after, page.slice(before, page.length - after)]);
    found.set(text, pages.length - 1);
    last = page;
    return pages.length - 1;
  });
  return { lines: [...lines.keys()], pages, at };
};
