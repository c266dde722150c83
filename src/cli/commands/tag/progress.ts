import { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';
import { Io } from '../../io';

/** A bar where standard error is a terminal, a line per tenth where it is a pipe. */
export function progressTo(io: Io): (done: number, total: number) => void {
  return io.isTerminal ? bar(io) : lines(io);
}

function bar(io: Io): (done: number, total: number) => void {
  const stream = new Writable({
    write(chunk, _encoding, callback) {
      io.err(String(chunk));
      callback();
    },
  });
  // cli-progress asks the stream whether it is a terminal and how wide.
  const terminal = Object.assign(stream, { isTTY: true, columns: 80 });
  let current: SingleBar | undefined;
  return (done, total) => {
    if (total === 0) return;
    if (!current) {
      current = new SingleBar(
        { format: 'tags [{bar}] {value}/{total} | {eta_formatted} left', stream: terminal, hideCursor: true }, Presets.shades_classic,
      );
      current.start(total, done);
    } else {
      current.update(done);
    }
    if (done >= total) current.stop();
  };
}

function lines(io: Io): (done: number, total: number) => void {
  let tenths = 0;
  return (done, total) => {
    const reached = total === 0 ? 0 : Math.floor((done * 10) / total);
    if (reached <= tenths) return;
    tenths = reached;
    io.err(`${done} of ${total} tags\n`);
  };
}
