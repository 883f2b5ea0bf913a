#!/bin/sh
# Fuzzes the importers: first every megabyte seed, each within its time, then mutations of the
# fixtures for the given number of seconds (30). A crash, a leak, an input that takes too long or a
# scene that does not load ends it with a code other than 0 and leaves the input in the folder.
#
#   Tests/Fuzz/fuzz-imports.sh [SECONDS [FOLDER]]
set -eu
seconds=${1:-30}
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=${2:-$root/.build/fuzz}
mkdir -p "$folder/modules" "$folder/corpus" "$folder/megabyte"
cd "$folder"

# The same modules as the package's, with the sanitizers in every one of them.
features="-enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility"
modules="PenumbraLocking PenumbraFiles PenumbraGraphics CSSValues OrderedJSON PenumbraScene
  PenumbraTokens"
for module in $modules; do
  # shellcheck disable=SC2046,SC2086
  swiftc -O -wmo -sanitize=fuzzer,address -parse-as-library -swift-version 6 $features \
    -package-name penumbra -module-name "$module" -I modules \
    -emit-module -emit-module-path "modules/$module.swiftmodule" -emit-object -o "$module.o" \
    $(find "$root/Sources/$module" -name '*.swift')
done
# shellcheck disable=SC2046,SC2086
swiftc -O -sanitize=fuzzer,address -parse-as-library -swift-version 6 -I modules \
  "$root/Tests/Fuzz/ImportFuzzer.swift" $(printf '%s.o ' $modules) -o import-fuzzer
swiftc -O -parse-as-library "$root/Tests/Fuzz/MegabyteSeeds.swift" -o megabyte-seeds

./megabyte-seeds megabyte
# Seeds: every fixture under the byte that chooses its reader.
for file in "$root"/Tests/Fixtures/Tokens/*; do
  name=$(basename "$file")
  case $name in
    *.expected) continue ;;
    *.css) kind='\000' ;;
    *.json) kind='\001' ;;
    *.json5) kind='\002' ;;
    *.yml) kind='\003' ;;
    *) continue ;;
  esac
  { printf "$kind"; cat "$file"; } > "corpus/$name"
done
index=0
sed -n 's/^ *"\(.*\)",$/\1/p' "$root/Tests/PenumbraTokensTests/BrowserShadows.swift" |
  while IFS= read -r value; do
    index=$((index + 1))
    { printf '\004'; printf '%s' "$value"; } > "corpus/value-$index"
  done

# An import may take a second for a megabyte; the sanitizers and a busy machine cost more than that.
./import-fuzzer -timeout=10 -rss_limit_mb=2048 megabyte/*
./import-fuzzer -timeout=10 -rss_limit_mb=2048 -max_len=65536 -max_total_time="$seconds" \
  -print_final_stats=1 corpus
