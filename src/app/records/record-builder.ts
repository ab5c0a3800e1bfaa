import { createViewExportHeader, exportBattle, exportLedger, type ViewExport } from '../../battle/saved/export.ts';
import { effectiveEntries, entriesToggledBy, isSettingChange } from '../../battle/saved/replay.ts';
import type { Session } from '../../battle/saved/session.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { findLeavers, type VisibleEntry } from '../../battle/views/log-view.ts';
import { battleView, hasBattleRight, isGm, seemsToRoll, viewerOf } from '../../battle/views/viewer.ts';
import { normalizeName, ok, phrase, type Result, refuse, term, worded } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { seedCommitment } from '../../dice/order-dice.ts';
import { altText } from '../../presentation/alt-text.ts';
import { boardScene } from '../../presentation/board-scene.ts';
import { recordMarkdown } from '../../presentation/markdown.ts';
import type { BattleRecord, RecordStep } from '../../presentation/record.ts';
import { type ReplayParts, replayHtml } from '../../presentation/replay-html.ts';
import { createReplayPictures, type ReplayPictures } from '../../presentation/replay-pictures.ts';
import { createReader } from '../../rules/reader.ts';
import type { BattleView } from '../../rules/view.ts';
import { describeExpectedActions } from '../replies/order-outcome.ts';
import type { Reply } from '../replies/reply.ts';

/** Maximum time that drawing blocks the event loop (milliseconds). */
const maxBlockingTime = 30;

const pause = (): Promise<void> => new Promise((done) => setImmediate(done));

/** The round in which a log entry was made. Undefined during setup. */
export const roundOf = ({ before, after }: VisibleEntry, user: string | undefined): number | undefined => {
  const of = before.game.status === 'setup' ? after : before;
  return of.game.status === 'setup' ? undefined : of.game.view(viewerOf(of, user)).round;
};

const headingFor = (round: number | undefined): string =>
  round === undefined || round === 0 ? worded('Before the battle') : phrase`Round ${round}`;

const pictureOf = (view: BattleView, { draw }: ReplayPictures): RecordStep['picture'] => {
  const scene = boardScene(view);
  return scene && { svg: draw(scene), alt: altText(view) };
};

/** True if the log entry has a line for the reader or changes the reader's board. */
const isWorthShowing = (
  { lines }: VisibleEntry,
  picture: RecordStep['picture'],
  last: RecordStep | undefined,
): boolean => lines.length > 0 || (last !== undefined && picture?.svg !== last.picture?.svg);

/** An entry as text. `all`: true for readers who may count every die. */
const toWords = ({ number, entry, lines, isReadable, after }: VisibleEntry, all: boolean) => ({
  n: number,
  at: `${new Date(entry.at).toISOString().slice(0, 19)}Z`,
  lines,
  areDiceVisible: isReadable && (all ? entry.dice.length > 0 : seemsToRoll(after, entry)),
});

const stepsFor = async (
  told: readonly VisibleEntry[],
  user: string | undefined,
  all: boolean,
  faces: Session['faces'],
  pictures: ReplayPictures,
): Promise<readonly RecordStep[]> => {
  const steps: RecordStep[] = [];
  let since = performance.now();
  let before = told[0]?.before;
  for (const shown of told) {
    // For this reader, a hidden turn is part of the entry before it.
    if (shown.lines.length === 0 && shown.before === shown.after) continue;
    // A setting may have been changed in a round that was undone.
    const isSetting = before !== undefined && isSettingChange(before.ruleset, shown.entry);
    const each = before !== undefined && isSetting ? { ...shown, before, after: before } : shown;
    before = each.after;
    // Portraits that were set later are shown from the beginning.
    const view = battleView(each.after, user, { faces, backdrop: each.after.saved.table.backdrop });
    const picture = pictureOf(view, pictures);
    if (isWorthShowing(each, picture, steps.at(-1)))
      steps.push({
        ...toWords(each, all),
        heading: headingFor(roundOf(each, user)),
        phase: view.outcome ?? view.phase,
        picture,
      });
    if (performance.now() - since > maxBlockingTime) {
      await pause();
      since = performance.now();
    }
  }
  return steps;
};

const readerText = ({ saved: { table } }: OpenBattle, user: string | undefined): string => {
  const name = user === undefined ? undefined : ownValue(table.seats, user)?.name;
  if (user !== undefined && isGm(table, user)) return worded('as the GM sees it');
  return name === undefined ? worded('as everyone may see it') : phrase`as ${name} sees it`;
};

/** Pictures by hash (WebP). */
export type ImagesByHash = ReadonlyMap<string, Uint8Array>;
const noImages: ImagesByHash = new Map();

