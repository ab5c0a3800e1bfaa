import type { Backdrop } from '../../battle/saved/session.ts';
import type { OrderReport } from '../../battle/views/report.ts';
import { ok, type Refusal, type Result } from '../../core/message.ts';
import type { MapPlan } from '../../rules/grid/map-plan.ts';
import { type Asker, toIssuer, toSilentIssuer } from '../command-kit/asker.ts';
import type { Services } from '../services.ts';

/** A picture that covers all squares of a map. */
export const backgroundForMap = (picture: string, { columns, rows }: Pick<MapPlan, 'columns' | 'rows'>): Backdrop => ({
  ...{ picture, left: 0, top: 0, across: columns, down: rows },
});

/** Lays a picture behind the board of the battle here, or takes it away: an order of its own, or `beside` one that is answered for both. */
export const setBackgroundPicture = (
  asker: Asker,
  backdrop: Backdrop | undefined,
  how: 'alone' | 'beside',
  { battles }: Pick<Services, 'battles'>,
): Promise<Result<OrderReport, Refusal>> => {
  const by = how === 'alone' ? toIssuer(asker) : { ...toSilentIssuer(asker), orderId: `${asker.orderId}:backdrop` };
  return battles.changeSession(by, 'correct', 'backdrop', () =>
    ok([{ type: 'backdrop-set', ...(backdrop && { backdrop }) }]),
  );
};
