/**
 * What flags of etcd take that their types do not say: go.etcd.io/etcd/server/v3@v3.5.35, v3.6.16 and v3.7.3, and go.etcd.io/etcd@v0.5.0-alpha.5
 * (3.4), etcdmain/config.go, embed/config_logging.go, pkg/logutil/log_level.go, pkg/flags/unique_urls.go.
 */
export const WORDS_OF_ETCD: Readonly<Record<string, RegExp>> = {
  'cors': /^(?=.)(?:(?:\*|\s*(?:https?|unixs?):\/\/[^,]*)(?:,|$))*$/,
  'discovery-fallback': /^(?:exit|proxy)$/,
  'log-level': /^(?:debug|info|warn|error|dpanic|panic|fatal)?$/i,
  'max-concurrent-streams': /^(?:0[xX][\da-fA-F]+|\d+)$/,
  'logger': /^(?:capnslog|default|zap)$/,
  'proxy': /^(?:off|on|readonly)$/,
  'v2-deprecation': /^(?:gone|not-yet|write-only|write-only-drop-data)$/,
};
