const { appendFileSync } = require('node:fs');
const { TestEnvironment } = require('jest-environment-node');
const { loopSeconds, processorSeconds } = require('./processor-time.cjs');

/** After so much processor time of a process, it is measured again how fast the processor is: what runs beside changes that all the time. */
const SECONDS_A_LOOP = 2;

let untilLoop = 0;
let before = processorSeconds();

/** Tests run in the context of the process (modules.cjs), and what each file takes of its processor time is written down for slowest-files.mjs. */
module.exports = class OneProcess extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global = globalThis;
    this.testPath = context.testPath;
    // What its runner keeps in the process (handlers of events, the time-out of `jest.setTimeout`) is of the file before.
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (/^Symbol\([A-Z_]+\)$/.test(String(symbol))) delete globalThis[symbol];
    }
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    await super.teardown();
    const log = process.env.PROCESSOR_LOG;
    if (!log) return;
    const after = processorSeconds();
    appendFileSync(log, `file ${after - before} ${this.testPath}\n`);
    untilLoop -= after - before;
    if (untilLoop <= 0) {
      appendFileSync(log, `loop ${loopSeconds()}\n`);
      untilLoop = SECONDS_A_LOOP;
    }
    before = processorSeconds();
  }

  getVmContext() {
    return globalThis;
  }
};
