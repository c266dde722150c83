import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordFile } from '../../src/aws/record-store';
import { emptyRecord, intend } from '../../src/lib/tags/record';

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'ccm-record-')); });
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => new RecordFile(join(folder, 'record.json'));
const record = intend(emptyRecord('prod', 'us-east-1', ['k']), [{ resourceId: 'i-1', key: 'k', value: 'v' }]);

describe('RecordFile', () => {
  it('reads what was written, and nothing where nothing is, and leaves no other file', () => {
    expect(file().read()).toBeUndefined();
    file().write(emptyRecord('prod', 'us-east-1'));
    file().write(record);
    expect(file().read()).toEqual(record);
    expect(readdirSync(folder)).toEqual(['record.json']);
  });

  it('is not hurt by a half-written file of a killed run', () => {
    file().write(record);
    writeFileSync(join(folder, 'record.json.abc.tmp'), '{"format":');
    expect(file().read()).toEqual(record);
  });

  it('keeps a second process off, by name of the first', () => {
    file().lock();
    expect(() => file().lock()).toThrow(new RegExp(`in use by process ${process.pid}; wait for it and run again, or remove '.*record\\.json\\.lock`));
    file().unlock();
    file().lock();
    file().unlock();
    expect(existsSync(join(folder, 'record.json.lock'))).toBe(false);
  });

  it('fails on a file that is not a record, and does not touch it', () => {
    writeFileSync(join(folder, 'record.json'), 'hello');
    expect(() => file().read()).toThrow(/record\.json is not a record of added tags: it is not JSON/);
  });
});
