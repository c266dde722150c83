import { podStopsOf, Rule, stopFindings } from './rule';

export const environmentCutsOff: Rule = {
  id: 'environment-cuts-off',
  severity: 'error',
  title: 'An environment variable that cuts a component off from its API server or from AWS',
  why: 'Clients of Kubernetes and of AWS follow proxies, endpoints and switches of the environment: they then ask where nothing answers, or ask '
    + 'nothing.',
  fix: 'Take the variable out; beside a proxy, set NO_PROXY with the address of the API server and 169.254.169.254.',
  source: 'golang.org/x/net@v0.9.0 http/httpproxy/proxy.go; github.com/aws/aws-sdk-go@v1.44.241 aws/ec2metadata/service.go',
  check: model => stopFindings(model, 'environment-cuts-off'),
  stops: podStopsOf('environment-cuts-off'),
};
