/** Configuration of a program that watches clusters or collects their logs, by the keys of its document. */
export interface DocumentShape {
  /** What reads it. */
  readonly program: string;
  /** Each of these keys is in the document. */
  readonly all?: readonly string[];
  /** At least one such key is. */
  readonly some?: RegExp;
  /** At least one such key is within, not far below. */
  readonly within?: RegExp;
  /** No other key is, where it is told; a document of other keys is another program's. */
  readonly only?: RegExp;
  /** Values that some keys must have. */
  readonly values?: Readonly<Record<string, RegExp>>;
}

/** Documents in YAML or JSON: a mapping. Sources are the reference pages of each program. */
export const DOCUMENT_SHAPES: readonly DocumentShape[] = [
  {
    program: 'Prometheus, Promtail and the agent of Grafana',
    all: ['scrape_configs'],
    only: new RegExp('^(global|scrape_config_files|scrape_configs|rule_files|alerting|remote_write|remote_read|storage|tracing|otlp|runtime|server'
      + '|clients?|positions|target_config|limits_config|options)$'),
  },
  { program: 'tests of rules of Prometheus', all: ['rule_files', 'tests'] },
  {
    program: 'rules of Prometheus, Loki or Grafana',
    all: ['groups'],
    only: /^(apiVersion|namespace|groups|deleteRules)$/,
    within: /^(expr|data|record|alert)$/,
  },
  {
    program: 'Alertmanager',
    all: ['route'],
    some: /^receivers$/,
    only: /^(global|route|receivers|inhibit_rules|templates|time_intervals|mute_time_intervals|tracing)$/,
  },
  { program: 'the blackbox exporter', all: ['modules'], only: /^(modules|auths)$/, within: /^prober$/ },
  { program: 'the process exporter', all: ['process_names'], only: /^process_names$/ },
  { program: 'Sloth', all: ['service', 'slos'], values: { version: /^prometheus\/v\d+$/ } },
  {
    program: 'the collector of OpenTelemetry',
    all: ['receivers', 'service'],
    only: /^(receivers|processors|exporters|service|extensions|connectors)$/,
  },
  {
    program: 'Vector',
    some: /^(sinks|sources|transforms)$/,
    within: /^(type|inputs)$/,
    only: /^(sources|transforms|sinks|api|data_dir|enrichment_tables|tests|schema|log_schema|timezone|healthchecks|acknowledgements|proxy|secret)$/,
  },
  {
    program: 'Fluent Bit',
    some: /^(pipeline|parsers|multiline_parsers)$/,
    within: /^(inputs|filters|outputs|name)$/,
    only: /^(service|pipeline|env|includes|parsers|multiline_parsers|customs|upstream_servers|stream_processor)$/,
  },
  {
    program: 'the Grafana agent',
    some: /^(metrics|logs|traces)$/,
    only: /^(server|metrics|logs|traces|integrations)$/,
    within: /^(scrape_configs|remote_write|clients)$/,
  },
  {
    program: 'a beat of Elastic',
    some: /^(file|metric|heart|audit|packet|journal)beat([._].*)?$/,
    only: new RegExp('^((file|metric|heart|audit|packet|journal)beat|output|setup|processors|logging|cloud|name|tags|fields|http|monitoring'
      + '|queue|xpack)([._].*)?$'),
  },
  {
    program: 'a check of Datadog',
    some: /^(init_config|instances)$/,
    only: /^(ad_identifiers|advanced_ad_identifiers|init_config|instances|logs|cluster_check|ignore_autodiscovery_tags)$/,
  },
  {
    program: 'the CloudWatch agent',
    some: /^(logs|metrics|traces)$/,
    only: /^(agent|logs|metrics|traces|csm)$/,
    within: /^(logs|metrics|traces)_collected$/,
  },
  { program: 'a dashboard of Grafana', all: ['title'], some: /^(panels|rows)$/, only: /^(?!spec$|kind$|apiVersion$)/ },
  { program: 'a dashboard of Grafana', all: ['dashboard'], only: /^(dashboard|meta|folder\w*|inputs|overwrite|message)$/, within: /^(panels|rows)$/ },
  { program: 'provisioning of Grafana', some: /^(datasources|providers|contactPoints|policies)$/, values: { apiVersion: /^1$/ } },
  {
    program: 'kube-prometheus-stack',
    all: ['kubeControllerManager'],
    only: new RegExp('^(kube(ControllerManager|Scheduler|Etcd|Proxy|ApiServer|let(Service)?|Dns|StateMetrics|-state-metrics'
      + '|TargetVersionOverride|Version)|kubernetesServiceMonitors|coreDns|prometheus(-node-exporter|Operator|-windows-exporter)?|alertmanager'
      + '|grafana|nodeExporter|defaultRules'
      + '|additionalPrometheusRules(Map)?|commonLabels|fullnameOverride|nameOverride|namespaceOverride|global|crds|thanosRuler|windowsMonitoring'
      + '|cleanPrometheusOperatorObjectNames|customRules)$'),
    within: /^(serviceMonitor|endpoints|enabled|service|jobNameOverride)$/,
  },
];

