import { z } from 'zod';
import type { Asker } from '../src/app/command-kit/asker.ts';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { maxPictureBytes, savePicture, setBackgroundPicture } from '../src/app/pictures/save-picture.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import type { Services } from '../src/app/services.ts';
import type { Backdrop } from '../src/battle/saved/session.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { isGm } from '../src/battle/views/viewer.ts';
import { ok, type Refusal, type Result, refuse } from '../src/core/message.ts';
import { gmViewer } from '../src/rules/reader.ts';
import { flagParam, textParam } from '../src/rules/verb.ts';

/** Squares. */
const maxSquares = 400;
const minWidth = 0.5;

const params = z.strictObject({
  picture: z.string().max(maxPictureBytes).optional().meta({
    description: 'The new picture, a PNG, JPEG or WebP file; default: the current picture',
    widget: 'picture',
  }),
  at: textParam(
    'Position of the picture’s top left corner, in squares from the left and top, like 0,0 or -1.5,2',
    20,
  ).optional(),
  across: textParam('The picture’s width in squares, like 20; default: the width of the board', 10).optional(),
  remove: flagParam('Remove the picture').optional(),
});
type Given = z.output<typeof params>;

const bad = (option: string, problem: string): Result<never, Refusal> => refuse('bad-input', { option, problem });

const parseNumbers = (typed: string): readonly number[] =>
  typed.split(/[;,\s]+/).map((each) => (each === '' ? Number.NaN : Number(each)));

const parseCorner = (typed: string): Result<Pick<Backdrop, 'left' | 'top'>, Refusal> => {
  const [left = Number.NaN, top = Number.NaN, more] = parseNumbers(typed);
  return more === undefined && Math.abs(left) <= maxSquares && Math.abs(top) <= maxSquares
    ? ok({ left, top })
    : bad('at', 'write the squares from the left and top, like 0,0 or -1.5,2');
};

const parseWidth = (typed: string): Result<number, Refusal> => {
  const [across = Number.NaN, more] = parseNumbers(typed);
  return more === undefined && across >= minWidth && across <= maxSquares
    ? ok(across)
    : bad('across', 'write the width in squares, like 20 or 17.5');
};

/** How wide the board is, and where there is none, one: there all of the picture is shown. */
const boardWidth = ({ game }: OpenBattle): number => {
  const { board } = game.view(gmViewer);
  return board?.kind === 'grid' ? board.width : 1;
};

/** A picture that is given, or the one that lies there: which it is, and its form. */
const findPicture = async (
  asker: Asker,
  given: string | undefined,
  { saved }: OpenBattle,
  services: Pick<Services, 'battles' | 'characters' | 'library' | 'now' | 'pictures' | 'reencodePicture'>,
): Promise<
  Result<{ readonly picture: string; readonly form: number; readonly was: Backdrop | undefined }, Refusal>
> => {
  const was = saved.table.backdrop;
  if (given === undefined)
    return was === undefined ? refuse('no-backdrop') : ok({ picture: was.picture, form: was.down / was.across, was });
  const kept = await savePicture(asker, given, 'backdrop', services);
  if (!kept.ok) return kept;
  return ok({ picture: kept.value.hash, form: kept.value.height / kept.value.width, was: undefined });
};

const chooseBackground = async (
  asker: Asker,
  { picture: given, at, across: wide, remove }: Given,
  battle: OpenBattle,
  services: Pick<Services, 'battles' | 'characters' | 'library' | 'now' | 'pictures' | 'reencodePicture'>,
): Promise<Result<Backdrop | undefined, Refusal>> => {
  if (remove) return battle.saved.table.backdrop === undefined ? refuse('no-backdrop') : ok(undefined);
  if (given === undefined && at === undefined && wide === undefined)
    return bad('picture', 'attach a picture, or use at:, across: or remove:true');
  const corner = at === undefined ? undefined : parseCorner(at);
  if (corner?.ok === false) return corner;
  const width = wide === undefined ? undefined : parseWidth(wide);
  if (width?.ok === false) return width;
  const found = await findPicture(asker, given, battle, services);
  if (!found.ok) return found;
  const { picture, form, was } = found.value;
  const across = width?.value ?? was?.across ?? boardWidth(battle);
  return ok({ picture, left: was?.left ?? 0, top: was?.top ?? 0, ...corner?.value, across, down: across * form });
};

/** A picture behind the board of the battle here. */
export const backdrop = defineCommand(['battles', 'characters', 'library', 'now', 'pictures', 'reencodePicture'], {
  path: ['battle', 'backdrop'],
  usualReader: 'everyone',
  summary: 'GM: set, move or remove the picture behind the board',
  params,
  run: async (asker, input, services) => {
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok) return battle;
    if (!isGm(battle.value.saved.table, asker.user)) return refuse('gm-only');
    const laid = await chooseBackground(asker, input, battle.value, services);
    return laid.ok ? orderAnswer(await setBackgroundPicture(asker, laid.value, 'alone', services), asker) : laid;
  },
});
