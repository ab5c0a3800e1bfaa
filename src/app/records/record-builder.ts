import { exportLedger } from '../../battle/saved/export.ts';
import type { Session } from '../../battle/saved/session.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import type { VisibleEntry } from '../../battle/views/log-view.ts';
import { appearsToRoll, battleView, isGm, viewerOf } from '../../battle/views/viewer.ts';
import { phrase, worded } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { seedCommitment } from '../../dice/order-dice.ts';
import { altText } from '../../presentation/alt-text.ts';
import { boardScene } from '../../presentation/board-scene.ts';
import type { BattleRecord, RecordStep } from '../../presentation/record.ts';
import { createReplayPictures, type ReplayPictures } from '../../presentation/replay-pictures.ts';
import type { BattleView } from '../../rules/view.ts';
import { describeExpectedActions } from '../replies/order-outcome.ts';

/** Others are served while a long battle is drawn: after this many milliseconds it lets them. */
const maxBlockingTime = 30;

const pause = (): Promise<void> => new Promise((done) => setImmediate(done));

/** The round an entry belongs to: the one it was given in; what begins the battle belongs to the first. */
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

/** Does the entry show this reader anything: a word, or a change on the board? */
const isWorthShowing = (
  { lines }: VisibleEntry,
  picture: RecordStep['picture'],
  last: RecordStep | undefined,
): boolean => lines.length > 0 || (last !== undefined && picture?.svg !== last.picture?.svg);

const stepsFor = async (
  told: readonly VisibleEntry[],
  user: string | undefined,
  faces: Session['faces'],
  pictures: ReplayPictures,
): Promise<readonly RecordStep[]> => {
  const last = told.at(-1)?.after;
  const all =
    last?.saved.status === 'ended' || (user !== undefined && last !== undefined && isGm(last.saved.table, user));
  const steps: RecordStep[] = [];
  let since = performance.now();
  for (const each of told) {
    // Whoever got a face late, or another one, is shown with it from the beginning.
    const view = battleView(each.after, user, { faces, backdrop: each.after.saved.table.backdrop });
    const picture = pictureOf(view, pictures);
    if (isWorthShowing(each, picture, steps.at(-1)))
      steps.push({
        n: each.number,
        at: `${new Date(each.entry.at).toISOString().slice(0, 19)}Z`,
        heading: headingFor(roundOf(each, user)),
        phase: view.outcome ?? view.phase,
        lines: each.lines,
        areDiceVisible: each.isReadable && (all ? each.entry.dice.length > 0 : appearsToRoll(each.after, each.entry)),
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

/** Pictures by their hashes: WebP. */
export type ImagesByHash = ReadonlyMap<string, Uint8Array>;
const noImages: ImagesByHash = new Map();

/** A battle from first to last as one reader may know it, with those of these pictures that they see in it; without a user, as everybody may. */
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
  const steps = await stepsFor(told, user, table.faces, pictures);
  const players = Object.values(table.seats).flatMap(({ name, role }) => (role === 'spectator' ? [] : [name]));
  return {
    name: table.name,
    system: ruleset.title,
    reader: readerText(battle, user),
    ended,
    status: ended
      ? describeExpectedActions(battle, user)
      : phrase`${game.view(viewerOf(battle, user)).phase}: ${describeExpectedActions(battle, user)}`,
    people: [phrase`${table.gmName} (GM)`, ...players],
    steps,
    images: pictures.images(),
    proof: {
      commitment: seedCommitment(saved.seed),
      ledger: ended
        ? exportLedger(
            saved,
            told.map(({ entry }) => entry),
          )
        : undefined,
    },
  };
};