/** Keys of each item of a document that is a list. */
export const LIST_SHAPES: readonly { readonly program: string; readonly keys: RegExp; readonly some: readonly string[] }[] = [
  { program: 'targets of Prometheus', keys: /^(targets|labels)$/, some: ['targets'] },
  {
    program: 'Falco',
    keys: new RegExp('^(rule|macro|list|required_engine_version|required_plugin_versions|desc|condition|output|priority|tags|items|append|override'
      + '|enabled|source|exceptions|warn_evttypes|skip-if-unknown-filter)$'),
    some: ['rule', 'macro', 'list', 'required_engine_version', 'required_plugin_versions'],
  },
];

/** Keys and values by which such a program starts others: then nothing is said about what it is. `exec` of Fluent Bit and Vector, a script check. */
export const STARTS_OTHERS = {
  key: /^(exec|exec_?\w*|command|commands|script|args?|cmd|image|containers|initContainers|entrypoint|run|manifest|program_output)$/i,
  value: /^(exec|execd|exec_wasi|exec_filter|exec_stream|podman|external|script)$/,
};

/** Formats of lines. Names of components in such a text start nothing; what starts a program by its command line or image is looked for still. */
export const LINE_SHAPES: readonly { readonly all: readonly RegExp[]; readonly not?: RegExp; readonly program: string }[] = [
  { program: 'Vector', all: [/^[ \t]*\[(sources|transforms|sinks)\.[\w."-]+\]/m], not: /^[ \t]*type[ \t]*=[ \t]*["']exec/m },
  { program: 'Telegraf', all: [/^[ \t]*\[\[(inputs|outputs|processors|aggregators)\.\w+\]\]/m], not: /\[\[\w+\.execd?\]\]/ },
  {
    program: 'Fluent Bit',
    all: [/^[ \t]*\[(INPUT|OUTPUT|FILTER|PARSER|MULTILINE_PARSER)\]/mi],
    not: /^[ \t]*name[ \t]+exec/mi,
  },
  { program: 'Fluentd', all: [/^[ \t]*<(source|match|filter)\b/m, /^[ \t]*@type\b/m], not: /@type[ \t]+exec/ },
  {
    program: 'Alloy and the Grafana agent',
    all: [/^(discovery|prometheus|loki|otelcol|mimir|pyroscope|faro|beyla)\.[\w.]+([ \t]+"[\w-]+")?[ \t]*\{/m],
  },
  { program: 'rsyslog', all: [/\$programname\b|^:programname,|^\$ModLoad\b|^[ \t]*input\(type=/m], not: /omprog|binary=/ },
  {
    program: 'syslog-ng',
    all: [/^[ \t]*(source|destination|filter|log)[ \t]+(?:\w+[ \t]*)?\{/m, /\b(program|file|network)\(/],
    not: /destination[^{]{0,200}\{[^}]{0,2000}program\(/,
  },
  { program: 'logrotate', all: [/^\/\S+[^{\n]{0,200}\{?$/m, /^[ \t]*(rotate [0-9]+|daily|weekly|missingok|compress|copytruncate)$/m] },
  { program: 'the audit daemon', all: [/^-(w|a|A) /m], not: /^(?![ \t]*(#|-[a-zA-Z]\b|$))/m },
  { program: 'Nagios', all: [/^define[ \t]+(service|host|servicegroup|command)[ \t]*\{/m] },
  { program: 'Monit', all: [/^check[ \t]+(process|host|file|filesystem)[ \t]/m], not: /\b(start|exec|restart) (program|"|')|check[ \t]+program/m },
  { program: 'Jsonnet of kube-prometheus', all: [/\bimport\s+['"][^'"\n]{0,200}(kube-prometheus|mixin|grafonnet|prometheus)[^'"\n]{0,200}['"]/] },
  {
    program: 'alarms in Terraform',
    all: [/^resource[ \t]+"(aws_cloudwatch|grafana|datadog|newrelic|pagerduty|google_monitoring|google_logging|azurerm_monitor)_\w+"/m],
    not: new RegExp('^(resource[ \\t]+"(?!(aws_cloudwatch|grafana|datadog|newrelic|pagerduty|google_monitoring|google_logging|azurerm_monitor)_)'
      + '|module\\b|data\\b)', 'm'),
  },
  {
    program: 'saved objects of Kibana',
    all: [/^\{"attributes":/m, /"type":"(search|dashboard|visualization|index-pattern|lens|map)"/],
    not: /^(?!\{"|$)/m,
  },
];

/** A line that selects what is looked at; a pattern in it is no command line. */
export const SELECTING_LINE = new RegExp('^[ \\t]*(?:-[ \\t]+)?["\']?(?:regexp?|expr|expression|condition|pattern|selector|label|labels'
  + '|match|exclude|include|query|source_labels|record|alert|path|Regex|Exclude|Path|Match|Tag|Systemd_Filter|-w)\\b', 'i');
