/** The battle and the user that a private link to a board is for. */
export interface BoardLink {
  readonly battle: string;
  readonly user: string;
  readonly name: string;
  /** The user's number at the time. `/battle board end:yes` and an erasure of the user's data change it. */
  readonly number: number;
}

/** Creates the address of a board for one user. */
export type BoardAddress = (link: BoardLink) => string;
