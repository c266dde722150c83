import { CloudRequest } from './cloud';
import { contested, creations, loadBalancerName, touchedByWoken } from './load';

const call = (at: number, key: string, name: string, rest: Partial<CloudRequest> = {}): CloudRequest =>
  ({ at, key, name, action: 'CreateLoadBalancer', status: 200, ...rest });

describe('contested', () => {
  it('finds a load balancer that two processes called about within one overlap', () => {
    expect(contested([call(1, 'P1', 'a'), call(2, 'P2', 'a'), call(2, 'P2', 'b')], [{ from: 0, to: 10 }])).toEqual(['a']);
  });

  it('takes a handover and the harness for nothing', () => {
    expect(contested([call(1, 'P1', 'a'), call(20, 'P2', 'a'), call(2, 'HARNESS', 'a')], [{ from: 0, to: 10 }])).toEqual([]);
    expect(contested([call(1, 'P1', 'a'), call(20, 'P2', 'a')], [{ from: 0, to: 10 }, { from: 15, to: 25 }])).toEqual([]);
  });
});

describe('touchedByWoken', () => {
  const waking = [{ key: 'P1', from: 10, to: 20 }];

  it('finds what the process made in that time after another had looked for it before', () => {
    expect(touchedByWoken([call(8, 'P2', 'a', { action: 'DescribeLoadBalancers', status: 400 }), call(12, 'P1', 'a')], waking)).toEqual(['a']);
  });

  it('takes what it worked on alone or at another time, or the other in that time, for nothing', () => {
    const alone = [call(12, 'P1', 'a'), call(15, 'HARNESS', 'a')];
    const elsewhen = [call(1, 'P1', 'b'), call(30, 'P2', 'b')];
    const other = [call(1, 'P1', 'c'), call(12, 'P2', 'c')];
    expect(touchedByWoken([...alone, ...elsewhen, ...other], waking)).toEqual([]);
  });
});

describe('creations', () => {
  it('keeps who made a load balancer apart from who came second', () => {
    const second = call(2, 'P2', 'a', { status: 400, error: 'DuplicateLoadBalancerName' });
    const { creators, duplicates } = creations([call(1, 'P1', 'a'), second, call(3, 'P1', 'x', { action: 'DeleteLoadBalancer' })]);
    expect([...creators]).toEqual([['a', ['P1']]]);
    expect(duplicates).toEqual([second]);
  });
});

describe('loadBalancerName', () => {
  it('is what the cloud provider makes of a uid', () => {
    expect(loadBalancerName('7c6e345f-5af0-4229-8a86-9116aa0b22a0')).toBe('a7c6e345f5af042298a869116aa0b22a');
  });
});
