#!/bin/sh
# Every function that Clang declares for OpenCL C is defined in the archive.
#
# usage: complete.sh CLANG LLVM_NM ARCHIVE WORK_FOLDER CLANG_OPTION...
#
# Clang's own header says what there is. Each declaration becomes a function
# that calls it, compiled as programs are (so the names are those that programs
# ask for), and what is then undefined must be in the archive. Left out are, of
# read_write images, reads through samplers, which OpenCL C does not have, and
# writes of a mip level, which Clang does not find; and of cl_intel_subgroups,
# blocks of ulong16 and writes to read_only images, which it does not have.
set -eu
clang=$1 nm=$2 archive=$3 work=$4
shift 4
mkdir -p "$work"
"$nm" --defined-only "$archive" 2>/dev/null | awk 'NF == 3 { print $3 }' |
  LC_ALL=C sort -u >"$work/defined.txt"
status=0

for standard in CL1.2 CL3.0; do
  {
    echo '#pragma OPENCL EXTENSION cl_khr_fp16 : enable'
    "$clang" "$@" -cl-std=$standard -E -P -x cl /dev/null |
      awk '/read_write image[a-z0-9_]+, (sampler_t|int[24]?, int,)/ { next }
      /block_[a-z]+_ul16|block_write_[a-z0-9]+\(read_only/ { next }
      /overloadable/ && /;$/ {
        declaration = $0
        gsub(/__attribute__\(\([a-z_]+\)\)/, "")
        gsub(/\*ptr/, "*")
        open = index($0, "(")
        head = substr($0, 1, open - 1)
        sub(/ +$/, "", head)
        match(head, /[A-Za-z0-9_]+$/)
        name = substr(head, RSTART)
        type = substr(head, 1, RSTART - 1)
        list = substr($0, open + 1)
        sub(/\);$/, "", list)
        if (list == "void") list = ""
        count = split(list, parts, ",")
        parameters = arguments = ""
        for (i = 1; i <= count; ++i) {
          comma = i > 1 ? ", " : ""
          sub(/ +(value|index|predicate|mask|delta|clustersize|sub_group_local_id|local_id|image|image_array|sampler|coord|color|reserve_id|event|e|state|cur|next|prev|data|p|x) *$/, "", parts[i])
            if (sub(/\[[0-9]+\] *$/, "", parts[i])) parts[i] = "__private " parts[i] " *"
          parameters = parameters comma parts[i] " a" i
          arguments = arguments comma "a" i
        }
        # The tables that stand for the header below have none of these.
        if (name ~ /^intel_/) print declaration
        print type " call" NR "(" parameters ") { return " name "(" arguments "); }"
      }'
  } >"$work/calls-$standard.cl"
  "$clang" "$@" -cl-std=$standard -fdeclare-opencl-builtins -w -O0 -emit-llvm-bc \
    -x cl "$work/calls-$standard.cl" -o "$work/calls-$standard.bc"
  "$nm" --undefined-only "$work/calls-$standard.bc" | awk '{ print $2 }' |
    LC_ALL=C sort -u >"$work/declared-$standard.txt"
  LC_ALL=C comm -23 "$work/declared-$standard.txt" "$work/defined.txt" \
    >"$work/missing-$standard.txt"
  echo "$standard: $(wc -l <"$work/declared-$standard.txt") declared," \
    "$(wc -l <"$work/missing-$standard.txt") missing"
  if [ ! -s "$work/declared-$standard.txt" ] || [ -s "$work/missing-$standard.txt" ]; then
    cat "$work/missing-$standard.txt"
    status=1
  fi
done
exit $status
