/** Types of WebAssembly that the compiler lacks for Node.js. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
}
