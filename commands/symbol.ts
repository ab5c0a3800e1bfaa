import { verbCommand } from '../src/app/verb-command.ts';

export const symbol = verbCommand(
  'symbol',
  'Spend a stored Tactics symbol: ADV for movement, HIT for a free Attack action',
);
