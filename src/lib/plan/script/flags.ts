/** Command lines that are no files of ours: of a unit, and of a Deployment. */
export const FLAGS = `\
# Words, one per line, with flags changed: lines of 'set --name=value' and 'remove --name'. A value in a word of its own is not ours to guess.
FLAG_CHANGES=$(
  cat <<'EOF'
BEGIN {
  n = split(ENVIRON["CHANGES"], lines, "\\n")
  for (i = 1; i <= n; i++) {
    flag = lines[i]
    sub(/^[a-z]* /, "", flag)
    name = flag
    sub(/=.*/, "", name)
    known[name] = 1
    if (lines[i] ~ /^set /) added[++m] = flag
  }
}
$0 in known { print "write " $0 " and its value as one word" >"/dev/stderr"; failed = 1; exit 1 }
{
  name = $0
  sub(/=.*/, "", name)
  if (!(name in known)) print
}
END { if (!failed) for (i = 1; i <= m; i++) print added[i] }
EOF
)

json_strings() { sed -e 's/\\\\/\\\\\\\\/g' -e 's/"/\\\\"/g' -e 's/.*/"&"/' | paste -sd, -; }

# The Deployment as it is, with other flags and the image of the other release.
deployment_flags() {
  local namespace=$1 name=$2 old=$3 new=$4 changes=$5 image field words value path=/spec/template/spec/containers/0
  say "    Deployment $name: \${changes//$'\\n'/; }; image v$new"
  if [ "$DRY_RUN" = 1 ]; then return 0; fi
  image=$(kube get deployment "$name" -n "$namespace" -o 'jsonpath={.spec.template.spec.containers[0].image}')
  for field in args command; do
    words=$(kube get deployment "$name" -n "$namespace" -o "jsonpath={range .spec.template.spec.containers[0].\${field}[*]}"'{@}{"\\n"}{end}')
    if grep -q '^--' <<<"$words"; then break; fi
  done
  grep -q '^--' <<<"$words" || die "the first container of Deployment $name has no flags in args or command; change it by hand: $changes"
  value=$(CHANGES=$changes awk "$FLAG_CHANGES" <<<"$words" | json_strings) || die "the flags of Deployment $name cannot be read; change it by hand: $changes"
  change "\${KUBECTL_WORDS[@]}" patch deployment "$name" -n "$namespace" --type=json \\
    -p "[{\\"op\\":\\"replace\\",\\"path\\":\\"$path/$field\\",\\"value\\":[$value]},{\\"op\\":\\"replace\\",\\"path\\":\\"$path/image\\",\\"value\\":\\"\${image/":v$old"/:v$new}\\"}]"
}

# A drop-in with the unit's own command line and other flags.
unit_flags() {
  local node=$1 state=$2 unit=$3 changes=$4
  change_node "$node" "$unit.service: \${changes//$'\\n'/; }" "state=$state
$NODE_FUNCTIONS
line=\\$(systemctl show -p ExecStart --value $unit | sed -n 's/.*argv\\[\\]=\\(.*\\) ; ignore_errors=.*/\\1/p')
[ -n \\"\\$line\\" ] || fail 'systemctl show does not say what $unit runs'
words=\\$(printf '%s\\\\n' \\$line | CHANGES='$changes' awk '$FLAG_CHANGES')
file=/etc/systemd/system/$unit.service.d/90-ccm-migration.conf
mkdir -p \\"\\$root\\$(dirname \\"\\$file\\")\\"
save \\"\\$file\\"
printf '[Service]\\\\nExecStart=\\\\nExecStart=%s\\\\n' \\"\\$(printf '%s' \\"\\$words\\" | tr '\\\\n' ' ')\\" >\\"\\$root\\$file.new\\"
mv \\"\\$root\\$file.new\\" \\"\\$root\\$file\\"
systemctl daemon-reload"
}
`;
