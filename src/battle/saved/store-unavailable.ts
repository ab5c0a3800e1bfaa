/** The database cannot be reached. Thrown by every store; its message is a sentence that may be shown. */
export class StoreUnavailable extends Error {
  constructor(message = 'The database cannot be reached. Try again in a moment.', options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}
