import { diskFullSentence } from '../../core/message.ts';

/** The database cannot be reached. Thrown by every store; its message is a sentence that may be shown. */
export class StoreUnavailable extends Error {
  constructor(message = 'The database cannot be reached. Try again in a moment.', options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/** The database could not write, because its disk is full. */
export class DiskFull extends StoreUnavailable {
  constructor(options?: ErrorOptions) {
    super(diskFullSentence, options);
    this.name = 'DiskFull';
  }
}
