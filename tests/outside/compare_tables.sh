# Sourced by compare-gaviota and compare-syzygy: finds the third-party tables, builds both programs and
# pipes every position of the endgames from one to the other. The caller sets
#   format     the folder of the tables within FOLDER, and the name of tests/outside/compare_FORMAT.c
#   libraries  the linker's options for the probing library
#   package    the Debian package of the probing library
#   metric     an array: the metric as both programs take it, or nothing
# and passes its own arguments: [FOLDER] [ENDGAME...]. DUMP_VALUES names the example if it is built already.

script=compare-$format
called_from=$PWD
cd "$(dirname "$0")/../.."

if [[ ${1:-} = -h || ${1:-} = --help ]]; then
  sed -n '2,/^[^#]/ { s/^# \{0,1\}//p }' "tests/outside/$script"
  exit 0
fi
folder=${1:-../shared/truth}
[[ -z ${1:-} || $folder = /* ]] || folder=$called_from/$folder
shift || true
if [[ ! -d $folder/$format ]]; then
  echo "$script: NOT COMPARED: $folder/$format does not exist" >&2
  exit 3
fi
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
read -ra linked <<<"$libraries"
if ! cc -O2 -o "$target/compare_$format" "tests/outside/compare_$format.c" "${linked[@]}"; then
  echo "$script: NOT COMPARED: install a C compiler and $package" >&2
  exit 2
fi
dump_values=${DUMP_VALUES:-$target/release/examples/dump_values}
[[ -n ${DUMP_VALUES:-} ]] || cargo build --release --quiet --example dump_values
endgames=("$@")
((${#endgames[@]})) || endgames=(3 4)
"$dump_values" "${metric[@]}" "${endgames[@]}" |
  "$target/compare_$format" "$folder/$format" "${metric[@]}"