/** Builds the record of a battle with pictures, for one reader. Without `user`: for everyone. */
export const buildBattleRecord = async (
  battle: OpenBattle,
  told: readonly VisibleEntry[],
  user: string | undefined,
  images: ImagesByHash = noImages,
): Promise<BattleRecord> => {
  const { saved, ruleset, game } = battle;
  const { table } = saved;
  const ended = game.status === 'ended';
  const pictures = createReplayPictures(images);
  const log = told.map(({ entry }) => entry);
  const standing = new Set(effectiveEntries(log));
  const happened = told.filter(({ entry }) => standing.has(entry) && entriesToggledBy(entry.request).length === 0);
  const undone = told.filter(({ entry, lines }) => lines.length > 0 && !standing.has(entry));
  const all = ended || (user !== undefined && isGm(table, user));
  const steps = await stepsFor(happened, user, all, table.faces, pictures);
  const players = Object.values(table.seats).flatMap(({ name, role }) => (role === 'spectator' ? [] : [name]));
  const left = findLeavers(told).flatMap(({ user: id, name }) => (id in table.seats ? [] : [phrase`${name} (left)`]));
  return {
    name: table.name,
    system: worded(ruleset.title),
    reader: readerText(battle, user),
    ended,
    status: ended
      ? describeExpectedActions(battle, user)
      : phrase`${game.view(viewerOf(battle, user)).phase}: ${describeExpectedActions(battle, user)}`,
    people: [phrase`${table.gmName} (GM)`, ...players, ...new Set(left)],
    steps,
    undone: undone.map((each) => toWords(each, all)),
    images: pictures.images(),
    proof: {
      commitment: seedCommitment(saved.seed),
      ledger: ended ? exportLedger(saved, log) : undefined,
    },
  };
};

export const exportFormats = ['markdown', 'json', 'html', 'dice'] as const;
export type ExportFormat = (typeof exportFormats)[number];

type File = Reply['files'][number];

/** Builds a file name from the battle's name: letters without accents, digits and hyphens. */
const fileName = ({ saved }: OpenBattle, ending: string): string => {
  const plain = saved.table.name
    .normalize('NFKD')
    .replace(/(?<=[A-Za-z])\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/(?:(?![A-Za-z])\p{Script=Latin}|[^\p{L}\p{M}\p{N}])+/gu, '-')
    .toLowerCase();
  const bare = [...plain]
    .slice(0, 40)
    .join('')
    .replace(/^-+|-+$/g, '');
  return `${bare === '' ? 'battle' : bare}${ending}`;
};

/** Builds an export of what one reader saw: each log entry, and the view at the end. */
const viewExport = (battle: OpenBattle, told: readonly VisibleEntry[], user: string | undefined): ViewExport => {
  const { saved, game } = battle;
  const log = told.map(({ entry }) => entry);
  return {
    ...createViewExportHeader(saved),
    log: told
      .filter(({ lines }) => lines.length > 0)
      .map(({ entry, number, lines }) => ({ n: number, at: entry.at, lines: lines.map((each) => ({ ...each })) })),
    end: game.view(viewerOf(battle, user)),
    ...(saved.status === 'ended' && { dice: exportLedger(saved, log) }),
  };
};

/** Creates an export file of a battle for one reader. Without `user`: for everyone. */
export const createExportFile = async (
  battle: OpenBattle,
  told: readonly VisibleEntry[],
  user: string | undefined,
  format: ExportFormat,
  replay: ReplayParts,
  images?: ImagesByHash,
): Promise<Result<File>> => {
  const { saved } = battle;
  const log = told.map(({ entry }) => entry);
  const over = saved.status === 'ended';
  switch (format) {
    case 'markdown':
      return ok({
        name: fileName(battle, '.md'),
        content: recordMarkdown(await buildBattleRecord(battle, told, user)),
      });
    case 'html':
      return ok({
        name: fileName(battle, '.html'),
        content: replayHtml(await buildBattleRecord(battle, told, user, images), replay),
      });
    case 'json': {
      // The full export contains the seed, so it is available only after the end.
      const all = over && user !== undefined && hasBattleRight(saved.table, user, 'see all');
      const content = all ? exportBattle(saved, log) : viewExport(battle, told, user);
      return ok({ name: fileName(battle, '.json'), content: JSON.stringify(content) });
    }
    case 'dice':
      return over
        ? ok({ name: fileName(battle, '-dice.json'), content: JSON.stringify(exportLedger(saved, log)) })
        : refuse('seed-secret', { commitment: seedCommitment(saved.seed) });
  }
};

