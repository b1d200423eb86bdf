#!/bin/sh
# The voices of spoken scenarios and recorded evenings, into .voices/: styles of Kokoro-82M (Apache-2.0) from its npm
# package. Optional: without npm the tests that need a French voice are skipped, and say so.
set -u
sha256=1f0d0383ef0349af0bd9440d81dc12abbea3a5392eb645283eda876f537f5860
[ -f .voices/ff_siwis.bin ] && exit 0
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
if command -v npm >/dev/null 2>&1 && (cd "$work" && npm pack --silent kokoro-js@1.2.1 >/dev/null 2>&1) &&
  echo "$sha256  $work/kokoro-js-1.2.1.tgz" | sha256sum --check --status; then
  mkdir -p .voices && tar -xzf "$work/kokoro-js-1.2.1.tgz" -C "$work" package/voices &&
    cp "$work"/package/voices/*.bin .voices/
else
  echo "animateur : sans npm, pas de voix française pour les scénarios parlés ; leurs tests seront passés."
fi
