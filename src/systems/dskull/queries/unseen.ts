import type { Eyes } from '../eyes.ts';
import type { State } from '../state.ts';

/** The battle as if those the reader must not know of were not there. */
export const withoutUnseen = (state: State, eyes: Eyes): State => {
  const { activation, ...rest } = state;
  return {
    ...rest,
    warriors: state.warriors.filter(({ id }) => eyes.sees(id)),
    ...(activation && eyes.sees(activation.warrior) && { activation }),
  };
};