/** Creates the public record files of an ended battle: the replay page and a Markdown file. */
export const endingFiles = async (
  battle: OpenBattle,
  told: readonly VisibleEntry[],
  replay: ReplayParts,
  images?: ImagesByHash,
): Promise<readonly File[]> => {
  const record = await buildBattleRecord(battle, told, undefined, images);
  return [
    { name: fileName(battle, '.html'), content: replayHtml(record, replay) },
    { name: fileName(battle, '.md'), content: recordMarkdown(record) },
  ];
};

export const logKinds = ['orders', 'answers', 'rolls', 'table', 'undo'] as const;
type LogKind = (typeof logKinds)[number];

/** Conditions for log entries. An entry must meet all of them. */
export interface LogFilter {
  readonly about?: string | undefined;
  /** The id of the user who gave the order of the entry. */
  readonly person?: string | undefined;
  readonly combatant?: string | undefined;
  readonly kind?: LogKind | undefined;
  readonly round?: number | undefined;
}

/** The user to show as giver of an order. For combatants hidden from the reader: the GM. */
const visibleIssuer = ({ entry, before, after }: VisibleEntry, user: string | undefined): string => {
  const { gm, unseen } = viewerOf(after, user);
  const answerer = entry.request.kind === 'answer' ? before.saved.pending?.question.to : undefined;
  const actor = entry.request.kind === 'order' ? entry.request.actor : answerer;
  return !gm && actor !== undefined && unseen.includes(actor) ? after.saved.table.gm : entry.user;
};

/** The kind of a log entry for filters. Rolls secret from the reader count as rolls, whatever their purpose. */
const kindOf = ({ entry, isReadable }: VisibleEntry): LogKind => {
  if (!isReadable) return 'rolls';
  switch (entry.request.kind) {
    case 'order':
      return 'orders';
    case 'answer':
    case 'withdraw':
      return 'answers';
    case 'roll':
      return 'rolls';
    case 'undo':
    case 'redo':
      return 'undo';
    case 'create':
    case 'lift':
    case 'table':
      return 'table';
  }
};

/** A pattern that finds a combatant's name in a normalized text. */
export const named = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${normalizeName(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u');

/** The log entries that match a filter, as one reader saw them. Facts hidden from the reader match nothing. */
export const filterEntries = (
  told: readonly VisibleEntry[],
  { about, person, combatant, kind, round }: LogFilter,
  user: string | undefined,
): readonly VisibleEntry[] => {
  const key = normalizeName(about ?? '');
  const who = combatant === undefined ? undefined : named(combatant);
  return told.filter((each) => {
    const { lines } = each;
    const texts = lines.map(({ text }) => normalizeName(text));
    return (
      lines.length > 0 &&
      texts.some((text) => text.includes(key)) &&
      (who === undefined || texts.some((text) => who.test(text))) &&
      (person === undefined || visibleIssuer(each, user) === person) &&
      (kind === undefined || kindOf(each) === kind) &&
      (round === undefined || roundOf(each, user) === round)
    );
  });
};

/** Lines about who was taken down, when and by whom, as visible to everyone. Skips undone entries. */
export const defeatsSummary = (told: readonly VisibleEntry[]): readonly string[] => {
  const standing = new Set(effectiveEntries(told.map(({ entry }) => entry)).map(({ n }) => n));
  return told.flatMap(({ entry, before, after, isReadable }) => {
    if (!standing.has(entry.n) || !isReadable) return [];
    const { unseen } = viewerOf(before);
    const departed = entry.table.flatMap((event) =>
      event.type === 'departed' && event.as !== 'mistake' && !unseen.includes(event.who)
        ? [phrase`${event.who}: ${term(event.as)}.`]
        : [],
    );
    if (departed.length > 0) return departed;
    if (!before.game.talliesOf(entry.events).some(({ what }) => what === 'felled')) return [];
    const viewer = viewerOf(after);
    const { canSee } = createReader(viewer);
    let game = before.game;
    const tallies = entry.events.flatMap((event) => {
      const there = game;
      game = game.applyEvents([event]);
      return there.talliesOf([event]).map((each) => ({ ...each, there }));
    });
    return tallies.flatMap(({ what, who, of, there }, at) => {
      if (what !== 'felled' || !canSee(who)) return [];
      const { round } = there.view(viewer);
      // If the rulebook names no attacker, take who did the last damage in this order.
      const by = of ?? tallies.slice(0, at).findLast((each) => each.what === 'damage' && each.of === who)?.who;
      const says =
        by === undefined || by === who || !canSee(by) ? phrase`${who} is down.` : phrase`${by} takes down ${who}.`;
      return round > 0 ? phrase`Round ${round}: ${says}` : says;
    });
  });
};
