import { createViewExportHeader, exportBattle, exportLedger, type ViewExport } from '../../battle/saved/export.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import type { VisibleEntry } from '../../battle/views/log-view.ts';
import { hasBattleRight, viewerOf } from '../../battle/views/viewer.ts';
import { ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import { seedCommitment } from '../../dice/order-dice.ts';
import { recordMarkdown } from '../../presentation/record-markdown.ts';
import { type ReplayParts, replayHtml } from '../../presentation/replay-html.ts';
import type { Reply } from '../replies/reply.ts';
import { buildBattleRecord, type ImagesByHash } from './record-builder.ts';

export const exportFormats = ['markdown', 'json', 'html', 'dice'] as const;
export type ExportFormat = (typeof exportFormats)[number];

type File = Reply['files'][number];

/** A name for a file: the battle's own in letters and digits, the Latin ones those of ASCII. */
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

/** What one reader was told, entry by entry, and how the battle stands for them. */
const viewExport = (battle: OpenBattle, told: readonly VisibleEntry[], user: string | undefined): ViewExport => {
  const { saved, game } = battle;
  return {
    ...createViewExportHeader(saved),
    log: told
      .filter(({ lines }) => lines.length > 0)
      .map(({ entry, number, lines }) => ({ n: number, at: entry.at, lines: lines.map((each) => ({ ...each })) })),
    end: game.view(viewerOf(battle, user)),
    ...(saved.status === 'ended' && {
      dice: exportLedger(
        saved,
        told.map(({ entry }) => entry),
      ),
    }),
  };
};

/** One export of a battle for one reader; without a user, as everybody may know it. */
export const createExportFile = async (
  battle: OpenBattle,
  told: readonly VisibleEntry[],
  user: string | undefined,
  format: ExportFormat,
  replay: ReplayParts,
  images?: ImagesByHash,
): Promise<Result<File, Refusal>> => {
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
      // The seed is in the full export: nobody gets that while a die may still fall.
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

/** The records of a battle that is over, as everybody may see them: the replay page, and Markdown to paste. */
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
